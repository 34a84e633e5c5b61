"""Files of documents below a folder."""

import pytest


@pytest.fixture
def make(tmp_path):
    """Make files below a folder: texts or bytes by their names."""

    def write(**files):
        for name, content in files.items():
            path = tmp_path / "docs" / name.replace("__", "/").replace("_", ".")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return tmp_path / "docs"

    return write
