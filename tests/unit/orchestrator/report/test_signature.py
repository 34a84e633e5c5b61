"""The signature of a run, and the command that computes the run again."""

import json

from orchestrator.report.signature import command_text, signature_pairs
from paralattice.run_options import Options


def test_the_command_has_all_options_that_differ():
    options = Options().to_dict() | {"versions": ["V1", "V4"], "stop_words": ["the"], "language": "de"}
    options["align"] = options["align"] | {"position_limit": 0.3, "casefold": True}
    options["exchange"] = options["exchange"] | {"without": ["same", "which"]}
    record = {"name": "it's", "signature": {"options": json.loads(json.dumps(options))}}
    assert command_text(record).replace(" \\\n ", "").split() == [
        *("orchestrator", "submit", "CORPUS", "--name", "'it'\"'\"'s'"),
        *("--set", "align.position_limit=0.3", "--set", "align.casefold=true"),
        *("--set", "exchange.without=same,which"),
        *("--versions", "V1,V4", "--stop-words", "FILE", "--language", "de"),
    ]


def test_the_signature_is_listed_whole():
    signature = {"corpus": {"digest": "ab"}, "options": {"align": {"gap": -1}, "versions": ["V1", "V2"]}}
    assert signature_pairs(signature) == [
        ("corpus.digest", "ab"),
        ("align.gap", "-1"),
        ("versions", "V1, V2"),
    ]
