"""Write a run of V6 with new sentences and what each says beside its sources."""

from support import runs
from support.results import record_of, write_records

GIVEN = [
    ["The", "ferry", "sank", "off", "Norvik", "."],
    ["The", "crew", "left", "the", "ferry", "on", "Friday", "."],
]
MADE = (
    ("Off Norvik , the ferry sank .", ("move", "place to the front", 0), {0: "equal"}),
    ("The ship sank off Norvik .", ("exchange", "subject", 1), {0: "equal", 1: "mixed"}),
    ("The ferry sank .", ("deletion", "place", 0), {0: "less"}),
    ("The crew left the old ferry on Friday .", ("insertion", "modifier", 0), {1: "more"}),
)
"""New sentences, each with its operation and its relations to the given ones."""


def make_new_run(folder):
    """Write a run of V6 with two clusters of two sentences and four new ones, of which two are chosen."""
    texts = [" ".join(words) for words in GIVEN]
    runs.make_run(folder, {"ferry": texts, "quay": texts}, ["V6"])
    for name in ("ferry", "quay"):
        flags = [("novel", "chosen"), ("novel", "chosen"), ("novel",), ("novel",)]
        samples = [(text.split(), flag) for (text, *_), flag in zip(MADE, flags, strict=True)]
        record = record_of(name, "V6", GIVEN, samples)
        record["samples"]["made"] = [
            {
                "operations": [dict(zip(("kind", "what", "source"), operation, strict=True))],
                "sources": [],
                "score": 0.9,
                "relations": list(relations.items()),
            }
            for _, operation, relations in MADE
        ]
        write_records(folder, name, [record], GIVEN)
    return folder
