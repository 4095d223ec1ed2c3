"""What a run keeps: the command line decides, the settings where it is silent."""

import pytest

from app.cli.do import _task
from app.cli.parser import parser
from app.settings import Keeping, Settings


@pytest.mark.parametrize(
    ("option", "setting", "keep"),
    [
        ([], "all", "all"),
        ([], "nothing", "nothing"),
        (["--keep", "nothing"], "all", "nothing"),
        (["--keep", "all"], "nothing", "all"),
    ],
)
def test_the_command_line_is_asked_before_the_settings(option, setting, keep):
    arguments = parser().parse_args(["do", "click Bold", *option])
    assert _task(arguments, "click Bold", Settings(keeping=Keeping(runs=setting))).keep == keep
