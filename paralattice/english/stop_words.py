"""English function words that the versions V3 and V4 never match (Shen et al. 2006, Table 2)."""

from __future__ import annotations

_PRONOUNS = """
    i me my myself we our ours ourselves you your yours yourself yourselves
    he him his himself she her hers herself it its itself
    they them their theirs themselves what which who whom this that these those
"""
_VERBS = """
    am is are was were be been being have has had having do does did doing
    would should could ought cannot
"""
_CONTRACTIONS = """
    i'm you're he's she's it's we're they're i've you've we've they've
    i'd you'd he'd she'd we'd they'd i'll you'll he'll she'll we'll they'll
    isn't aren't wasn't weren't hasn't haven't hadn't doesn't don't didn't
    won't wouldn't shan't shouldn't can't couldn't mustn't
    let's that's who's what's here's there's when's where's why's how's
"""
_PARTICLES = """
    a an the and but if or because as until while of at by for with about against
    between into through during before after above below to from up down in out on off over under
    again further then once here there when where why how all any both each few more most
    other some such no nor not only own same so than too very
"""

DEFAULT_STOP_WORDS: frozenset[str] = frozenset(
    " ".join((_PRONOUNS, _VERBS, _CONTRACTIONS, _PARTICLES)).split()
)
"""The 174 function words of the Snowball project's English list, lower-cased."""
