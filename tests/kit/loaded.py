"""Starts the program's processes out of one that has loaded its modules already.

Such a process is one of its own like any other: its arguments, environment and streams, its end, a
child of who started it. It spares what loading takes of a core, a second for each of hundreds. How the
program is loaded is the subject of tests that start it plainly.
"""

import atexit
import ctypes
import gc
import importlib
import json
import os
import runpy
import socket
import subprocess
import sys
import threading
from pathlib import Path

from automation.safety import danger_words

NAME = "deskhand-loaded"
"""Of the process that waits; as long as the kernel lets a name be."""
MODULES = (
    "app.cli.do", "app.cli.history", "app.cli.macro", "app.cli.macro_play", "app.cli.macro_record",
    "app.cli.stop", "app.doctor.checks", "app.error_log", "app.gui.application",
    "cv2", "mss", "PIL.Image", "PySide6.QtWidgets",
)  # fmt: skip
ENVIRONMENT = {}
"""That of the whole run: who waits, started within the desktop of one test, would be ended with that desktop."""
CONSTANTS = "LOADED_CONSTANTS"
"""The variable that holds what constants of loaded modules are to be: `{"app.hand_over.TAKEN_S": 5.0}`."""
_PR_SET_NAME, _PR_SET_CHILD_SUBREAPER = 15, 36
_MOST_BYTES = 1 << 17
_ROOT = Path(__file__).resolve().parents[2]
_prctl = ctypes.CDLL(None).prctl


class LoadedPython(subprocess.Popen):
    """Runs `[sys.executable, "-m", MODULE, ...]` as `subprocess.Popen` does."""

    def _execute_child(self, args, *how):
        preexec, cwd, env, ends = how[1], how[4], how[5], how[9:15]
        assert preexec is None, "it would have to run between loading and the program"
        streams = [ends[0], ends[3], ends[5]]
        streams = [number if fd == -1 else fd for number, fd in enumerate(streams)]
        order = {
            "argv": list(map(str, args)),
            "cwd": str(cwd or Path.cwd()),
            "env": dict(os.environ if env is None else env),
        }
        self.pid = _loader().start(order, streams)
        self._child_created = True
        self._close_pipe_fds(*ends)


def run(*arguments, **how):
    """Run the program to its end with these arguments, as `subprocess.run` does; return what became of it."""
    argv = [sys.executable, "-m", "app.main", *arguments]
    said = how.pop("input", None)
    how |= {"stdin": subprocess.DEVNULL if said is None else subprocess.PIPE, "text": True}
    with LoadedPython(argv, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **how) as process:
        out, err = process.communicate(said, timeout=150)
    return subprocess.CompletedProcess(argv, process.returncode, out, err)


class _Loader:
    """The process that waits, seen from the one that asks it."""

    def __init__(self):
        self._lock = threading.Lock()
        self._line, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        argv = [sys.executable, "-m", __name__, str(theirs.fileno())]
        with theirs:
            self._process = subprocess.Popen(
                argv, cwd=_ROOT, env=ENVIRONMENT or None, pass_fds=[theirs.fileno()]
            )
        assert self._line.recv(_MOST_BYTES) == b"loaded"
        atexit.register(self.close)

    def close(self):
        """End it; what it started goes on."""
        self._line.close()
        self._process.wait()

    def start(self, order, streams):
        with self._lock:
            # Who starts a child and ends leaves it to the next above that asks for such: to us.
            _prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
            try:
                socket.send_fds(self._line, [json.dumps(order).encode()], streams)
                return int(self._line.recv(_MOST_BYTES))
            finally:
                _prctl(_PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0)


_loaders = []


def _loader():
    if not _loaders:
        _loaders.append(_Loader())
    return _loaders[0]


def _wait_for_orders(line):
    """Return what a new process is to run, in that process; the one that waits does not return."""
    _prctl(_PR_SET_NAME, NAME.encode(), 0, 0, 0)
    line.send(b"loaded")
    while True:
        order, streams, _, _ = socket.recv_fds(line, _MOST_BYTES, 3)
        if not order:
            os._exit(0)
        reader, writer = os.pipe()
        between = os.fork()
        if between == 0:
            child = os.fork()
            if child == 0:
                break
            os.write(writer, str(child).encode())
            os._exit(0)
        os.waitpid(between, 0)
        line.send(os.read(reader, 32))
        for fd in (reader, writer, *streams):
            os.close(fd)
    for number, fd in enumerate(streams):
        os.dup2(fd, number)
    for fd in (reader, writer, *streams):
        os.close(fd)
    _prctl(_PR_SET_NAME, b"python", 0, 0, 0)
    return json.loads(order)


def _main():
    for name in MODULES:
        importlib.import_module(name)
    danger_words.danger_words("")  # makes the list of words
    assert len(list(Path("/proc/self/task").iterdir())) == 1, (
        "a thread would not live on in a new process"
    )
    gc.collect()
    gc.freeze()  # what is looked at in a new process is copied
    with socket.socket(fileno=int(sys.argv[1])) as line:
        order = _wait_for_orders(line)
    os.chdir(order["cwd"])
    os.environ.clear()
    os.environ.update(order["env"])
    for name, value in json.loads(os.environ.pop(CONSTANTS, "{}")).items():
        place, _, constant = name.rpartition(".")
        assert hasattr(sys.modules[place], constant), name
        setattr(sys.modules[place], constant, value)
    _, _, module, *arguments = order["argv"]
    sys.argv = [module, *arguments]
    sys.orig_argv = order["argv"]
    sys.stdin = open(0, closefd=False)  # noqa: SIM115 - these stay open
    sys.stdout = open(1, "w", 1 if os.isatty(1) else -1, closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", 1, errors="backslashreplace", closefd=False)  # noqa: SIM115
    if not arguments:  # a window
        runpy.run_module(module, run_name="__main__", alter_sys=True)
        return
    try:
        runpy.run_module(module, run_name="__main__", alter_sys=True)
    except SystemExit as end:
        # Python would now take apart what was loaded, and copy all of that memory for it.
        threading._shutdown()
        atexit._run_exitfuncs()
        sys.stdout.flush()
        os._exit(end.code or 0)


if __name__ == "__main__":
    _main()
