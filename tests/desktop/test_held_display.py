"""A display that the executor cannot let go any more is let go by the end of the executor."""

import subprocess
import sys
import threading

import pytest

from tests.desktop.event_window import ROOT

pytestmark = pytest.mark.desktop

HOLDER = """
import sys
from pathlib import Path

from automation.core.errors import InputError
from automation.desktop.input.plan import KeyEvent
from automation.desktop.input.kill_switch import Announced
from automation.desktop.input.protocol import PROTOCOL_VERSION, Hello
from automation.desktop.input.rig import Rig

def fail():
    raise MemoryError

rig = Rig(Hello(PROTOCOL_VERSION, (), backend="x11"), Announced(), lambda: None, Path(sys.argv[1]))
rig.tidy()
key = KeyEvent(rig._backend.key_code("esc"), True)
assert rig._backend.hold_still(key, rig._backend.receiver(key))
rig._backend.let_go = fail
try:
    rig.emitter.release_all()
except InputError:
    print("held", flush=True)
sys.stdin.readline()
rig.tidy()
print("went on", flush=True)
"""


def answered(desktop, told):
    """Ask the display something, as any program does; it answers nobody else while it is held."""
    connection = desktop.connect()
    connection.core.GetInputFocus().reply()
    told.set()
    connection.disconnect()


def test_a_display_that_cannot_be_let_go_ends_the_executor_and_is_free(desktop, tmp_path):
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(tmp_path)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={**desktop.env, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert holder.stdout.readline() == b"held\n"
    told = threading.Event()
    asking = threading.Thread(target=answered, args=(desktop, told))
    asking.start()
    assert not told.wait(0.5)
    rest, _ = holder.communicate(b"\n", timeout=60)
    assert (rest, holder.returncode) == (b"", 1)
    assert told.wait(60)
    asking.join(60)
