import json
import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.envelopes import FAULTS, NO_MESSAGES, changed, encoded, task_message
from workers.message_guard import LARGEST, RefusedError, check_envelope, check_mail, check_task, read_envelope

TASKS = {"merge"}


def admit(text):
    return check_task(read_envelope(text), TASKS)


def test_a_message_of_ours_is_admitted_with_its_tag_and_origin():
    message = changed(task_message("queue"), "headers.origin", "gen5@host")
    envelope = admit(json.dumps(message).encode())
    assert envelope.tag == message["properties"]["delivery_tag"]
    assert (envelope.origin, envelope.redelivered) == ("gen5@host", False)


@pytest.mark.parametrize("path", ["headers.redelivered", "properties.delivery_info.redelivered"])
def test_a_message_that_was_given_back_is_known(path):
    assert admit(json.dumps(changed(task_message("queue"), path, True)).encode()).redelivered


SECRETS = [("content-type", "drowssap"), ("headers.drowssap", 1)]


@pytest.mark.parametrize(("path", "value"), FAULTS + SECRETS)
def test_a_message_with_a_wrong_field_is_refused_for_a_reason_that_holds_nothing_of_it(path, value):
    message = changed(task_message("queue", cluster="drowssap"), path, value)
    with pytest.raises(RefusedError, match=r"^(?!.*drowssap)\D+(64)?$"):
        admit(json.dumps(message).encode())


@pytest.mark.parametrize("text", NO_MESSAGES)
def test_what_is_no_message_is_refused(text):
    with pytest.raises(RefusedError):
        admit(text)


def test_a_large_message_is_refused_before_it_is_read():
    with pytest.raises(RefusedError, match="1 MiB"):
        read_envelope(b" " * (LARGEST + 1))


@pytest.mark.parametrize(
    ("number", "reason"),
    [("1" * 19, "too large"), ("1" * 4000, "too large"), ("1e999", "too large"), ("Infinity", "not JSON")],
)
def test_numbers_that_do_not_fit_are_refused(number, reason):
    text = json.dumps(changed(task_message("queue"), "anything", "NUMBER")).replace('"NUMBER"', number)
    with pytest.raises(RefusedError, match=reason):
        admit(text.encode())


def test_answers_of_workers_may_have_any_number_and_type():
    body = encoded([2**80, float("inf"), {"__type__": "x", "__value__": 1}])
    check_mail(check_envelope(changed(task_message("queue"), "body", body)))


def test_halves_of_surrogate_pairs_are_refused_and_whole_characters_are_not():
    assert admit(json.dumps(task_message("queue", names=["😀"])).encode())
    with pytest.raises(RefusedError, match="not JSON"):
        admit(json.dumps(changed(task_message("queue"), "headers.argsrepr", "\ud83d")).encode())


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(string.printable, max_size=10),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=10,
)


@given(value=JSON)
@settings(max_examples=200)
def test_any_value_is_admitted_or_refused_and_raises_nothing_else(value):
    for check in (
        lambda value: check_mail(check_envelope(value)),
        lambda value: admit(json.dumps(value).encode()),
    ):
        try:
            check(value)
        except RefusedError as error:
            assert str(error)  # noqa: PT017 - a refusal is one of two right outcomes
