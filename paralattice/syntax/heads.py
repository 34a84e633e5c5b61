"""Heads: the words and phrases that may head a constituent.

``HEAD_TAGS`` and ``HEAD_LABELS`` are the tables of chunklink (Buchholz 2000), as prefixes of tags and labels:
``NN`` stands for ``NN``, ``NNS``, ``NNP`` and ``NNPS``.  Clauses, fragments and parentheses are not in the
first table: their words are not heads and are outside all chunks.  Versions V4 and V5 depend on them.
``SYNTACTIC_HEADS`` has the heads that govern, as exchange needs them.
"""

from functools import lru_cache

SYNTACTIC_HEADS: dict[str, tuple[tuple[str, ...], ...]] = {
    "S": (("VP",), ("S", "SINV"), ("ADJP", "NP")),
    "SINV": (("VP",), ("VBZ", "VBD", "VBP", "MD"), ("S",)),
    "SQ": (("VP",), ("VBZ", "VBD", "VBP", "MD")),
    "SBAR": (("S", "SINV", "SQ"), ("SBAR",)),
    "SBARQ": (("SQ", "S", "SINV"),),
    "PP": (("IN", "TO", "VBG", "VBN", "RP", "JJ", "CC"), ("PP",)),
    "PRT": (("RP", "IN", "RB"),),
    "WHPP": (("IN", "TO"),),
    "ADJP": (("JJ", "JJR", "JJS", "VBN", "VBG"), ("ADJP",), ("NP",)),
    "ADVP": (("RB", "RBR", "RBS", "RP"), ("ADVP",)),
    "ROOT": (("S", "SINV", "SQ", "SBARQ"), ("NP", "FRAG", "VP")),
}
"""For each label the groups of labels of its head child, in order of preference."""
HEAD_TAGS: dict[str, tuple[str, ...]] = {
    "ADJP": ("JJ", "RB", "VB", "IN", "UH", "FW", "RP", "$", "#", "DT", "NN"),
    "ADVP": ("RB", "IN", "TO", "DT", "PDT", "JJ", "RP", "FW", "LS", "UH", "CC", "NN", "CD", "VB"),
    "CONJP": ("CC", "IN", "RB"),
    "INTJ": ("UH", "RB", "NN", "VB", "FW", "JJ"),
    "LST": ("LS", "JJ", ":"),
    "NP": ("NN", "CD", "PRP", "JJ", "DT", "EX", "IN", "RB", "VB", "FW", "SYM", "UH", "WP", "WDT"),
    "PP": ("IN", "TO", "RB", "VBG", "VBN", "JJ", "RP", "CC", "FW"),
    "PRT": ("RP", "IN", "RB", "JJ"),
    "SBAR": ("IN", "WDT"),
    "UCP": ("JJ", "NN", "VB", "CD"),
    "VP": ("VB", "MD", "TO", "JJ", "NN", "POS", "FW", "SYM"),
    "WHADJP": ("JJ",),
    "WHADVP": ("WRB", "IN", "RB", "WDT"),
    "WHNP": ("WDT", "WP", "CD", "DT", "IN", "NN", "JJ", "RB"),
    "WHPP": ("IN", "TO"),
}
"""Prefixes of the tags of words that may be a phrase's lexical head, by the phrase's label."""
HEAD_LABELS: dict[str, tuple[str, ...]] = {"ADJP": ("ADJP",), "NP": ("NP", "NX"), "WHNP": ("WHNP", "NP")}
"""Prefixes of the labels of phrases that may head a phrase, by its label; only those that pruning needs."""


@lru_cache(maxsize=4096)
def may_head(tag: str, label: str) -> bool:
    """Return whether a word of that tag may be the lexical head of a phrase of that label."""
    return tag.startswith(HEAD_TAGS.get(label, ()))
