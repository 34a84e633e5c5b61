import io
import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import click

from orchestrator.io.terminal import Terminal

SCRIPT = str(Path(sys.executable).with_name("orchestrator"))
HOSTILE = "evil\x1b[2J\x1b]0;owned\x07\x9b1A\u202e"
# What Rich and click write themselves: colours, the cursor of a progress bar.
OWN = re.compile(r"\x1b\[(?:[0-9;]*m|2K|1A|\?25[lh])|\r")


def seen(folder, *words):
    """Run the script on a terminal of its own and return everything that the terminal gets."""
    ours, theirs = pty.openpty()
    command = [SCRIPT, *map(str, words)]
    process = subprocess.Popen(command, cwd=folder, stdin=theirs, stdout=theirs, stderr=theirs)
    os.close(theirs)
    parts = []
    try:
        while part := os.read(ours, 65536):
            parts.append(part)
    except OSError:
        # The other side is closed.
        pass
    os.close(ours)
    process.wait(60)
    return b"".join(parts).decode("utf-8", "surrogateescape")


def unsafe(text):
    """Return the characters that a terminal would obey, other than those of the program itself."""
    return set(re.findall("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", OWN.sub("", text)))


def test_styles_pass_and_all_else_is_escaped():
    stream = io.StringIO()
    Terminal(stream).write(f"{click.style('ok', fg='green', bold=True)} {HOSTILE}\x1b[8m\n")
    assert stream.getvalue() == (
        "\x1b[32m\x1b[1mok\x1b[0m evil\\x1b[2J\\x1b]0;owned\\x07\\x9b1A\\u202e\\x1b[8m\n"
    )


def test_names_and_sentences_of_a_corpus_reach_the_terminal_escaped(tmp_path):
    corpus = tmp_path / "corpus"
    corpus.mkdir()
    (corpus / f"{HOSTILE.replace('/', '')}.txt").write_text(f"One {HOSTILE}.\n\nTwo.\n", encoding="utf-8")
    (corpus / "other.txt").write_text("One.\nTwo.\n", encoding="utf-8")
    for words in (["submit", corpus, "--dry-run"], ["submit", f"{corpus}{HOSTILE}"], ["status", HOSTILE]):
        text = seen(tmp_path, *words)
        assert "evil" in text, text
        assert unsafe(text) == set(), text
