"""Run random faults on real runs for a while, and compare the results with those of an undisturbed run.

make chaos MINUTES=60 SEED=1, or in the folder tests: python -m chaos --minutes 60 --seed 1

Each round does one small run from the beginning to the end while faults strike it at random.  A submit that
ends before the run is done is given again.  At the end of each round the results must be those of the
undisturbed run, byte for byte, nothing may count twice, and nothing may be left running or lying about.
The exit status is 1 if anything was found; the folder of that round is kept.  Ctrl-C ends it with the table
of the rounds that were done.
"""

import argparse
import contextlib
import csv
import random
import sys
import tempfile
import time
from collections import Counter
from contextlib import closing
from pathlib import Path

import redis

from chaos.faults import FAULTS
from chaos.sites import Bucket, NotNowError, Shared, Site, left_behind, remove
from orchestrator.runs.ledger import DONE, Ledger
from support.console_script import Orchestrator
from support.corpora import write_corpus
from support.ports import reserved_port
from support.s3 import S3Server
from support.trial import STAGES, VERSIONS

#: Seconds during which faults strike a run, at most; then it must come to its end.
_STRIKING_SECONDS = 40
_UNDOING_SECONDS = 20
_FINISHING_SECONDS = 300
_MOST_SUBMITS = 60


class Found(Exception):  # noqa: N818 - not an error of this program
    """Something that must not be."""


class Round:
    """A run that faults strike.

    Parameters
    ----------
    site
        Where it is done.
    rng
        Decides which faults strike when.
    expected
        The files of the undisturbed run.
    struck
        Counts the faults by name, over all rounds.
    """

    def __init__(self, site, rng, expected, struck):
        self.site = site
        self._rng = rng
        self._expected = expected
        self._struck = struck
        self._faults = [fault for fault in FAULTS if site.kind in fault.kinds]
        self._undone = []
        self.told = 0

    def go(self):
        """Do the run while faults strike, then without; raise :class:`Found` if anything is wrong."""
        self.site.open()
        problems = []
        try:
            self.site.submit()
            self._strike_for(_STRIKING_SECONDS)
            self._undo_everything()
            self._finish()
        finally:
            self._undo(everything=True)
            self._end_submit()
            problems = self.site.close()
        self._check()
        problems += left_behind(self.site)
        if problems:
            raise Found("; ".join(problems))

    def _strike_for(self, seconds):
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            time.sleep(self._rng.uniform(0.1, 1.5))
            if self._is_done():
                return
            self._undo()
            self.site.keep()
            self._strike(self._rng.choice(self._faults))

    def _strike(self, fault):
        with contextlib.suppress(NotNowError, OSError, redis.RedisError):
            undo = fault.strike(self.site, self._rng)
            self._struck[fault.name] += 1
            if undo:
                self._undone.append((time.monotonic() + self._rng.uniform(*fault.seconds), undo))

    def _undo(self, everything=False):
        """Undo the faults whose time is over, or all."""
        # The last first: what fills a server is undone by the server, which may have been stopped since.
        for entry in reversed(self._undone):
            due, undo = entry
            if everything or time.monotonic() > due:
                try:
                    undo()
                except (NotNowError, OSError, redis.RedisError) as error:
                    # Tried again, but where a server is gone for good with what was to be undone.
                    if not (everything and isinstance(error, NotNowError)):
                        continue
                self._undone.remove(entry)

    def _undo_everything(self):
        """Undo all faults; whoever must hear of it may need some time to come back."""
        deadline = time.monotonic() + _UNDOING_SECONDS
        while self._undone and time.monotonic() < deadline:
            self.site.keep()
            self._undo(everything=True)
            time.sleep(0.1)

    def _is_done(self):
        """Return whether the run is done; submit again if it has ended otherwise."""
        code = self.site.process.poll()
        if code is None:
            return False
        if code == 0:
            return True
        # Clusters that failed are reported, which is not to lose them, and the next submit tries them again.
        self.told += code == 1
        if self.site.submits >= _MOST_SUBMITS:
            raise Found(f"not done after {_MOST_SUBMITS} submits")
        self.site.submit()
        return False

    def _finish(self):
        deadline = time.monotonic() + _FINISHING_SECONDS
        while not self._is_done():
            if time.monotonic() > deadline:
                raise Found(f"not done {_FINISHING_SECONDS} s after the last fault")
            self.site.keep()
            time.sleep(0.1)

    def _end_submit(self):
        if self.site.process is not None and self.site.process.poll() is None:
            self.site.process.kill()
            self.site.process.wait()

    def _check(self):
        """Compare the results, and look for what counts twice."""
        files = self.site.script.files()
        names = files.keys() | self._expected.keys()
        differing = [name for name in names if files.get(name) != self._expected.get(name)]
        if differing:
            raise Found(f"{len(differing)} files differ: {', '.join(sorted(differing)[:5])}")
        with (self.site.run / "results.csv").open(encoding="utf-8", newline="") as file:
            rows = Counter((row["cluster"], row["version"]) for row in csv.DictReader(file))
        with closing(Ledger(self.site.run / "ledger.sqlite")) as ledger:
            done, units = ledger.names(DONE), ledger.units()
        twice = [stage for stage in STAGES if units.get(stage, 0) > len(rows)]
        if twice or set(rows.values()) != {1} or len(done) * VERSIONS != len(rows):
            raise Found(f"counted twice: {twice}; {len(rows)} rows, {len(done)} clusters done")
        if "Traceback" in self.site.output:
            raise Found("a traceback was printed")


def undisturbed(folder, clusters):
    """Do a run that nothing happens to; return its corpus and files."""
    script = Orchestrator(folder)
    folder.mkdir()
    corpus = write_corpus(folder / "corpus", clusters)
    done = script.run("submit", corpus, "--workers", 2)
    if done.returncode:
        sys.exit(f"the undisturbed run failed: {done.stdout}{done.stderr}")
    return corpus, script.files()


def rounds(given, root, s3):
    """Do rounds until the time is over; yield a line about each, and raise Found where one is wrong."""
    corpus, expected = undisturbed(root / "undisturbed", given.clusters)
    rng, struck = random.Random(given.seed), Counter()
    kinds = (Site, Shared, lambda folder, corpus: Bucket(folder, corpus, s3))
    deadline = time.monotonic() + given.minutes * 60
    number = 0
    while time.monotonic() < deadline:
        site = kinds[number % len(kinds)](root / f"round-{number:04}", corpus)
        before, started = struck.total(), time.monotonic()
        here = Round(site, random.Random(rng.random()), expected, struck)
        try:
            here.go()
            problem = ""
            remove(site)
        except Found as found:
            problem = f"{found}; kept: {site.folder}"
        seconds, strikes = time.monotonic() - started, struck.total() - before
        print(
            f"round {number}: {site.kind}, {strikes} faults, {site.submits} submits "
            f"({here.told} reported failed clusters), {site.restarts} workers started again, "
            f"{seconds:.0f} s: {problem or 'equal'}",
            flush=True,
        )
        yield problem, struck
        number += 1


def show(struck, done, problems):
    """Print the table of the faults, and what was found."""
    width = max(len(fault.name) for fault in FAULTS)
    print(f"\n{'fault':{width}}  struck")
    for fault in FAULTS:
        print(f"{fault.name:{width}}  {struck[fault.name]:6}")
    print(f"{'all':{width}}  {struck.total():6}")
    equal = done - len(problems)
    print(f"\n{done} runs: {equal} equal to the undisturbed one byte for byte, {len(problems)} are not")
    for problem in problems:
        print(f"  {problem}")


def main(arguments=None):
    """Run the rounds, print the table; return 1 if anything is wrong, 130 after Ctrl-C."""
    parser = argparse.ArgumentParser(prog="chaos", description=__doc__.partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--clusters", type=int, default=24)
    given = parser.parse_args(arguments)
    print(f"seed {given.seed}, {given.minutes:g} minutes", flush=True)
    root = Path(tempfile.mkdtemp(prefix="paralattice-chaos-"))
    done, problems, struck, stopped = 0, [], Counter(), False
    with reserved_port() as port:
        s3 = S3Server(root / "moto.log", port)
        try:
            for problem, struck in rounds(given, root, s3):  # noqa: B007 - the last one is shown
                done += 1
                problems += [problem] if problem else []
        except KeyboardInterrupt:
            stopped = True
        finally:
            s3.stop()
    show(struck, done, problems)
    if not problems:
        remove(argparse.Namespace(folder=root))
    return 130 if stopped else bool(problems)


if __name__ == "__main__":
    sys.exit(main())
