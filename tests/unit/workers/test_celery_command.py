import subprocess
import sys

import pytest

from workers.celery_command import is_ours


@pytest.mark.parametrize(
    ("words", "environment"),
    [
        (["-A", "workers.app", "worker"], {}),
        (["-Aworkers.app", "worker"], {}),
        (["--app=workers.app:app", "flower"], {}),
        (["--app", "workers", "flower"], {}),
        (["worker"], {"APP": "workers.app"}),
        (["worker"], {"CELERY_APP": "workers.app"}),
    ],
)
def test_our_application_is_recognised_however_celery_is_told_its_name(words, environment):
    assert is_ours(words, environment)


def test_applications_of_others_are_left_alone():
    assert not is_ours(["-A", "shop.workers", "worker"], {"APP": "shop"})
    program = "import workers.celery_command, sys; print('workers.app' in sys.modules)"
    done = subprocess.run([sys.executable, "-P", "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
