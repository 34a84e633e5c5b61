"""The names of the rules, in the order in which they are asked.

The order decides which of several rules counts as the first to refuse a candidate.  The names are apart from
the rules so that options can be checked without loading them.
"""

RULES_OF_WORDS = (
    *("distance", "length", "balance", "quotation", "repetition", "attribution", "time", "hedge", "opening"),
    *("case", "stranding", "ordinal", "echo", "speaker", "label"),
    *("title", "abbreviation", "which", "same"),
    *("country", "pronoun", "alone", "minority", "kin", "today", "aged", "spelling"),
)
"""The rules that are asked before a candidate is parsed."""

RULES_OF_TREES = ("whole", "governors", "headline", "number", "comma", "article", "aside")
"""The rules that are asked after it is parsed."""

RULE_NAMES = (*RULES_OF_WORDS, *RULES_OF_TREES)
