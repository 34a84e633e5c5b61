from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from paralattice.adapters import parser_files
from paralattice.adapters.options import ParseOptions
from paralattice.adapters.parser import load_parser
from paralattice.adapters.parser_files import download_parser, installed_parsers, model_files, parser_digest
from paralattice.digests import forget_digests
from paralattice.errors import ParseError

OFFICIAL = ParseOptions(parser="stanza:valley_charlm")


@pytest.fixture
def official_folder(stanza_models):
    """Lay out small models as stanza lays out official ones."""

    def lay_out(root: Path, url: str = "http://127.0.0.1:9/") -> Path:
        parts = {
            "constituency/valley_charlm": "parser",
            "pos/hills_charlm": "tagger",
            "pretrain/words": "words",
        }
        english: dict[str, dict] = {"packages": {"default": {"pos": "hills_charlm"}}, "lang_name": "English"}
        for place, name in parts.items():
            processor, package = place.split("/")
            path = root / "en" / f"{place}.pt"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(stanza_models[name].read_bytes())
            needs = [] if processor == "pretrain" else [{"model": "pretrain", "package": "words"}]
            md5 = hashlib.md5(path.read_bytes(), usedforsecurity=False).hexdigest()
            english.setdefault(processor, {})[package] = {"md5": md5, "dependencies": needs}
        (root / "resources.json").write_text(json.dumps({"en": english, "url": url}), encoding="utf-8")
        return root

    return lay_out


@pytest.fixture
def resources(tmp_path, monkeypatch):
    monkeypatch.setenv("STANZA_RESOURCES_DIR", str(tmp_path))
    return tmp_path


def test_importing_the_adapters_imports_no_model_library_and_parsing_needs_no_network():
    code = """
import sys
import paralattice.adapters.parser as parser, paralattice.adapters.text
from paralattice.adapters import parser_files
from paralattice.adapters.options import ParseOptions
parser_files.parser_digest(ParseOptions())
parser_files.installed_parsers()
loaded = {"torch", "stanza", "nupunkt"} & set(sys.modules)
assert not loaded, loaded
import socket
def refuse(*_): raise AssertionError("the network was asked for")
socket.socket.connect = socket.getaddrinfo = refuse
tree = parser.load_parser(ParseOptions()).parse([("Nobody", "knew", ".")])[0].tree
assert tree.words() == ("Nobody", "knew", ".")
"""
    command = [sys.executable, "-W", "ignore", "-c", code]
    if (
        shutil.which("unshare")
        and subprocess.run(["unshare", "-rn", "true"], capture_output=True).returncode == 0
    ):
        command = ["unshare", "-rn", *command]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.usefixtures("resources")
def test_the_default_parser_is_installed_and_its_files_are_in_the_package():
    info = installed_parsers()
    assert [entry.name for entry in info] == ["default"]
    assert {path.parent for entry in info for path in entry.files} == {parser_files.MODELS}
    assert [len(entry.files) for entry in info] == [1]
    assert info[0].size == sum(path.stat().st_size for path in info[0].files)


def test_the_digest_is_stable_and_tells_parsers_apart(resources, official_folder):
    official_folder(resources)
    default = parser_digest(ParseOptions())
    assert len(default) == 64
    assert parser_digest(ParseOptions(batch=3)) == default
    official = parser_digest(OFFICIAL)
    assert official != default
    (resources / "en/constituency/valley_charlm.pt").unlink()
    (resources / "en/constituency/valley_charlm.pt").write_bytes(b"other weights")
    forget_digests()
    parser_files._digest.cache_clear()
    assert parser_digest(OFFICIAL) != official


@pytest.mark.usefixtures("resources")
def test_an_official_package_that_is_not_downloaded_is_refused_with_the_command():
    with pytest.raises(ParseError, match="orchestrator parser download ptb3-revised_charlm"):
        parser_digest(ParseOptions(parser="stanza:ptb3-revised_charlm"))


def test_an_official_package_that_lacks_a_file_is_refused_with_the_file_and_the_command(
    resources, official_folder
):
    official_folder(resources)
    (resources / "en/pretrain/words.pt").unlink()
    with pytest.raises(
        ParseError, match=r"pretrain/words\.pt is missing; run `orchestrator parser download valley"
    ):
        model_files(OFFICIAL.parser)
    assert [entry.name for entry in installed_parsers()] == ["default"]


def test_a_package_that_stanza_does_not_have_is_refused_with_those_it_has(resources, official_folder):
    official_folder(resources)
    with pytest.raises(ParseError, match="no English constituency package 'ptb4': it has valley_charlm"):
        model_files("stanza:ptb4")


@pytest.mark.parametrize("package", ["", "../x", "a/b", ".", "a b", "x\n"])
def test_a_package_name_cannot_lead_out_of_the_folder(package):
    with pytest.raises(ParseError, match="cannot be the name"):
        model_files(f"stanza:{package}")
    with pytest.raises(ParseError, match="cannot be the name"):
        download_parser(package)


@pytest.mark.parametrize("content", ["", "[]", '{"fr": {}}', '{"en": 5}'])
def test_a_damaged_list_of_models_is_refused_by_name(resources, content):
    (resources / "resources.json").write_text(content, encoding="utf-8")
    with pytest.raises(ParseError, match=r"resources\.json"):
        model_files(OFFICIAL.parser)


def test_a_list_without_a_tagger_is_refused(resources, official_folder):
    official_folder(resources)
    listed = json.loads((resources / "resources.json").read_text(encoding="utf-8"))
    del listed["en"]["packages"]
    (resources / "resources.json").write_text(json.dumps(listed), encoding="utf-8")
    with pytest.raises(ParseError, match="no default English tagger"):
        model_files(OFFICIAL.parser)


def test_stanzas_folder_in_the_cache_is_used_where_nothing_else_is_said(monkeypatch):
    monkeypatch.delenv("STANZA_RESOURCES_DIR", raising=False)
    from stanza.resources.common import USER_CACHE_DIR

    assert parser_files.resources_folder() == Path(USER_CACHE_DIR) / "resources"


def test_a_missing_weight_file_is_refused_by_name(monkeypatch, tmp_path):
    monkeypatch.setattr(parser_files, "MODELS", tmp_path)
    with pytest.raises(ParseError, match=r"en_gum\.weights is missing; reinstall"):
        load_parser(ParseOptions())


@pytest.mark.parametrize("content", [b"", b"not a model", None])
def test_a_damaged_weight_file_is_refused_by_name(resources, content, official_folder):
    official_folder(resources)
    path = resources / "en/pos/hills_charlm.pt"
    whole = path.read_bytes()
    path.unlink()
    path.write_bytes(whole[: len(whole) // 2] if content is None else content)
    with pytest.raises(ParseError, match=r"hills_charlm\.pt is not a model file or is damaged"):
        load_parser(OFFICIAL)


def test_a_download_without_network_fails_with_one_clear_line(resources, monkeypatch):
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    monkeypatch.setenv("NO_PROXY", "")
    with pytest.raises(
        ParseError, match="stanza package 'ptb3-revised_charlm' cannot be downloaded"
    ) as caught:
        download_parser("ptb3-revised_charlm")
    assert "\n" not in str(caught.value)
    assert not (resources / "resources.json").exists()


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def test_a_downloaded_package_is_listed_loaded_and_parses(tmp_path, official_folder):
    site, cache = tmp_path / "site", tmp_path / "cache"
    site.mkdir()
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site)))
    address = f"http://127.0.0.1:{server.server_address[1]}"
    official_folder(site, f"{address}/{{lang}}/{{filename}}")
    (site / "resources.json").rename(site / "resources_here.json")
    threading.Thread(target=server.serve_forever, daemon=True).start()
    code = """
from paralattice.adapters.parser import load_parser
from paralattice.adapters.parser_files import download_parser, installed_parsers, parser_digest
from paralattice.errors import ParseError
from paralattice.adapters.options import ParseOptions
try:
    download_parser("nowhere")
except ParseError as error:
    assert "has valley_charlm" in str(error), error
else:
    raise AssertionError("a package was found that is not there")
info = download_parser("valley_charlm")
assert info in installed_parsers()
options = ParseOptions(parser=info.name)
assert parser_digest(options) != parser_digest(ParseOptions())
tree = load_parser(options).parse([("Nobody", "knew", ".")])[0].tree
assert tree.words() == ("Nobody", "knew", "."), tree
"""
    environment = {
        **os.environ,
        "STANZA_RESOURCES_DIR": str(cache),
        "STANZA_RESOURCES_URL": address,
        "STANZA_RESOURCES_VERSION": "here",
        "NO_PROXY": "127.0.0.1",
        "no_proxy": "127.0.0.1",
    }
    try:
        command = [sys.executable, "-W", "ignore", "-c", code]
        done = subprocess.run(command, capture_output=True, text=True, env=environment)
    finally:
        server.shutdown()
        server.server_close()
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert not (cache / "en/constituency/valley_charlm.pt").is_symlink()
