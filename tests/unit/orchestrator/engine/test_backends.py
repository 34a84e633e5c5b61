"""Runs of the same name have different identities on a broker."""

from orchestrator.engine.backends import new_identity


def test_identities_of_runs_of_one_name_differ():
    assert len({new_identity("boats") for _ in range(20)}) == 20
    assert new_identity("boats").startswith("boats-")
