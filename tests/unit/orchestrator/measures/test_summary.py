"""The printed measures and language models."""

import io

from rich.console import Console

from orchestrator.measures.language_models import ModelRequest
from orchestrator.measures.measure import MeasureRequest, measure_run
from orchestrator.measures.summary import model_text, show_measures


def test_the_summary_fits_a_terminal_and_names_the_model(judged):
    report = measure_run(judged, MeasureRequest(ModelRequest()))
    buffer = io.StringIO()
    show_measures(Console(file=buffer, width=80, highlight=False), report)
    text = buffer.getvalue()
    assert "of the corpus, 12 sentences in 4 parts, each modelled by the others" in text
    assert "correlation with mean scores, 6 items" in text
    assert "…" not in text
    assert "judged sentences are not" not in text


def test_every_kind_of_model_is_described():
    base = {"unknown_share": 0.125, "order": 3, "modified": True, "sentences": 1200}
    assert model_text(base | {"of": "corpus", "seen": True}).startswith(
        "3-gram, modified Kneser-Ney, of the corpus, 1,200 sentences including those measured; 12.5 %"
    )
    texts = [{"file": f"{number}.txt"} for number in range(7)]
    assert "of 0.txt, 1.txt, 2.txt, 3.txt, 4.txt and 2 more, 1,200" in model_text(
        base | {"of": "text", "texts": texts}
    )
    assert model_text(base | {"of": "model", "file": "wsj.arpa"}).startswith("wsj.arpa, order 3; ")
