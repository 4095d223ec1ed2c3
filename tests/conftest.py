"""What every test stands on: a private desktop for `desktop` tests, no display for the rest.

Qt ends the whole process when its display does not answer, which no fixture can turn into one
failed test. So the display is started and proved before collection, in `pytest_configure`.

The processes of a whole run share the list of processes, the machine's time and its memory. All
else each has for itself: an X server, a window manager, a session bus and an accessibility bus, a home
folder with all XDG folders, `DESKHAND_HOME` and the folder for scratch files.
"""

import gc
import importlib.resources
import json
import os
import shutil
import tempfile
from functools import partial
from pathlib import Path

import jsonschema
import pytest
from hypothesis import HealthCheck, settings

from automation.core.errors import AssistantError
from automation.desktop.virtual import VirtualDesktop
from tests.crashes import Scheduler
from tests.kit import loaded
from tests.leftovers import Leftovers
from tests.scratch import scratch_folder
from tests.slow import examples
from tests.telling import Hangs, Telling

# How long an example takes says more of the machine than of the code: a benchmark's matter.
settings.register_profile(
    "deskhand",
    deadline=None,
    max_examples=examples(100),
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("deskhand")

_DESKTOP = pytest.StashKey[VirtualDesktop]()
_SCRATCH = pytest.StashKey[Path]()
# Networks in tests are tiny: threads of torch's would only wait for each other.
os.environ.setdefault("OMP_NUM_THREADS", "1")

PATIENCE_MS = 60_000
"""How long a test waits for the event loop where it does not say; what it waits for may take long."""

_OF_THE_DEVELOPER = ("DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "DBUS_SESSION_BUS_ADDRESS")
_PROXIES = ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy")
"""Servers of tests are on the loopback, which no proxy reaches."""


def pytest_configure(config):
    """Take the developer's display and proxies away; start our own if desktop tests are asked for."""
    if config.getoption("dist", "no") == "no":
        config.pluginmanager.register(Hangs(float(config.getini("timeout"))))
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Telling(config))
    gc.disable()  # until everything is collected
    scratch = config.stash[_SCRATCH] = scratch_folder()
    if not _wants_desktop(config.getoption("markexpr")):
        # A program shows where its file is, and the assistant takes a path below /dev for one that decides.
        os.environ["TMPDIR"] = tempfile.tempdir = str(scratch)
        if config.option.basetemp is None:  # a process of several has its part of the first one's
            config.option.basetemp = str(scratch / "p")
    (scratch / "run").mkdir(mode=0o700)
    for name in (*_OF_THE_DEVELOPER, *_PROXIES):
        os.environ.pop(name, None)
    os.environ["XDG_RUNTIME_DIR"] = str(scratch / "run")
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    if _runs_desktop_tests(config):
        config.stash[_DESKTOP] = desktop = _started_desktop()
        os.environ.update(desktop.env)
        os.environ["QT_QPA_PLATFORM"] = "xcb"
    os.environ["DESKHAND_HOME"] = str(scratch / "deskhand-home")
    loaded.ENVIRONMENT.update(os.environ)


def pytest_ignore_collect(collection_path, config):
    """Leave files without a desktop test unread where only those are asked for."""
    wants_desktop_only = config.getoption("markexpr").split()[:1] == ["desktop"]
    if not wants_desktop_only or not collection_path.name.startswith("test_"):
        return None
    is_needed = "mark.desktop" in collection_path.read_text(encoding="utf-8")
    return None if is_needed else True  # None: whoever else has a say decides


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Give the tests of a process that died to the others."""
    return Scheduler(config, log) if config.getoption("dist") == "loadfile" else None


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config, items):
    """Begin with the files that may take long, or a process ends alone with one of them."""
    marks = ((item.path, item.get_closest_marker("timeout")) for item in items)
    usual_s = float(config.getini("timeout"))
    long = {path for path, mark in marks if mark is not None and mark.args[0] > usual_s}
    items.sort(key=lambda item: item.path not in long)


def pytest_collection_finish():
    """Hide thousands of tests from the garbage collector, which looks at each every time, and let it work."""
    _keep()
    gc.enable()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item, nextitem):
    """After each file hide what it has loaded too: PyTorch alone is a million objects."""
    done = yield
    if nextitem is not None and nextitem.path != item.path:
        _keep()
    return done


def _keep():
    """Put away what is garbage, and look at what is left no more."""
    gc.collect()
    gc.freeze()


def pytest_unconfigure(config):
    """End the desktop; where pytest itself is killed, the kernel does it."""
    desktop = config.stash.get(_DESKTOP, None)
    if desktop is not None:
        desktop.close()
    shutil.rmtree(config.stash[_SCRATCH], ignore_errors=True)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """Turn a skip into a failure: a missing app must not look like a passed test."""
    report = yield
    if report.skipped and not hasattr(report, "wasxfail"):
        reason = report.longrepr[2].removeprefix("Skipped: ")
        if not reason.startswith("only on "):  # another platform is the one good reason
            report.outcome = "failed"
            report.longrepr = f"{item.nodeid} did not run: {reason}; install what it needs"
    return report


def _runs_desktop_tests(config):
    """Tell whether this process will; one that hands them out to others (`-n`) does not."""
    if config.getoption("collectonly") or config.getoption("dist", "no") != "no":
        return False
    return _wants_desktop(config.getoption("markexpr"))


def _wants_desktop(expression):
    words = expression.replace("(", " ").replace(")", " ").split()
    return any(
        word == "desktop" and (at == 0 or words[at - 1] != "not") for at, word in enumerate(words)
    )


def _started_desktop():
    try:
        return VirtualDesktop.start((1920, 1080))
    except AssistantError as error:
        pytest.exit(f"the desktop tests need a private display: {error}", returncode=3)


@pytest.fixture(scope="session")
def desktop(request):
    """Return the private desktop of this pytest process; the environment points to it."""
    return request.config.stash[_DESKTOP]


@pytest.fixture
def qtbot(qtbot):
    """Wait as long as a busy machine needs; pytest-qt's own five seconds are a quiet one's."""
    for name in ("waitUntil", "waitSignal", "waitSignals", "waitExposed", "waitActive"):
        setattr(qtbot, name, partial(getattr(qtbot, name), timeout=PATIENCE_MS))
    add, kept = qtbot.addWidget, []

    def keep(widget, **how):
        # pytest-qt holds no widget. One that only a connection of its child's still holds would end
        # within the end of that child, and the whole process with both.
        kept.append(widget)
        add(widget, **how)

    qtbot.addWidget = keep
    return qtbot


@pytest.fixture
def fresh_home(request, monkeypatch):
    """Give deskhand an empty folder for its settings and records, and return it."""
    home = tempfile.mkdtemp(prefix="home-", dir=request.config.stash[_SCRATCH])
    monkeypatch.setenv("DESKHAND_HOME", home)
    return Path(home)


@pytest.fixture(scope="session")
def schema():
    """Return what holds the program's JSON lines against their schema."""
    text = importlib.resources.files("resources").joinpath("schema/lines.schema.json").read_text()
    return jsonschema.Draft202012Validator(json.loads(text))


@pytest.fixture(autouse=True)
def _stays_in_its_place(request):
    """Forbid real input outside desktop tests; fail a desktop test that leaves something behind."""
    if request.node.get_closest_marker("desktop") is None:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("DESKHAND_NO_INPUT", "1")  # a real input backend refuses to be made
            yield
        return
    leftovers = Leftovers(request.config.stash[_DESKTOP])
    yield
    if complaint := leftovers.clear():
        pytest.fail(complaint)
