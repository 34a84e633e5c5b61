"""Values that conflict with those of more sentences."""

from paralattice.exchange.evidence.conflicts import minority_places
from support.parsed_clusters import parsed_cluster


def sank(day: str, count: str = "six") -> str:
    """Return the tree of a sentence on the day when a ferry sank, and how many sailors drowned."""
    return (
        f"(ROOT (S (S (NP (DT The) (NN ferry)) (VP (VBD sank) (PP (IN on) (NP (NNP {day}))))) (CC and)"
        f" (S (NP (CD {count}) (NNS sailors)) (VP (VBD drowned))) (. .)))"
    )


def aged(age: str) -> str:
    """Return the tree of a sentence that tells the age of a pilot."""
    return (
        f"(ROOT (S (NP (NP (NNP Ida) (NNP Berg)) (, ,) (NP (CD {age})) (, ,)) (VP (VBD left)"
        " (NP (DT the) (NN ship))) (. .)))"
    )


def disputed(*trees: str) -> list[str]:
    """Return the words of a cluster that most of its sentences tell otherwise."""
    cluster = parsed_cluster(*trees)
    return [cluster.sentences[number].words[place] for number, place in sorted(minority_places(cluster))]


def test_a_day_that_most_sentences_tell_otherwise_is_disputed():
    assert disputed(sank("Friday"), sank("Friday"), sank("Monday")) == ["Monday"]
    assert disputed(sank("Friday"), sank("Fri."), sank("Monday")) == ["Monday"]


def test_without_a_majority_no_day_is_disputed():
    assert not disputed(sank("Friday"), sank("Monday"))
    assert not disputed(sank("Friday"), sank("Friday"), sank("Monday"), sank("Monday"))


def test_days_of_different_events_do_not_clash():
    other = "(ROOT (S (NP (DT The) (NN crew)) (VP (VBD rested) (PP (IN on) (NP (NNP Monday)))) (. .)))"
    assert not disputed(sank("Friday"), sank("Friday"), other)


def test_a_number_that_most_sentences_tell_otherwise_is_disputed():
    assert disputed(sank("Friday"), sank("Friday", "6"), sank("Friday", "nine")) == ["nine"]


def test_the_killed_and_the_dead_are_counted_together():
    died = "(ROOT (S (NP (CD 12) (NNS persons)) (VP (VBD died) (PP (IN at) (NP (NN sea)))) (. .)))"
    killed = "(ROOT (S (NP (DT A) (NN storm)) (VP (VBD killed) (NP (CD {count}) (NNS people))) (. .)))"
    assert disputed(killed.format(count="30"), died, killed.format(count="12")) == ["30"]


def test_a_number_that_is_not_exact_clashes_with_none():
    loose = (
        "(ROOT (S (NP (QP (IN over) (CD five)) (NNS sailors)) (VP (VBD drowned)"
        " (PP (IN on) (NP (NNP Friday)))) (. .)))"
    )
    assert not disputed(sank("Friday"), sank("Friday"), loose)


def test_an_age_that_as_many_sentences_tell_otherwise_is_disputed():
    before = "(ROOT (S (NP (JJ 32-year-old) (NNP Ida) (NNP Berg)) (VP (VBD slept)) (. .)))"
    assert disputed(aged("31"), aged("31"), before) == ["32-year-old"]
    assert disputed(aged("31"), before) == ["31", "32-year-old"]


def test_an_age_at_another_time_is_disputed():
    then = (
        "(ROOT (S (NP (NP (NNP Ida) (NNP Berg)) (, ,) (SBAR (WHNP (WP who)) (S (VP (VBD was) (NP (CD 18)))))"
        " (, ,)) (VP (VBD left) (NP (DT the) (NN ship))) (. .)))"
    )
    assert disputed(aged("20"), then) == ["20", "18"]
    assert not disputed(aged("18"), then)
