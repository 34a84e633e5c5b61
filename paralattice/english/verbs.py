"""Lists the verbs that may change voice, with their past tenses and participles."""

from __future__ import annotations

_REGULAR = """
abandon acquire accuse adopt announce appoint approve arrest assassinate attack award ban blame bomb cancel
capture charge clear close condemn confirm convict criticise criticize damage dedicate defeat defend deliver
denounce design destroy detain develop devastate direct discover dismiss dispatch elect endorse evacuate
execute exploit expel extinguish extradite fire fix fine free guard hail hire host identify impose indict
injure inspire inspect interview investigate invade introduce issue jail jolt kidnap kill knock launch
mandate murder name nominate observe oppose organise organize oust outline overturn outlaw patch perform plan
postpone praise present produce promote prosecute publish purchase question raid ratify reject release relieve
remove replace report represent rescue reveal review rob rock sack save schedule search select sentence
settle shatter shell sign smash sponsor stab stage stop storm suspend target tackle topple
torch trade trap treat unveil uncover veto visit wound wreck
abduct address alert ambush assault assist attend block board challenge chase cite collect complete conduct
confront cover create crush delay demolish deploy discuss disrupt establish examine file finance follow
found fund gut handle honor honour inform investigate level lift negotiate notify obtain open operate order
overwhelm pardon photograph promise pursue record recover request restore restrain seize
spark spot start summon support surround tow trigger unseat use view violate vandalise vandalize watch welcome
"""
_IRREGULAR = {
    "beat": "beaten",
    "bought": "bought",
    "broke": "broken",
    "built": "built",
    "caught": "caught",
    "chose": "chosen",
    "drove": "driven",
    "forgave": "forgiven",
    "fought": "fought",
    "found": "found",
    "held": "held",
    "hit": "hit",
    "led": "led",
    "overthrew": "overthrown",
    "sent": "sent",
    "shook": "shaken",
    "shot": "shot",
    "sold": "sold",
    "stole": "stolen",
    "struck": "struck",
    "swept": "swept",
    "tore": "torn",
    "won": "won",
    "wrote": "written",
}


def _past(verb: str) -> str:
    """Return the past tense of a regular verb."""
    if verb.endswith("e"):
        return verb + "d"
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return verb[:-1] + "ied"
    return verb + (verb[-1] if verb in _DOUBLED else "") + "ed"


def _gerund(past: str) -> str:
    """Return the form in *-ing* of a verb of the tables."""
    if past in _GERUNDS:
        return _GERUNDS[past]
    stem = past[:-2]
    if past.endswith("ied"):
        return past[:-3] + "ying"
    return stem + "ing"


_GERUNDS = {
    "bought": "buying",
    "built": "building",
    "caught": "catching",
    "fought": "fighting",
    "held": "holding",
    "led": "leading",
    "sent": "sending",
    "sold": "selling",
    "freed": "freeing",
}
_DOUBLED = frozenset({"ban", "expel", "kidnap", "rob", "stab", "stop", "trap", "gut", "spot"})

PARTICIPLES = {_past(verb): _past(verb) for verb in _REGULAR.split()} | _IRREGULAR
"""The participle of each past tense."""

PASTS = {participle: past for past, participle in PARTICIPLES.items()}
"""The past tense of each participle."""

GERUNDS = {
    _gerund(past): participle
    for past, participle in PARTICIPLES.items()
    if past.endswith("ed") or past in _GERUNDS
}
"""The participle of each form in *-ing*."""
