"""What the soak's processes hold and what they leave lying about, look by look."""

import time
from contextlib import suppress
from pathlib import Path

from automation.desktop.virtual import VirtualDesktop
from automation.macros.macro_files import DRAFT
from tests.proof.growth_parts import children_of, title_of
from tests.proof.soak_levels import Series
from tests.proof.soak_window import WatchedApp

GONE_S = 20.0
"""How long what belongs to a command or an application that has ended may take to end."""
_MODULES = ("-m\0app.main", "-m\0automation.", "-m\0tests.proof.soak_app")
"""How our processes show themselves before they have a title, which begins with our name."""
_HALF = ".new-"
"""How the name of a file begins that is being written."""
_LIVING = {"executor": "deskhand-executor", "dead-man": "deskhand-deadman"}


class Samples:
    """Looks at one application; a process that was replaced has another series from then on."""

    def __init__(self, desktop: VirtualDesktop, application: WatchedApp) -> None:
        """Begin without a look."""
        self._desktop, self._app = desktop, application
        self.series: list[Series] = []
        self.left: list[int] = []
        """Files that no process may need any more once all is over, at each look."""

    def look(self) -> None:
        """Sample every process of the application that lives."""
        steps = sum(self._app.told.values())
        for name, pid in _family(self._app.process.pid).items():
            with suppress(OSError):  # gone meanwhile
                sample = self._app.sample(pid, steps)
                self._series(name, pid).samples.append(sample)
        self.left.append(len(passing_files(self._app)))

    def strays(self) -> list[str]:
        """Return our processes that belong to no application and no command that lives."""
        until_s = time.monotonic() + GONE_S
        while (found := self._strays()) and time.monotonic() < until_s:
            time.sleep(0.1)
        return found

    def _series(self, name: str, pid: int) -> Series:
        last = next((one for one in reversed(self.series) if one.process == name), None)
        if last is None or last.pid != pid:
            last = Series(name, pid)
            self.series.append(last)
        return last

    def _strays(self) -> list[str]:
        family = {self._app.process.pid}
        for pid in list(family):
            family |= _below(pid)
        titles = {pid: title_of(pid) for pid in self._desktop.processes() - family}
        return sorted(
            title.replace("\0", " ").strip()
            for title in titles.values()
            if title.startswith("deskhand") or any(module in title for module in _MODULES)
        )


def _family(app: int) -> dict[str, int]:
    """Return the application, its executor and that one's dead-man; those that live."""
    found = {"app": app}
    for parent in (app, *children_of(app)):
        for pid in children_of(parent):
            title = title_of(pid)
            found |= {name: pid for name, word in _LIVING.items() if word in title}
    return found


def _below(pid: int) -> set[int]:
    found = set(children_of(pid))
    for child in list(found):
        found |= _below(child)
    return found


def passing_files(application: WatchedApp) -> list[Path]:
    """Return the files that live only as long as somebody works: none may pile up.

    Sockets and ledgers of executors, recordings that are made, drafts of editors, half-written
    files, and everything in the folder for temporary files.
    """
    home = application.home
    runtime = [path for path in (home / "runtime").glob("*") if path.suffix != ".lock"]
    recordings = [*(home / "data" / "recordings").glob("*")]
    begun = [path for path in home.rglob(".*") if path.name.startswith((_HALF, DRAFT))]
    return [*runtime, *recordings, *begun, *application.temporary.glob("*")]
