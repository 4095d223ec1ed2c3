"""A private desktop: X server, window manager, session bus and home folder of its own.

The demo runs on one where there is no display, and the tests always do, so that neither touches the
user's pointer, keyboard, windows or files. Everything it starts ends with `close`, and with us.
"""

import contextlib
import ctypes
import importlib.resources
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Literal, Self

import xcffib
import xcffib.xproto

from automation.core.errors import NoDisplay
from automation.desktop import x11
from automation.desktop.x11 import atom, connect, root_of

_PR_SET_PDEATHSIG = 1
_POLL_S = 0.005


def find_program(name: str, package: str) -> str:
    """Return the full path of a program."""
    path = shutil.which(name)
    if path is None:
        raise NoDisplay(f"{name} is not installed; install it with: apt-get install {package}")
    return path


def start(
    argv: Sequence[str],
    env: Mapping[str, str],
    *,
    log: Path,
    stdout: int | None = None,
    pass_fds: Sequence[int] = (),
    at_parent_death: signal.Signals = signal.SIGTERM,
) -> subprocess.Popen[bytes]:
    """Start a child in a process group of its own that gets a signal when we die.

    The kernel ties that signal to the *thread* that starts the child: start children from a thread
    that lives as long as they should, usually the main one.

    Args:
        argv: program and arguments; never a shell line.
        log: file that its error output (and its output, if `stdout` is None) is appended to.
        stdout: as for `subprocess.Popen`; None appends to `log`.
        at_parent_death: SIGTERM for a server that cleans up after itself, SIGKILL for the rest.
    """
    with log.open("ab") as file:
        return subprocess.Popen(
            list(argv),
            env=dict(env),
            stdin=subprocess.DEVNULL,
            stdout=file if stdout is None else stdout,
            stderr=file,
            pass_fds=pass_fds,
            start_new_session=True,
            preexec_fn=_dies_with(os.getpid(), at_parent_death),
        )


@cache
def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def _dies_with(parent: int, signal_number: signal.Signals) -> Callable[[], None]:
    libc = _libc()  # loaded before the fork: a child of a threaded process must not import

    def prepare() -> None:
        libc.prctl(_PR_SET_PDEATHSIG, int(signal_number))
        if os.getppid() != parent:
            os._exit(1)

    return prepare


def read_line(descriptor: int, process: subprocess.Popen[bytes], seconds: float, log: Path) -> str:
    """Read from a child's pipe to the newline and return the line without it.

    Xvfb writes its display number and the newline apart; who reads once and closes kills it.

    Raises:
        NoDisplay: the child ended, or said nothing in time.
    """
    os.set_blocking(descriptor, False)
    line = b""

    def has_line() -> bool:
        nonlocal line
        try:
            line += os.read(descriptor, 256)
        except BlockingIOError:
            return False
        return line.endswith(b"\n")

    wait_until(has_line, seconds, "its first line", process, log)
    return line.decode().strip()


def wait_until(
    condition: Callable[[], bool],
    seconds: float,
    what: str,
    process: subprocess.Popen[bytes],
    log: Path,
) -> None:
    """Wait for a condition that a child brings about."""
    name = Path(str(process.args[0] if isinstance(process.args, list) else process.args)).name
    deadline_s = time.monotonic() + seconds
    while not condition():
        status = process.poll()
        if status is not None:
            raise NoDisplay(f"{name} ended with status {status} before {what}{_tail(log)}")
        if time.monotonic() > deadline_s:
            raise NoDisplay(f"{name} did not bring {what} in {seconds:g} s{_tail(log)}")
        time.sleep(_POLL_S)


def _tail(log: Path) -> str:
    try:
        text = log.read_text(errors="replace").strip()
    except FileNotFoundError:
        text = ""
    return f"; it wrote: {text[-400:]}" if text else ""


def end(process: subprocess.Popen[bytes], seconds: float = 2.0) -> None:
    """End a child and its process group: ask, wait at most `seconds`, then kill.

    A child whose end was seen before is left alone, its group too: their number may be another's by now.
    """
    if process.returncode is None:
        _signal_group(process.pid, signal.SIGTERM)
        _await_end(process.pid, seconds)
        _signal_group(process.pid, signal.SIGKILL)
        process.wait()
    if process.stdout is not None:
        process.stdout.close()


def _await_end(pid: int, seconds: float) -> None:
    """Wait for a child's end without taking note of it, which would set its number free."""
    deadline_s = time.monotonic() + seconds
    how = os.WEXITED | os.WNOHANG | os.WNOWAIT
    with contextlib.suppress(ChildProcessError):
        while os.waitid(os.P_PID, pid, how) is None and time.monotonic() < deadline_s:
            time.sleep(_POLL_S)


def _signal_group(group: int, signal_number: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(group, signal_number)


def marked(name: str, value: str) -> Iterator[int]:
    """Yield the ids of processes, other than ours, that were started with this variable set."""
    wanted = f"{name}={value}".encode()
    for entry in Path("/proc").iterdir():
        if not entry.name.isdecimal() or int(entry.name) == os.getpid():
            continue
        try:
            environment = (entry / "environ").read_bytes()
        except OSError:
            continue  # it ended, or belongs to someone else
        if wanted in environment.split(b"\0"):
            yield int(entry.name)


def end_marked(name: str, value: str, seconds: float = 2.0) -> None:
    """End every process that `marked` finds: ask, kill after `seconds`, give up after twice that."""
    started_s = time.monotonic()
    asked: set[int] = set()
    while left := set(marked(name, value)):
        waited_s = time.monotonic() - started_s
        if waited_s > 2 * seconds:
            return
        late = waited_s > seconds
        for pid in left if late else left - asked:
            _signal(pid, signal.SIGKILL if late else signal.SIGTERM)
        asked |= left
        time.sleep(_POLL_S)


def _signal(pid: int, signal_number: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal_number)


_READY_S = 20.0
"""Longest wait for one program to be ready; each takes under 0.3 s on an idle machine."""
_MARK = "DESKHAND_VIRTUAL_DESKTOP"
"""Variable that tells our processes from others, so that none outlives the desktop."""
_DROPPED = (
    "DESKTOP_SESSION",
    "DESKTOP_STARTUP_ID",
    "NO_AT_BRIDGE",
    "QT_QPA_PLATFORM",
    "SESSION_MANAGER",
    "WAYLAND_DISPLAY",
    "XDG_CURRENT_DESKTOP",
)
"""Variables of the surrounding session that would lead a program out of ours."""

WindowManager = Literal["openbox"]


class VirtualDesktop:
    """A running private desktop, owned by the thread that started it.

    That thread must outlive it (see `children.start`). Use it as a context manager, or `close` it.
    """

    env: dict[str, str]
    """The whole environment for programs that are to run on it."""
    display: str
    """Name of the display, such as `:3`."""
    home: Path
    """The fresh home folder; removed by `close`."""

    def __init__(self, folder: Path) -> None:
        """Prepare an empty desktop in a folder of its own; `start` is what callers use."""
        self._folder = folder
        self.home = folder / "home"
        self.display = ""
        self.env = _environment(folder)
        self._servers: list[subprocess.Popen[bytes]] = []
        self._programs: list[subprocess.Popen[bytes]] = []

    @classmethod
    def start(
        cls,
        size: tuple[int, int] = (1920, 1080),
        *,
        depth: int = 24,
        wm: WindowManager | None = "openbox",
        compositor: bool = False,
        accessibility: bool = True,
    ) -> Self:
        """Start a desktop and return it when every part of it answers.

        Args:
            depth: bits a pixel; screen capture needs 24.
            accessibility: run the accessibility bus, switched on before any program starts.
        """
        desktop = cls(Path(tempfile.mkdtemp(prefix="deskhand-")))
        try:
            desktop._start_server(size, depth)
            if wm is not None:
                desktop._start_window_manager()
            if compositor:
                desktop._start_compositor()
            desktop._start_bus()
            if accessibility:
                desktop._switch_accessibility_on()
        except BaseException:
            desktop.close()
            raise
        return desktop

    def spawn(
        self, argv: list[str], *, stdout: int | None = None, **env: str
    ) -> subprocess.Popen[bytes]:
        """Start a program on the desktop; it ends with the desktop at the latest.

        Args:
            stdout: as for `subprocess.Popen`; None writes to the desktop's log.
        """
        process = start(argv, {**self.env, **env}, log=self._log("programs"), stdout=stdout)
        self._programs.append(process)
        return process

    def connect(self) -> xcffib.Connection:
        """Open a connection to the desktop's X server, whatever our own environment says."""
        with x11.used(Path(self.env["XAUTHORITY"])):
            return connect(self.display)

    def processes(self) -> set[int]:
        """Return the ids of all processes that run on the desktop, its own servers included."""
        return set(marked(_MARK, str(self._folder)))

    def close(self) -> None:
        """End every program, then the servers in the reverse order of their start."""
        for process in reversed(self._programs):
            end(process)
        for process in reversed(self._servers):
            end(process)
        self._programs.clear()
        self._servers.clear()
        end_marked(_MARK, str(self._folder))
        shutil.rmtree(self._folder, ignore_errors=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _log(self, name: str) -> Path:
        return self._folder / f"{name}.log"

    def _serve(self, argv: list[str], name: str, fd: int | None = None) -> subprocess.Popen[bytes]:
        process = start(argv, self.env, log=self._log(name), pass_fds=() if fd is None else (fd,))
        self._servers.append(process)
        return process

    def _serve_and_read_line(self, program: str, arguments: list[str]) -> str:
        """Start a server that writes one line to the descriptor named by `{fd}`; return the line."""
        reader, writer = os.pipe()
        try:
            argv = [program, *(argument.format(fd=writer) for argument in arguments)]
            process = self._serve(argv, Path(program).name, writer)
            os.close(writer)
            writer = -1
            log = self._log(Path(program).name)
            return read_line(reader, process, _READY_S, log)
        finally:
            os.close(reader)
            if writer >= 0:
                os.close(writer)

    def _start_server(self, size: tuple[int, int], depth: int) -> None:
        # A file of its own: the server reads it again when it changes, even half written.
        keys = self._folder / "server.auth"
        cookie = x11.new_cookie()
        x11.write(keys, cookie)
        screen = f"{size[0]}x{size[1]}x{depth}"
        options = ["-displayfd", "{fd}", "-screen", "0", screen, "-auth", str(keys)]
        number = self._serve_and_read_line(
            find_program("Xvfb", "xvfb"), [*options, "-nolisten", "tcp", "-noreset"]
        )
        x11.write(Path(self.env["XAUTHORITY"]), cookie, int(number))
        self.display = f":{number}"
        self.env["DISPLAY"] = self.display

    def _start_window_manager(self) -> None:
        config = self._folder / "openbox.xml"
        config.write_text((importlib.resources.files("resources") / "openbox.xml").read_text())
        openbox = find_program("openbox", "openbox")
        process = self._serve([openbox, "--sm-disable", "--config-file", str(config)], "openbox")
        self._wait(_has_window_manager, "a managed screen", process, "openbox")

    def _start_compositor(self) -> None:
        picom = find_program("picom", "picom")
        # xrender: Xvfb has no GPU. No configuration of the machine: no fading, no shadows.
        process = self._serve([picom, "--backend", "xrender", "--config", os.devnull], "picom")
        self._wait(_has_compositor, "a composited screen", process, "picom")

    def _start_bus(self) -> None:
        """Start the session bus; DISPLAY is set by then, which the services it starts need."""
        address = f"--address=unix:dir={self.env['XDG_RUNTIME_DIR']}"
        options = ["--session", "--nofork", "--nopidfile", "--print-address={fd}", address]
        self.env["DBUS_SESSION_BUS_ADDRESS"] = self._serve_and_read_line(
            find_program("dbus-daemon", "dbus-daemon"), options
        )

    def _switch_accessibility_on(self) -> None:
        """Set `IsEnabled`, which makes the bus start its accessibility service."""
        argv = [find_program("dbus-send", "dbus-bin"), "--session", "--print-reply"]
        argv += ["--dest=org.a11y.Bus", "/org/a11y/bus", "org.freedesktop.DBus.Properties.Set"]
        argv += ["string:org.a11y.Status", "string:IsEnabled", "variant:boolean:true"]
        result = subprocess.run(
            argv, env=self.env, capture_output=True, text=True, timeout=_READY_S, check=False
        )
        if result.returncode != 0:
            raise NoDisplay(
                "the accessibility bus does not start; install it with: "
                f"apt-get install at-spi2-core ({result.stderr.strip()})"
            )

    def _wait(
        self,
        condition: Callable[[xcffib.Connection], bool],
        what: str,
        process: subprocess.Popen[bytes],
        name: str,
    ) -> None:
        connection = self.connect()
        try:
            wait_until(lambda: condition(connection), _READY_S, what, process, self._log(name))
        finally:
            connection.disconnect()


def _environment(folder: Path) -> dict[str, str]:
    """Make the home folder and return the environment of a session that has nothing else."""
    home, runtime = folder / "home", folder / "run"
    for path in (home, home / ".config", home / ".cache", home / ".local/share", runtime):
        path.mkdir(mode=0o700, parents=True)
    env = {name: value for name, value in os.environ.items() if name not in _DROPPED}
    return env | {
        _MARK: str(folder),
        "HOME": str(home),
        "XAUTHORITY": str(folder / "Xauthority"),
        "XDG_CACHE_HOME": str(home / ".cache"),
        "XDG_CONFIG_HOME": str(home / ".config"),
        "XDG_DATA_HOME": str(home / ".local/share"),
        "XDG_RUNTIME_DIR": str(runtime),
        "XDG_SESSION_TYPE": "x11",
        "GDK_BACKEND": "x11",
        # No daemons of the GNOME settings and file layers, which would outlive their program.
        "GIO_USE_VFS": "local",
        "GSETTINGS_BACKEND": "memory",
        # Qt 6 looks at the bus once, at start; this makes it offer its tree in any case.
        "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",
    }


def _has_window_manager(connection: xcffib.Connection) -> bool:
    """Tell whether the window that the root names as its manager's names itself, as EWMH asks."""
    name = atom(connection, "_NET_SUPPORTING_WM_CHECK")
    check = _window_property(connection, root_of(connection), name)
    return check is not None and _window_property(connection, check, name) == check


def _window_property(connection: xcffib.Connection, window: int, name: int) -> int | None:
    try:
        reply = connection.core.GetProperty(
            False, window, name, xcffib.xproto.Atom.WINDOW, 0, 1
        ).reply()
    except xcffib.xproto.WindowError:
        return None  # the manager is replacing its check window
    return int(reply.value.to_atoms()[0]) if reply.value_len else None


def _has_compositor(connection: xcffib.Connection) -> bool:
    selection = atom(connection, "_NET_WM_CM_S0")
    return bool(connection.core.GetSelectionOwner(selection).reply().owner)
