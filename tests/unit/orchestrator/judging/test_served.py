"""Scores on a server: appended, never lost, the newest counts, and scored like returned sheets."""

import csv
import io
import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from orchestrator.judging.served import HIGHEST_STAMP, LINKS, ServedSheet, ServedStudy
from paralattice.errors import JudgeError
from paralattice.judging.sheets.forms import PHRASE_FORM
from paralattice.judging.sheets.study_files import PHRASE_FILES
from support.serving import serve_sheets


@pytest.fixture
def folder(tmp_path):
    serve_sheets(tmp_path)
    return tmp_path / "harbour" / "served"


@pytest.fixture
def sheet(folder):
    return ServedSheet(folder, "judge-01")


def test_of_two_scores_the_newer_one_counts_whichever_comes_first(sheet):
    sheet.save([("ferry0", 0, 3, 20)])
    sheet.save([("ferry0", 0, 1, 10), ("ferry0", 1, 2, 5)])
    assert sheet.scores() == {"ferry0": [3, 2]}
    sheet.save([("ferry0", 0, 0, 30)])
    assert sheet.scores() == {"ferry0": [0, 2]}


def test_a_repeated_request_changes_nothing_on_the_disk(sheet):
    sheet.save([("ferry0", 0, 3, 20)])
    before = sheet.path.read_bytes()
    sheet.save([("ferry0", 0, 3, 20)])
    assert sheet.path.read_bytes() == before


def test_what_a_killed_process_has_cut_off_costs_nothing_else(sheet, folder):
    sheet.save([("ferry0", 0, 3, 20)])
    with sheet.path.open("ab") as file:
        file.write(b'\n[["ferry1",0,')
    sheet.save([("ferry2", 1, 4, 21)])
    assert sheet.scores() == {"ferry0": [3, 0], "ferry2": [0, 4]}
    assert ServedSheet(folder, "judge-01").scores() == sheet.scores()


_WRITER = """
import sys
from pathlib import Path
from orchestrator.judging.served import ServedSheet
sheet = ServedSheet(Path(sys.argv[1]), "judge-01")
for stamp in range(1, 100_000):
    sheet.save([("ferry0", 0, 1 + stamp % 4, stamp)])
    print(stamp, flush=True)
"""


def test_every_score_that_was_acknowledged_survives_kill_9(sheet, folder):
    with subprocess.Popen([sys.executable, "-c", _WRITER, folder], stdout=subprocess.PIPE) as writer:
        for _ in range(40):
            acknowledged = int(writer.stdout.readline())
        writer.kill()
    changes, _ = sheet.since(0)
    assert [stamp for *_, stamp in changes][:acknowledged] == list(range(1, acknowledged + 1))


_FULL = """
import resource, signal, sys
from pathlib import Path
from orchestrator.judging.served import ServedSheet
sheet = ServedSheet(Path(sys.argv[1]), "judge-01")
sheet.save([("ferry0", 0, 3, 20)])
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
size = sheet.path.stat().st_size
resource.setrlimit(resource.RLIMIT_FSIZE, (size + 9, resource.RLIM_INFINITY))
try:
    sheet.save([("ferry1", 0, 3, 20)])
except OSError:
    print("refused")
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
sheet.save([("ferry1", 0, 4, 20)])
"""


def test_a_disk_that_takes_half_a_score_refuses_it_and_takes_it_later(sheet, folder):
    done = subprocess.run([sys.executable, "-c", _FULL, folder], capture_output=True, text=True, check=True)
    assert done.stdout == "refused\n"
    assert sheet.scores() == {"ferry0": [3, 0], "ferry1": [4, 0]}


def test_two_servers_of_one_folder_lose_nothing_and_see_each_others_scores(sheet, folder):
    other = ServedSheet(folder, "judge-01")

    def give(number):
        (sheet if number % 2 else other).save([(f"ferry{number % 3}", 0, 1 + number % 4, number)])

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(give, range(1, 41)))
    assert sheet.scores() == other.scores()
    assert {stamp for *_, stamp in sheet.since(0)[0]} >= {38, 39, 40}


def test_changes_after_those_that_were_seen_are_returned(sheet):
    sheet.save([("ferry0", 0, 3, 20), ("ferry0", 1, 3, 21)])
    sheet.save([("ferry1", 0, 2, 22)])
    assert sheet.since(2) == ([("ferry1", 0, 2, 22)], 3)
    assert sheet.since(3) == ([], 3)
    assert len(sheet.since(99)[0]) == len(sheet.since(-1)[0]) == 3


@pytest.mark.parametrize(
    "changes",
    [
        {},
        [1],
        [["ferry0", 0, 3]],
        [["bridge0", 0, 3, 1]],
        [[["ferry0"], 0, 3, 1]],
        [["ferry0", 2, 3, 1]],
        [["ferry0", -1, 3, 1]],
        [["ferry0", 0, 5, 1]],
        [["ferry0", 0, 3.0, 1]],
        [["ferry0", True, 3, 1]],
        [["ferry0", 0, 3, HIGHEST_STAMP + 1]],
        [["ferry0", 0, 3, 1], ["ferry0", 0, 9, 1]],
    ],
)
def test_what_is_no_score_of_the_sheet_is_refused_as_a_whole(sheet, changes):
    with pytest.raises(JudgeError):
        sheet.check(changes)


def test_progress_counts_whole_items_and_takes_the_median_of_the_times_between_them(sheet):
    assert (sheet.progress().judged, sheet.progress().seconds) == (0, None)
    times = {"ferry0": 1_000, "ferry1": 5_000, "ferry2": 11_000, "pilot0": 900_000}
    sheet.save([(item, scale, 3, stamp + scale) for item, stamp in times.items() for scale in (0, 1)])
    sheet.save([("pilot1", 0, 3, 950_000)])
    progress = sheet.progress()
    assert (progress.items, progress.judged, progress.seconds, progress.last) == (6, 4, 6.0, 900.001)


def test_scores_come_back_as_a_sheet_in_words_where_the_form_has_words(tmp_path):
    serve_sheets(tmp_path, form=PHRASE_FORM, files=PHRASE_FILES)
    study = ServedStudy(tmp_path / "harbour" / "pair-served")
    assert study.returned() == {}
    study.sheet("judge-02").save([("pilot1", 0, 3, 1)])
    ((path, data),) = study.returned().items()
    assert path.name == "judge-02.scores"
    rows = list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"))))
    assert [row["judgement"] for row in rows] == ["", "", "", "", "correct", ""]
    assert rows[4]["cluster"] == "pilot"


def test_tokens_are_stored_as_hashes_and_name_their_judge_alone(tmp_path):
    tokens = {judge: path.rpartition("/")[2] for judge, path in serve_sheets(tmp_path).items()}
    study = ServedStudy(tmp_path / "harbour" / "served")
    stored = "".join(path.read_text() for path in study.folder.iterdir())
    assert len(set(tokens.values())) == 2
    for judge, token in tokens.items():
        assert len(token) == 32
        assert token not in stored
        assert study.judge_of(token) == judge
    assert study.judge_of("0" * 32) == ""
    # The hash itself opens nothing.
    assert (
        study.judge_of(json.loads((study.folder / LINKS).read_bytes())["judges"]["judge-01"]["token"]) == ""
    )


def test_a_folder_of_others_cannot_name_files_elsewhere(folder):
    links = json.loads((folder / LINKS).read_bytes())
    links["judges"]["../../elsewhere"] = links["judges"].pop("judge-01")
    (folder / LINKS).write_text(json.dumps(links))
    assert ServedStudy(folder).judges == ("judge-02",)
