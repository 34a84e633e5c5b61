"""Splits sentences into tokens by rules, as the treebanks that the parser has learnt from.

The rules follow the Penn Treebank with the changes of GUM: hyphens, and slashes between words, are
tokens; quotation marks keep their form.
"""

import re

# Written with a capital letter, these keep their full stop, even at the end of a sentence.
_TITLES = (
    "Adm Brig Capt Cmdr Col Cpl Dr Fr Gen Gov Hon Jr Lt Maj Messrs Mlle Mme Mr Mrs Ms Prof Rep Rev Sen Sgt Sr"
    " Supt"
)
_MONTHS = "Jan Feb Mar Apr Jun Jul Aug Sep Sept Oct Nov Dec"
_STATES = (
    "Ala Ariz Ark Calif Colo Conn Del Fla Ga Ia Ill Ind Kan Kans Ky La Mass Md Mich Minn Miss Mo Mont Neb"
    " Nebr Nev Okla Ore Pa Tenn Va Vt Wash Wis"
)
_OTHERS = "Ave Bros Co Corp Inc Ltd Mt St"
_CAPITALISED = "|".join(f"{_TITLES} {_MONTHS} {_STATES} {_OTHERS}".split())
# These are abbreviations only before a number.
_BEFORE_NUMBERS = "No|Nos|no|nos|Fig|Figs|fig|figs|Sec|Vol|vol|Art|Ch|p|pp|c|ca|approx"
_UNITS = "km|m|cm|mm|nm|kg|g|mg|lb|oz|mph|kb|KB|mb|MB|GB|TB|K|M|G|T|am|pm|AM|PM|[ap]\\.m\\."
_LETTER = r"[\w\u0300-\u036f]"
_APOSTROPHE = "['\u2019]"
_ENDINGS = "s|S|re|RE|ve|VE|ll|LL|d|D|m|M"

_TOKEN = re.compile(
    rf"""
      (?:https?://|www\.) \S* [^\s.,;:!?)\]>"'\u2019\u201d]   # addresses, without the punctuation after them
    | [\w.+-]+ @ \w[\w-]* (?:\.\w[\w-]*)+
    | (?<!\w) (?: (?:{_CAPITALISED}) \. (?!\w) | (?:{_BEFORE_NUMBERS}) \. (?=\s*\d) )
    | (?<!\w) (?: Ph\.D\. | vs\. | v\.s\. | etc\.(?=.) | (?<=et\s)al\. | [^\W\d_] \. (?: [^\W\d_] \. )+ )
    | (?<!\w) [A-Z] \. (?=\s+\S)                          # initials
    | (?: (?<!\S) [-\u2212] )? (?: \d | \.\d ) \d* (?: [.,:/] \d+ )* (?: (?=(?:{_UNITS})(?!\w)) | {_LETTER}* )
    | \.{{2,}} | -{{2,}} | '' | `` | (?:US|HK|NZ|[ACS])\$
    | (?<![\w:;=8]) [:;] -? [()DPp] (?!\w)                # faces
    | [nN] {_APOSTROPHE} [tT] (?!\w)
    | {_APOSTROPHE} (?:{_ENDINGS}) (?!\w)
    | [cC][aA][nN] (?=[nN][oO][tT]\b) | [gG]on (?=na\b) | [gG]ot (?=ta\b)
    | {_LETTER}+? (?= [nN] {_APOSTROPHE} [tT] (?!\w) )
    | @? {_LETTER}+
      (?: (?: {_APOSTROPHE} (?!(?:{_ENDINGS})(?!\w)) | & | \.(?=[a-z\d]) | (?<![a-z])\.(?=\w) ) {_LETTER}+ )*
    | \S
    """,
    re.VERBOSE,
)


def split_tokens(text: str) -> tuple[str, ...]:
    """Return the tokens of one sentence; joined, they are the text without its white space."""
    return tuple(_TOKEN.findall(text))
