"""The replacements of a training, gathered from its shards."""

from orchestrator.systems.rewording.training.replacements import scored_replacements


def test_a_replacement_that_all_shards_together_show_too_rarely_is_left_out():
    tables = ["a ||| b ||| 0.5 |||  ||| 1\nc ||| d ||| 0.5 |||  ||| 1\n", "a ||| b ||| 0.5 |||  ||| 1\n"]
    learnt = scored_replacements(tables, 2)
    assert learnt.size == 1
    assert list(learnt.phrases) == ["a ||| b ||| 0.5 |||  ||| 2\n"]
