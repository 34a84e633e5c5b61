"""Messages as they lie on the broker: a good one, and those that ended workers once."""

import base64
import json
import uuid


def encoded(value):
    """Return a body: a JSON value, or bytes as they are, in Base64."""
    text = value if isinstance(value, bytes) else json.dumps(value).encode()
    return base64.b64encode(text).decode()


def task_message(queue, task="merge", **arguments):
    """Return a message of the run ``a-run`` about an artefact that is not there, as a dictionary."""
    identity = str(uuid.uuid4())
    message = {"run": "a-run", "names": ["c"], "key": "c" * 64, "attempt": 1, "cluster": "c"}
    message |= {"source": "a" * 64, "options": "b" * 64, "versions": ["V1"], **arguments}
    links = {"callbacks": None, "errbacks": None, "chain": None, "chord": None}
    return {
        "body": encoded([[], message, links]),
        "content-type": "application/json",
        "content-encoding": "utf-8",
        "headers": {"lang": "py", "task": task, "id": identity, "root_id": identity, "retries": 0,
                    "timelimit": [None, None], "eta": None, "expires": None, "stamps": {}},
        "properties": {
            "correlation_id": identity,
            "reply_to": "",
            "delivery_mode": 2,
            "delivery_info": {"exchange": "", "routing_key": queue},
            "priority": 0,
            "body_encoding": "base64",
            "delivery_tag": str(uuid.uuid4()),
        },
    }  # fmt: skip


def changed(message, path, value):
    """Return a copy of a message with another value at a path, such as ``headers.id``."""
    copy = json.loads(json.dumps(message))
    *parents, last = path.split(".")
    place = copy
    for name in parents:
        place = place[name]
    place[last] = value
    return copy


_WRONG = {
    "properties": [None, 5],
    "properties.delivery_tag": [None, [1]],
    "properties.delivery_info": [5, {}],
    "properties.body_encoding": ["rot13"],
    "headers": [5, []],
    "body": [None, 5, "no base64!"],
    "content-encoding": [["utf-8"], "utf-16"],
    "content-type": ["application/data", "application/x-python-serialize"],
    "headers.id": [5, None, [1]],
    "headers.task": [["merge"], {}, "os.system", None],
    "headers.timelimit": [5, ["soon", "later"], [-1, 0]],
    "headers.expires": [{}, "soon"],
    "headers.eta": [5, "99999-01-01"],
    "headers.retries": ["1", 10**9],
    "headers.stamps": [{"a": 1}],
    "headers.compression": ["zlib"],
    "headers.chord": ["x"],
    "headers.root_id": [{}],
    "headers.shadow": [5],
    "headers.origin": [["x"]],
}
_WRONG_BODIES = [
    b"\xff",
    b"[" * 5000,
    5,
    {},
    [[], {}],
    [[], {}, {"callbacks": [{"task": "merge"}]}],
    b'[[], {"x": "\\ud800"}, {}]',
    [[], {"__type__": "decimal", "__value__": {}}, {}],
    b'[%s, {"run": "r", "names": ["c"], "key": "k"}, {}]' % (b"[" * 100 + b"]" * 100),
    [[], {"run": "r"}, {}],
    [[], {"run": "r", "names": ["c", 5], "key": "k"}, {}],
]

#: Fields and values; each ended a worker, or would have it do what no message of ours asks for.
FAULTS = [(path, value) for path, values in _WRONG.items() for value in values]
FAULTS += [("body", encoded(value)) for value in _WRONG_BODIES]

#: Texts that are no message at all.
NO_MESSAGES = [b"", b"{", b"{" * 5000, b"[" * 5000, b"[]", b"null", b'"text"', b"5", b"\xff", b"{}", b"NaN"]


def bad_messages(queue):
    """Return every bad message, as bytes."""
    good = task_message(queue)
    return [*NO_MESSAGES, *(json.dumps(changed(good, path, value)).encode() for path, value in FAULTS)]
