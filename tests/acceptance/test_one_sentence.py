"""From tagged French text to one sentence a cluster, and its measures, from the command line."""

from orchestrator.report.rows import COLUMNS, summarise_results
from orchestrator.runs.folder import RunFolder

CLUSTERS = {
    "bac": (
        "Le/DET vieux/ADJ bac/NC Helvetia/NPP a/V coulé/VPP vendredi/NC près/ADV de/P Lindau/NPP ./PONCT",
        "Le/DET bac/NC Helvetia/NPP a/V coulé/VPP vendredi/NC après/P un/DET incendie/NC à/P bord/NC ./PONCT",
        "L'/DET incendie/NC du/P+D bac/NC Helvetia/NPP s'/CLR est/V déclaré/VPP vendredi/NC soir/NC ./PONCT",
    ),
    "pont": ("Le/DET pont/NC est/V fermé/VPP ./PONCT",),
}
MADE = "Le vieux bac Helvetia a coulé vendredi soir."
ALONE = "Le pont est fermé."


def test_tagged_text_is_told_in_one_sentence_and_measured(orchestrator):
    corpus, references = orchestrator.folder / "corpus", orchestrator.folder / "references"
    for folder in (corpus, references):
        folder.mkdir()
    for name, lines in CLUSTERS.items():
        (corpus / f"{name}.txt").write_text("\n".join(lines) + "\n", "utf-8")
    (references / "bac.txt").write_text(f"{MADE}\nUn bac a coulé.\n", "utf-8")
    language = ("--set", "compression.language=french")
    done = orchestrator.run(
        "submit", corpus, "--tagged", "--method", "compression", *language, "--workers", 1
    )
    assert done.returncode == 0, done.stderr
    assert "starting 1 worker process" in done.stderr + done.stdout

    shown = orchestrator.call("samples", "runs/corpus", "--one", "--version", "filippova").stdout.splitlines()
    assert shown == [f"bac\t{MADE}", f"pont\t{ALONE}\toriginal: the cluster has one sentence"]
    refused = orchestrator.call("samples", "runs/corpus", "--one", "--chosen")
    assert "--one excludes --chosen, --refused" in refused.stderr

    measured = orchestrator.call("measure", "runs/corpus", "--references", references, "--order", 2)
    assert measured.returncode == 0
    assert "without references, and not among these: pont" in measured.stderr
    table = measured.stdout.partition("ROUGE as F1")[2]
    (row,) = [line.split() for line in table.splitlines() if line.startswith("filippova")]
    assert row[1:3] == ["1", "8.0"]


FERRY = (
    "A ferry sank near Lindau on Friday after a fire in its engine room.",
    "The old ferry Helvetia sank on Friday evening, police said.",
    "The ferry Helvetia sank on Friday near Lindau.",
    "The fire of the ferry Helvetia broke out in the engine room.",
)
TOLD = "The ferry Helvetia sank near Lindau on Friday after a fire in its engine room."


def test_version_one_stands_before_others_in_lines_and_in_the_report(orchestrator):
    corpus = orchestrator.folder / "corpus"
    corpus.mkdir()
    (corpus / "ferry.txt").write_text("\n".join(FERRY) + "\n", "utf-8")
    (corpus / "lone.txt").write_text(FERRY[0] + "\n", "utf-8")
    done = orchestrator.run("submit", corpus, "--versions", "boudin,V6,one", "--workers", 1)
    assert done.returncode == 0, done.stderr
    shown = orchestrator.call("samples", "runs/corpus", "--one").stdout.splitlines()
    assert shown == [f"ferry\t{TOLD}", f"lone\t{FERRY[0]}\toriginal: the cluster has one sentence"]
    rows = summarise_results(RunFolder(orchestrator.folder / "runs" / "corpus")).rows
    told = {(row[0], row[2]): row[COLUMNS.index("sentence")] for row in rows}
    assert told["ferry", "one"] == TOLD
    assert told["ferry", "boudin"].endswith(".")
    assert told["ferry", "V6"] == ""


def test_version_one_of_another_language_is_the_best_path_without_a_parser(orchestrator):
    corpus = orchestrator.folder / "corpus"
    corpus.mkdir()
    lines = (
        "Le bac Helvetia a coulé vendredi après un incendie .",
        "Le vieux bac Helvetia a coulé près de Lindau vendredi soir .",
        "Un bac a coulé vendredi soir près de Lindau .",
    )
    (corpus / "bac.txt").write_text("\n".join(lines) + "\n", "utf-8")
    done = orchestrator.run(
        "submit", corpus, "--tokenized", "--language", "fr", "--versions", "one", "--workers", 1
    )
    assert done.returncode == 0, done.stderr
    shown = orchestrator.call("samples", "runs/corpus", "--one").stdout.splitlines()
    assert shown == ["bac\tLe bac Helvetia a coulé vendredi soir près de Lindau."]
