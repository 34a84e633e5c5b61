"""Checks end in time and in one line, whatever they raise."""

import threading

from orchestrator.doctor.findings import Finding, Level, ok, performed


def test_a_check_that_hangs_ends_with_what_it_found_until_then():
    never = threading.Event()

    def check():
        yield ok("some", "one thing")
        never.wait(60)

    findings = performed("some", check, 1)
    never.set()
    assert [finding.level for finding in findings] == [Level.OK, Level.PROBLEM]
    assert "no answer within 1 seconds" in findings[1].text


def test_a_check_that_breaks_is_a_problem_in_one_line():
    def check():
        raise ValueError("first\nsecond")
        yield

    (finding,) = performed("some", check)
    assert str(finding) == "some: first second; fix that and check again"


def test_a_finding_is_one_line_with_what_to_do():
    assert str(Finding("disk", Level.WARNING, "little room", "make some")) == "disk: little room; make some"
