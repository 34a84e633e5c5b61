"""Files that appear with their whole content, and that the first of several writers creates."""

import errno
import tempfile
from contextlib import suppress
from pathlib import Path

# What file systems without hard links answer.
_NO_LINKS = {errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS}


def create_whole(path: Path, text: str, mode: int = 0o666) -> None:
    """Create a text file unless it exists; nobody sees it empty.

    Parameters
    ----------
    path
        The file, in a folder that exists.
    text
        Its content, in ASCII.
    mode
        Who may use it, before the process's mask.

    Raises
    ------
    OSError
        The file cannot be written.
    """
    if path.exists():
        return
    with tempfile.TemporaryDirectory(dir=path.parent) as folder:
        new = Path(folder, path.name)
        new.touch(mode)
        new.write_text(text, encoding="ascii")
        with suppress(FileExistsError):
            give_name(new, path)


def give_name(new: Path, path: Path) -> None:
    """Give a written file its name.

    Parameters
    ----------
    new
        The file under a temporary name, which it may keep beside its own.
    path
        Its own name, in the same file system.

    Raises
    ------
    FileExistsError
        Another file has the name.
    OSError
        The file system refuses.
    """
    try:
        path.hardlink_to(new)
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
        # Without links the last of two writers wins.
        if path.exists():
            raise FileExistsError(error.errno, error.strerror) from error
        new.replace(path)
