"""What is refused leaves the run as it was."""

import pytest

from orchestrator.runs.folder import RunError


def test_changed_options_are_refused_with_the_difference_unless_the_run_is_updated(run, parsed_corpus):
    corpus = parsed_corpus(1)
    run(corpus)
    before = run.record()
    with pytest.raises(
        RunError, match=r"options\.align\.gap: -1 -> -2\n  to compute: align 2, .*\n.*--update"
    ):
        run(corpus, {"align": {"gap": -2}})
    assert run.record() == before
    assert run(corpus, {"align": {"gap": -2}}, update=True) == 0
    assert run.record()["signature"]["options"]["align"]["gap"] == -2


@pytest.mark.parametrize("content", ["{}", '{"signature": 1}'])
def test_a_record_that_is_none_of_a_run_is_named(run, parsed_corpus, content):
    run.root.mkdir(parents=True)
    (run.root / "run.json").write_text(content, "utf-8")
    with pytest.raises(RunError, match=r"run\.json"):
        run(parsed_corpus(1))
