"""Ports for servers that cannot choose one themselves."""

import contextlib
import random
import socket

import pytest

# Below the ports that systems hand out for outgoing connections and to those who ask for any.
_EVEN_PORTS = range(20_000, 32_000, 2)


@contextlib.contextmanager
def reserved_port():
    """Reserve a free port of 127.0.0.1 until the block ends.

    The odd port after it is held meanwhile: another test that wants the same pair finds it taken.
    """
    candidates = random.sample(_EVEN_PORTS, len(_EVEN_PORTS))
    port, guard = next((port, guard) for port in candidates if (guard := _guard_of(port)))
    with guard:
        yield port


def _guard_of(port):
    """Return a socket on the odd port after an even one, or nothing where one of the two is taken."""
    with contextlib.ExitStack() as stack:
        try:
            guard = stack.enter_context(socket.create_server(("127.0.0.1", port + 1)))
            socket.create_server(("127.0.0.1", port)).close()
        except OSError:
            return None
        stack.pop_all()
        return guard


@pytest.fixture
def free_port():
    """Reserve a free port until the test ends."""
    with reserved_port() as port:
        yield port
