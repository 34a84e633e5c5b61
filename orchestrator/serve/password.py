"""The organiser's password: stored as a hash by scrypt, in a file for its owner alone."""

import os
import re
import secrets
from hashlib import scrypt
from hmac import compare_digest
from pathlib import Path

from orchestrator.io.atomic import writing_whole
from orchestrator.serve.settings import ServeError

LEAST_LENGTH = 10
# 32 MB and about 0.1 s for each try.
_COST = {"n": 2**15, "r": 8, "p": 1, "maxmem": 2**26}


def password_file() -> Path:
    """Return the file of the hash, in the user's data: a folder of runs may come from others."""
    from platformdirs import user_data_path

    return user_data_path("paralattice") / "serve" / "password"


def hashed(password: str) -> str:
    """Return a salted hash of a password, as text.

    Raises
    ------
    ServeError
        It has less than ten characters.
    """
    if len(password) < LEAST_LENGTH:
        raise ServeError(f"a password needs {LEAST_LENGTH} characters at least")
    salt = secrets.token_bytes(16)
    return f"{salt.hex()}:{scrypt(password.encode(), salt=salt, **_COST).hex()}"


def matches(password: str, stored: str) -> bool:
    """Return whether a password is the one of a hash, in constant time."""
    salt, _, digest = stored.partition(":")
    found = scrypt(password.encode(errors="replace"), salt=bytes.fromhex(salt), **_COST)
    return compare_digest(found.hex(), digest)


def set_password(password: str) -> Path:
    """Store a password for the next starts of the server, and return the file.

    Raises
    ------
    ServeError
        It has less than ten characters.
    OSError
        The file cannot be written.
    """
    path = password_file()
    text = hashed(password)
    with writing_whole(path) as file:
        os.fchmod(file.fileno(), 0o600)
        file.write(f"{text}\n")
    return path


def stored_password(given: Path | None = None) -> str:
    """Return the hash of the password in a given file, or else the stored hash; empty without any.

    Raises
    ------
    ServeError
        A file has no password.
    OSError
        A file cannot be read.
    """
    if given:
        return hashed(given.read_text(encoding="utf-8").strip("\r\n"))
    path = password_file()
    if not path.exists():
        return ""
    text = path.read_text(encoding="ascii", errors="replace").strip()
    if not re.fullmatch("[0-9a-f]{32}:[0-9a-f]{128}", text):
        raise ServeError(f"{path}: has no password; set it again (orchestrator serve --set-password)")
    return text
