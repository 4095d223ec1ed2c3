"""From a sentence on the command line to the X request: few calls lie between, so that they can be read."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.desktop.command_rig import ROOT
from tests.kit.waiting import wait_for

pytestmark = [pytest.mark.desktop, pytest.mark.timeout(240)]

MOST_FRAMES = 28
HOOK = """
import json, os, sys, threading
OUT, ROOT = os.environ["FRAMES_OUT"], os.environ["FRAMES_ROOT"]
OURS = tuple(os.path.join(ROOT, top) + os.sep for top in ("app", "automation", "model"))

def note(frame, event, _arg):
    code = frame.f_code
    if event != "call" or code.co_name not in ("FakeInput", "send"):
        return
    stack = []
    while frame:
        path = frame.f_code.co_filename
        if path.startswith(OURS) and frame.f_code.co_name != "<module>":
            stack.append(f"{path[len(ROOT) + 1:]}:{frame.f_code.co_qualname}")
        frame = frame.f_back
    if code.co_name == "FakeInput" or stack and stack[0].endswith("ExecutorLink.send"):
        with open(OUT, "a") as out:
            out.write(json.dumps([code.co_name, stack]) + "\\n")

sys.setprofile(note)
threading.setprofile(note)
"""


def test_a_click_is_few_calls_from_the_sentence(desktop, tmp_path):
    (tmp_path / "sitecustomize.py").write_text(HOOK)
    out = tmp_path / "frames"
    program = Path(__file__).with_name("painted_labels.py")
    window = desktop.spawn([sys.executable, str(program)], stdout=subprocess.PIPE)
    env = {
        **os.environ,
        **desktop.env,
        "DESKHAND_HOME": str(tmp_path / "home"),
        "FRAMES_OUT": str(out),
        "FRAMES_ROOT": str(ROOT),
        "PYTHONPATH": str(tmp_path),
    }
    argv = [sys.executable, "-m", "app.main", "do", 'click "Mailbox"', "--approve", "auto"]

    def is_done():
        out.unlink(missing_ok=True)  # the window may not be up yet
        return (
            subprocess.run(argv, cwd=ROOT, env=env, capture_output=True, check=False).returncode
            == 0
        )

    wait_for(is_done, 90.0)
    window.terminate()
    assert window.stdout.read() == b"Mailbox\n"
    deepest = {}
    for line in out.read_text().splitlines():
        name, stack = json.loads(line)
        if len(stack) > len(deepest.get(name, ())):
            deepest[name] = stack
    frames = len(deepest["send"]) + len(deepest["FakeInput"])
    assert frames <= MOST_FRAMES, deepest
