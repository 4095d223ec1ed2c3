"""An Enter that comes right after a letter: GTK's file chooser, which completes names meanwhile, drops it."""

from contextlib import closing

import pytest

from automation.core.actions import Hotkey, Write
from tests.desktop.elements_rig import Rig
from tests.desktop.executor_rig import executor_rig
from tests.kit.waiting import wait_for

pytestmark = pytest.mark.desktop


@pytest.fixture(scope="module")
def rig(desktop, tmp_path_factory):
    with executor_rig(desktop, tmp_path_factory.mktemp("rig")) as rig:
        yield rig


def has_front(rig, start):
    focus = rig.windows.focus()
    return focus is not None and focus.title.startswith(start)


@pytest.mark.parametrize("is_one_step", [True, False])
def test_a_name_and_enter_save_a_file_in_gtks_dialog(desktop, rig, tmp_path, is_one_step):
    argv = ["sh", "-c", f"cd {tmp_path}; exec mousepad --disable-server"]
    with closing(Rig(desktop)) as programs:
        for name in ("one.txt", "two.txt", "three.txt"):
            with programs.running(argv, "Mousepad", HOME=str(tmp_path)):
                wait_for(lambda: has_front(rig, "Untitled"))
                rig.client.begin_run()
                rig.do(Write("hello"))
                rig.do(Hotkey(("ctrl", "s")))
                wait_for(lambda: has_front(rig, "Save As"))
                rig.do(Write(name, overwrite=True, press_enter=is_one_step))
                if not is_one_step:
                    rig.do(Hotkey(("enter",)))
                wait_for(lambda name=name: (tmp_path / name).exists())
                wait_for(lambda: not has_front(rig, "Save As"))
