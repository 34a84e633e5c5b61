import pytest

from workers.app import app
from workers.loader import Loader


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Work in a folder with modules that Celery looks for."""
    for name in ("celeryconfig", "tasks_of_others"):
        (tmp_path / f"{name}.py").write_text("broker_url = 'redis://harm'\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)


@pytest.mark.usefixtures("folder")
def test_modules_of_the_current_folder_are_not_found():
    loader = Loader(app)
    for find in (loader.import_task_module, loader.find_module, loader.import_from_cwd):
        with pytest.raises(ModuleNotFoundError):
            find("tasks_of_others")


@pytest.mark.usefixtures("folder")
def test_no_settings_are_read_from_the_current_folder(monkeypatch):
    monkeypatch.setenv("CELERY_CONFIG_MODULE", "celeryconfig")
    assert Loader(app).conf == {}


def test_the_application_uses_this_loader_and_no_fix_ups():
    assert isinstance(app.loader, Loader)
    assert not app.fixups
