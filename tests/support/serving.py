"""A real server of ``orchestrator serve`` in a thread, and a client that keeps cookies."""

import asyncio
import http.client
import json
import re
import threading
import urllib.parse
from contextlib import contextmanager
from dataclasses import dataclass

from orchestrator.judging.served import serve_dealt
from orchestrator.serve.server import listening
from orchestrator.serve.settings import Settings
from paralattice.corpus import Cluster, Sentence
from paralattice.judging.sheets.forms import SENTENCE_FORM
from paralattice.judging.sheets.items import StudyItem
from paralattice.judging.sheets.page import write_sheet_page
from paralattice.judging.sheets.study_files import SENTENCE_FILES


@contextmanager
def served(runs, **settings):
    """Serve a folder of runs on a free port of this machine; yield a client without cookies."""
    made = Settings(runs, port=settings.pop("port", 0), **settings)
    begun, loop = threading.Event(), asyncio.new_event_loop()
    found = []

    async def main():
        server, port = listening(made)
        stop = asyncio.Event()
        found.extend([port, stop])
        begun.set()
        await stop.wait()
        server.stop()
        await server.close_all_connections()

    thread = threading.Thread(target=lambda: loop.run_until_complete(main()))
    thread.start()
    try:
        assert begun.wait(10)
        with made.closing:
            yield Client(found[0])
    finally:
        loop.call_soon_threadsafe(found[1].set)
        thread.join(10)
        loop.close()


@dataclass
class Answer:
    """Status, headers, text and bytes of an answer."""

    status: int
    headers: http.client.HTTPMessage
    data: bytes

    @property
    def text(self):
        """The text of the answer."""
        return self.data.decode("utf-8")


class Client:
    """A browser without a window: it keeps cookies, and sends forms with their XSRF token."""

    def __init__(self, port):
        self.port = port
        self.url = f"http://127.0.0.1:{port}"
        self.cookies = {}

    def other(self):
        """Return another browser."""
        return Client(self.port)

    def ask(self, method, path, body=None, **headers):
        """Return the answer to a request; redirects are not followed."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        sent = {**({"Cookie": cookies} if cookies else {}), **headers}
        connection.request(
            method, path, body, {name.replace("_", "-"): value for name, value in sent.items()}
        )
        answer = connection.getresponse()
        data = answer.read()
        connection.close()
        for cookie in answer.headers.get_all("Set-Cookie", []):
            name, value = re.match(r"([^=]+)=([^;]*)", cookie).groups()
            self.cookies[name] = value.strip('"')
        return Answer(answer.status, answer.headers, data)

    def get(self, path, **headers):
        """Return the answer to GET."""
        return self.ask("GET", path, **headers)

    def save(self, path, scores, seen=0):
        """Return the answer to a judge's scores, [item, scale, score, stamp] each."""
        return self.ask("POST", path, json.dumps({"scores": scores, "seen": seen}), Accept="application/json")

    def send(self, page, path=None, **fields):
        """Send a form that a page holds, to the page or to another path."""
        form = self.get(page).text
        token = re.search(r'name="_xsrf" value="([^"]+)"', form)[1]
        body = urllib.parse.urlencode({"_xsrf": token, **fields})
        return self.ask("POST", path or page, body, Content_Type="application/x-www-form-urlencoded")


def serve_sheets(runs, name="harbour", judges=2, form=SENTENCE_FORM, files=SENTENCE_FILES, draws=3):
    """Deal and serve the sheets of a study of two clusters; return judge to the path of the link."""
    clusters, items = [], []
    for cluster in ("ferry", "pilot"):
        clusters.append(Cluster(cluster, (Sentence.from_words(("The", cluster, "left", ".")),)))
        for draw in range(draws):
            words = (f"{cluster} {draw}", *form.texts[1:]) if len(form.texts) > 1 else (cluster, str(draw))
            items.append(StudyItem(f"{cluster}{draw}", cluster, "V6", draw, words))
    for number in range(1, judges + 1):
        page = runs / name / files.sheets / f"judge-{number:02}" / "sheet.html"
        page.parent.mkdir(parents=True)
        page.write_text(write_sheet_page(name, page.parent.name, items, clusters, form), encoding="utf-8")
    tokens = serve_dealt(runs / name, files)
    return {judge: f"/judge/{name}/{files.served}/{token}" for judge, token in tokens.items()}
