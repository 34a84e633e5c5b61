"""Pages with a corpus of hostile sentences: nothing of it runs, and no page loads or sends anything.

A server on this machine is what hostile sentences and injected elements try to reach; it must hear nothing.
"""

import http.server
import threading

import numpy as np
import pytest

from orchestrator.report import blocks
from orchestrator.report.writing import write_report
from paralattice.corpus import Cluster, Sentence
from paralattice.judging.sheets.forms import ACCEPTABILITY, PHRASE_FORM, QUALITIES, SENTENCE_FORM
from paralattice.judging.sheets.items import StudyItem
from paralattice.judging.sheets.page import page_content, write_sheet_page
from paralattice.judging.sheets.page import sheet_page as write_page
from paralattice.sentences import Matches
from paralattice.sentences.page import write_match_page
from support import runs
from support.waiting import eventually

HOSTILE = [
    "<script>window.name='harm'</script> sank .",
    "<img src=x onerror=window.name='harm'> sank .",
    "<img src={url}/image> sank .",
    "<svg><script>window.name='harm'</script></svg> sank .",
    "<svg onload=window.name='harm'> sank .",
    "</script><script>window.name='harm'</script> sank .",
    "--></style><style>body{{background:url({url}/style)}}</style> sank .",
    "<iframe srcdoc=\"<script>parent.name='harm'</script>\"></iframe> sank .",
    "<a href=javascript:window.name='harm'>sank</a> .",
    "<base href={url}/> <meta http-equiv=refresh content=0;url={url}/refresh> sank .",
    "<form action={url}/form><button autofocus onfocus=window.name='harm'>sank</button></form> .",
    "<link rel=stylesheet href={url}/link> <object data={url}/object></object> sank .",
    "{{{{constructor.constructor('window.name=1')()}}}} ${{window.name='harm'}} sank .",
    "\\u003cscript>window.name='harm'\\u003c/script> sank .",
    "&lt;script&gt;window.name='harm'&lt;/script&gt; sank .",
    "]]><![CDATA[<script>window.name='harm'</script> sank .",
]

# Each adds something to the page that a page without a policy would run, load or send.
INJECTIONS = {
    "an inline script": "add('script', {textContent: `window.name = 'harm'; fetch(url + '/script')`})",
    "a script of another place": "add('script', {src: url + '/script.js'})",
    "an inline handler": "add('div', {}).innerHTML = `<img src=x onerror=\"window.name='harm'\">`",
    "a picture of another place": "add('img', {src: url + '/picture'})",
    "a style of another place": "add('link', {rel: 'stylesheet', href: url + '/style'})",
    "a frame": "add('iframe', {src: url + '/frame'})",
    "an object": "add('object', {data: url + '/object'})",
    "text that is evaluated": "setTimeout(() => setTimeout(`window.name = 'harm'`, 0), 0)",
    "a request": "fetch(url + '/fetch').catch(report)",
    "a beacon": "navigator.sendBeacon(url + '/beacon')",
    "a socket": "{ try { new WebSocket(url.replace('http', 'ws')) } catch (error) { report() } }",
    "a form": "add('form', {action: url + '/form', method: 'post'}).submit()",
}
_TRY = """
const [url, done] = [arguments[0], arguments[arguments.length - 1]];
const report = () => done('refused');
document.addEventListener('securitypolicyviolation', report, { once: true });
const add = (name, values) => document.body.appendChild(Object.assign(document.createElement(name), values));
setTimeout(() => done('allowed'), 5000);
"""


# The script of a report loads its parts, and so may add scripts; markup may not, as everywhere.
TRUSTED = {"report with parts": ("an inline script", "a script of another place")}


@pytest.fixture(scope="module")
def canary():
    """Serve pages on this machine; return the URL and the list of the paths that were asked for."""
    asked = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append(self.path)
            self.send_response(200)
            self.end_headers()

        do_POST = do_GET  # noqa: N815

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}", asked
    server.shutdown()
    server.server_close()


def report_page(folder, sentences):
    """Write the report of a run."""
    return write_report(runs.make_run(folder / "harm", {"ferry": sentences, "x&amp;y": sentences[:3]})).path


def report_with_parts(folder, sentences):
    """Write the report of a run whose clusters lie beside the page."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(blocks, "INSIDE", 1)
        path = report_page(folder, sentences)
    assert list(folder.glob("harm/report/*"))
    return path


def sheet_page(form):
    """Return a writer of a judge's page."""

    def write(folder, sentences):
        words = [tuple(sentence.split(" ")) for sentence in sentences]
        texts = [(sentence, sentence, f"the {sentence} ___") for sentence in sentences]
        items = [
            StudyItem(f"id{number}", "ferry", "V1", number, text)
            for number, text in enumerate(texts if form is PHRASE_FORM else words)
        ]
        originals = [Cluster("ferry", tuple(Sentence.from_words(each) for each in words))]
        path = folder / "sheet.html"
        path.write_text(write_sheet_page("harm", "judge-01", items, originals, form), "utf-8")
        return path

    return write


def served_page(folder, sentences):
    """Write the page of a judge as a server sends it."""
    content = page_content(sheet_page(SENTENCE_FORM)(folder, sentences).read_text("utf-8"))
    path = folder / "served.html"
    path.write_text(write_page(content, {"scores": [], "seen": 0, "now": 0}), "utf-8")
    return path


def match_page(folder, sentences):
    """Write the page of matching sentences."""
    matches = Matches(np.array([[0, 0], [1, 2], [2, 1]]), np.array([0.9, 0.5, 1.0]))
    path = folder / "matches.html"
    path.write_text("".join(write_match_page([("one <b>other", sentences, sentences, matches)])), "utf-8")
    return path


PAGES = {
    "report": report_page,
    "report with parts": report_with_parts,
    "judge's page": sheet_page(SENTENCE_FORM),
    "judge's page of pairs": sheet_page(PHRASE_FORM),
    "judge's page of rewordings": sheet_page(ACCEPTABILITY),
    "judge's page of four questions": sheet_page(QUALITIES),
    "judge's page from a server": served_page,
    "match page": match_page,
}


@pytest.fixture(scope="module")
def hostile(canary, tmp_path_factory):
    """Write every page once, of hostile sentences; return them by name."""
    sentences = [text.format(url=canary[0]) for text in HOSTILE]
    return {name: write(tmp_path_factory.mktemp("page"), sentences) for name, write in PAGES.items()}


def opened(driver, path):
    """Open a page in a window without a name, and open everything on it that opens."""
    driver.get("about:blank")
    driver.execute_script("window.name = ''")
    driver.get_log("browser")
    driver.get(path.as_uri())
    assert eventually(lambda: driver.execute_script("return document.readyState") == "complete")
    driver.execute_script("for (const one of document.querySelectorAll('details')) one.open = true")


@pytest.mark.parametrize("name", PAGES)
def test_hostile_sentences_are_text(name, hostile, canary, driver):
    opened(driver, hostile[name])
    shown = "return document.body.textContent"
    assert eventually(lambda: HOSTILE[0][:30] in driver.execute_script(shown), 30)
    assert driver.execute_script("return window.name") == ""
    added = (
        "iframe, object, embed, base, form[action], img:not([src^='data:']), [onerror], [onload], [onfocus]"
    )
    assert driver.execute_script(f"return document.querySelectorAll(`{added}`).length") == 0
    assert canary[1] == []
    assert driver.get_log("browser") == []


# Pages of one writer have one policy.
ALIKE = [name for name in PAGES if name.startswith("judge's page of")]


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow) if name in ALIKE else name for name in PAGES]
)
def test_the_policy_refuses_whatever_a_page_does_not_need(name, hostile, canary, driver):
    driver.set_script_timeout(30)
    outcomes = {}
    for what in INJECTIONS.keys() - TRUSTED.get(name, ()):
        opened(driver, hostile[name])
        outcomes[what] = driver.execute_async_script(f"{_TRY}{INJECTIONS[what]};", canary[0])
        assert driver.execute_script("return window.name") == "", what
    driver.get_log("browser")
    assert canary[1] == []
    assert set(outcomes.values()) == {"refused"}, outcomes
