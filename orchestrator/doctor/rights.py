"""The rights of a broker's user, tried without doing anything."""

import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import redis
from redis.connection import AbstractConnection

from orchestrator.doctor.findings import Finding, ok, problem
from workers.events import connect

# The users of the guide, each with the rights that its role needs.
_USERS = Path(__file__).with_name("users.acl")
_PURPOSES = {"orchestrator": "submit runs", "worker": "compute them", "flower": "show them in Flower"}
# Each command in its shortest form.  What follows the second MULTI is queued there, and never executed.
_FORMS = """
watch K; unwatch; multi; exec; multi; ping; info; time; brpop K 1; del K; evalsha 0 0; exists K; expire K 1;
get K; hdel K x; hget K x; hgetall K; hincrby K x 1; hset K x x; llen K; lpush K x; lrange K 0 0;
lrem K 1 x; ltrim K 0 0; rpush K x; psubscribe K; publish K x; punsubscribe; sadd K x; script|exists 0;
script|load 0; set K x; smembers K; srem K x; xadd K * x x; xread STREAMS K 0; xtrim K MAXLEN 1; zadd K 0 x;
zrange K 0 0; zrangebyscore K 0 0; zrem K x
"""
_PATTERN_FORMS = {"~": "exists {}", "%R~": "llen {}", "&": "publish {} x"}


def rights_findings(url: str) -> Iterator[Finding]:
    """Yield what the user of a broker may do, or the rights that it lacks for the nearest role.

    Parameters
    ----------
    url
        As returned by :func:`workers.broker.remote.settled_url`.
    """
    users = re.findall(r"user paralattice-(\w+) on \S+ (.*)", _USERS.read_text(encoding="utf-8"))
    with closing(connect(url, timeout=3)) as client:
        connection = client.connection_pool.get_connection()
        channel = f"&/{connection.db}."
        roles = {role: rights.replace("&/0.", channel).split() for role, rights in users}
        patterns = {right for rights in roles.values() for right in rights if right[0] != "+"}
        try:
            refused = _refused(connection, patterns)
        finally:
            # Ends the transaction.
            connection.disconnect()  # type: ignore[no-untyped-call]
    lacks = {role: [right for right in rights if right in refused] for role, rights in roles.items()}
    able = [_PURPOSES[role] for role, missing in lacks.items() if not missing]
    if able:
        yield ok("broker rights", f"its user may {' and '.join(able)}", lacks=lacks)
        return
    role = min(lacks, key=lambda role: len(lacks[role]))
    # Without MULTI nothing else is tried.
    more = ", perhaps more" if "+multi" in refused else ""
    text = f"its user lacks rights: to {_PURPOSES[role]} it needs {' '.join(lacks[role])}{more}"
    yield problem("broker rights", text, "grant them: see docs/howto/many-machines.md", lacks=lacks)


def _refused(connection: AbstractConnection, patterns: set[str]) -> set[str]:
    """Return the rights that a user does not have, as in an ACL: commands, patterns of keys and channels."""
    refused = set()
    for form in re.split(r";\s+", _FORMS.strip()):
        if " run " in _refusal(connection, form):
            refused.add(f"+{form.split()[0]}")
        if "+multi" in refused:
            # The others would be executed.
            return refused
    for pattern in patterns:
        mark, name = re.split(r"(?<=[~&])", pattern, maxsplit=1)
        if " access " in _refusal(connection, _PATTERN_FORMS[mark].format(name)):
            refused.add(pattern)
    return refused


def _refusal(connection: AbstractConnection, form: str) -> str:
    """Return why a command is not permitted; empty if it is."""
    connection.send_command(*form.replace("|", " ").split())  # type: ignore[no-untyped-call]
    try:
        connection.read_response()
    except redis.exceptions.NoPermissionError as error:
        return f" {error} "
    except redis.ResponseError:
        # Other refusals are no matter of rights.
        return ""
    return ""
