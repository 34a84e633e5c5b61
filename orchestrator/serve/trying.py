"""Trying the system in the browser: sentences in, lattices and new sentences out."""

import json
from collections.abc import Sequence
from html import escape
from typing import Any

from rich.console import Console

from orchestrator.engine.hardware import cores
from orchestrator.engine.resources import Resources
from orchestrator.runs.submission.admission import check_resources
from orchestrator.runs.submission.submit import DEFAULT_VERSIONS
from orchestrator.serve.pages import Page, PageError
from orchestrator.serve.settings import Settings
from orchestrator.serve.trial import GREATEST, Trial
from orchestrator.serve.trials import Trials
from paralattice.errors import ParalatticeError
from paralattice.formats.html import asset, embedded, fill
from paralattice.languages.registry import DEFAULT, LANGUAGES, language_of
from paralattice.methods import find_version, version_names
from paralattice.report.page import cluster_view
from paralattice.run_options import Options

LINK = ("/try", "Try")

_NAME = "/try/(try-[0-9a-f]{16})"


def routes(settings: Settings) -> Sequence[tuple[str, type[Page], dict[str, Any]]]:
    """Return the routes of trials, whose workers start when the page is opened and end with the server.

    Raises
    ------
    BrokerError, StoreError
        The shared broker or its store cannot be used.
    """
    store = settings.store or str(settings.runs / ".store")
    resources = Resources(
        store, settings.store_endpoint, workers=cores(), quiet=True, broker=settings.broker or ""
    )
    check_resources(resources, Console(stderr=True))
    trials = Trials(settings.runs, resources)
    settings.closing.callback(trials.close)
    given = {"serving": settings, "trials": trials}
    return [
        ("/", Trying, given),
        (LINK[0], Trying, given),
        (_NAME, Trying, given),
        (f"{_NAME}/results", Results, given),
    ]


class _TrialPage(Page):
    trials: Trials

    def initialize(self, serving: Settings, **shared: Trials) -> None:
        """Keep the settings and ``trials``, which all requests share."""
        super().initialize(serving)
        self.trials = shared["trials"]

    def record(self, name: str) -> dict[str, Any]:
        """Return the record of a trial; raise :class:`PageError` if it does not exist."""
        record = self.trials.record(name)
        if record is None:
            raise PageError(404, "There is no such trial; its folder was removed.")
        return record


class Trying(_TrialPage):
    """The form, and below it the results of a trial."""

    def get(self, name: str = "") -> None:
        """Show the form, filled in as for a trial."""
        record = self.record(name) if name else {}
        self.trials.start()
        view = cluster_view(version_names())
        versions = [*DEFAULT_VERSIONS, "one"]
        stages = {stage: values for stage, values in Options().to_dict().items() if stage in GREATEST}
        facts = {
            "name": name,
            "token": self.xsrf_token.decode(),
            "trial": {"text": "", "versions": versions, "language": DEFAULT, **stages, **record},
            "examples": asset("orchestrator.serve", "assets/examples.txt"),
            **view.facts,
        }
        body = fill(
            asset("orchestrator.serve", "assets/try.html"),
            {
                "versions": "".join(map(_version_html, version_names())),
                "languages": "".join(
                    f'<option value="{code}">{escape(language_of(code).name)}</option>' for code in LANGUAGES
                ),
                "cluster": view.markup,
                "facts": embedded(facts),
            },
        )
        script = f"{view.script}\n{asset('orchestrator.serve', 'assets/try.js')}"
        self.send_page("Try", body, script, f"{view.style}\n{asset('orchestrator.serve', 'assets/try.css')}")

    def post(self, name: str = "") -> None:
        """Begin a trial; the answer has its name.

        Raises
        ------
        PageError
            The trial is refused.
        """
        del name
        try:
            trial = Trial.from_values(json.loads(self.request.body))
            self.trials.add(trial)
        except (ParalatticeError, ValueError, RecursionError, OSError) as error:
            message = str(error) if isinstance(error, (ParalatticeError, OSError)) else ""
            raise PageError(400, message or "This request cannot be read.") from None
        self.finish({"name": trial.name})


class Results(_TrialPage):
    """The state of a trial and its results, for the script of its page."""

    def get(self, name: str) -> None:
        """Send them as JSON."""
        self.record(name)
        self.set_header("Content-Type", "application/json")
        self.finish(json.dumps(self.trials.results(name, self.get_query_argument("have", ""))))


def _version_html(name: str) -> str:
    version = find_version(name)
    label = escape(version.label if version else "")
    return (
        f'<label class="check"><input type="checkbox" name="version" value="{escape(name)}">'
        f'<span data-term="{escape(name)}">{escape(name)}</span> <span class="note">{label}</span></label>'
    )
