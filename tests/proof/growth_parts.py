"""A driven application on a private display, and how much it holds: memory, files, threads, X."""

import json
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

import xcffib
import xcffib.res

from automation.desktop.virtual import VirtualDesktop
from tests.proof.proof import ROOT

READY_S = 90.0


@dataclass(frozen=True, slots=True)
class Sample:
    """What one process holds."""

    steps: int
    rss_kb: int
    uss_kb: int
    """Memory that no other process shares; what would come back if it ended."""
    files: int
    threads: int
    x_resources: int
    """Windows, pixmaps, contexts and the like that the X server keeps for it."""


class DrivenApp:
    """The application as a child process, and the form that it works on."""

    program = "tests.proof.growth_app"

    def __init__(self, desktop: VirtualDesktop, scratch: Path) -> None:
        """Start both; the application's records and temporary files go to the scratch folder."""
        self.home = scratch / "home"
        self.temporary = scratch / "tmp"
        for folder in (self.home, self.temporary):
            folder.mkdir(mode=0o700, exist_ok=True)
        self.log = scratch / "form.jsonl"
        self._complaints = scratch / "app.log"
        self._desktop = desktop
        self._connection = desktop.connect()
        self._resources = self._connection(xcffib.res.key)
        self.environ = {
            **desktop.env,
            "DESKHAND_HOME": str(self.home),
            "PYTHONPATH": str(ROOT),
            "QT_QPA_PLATFORM": "xcb",
            "TMPDIR": str(self.temporary),
        }
        self.start_form()
        self.process = self.started()

    def started(self) -> subprocess.Popen[str]:
        """Start the application and return its process."""
        with self._complaints.open("ab") as log:
            return subprocess.Popen(
                [sys.executable, "-m", self.program],
                cwd=ROOT,
                env=self.environ,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )

    def start_form(self) -> None:
        """Open the form; one that is gone is replaced."""
        self.form = self._desktop.spawn(
            [sys.executable, "-m", "app.gui.demo_form", "--log", str(self.log)],
            PYTHONPATH=str(ROOT),
        )

    def send(self, task: str) -> None:
        """Give a task and do not wait."""
        self.process.stdin.write(task + "\n")
        self.process.stdin.flush()

    def do(self, task: str) -> dict:
        """Run one task and return how it ended."""
        self.send(task)
        return self.ended()

    def ended(self) -> dict:
        """Wait for the end of the task that runs, and return it."""
        line = self.process.stdout.readline()
        if not line:
            raise AssertionError(f"the application ended with {self.process.wait()}")
        return json.loads(line)

    def said(self, field: str) -> list:
        """Return every value that a field of the form has logged."""
        if not self.log.exists():
            return []
        entries = map(json.loads, self.log.read_text(encoding="utf-8").splitlines())
        return [entry["value"] for entry in entries if entry["field"] == field]

    def executor_pid(self) -> int:
        """Return the process that sends input."""
        deadline_s = time.monotonic() + READY_S
        while time.monotonic() < deadline_s:
            for pid in children_of(self.process.pid):
                if "deskhand-executor" in title_of(pid):
                    return pid
            time.sleep(0.05)
        raise AssertionError("the application has no executor")

    def sample(self, pid: int, steps: int) -> Sample:
        """Return what a process holds."""
        rollup = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii")
        sizes = {
            line.split(":")[0]: int(line.split()[1])
            for line in rollup.splitlines()[1:]
            if line.endswith("kB")
        }
        return Sample(
            steps=steps,
            rss_kb=sizes["Rss"],
            uss_kb=sizes["Private_Clean"] + sizes["Private_Dirty"],
            files=len(list(Path(f"/proc/{pid}/fd").iterdir())),
            threads=len(list(Path(f"/proc/{pid}/task").iterdir())),
            x_resources=self._x_resources(pid),
        )

    def _x_resources(self, pid: int) -> int:
        """Return what the server keeps for every connection of a process."""
        total = 0
        clients = self._resources.QueryClients().reply().clients
        for client in clients:
            spec = xcffib.res.ClientIdSpec.synthetic(client.resource_base, 2)
            with suppress(xcffib.Error):
                ids = self._resources.QueryClientIds(1, [spec]).reply().ids
                owners = {int(one.value[0]) for one in ids if len(one.value)}
                if pid in owners:
                    found = self._resources.QueryClientResources(client.resource_base).reply()
                    total += sum(int(one.count) for one in found.types)
        return total

    def close(self) -> int:
        """End both; return the application's status."""
        with suppress(OSError):
            self.process.stdin.close()
        try:
            status = self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            status = self.process.wait()
        self.process.stdout.close()
        self.form.terminate()
        self.form.wait()
        self._connection.disconnect()
        return status


def plain(samples: list[Sample]) -> list[dict]:
    """Return samples as values that JSON can hold."""
    return [asdict(sample) for sample in samples]


def children_of(pid: int) -> list[int]:
    """Return the processes that a process started; none when it is gone."""
    found = []
    with suppress(OSError):  # each thread has the children that it started
        for task in Path(f"/proc/{pid}/task").iterdir():
            found += (task / "children").read_text(encoding="ascii").split()
    return [int(each) for each in found]


def title_of(pid: int) -> str:
    """Return the command line of a process as it shows itself; empty when it is gone."""
    with suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes().decode(errors="replace")
    return ""
