"""Recasts participles: *a man who was held* of *a man held*, *after she saw it* of *after seeing it*."""

from collections.abc import Iterator
from itertools import pairwise

from paralattice.english.inflection import inflect, key, lemma
from paralattice.english.tables import word_class
from paralattice.exchange.evidence.cluster import ParsedCluster
from paralattice.exchange.evidence.mentions import is_person
from paralattice.exchange.model.operation import WORDING, Operation, SpanEdit, made, recast_of
from paralattice.syntax.nodes import Constituent, predicate_of, subject_of
from paralattice.syntax.sentence import ParsedSentence

_PERSONS = word_class("nouns", "described")
_LASTING = frozenset(inflect(verb, "VBN") for verb in word_class("verbs", "state"))
_DOING = frozenset(inflect(verb, "VBG") for verb in word_class("verbs", "act"))
_CAUSING = frozenset({"leave", "keep", "find", "have", "get", "see", "want"})
_PLURALS = word_class("nouns", "plural")
_ORDERING, _LASTING_OPENERS = ("after", "before", "while"), ("while", "when", "as")
_SEVERAL = 2


def participles(cluster: ParsedCluster, frame: ParsedSentence) -> Iterator[Operation]:
    """Yield the recasts of the participles of a frame of prose."""
    for node in frame.phrases:
        yield from _related(frame, node)
        yield from _with_pronoun(cluster, frame, node)
        yield from _without_pronoun(cluster, frame, node)


def _related(frame: ParsedSentence, node: Constituent) -> Iterator[Operation]:
    """Yield *the man who was arrested on Friday* of *the man arrested on Friday*, if the story is past."""
    core = _noun_before(frame, node)
    if core is None or not _tells_in_past(frame) or not _may_be_told(frame, node):
        return
    plural = frame.tags[core.head] == "NNS" or frame.words[core.head] in _PLURALS
    added = made("who", "were" if plural else "was")
    yield recast_of(frame, f"{WORDING}: relative", [SpanEdit(node.begin, node.begin, added)], [node.head])


def _noun_before(frame: ParsedSentence, node: Constituent) -> Constituent | None:
    """Return the phrase of persons that ends right before a participle about them."""
    parent = node.parent
    if node.label != "VP" or parent is None or parent.label != "NP" or len(node.children) < _SEVERAL:
        return None
    core = parent.children[0]
    beside = core.label == "NP" and core.end == node.begin == node.head and core.head == core.end - 1
    # *Left sailors stranded* has no such clause.
    beside &= parent.role != "object" or key(frame.words[frame.governors[core.head]]) not in _CAUSING
    return core if beside and frame.words[core.head] in _PERSONS else None


def _may_be_told(frame: ParsedSentence, node: Constituent) -> bool:
    """Return whether a participle may become a relative clause about persons."""
    verb = frame.words[node.begin]
    return verb in _DOING or (frame.tags[node.begin] == "VBN" and verb not in _LASTING)


def _tells_in_past(frame: ParsedSentence) -> bool:
    """Return whether the main verb is in the past tense."""
    clause = frame.main_clause
    predicate = predicate_of(clause) if clause is not None else None
    return predicate is not None and frame.tags[predicate.begin] == "VBD"


def _with_pronoun(cluster: ParsedCluster, frame: ParsedSentence, node: Constituent) -> Iterator[Operation]:
    """Yield *she left after she saw it* of *she left after seeing it*, if *she* can be nobody else."""
    opener, told = frame.words[node.begin].lower(), node.children[-1]
    pronoun = _pronoun(cluster, frame, node) if opener in _ORDERING else ""
    # *After slipping and falling* has two verbs, and so, for the parser, has *after slipping and left*.
    joined = not {("CC", "VBG"), ("CC", "VBD")}.isdisjoint(pairwise(frame.tags[told.begin : told.end]))
    if not pronoun or node.label != "PP" or told.begin > node.begin + 1 or joined:
        return
    was, verb = "were" if pronoun == "they" else "was", frame.words[told.begin]
    past = was if verb == "being" else inflect(lemma(verb, "VBG"), "VBD")
    words = (pronoun, was, verb) if opener == "while" else (pronoun, past)
    if frame.tags[told.begin] == "VBG":
        yield _clause(frame, node, SpanEdit(told.begin, told.begin + 1, made(*words)))


def _without_pronoun(cluster: ParsedCluster, frame: ParsedSentence, node: Constituent) -> Iterator[Operation]:
    """Yield *left after seeing it* of *left after she saw it*, *while going* of *when she was going*."""
    opener, inner = frame.words[node.begin].lower(), subject_of(node.children[-1])
    if node.label != "SBAR" or inner is None or (inner.begin, inner.end) != (node.begin + 1, node.begin + 2):
        return
    verb, tags = inner.end, frame.tags[inner.end : node.end]
    lasts = tags[:2] == ("VBD", "VBG")
    if opener not in (_LASTING_OPENERS if lasts else _ORDERING) or ("CC", tags[0]) in pairwise(tags):
        return
    words = ("while",) if lasts else (opener, inflect(lemma(frame.words[verb], "VBD"), "VBG"))
    # *While he was captain* stays.
    state = words[-1] == "being" and tags[1:2] != ("VBN",)
    if tags[0] == "VBD" and not state and frame.words[inner.begin] == _pronoun(cluster, frame, node):
        yield _clause(frame, node, SpanEdit(node.begin, verb + 1, made(*words)))


def _clause(frame: ParsedSentence, node: Constituent, edit: SpanEdit) -> Operation:
    """Return the recast of a clause or participle; what its verb governs is free."""
    own = range(node.begin, edit.end)
    free = [place for place in range(node.begin, node.end) if place in own or frame.governors[place] in own]
    return recast_of(frame, "clause of a participle", [edit], free)


def _pronoun(cluster: ParsedCluster, frame: ParsedSentence, node: Constituent) -> str:
    """Return the pronoun for the subject of something past before a phrase; empty if others may be meant."""
    clause = next((outer for outer in node.ancestors() if subject_of(outer) is not None), frame.root)
    subject, predicate = subject_of(clause), predicate_of(clause)
    past = predicate is not None and frame.tags[predicate.begin] == "VBD"
    referents = cluster.referents
    one = referents.mentions.get((frame.number, -1 if subject is None else subject.head))
    if one is None or not past or one.head > node.begin:
        return ""
    own = (each for each in referents.mentions.values() if each.sentence == frame.number)
    before = (each for each in own if each.head < node.begin and each is not one)
    others = [each for each in before if each.plural == one.plural]
    if one.plural:
        return "" if others else "they"
    gender = referents.gender(one)
    persons = (each for each in others if each.named or is_person(each))
    alike = any(gender * referents.gender(each) >= 0 for each in persons)
    return "" if alike else {1: "he", -1: "she"}.get(gender, "")
