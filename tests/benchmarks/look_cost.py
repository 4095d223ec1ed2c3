"""What looks cost the programs that are looked at: memory and time after many looks, against none.

`python -m tests.benchmarks.look_cost --count 200 --out tests/benchmarks/look_cost.md [NAME ...]`
opens one program after the other on a desktop of its own. A look is what a step asks: the tree of the
active window, password fields of all windows, who has the keyboard. Besides `packaging/linux/test.txt` it wants
thunderbird, thunar, libreoffice-writer, libatk-wrapper-java (Swing's tree) and libatk-adaptor (GTK 2's).
"""

import argparse
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from automation.desktop.elements.reader import DesktopReader
from automation.desktop.virtual import VirtualDesktop
from tests.desktop.command_rig import ROOT
from tests.desktop.elements_rig import Rig
from tests.desktop.usage import Usage
from tests.kit.waiting import wait_for
from tests.kit.web import chromium

FILES = 20_000
LINES = 12_500
"""Of a page, each of four nodes."""
QUIET_TICKS = 2
SILENT_S = 30
"""So long a browser has to be quiet before it is looked at: a large page's tree goes on arriving."""
ATK_WRAPPER = "/usr/share/java/java-atk-wrapper.jar"
ATK_CLASS = "org.GNOME.Accessibility.AtkWrapper"
TREE_VIEW = """
import gi
gi.require_version("Gtk", "3.0")
from gi.repository import Gtk
store = Gtk.ListStore(str, str)
for n in range(20000):
    store.append([f"row {n}", str(n)])
view = Gtk.TreeView(model=store)
for n, title in enumerate(("Name", "Number")):
    view.append_column(Gtk.TreeViewColumn(title, Gtk.CellRendererText(), text=n))
scroll = Gtk.ScrolledWindow()
scroll.add(view)
window = Gtk.Window(title="tree view")
window.set_default_size(600, 500)
window.add(scroll)
window.show_all()
Gtk.main()
"""
SWING = """
import javax.swing.*;
public class Table {
    public static void main(String[] arguments) {
        SwingUtilities.invokeLater(() -> {
            JFrame frame = new JFrame("swing table");
            frame.add(new JScrollPane(new JTable(5000, 6)));
            frame.setSize(600, 500);
            frame.setVisible(true);
        });
    }
}
"""


@dataclass(frozen=True, slots=True)
class Cost:
    """One program's figures."""

    name: str
    elements: int
    look_ms: float
    before_mb: float
    without_percent: float
    """Growth of memory in as long a time as the looks took, but without any."""
    with_percent: float
    ticks_after: int
    """Hundredths of a second that it ran in the second that began one second after the last look."""

    def row(self) -> str:
        """Return a row of the table."""
        return (
            f"| {self.name} | {self.elements} | {self.look_ms:.0f} | {self.before_mb:.1f} "
            f"| {self.without_percent:+.2f} | {self.with_percent:+.2f} | {self.ticks_after} |"
        )


def programs(folder: Path) -> dict[str, tuple[str, list[str]]]:
    """Return the title and the command of each program; all but xterm and Tk show a tree."""
    page, files = folder / "page.html", folder / "files"
    lines = "".join(f"<p>Line {n} <a href=#{n}>go {n}</a>" for n in range(LINES))
    page.write_text(f"<!doctype html><meta charset=utf-8><title>bigpage</title>{lines}")
    files.mkdir()
    for number in range(FILES):
        (files / f"file{number}").touch()
    (folder / "Table.java").write_text(SWING)
    office = ["soffice", f"-env:UserInstallation=file://{folder}/office", "--norestore", "--nologo"]
    return {
        "galculator": ("galculator", ["galculator"]),
        "mousepad": ("Mousepad", ["mousepad", "--disable-server"]),
        "xterm": ("plain terminal", ["xterm", "-T", "plain terminal"]),
        "Tk form": ("", [sys.executable, "-m", "tests.desktop.tk_lists"]),
        "Qt form": ("deskhand-qt-form", [sys.executable, "tests/desktop/qt_form.py", "canary"]),
        "GTK 3 tree view of 20,000 rows": ("tree view", ["/usr/bin/python3", "-c", TREE_VIEW]),
        "Thunar, 20,000 files": ("files - Thunar", ["thunar", str(files)]),
        "pcmanfm (GTK 2), 20,000 files": (
            "files",
            ["env", "GTK_MODULES=gail:atk-bridge", "pcmanfm", "--no-desktop", str(files)],
        ),
        "Calc": ("Calc", [*office, "--calc"]),
        "Writer": ("Writer", [*office, "--writer"]),
        "Swing table of 30,000 cells": (
            "swing table",
            [
                "java",
                f"-Djavax.accessibility.assistive_technologies={ATK_CLASS}",
                "-cp",
                ATK_WRAPPER,
                str(folder / "Table.java"),
            ],
        ),
        "Chromium, 50,000 nodes": (
            "bigpage",
            chromium(folder, f"--app={page.as_uri()}"),
        ),
        "Thunderbird": ("Thunderbird", ["thunderbird", "--profile", str(_made(folder / "mail"))]),
    }


def _made(folder: Path) -> Path:
    folder.mkdir()
    return folder


@contextmanager
def _running(rig: Rig, title: str, argv: list[str]) -> Iterator[int]:
    known = {w.window_id for w in rig.windows.windows()}
    process = rig.desktop.spawn(argv, PYTHONPATH=str(ROOT))

    def opened():
        new = (w for w in rig.windows.windows() if w.window_id not in known and not w.is_popup)
        return next((w for w in new if title in w.title and w.pid), None)

    try:
        window = wait_for(opened, 180)
        rig.windows.activate(window.window_id)
        wait_for(lambda: rig.window(title).is_active)
        yield window.pid
    finally:
        process.terminate()
        process.wait(60)


def measured(rig: Rig, name: str, title: str, argv: list[str], count: int) -> Cost:
    """Open a program, let it settle, look at it so often, and return what that cost it."""
    with _running(rig, title, argv) as pid, closing(DesktopReader()) as reader:
        usage = Usage(pid)
        seen, times, found = rig.look(), [], ()
        if "Chromium" in name:  # its tree is another process's, and comes long after its window
            wait_for(lambda: any(e.role == "link" for e in reader.tree(seen)), 300)
            _settled(usage, SILENT_S)
        _settled(usage)
        for _ in range(3):  # the first look makes what the toolkit keeps for its lifetime
            found = _look(reader, seen)
        _settled(usage)
        begun = usage.resident_kb()
        began_s = time.monotonic()
        for _ in range(count):
            at_s = time.monotonic()
            found = _look(reader, seen)
            times.append(time.monotonic() - at_s)
        took_s = time.monotonic() - began_s
        looked = usage.resident_kb()
        time.sleep(1.0)
        ticks = usage.ticks()
        time.sleep(1.0)
        ticks = usage.ticks() - ticks
        rested = usage.resident_kb()
        time.sleep(min(took_s, 20.0))
        idle = usage.resident_kb()
    return Cost(
        name,
        len(found),
        statistics.median(times) * 1000,
        begun / 1024,
        100 * (idle / rested - 1),
        100 * (looked / begun - 1),
        ticks,
    )


def _look(reader: DesktopReader, seen):
    found = reader.tree(seen)
    reader.secret_boxes(seen)
    reader.focus(seen)
    return found


def _settled(usage: Usage, seconds: int = 1) -> None:
    """Wait until a program has done next to nothing for so many seconds one after the other."""
    quiet = 0

    def is_quiet():
        nonlocal quiet
        before = usage.ticks()
        time.sleep(1.0)
        quiet = quiet + 1 if usage.ticks() - before <= QUIET_TICKS else 0
        return quiet >= seconds

    wait_for(is_quiet, 600)


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--out", type=Path)
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    head = [
        f"What {options.count} looks cost a program (`python -m tests.benchmarks.look_cost`), "
        f"on {os.cpu_count()} cores.",
        "",
        "| program | elements | look, median ms | MB before | growth without looks, % "
        "| with looks, % | ticks in the second after |",
        "|---|---|---|---|---|---|---|",
    ]
    rows: list[str] = []
    with tempfile.TemporaryDirectory() as scratch, VirtualDesktop.start((1920, 1080)) as desktop:
        for name in ("DISPLAY", "XAUTHORITY", "DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR"):
            os.environ[name] = desktop.env[name]
        with closing(Rig(desktop)) as rig:
            for name, (title, argv) in programs(Path(scratch)).items():
                if options.names and not any(part in name for part in options.names):
                    continue
                try:
                    rows.append(measured(rig, name, title, argv, options.count).row())
                except BaseException as error:
                    if isinstance(error, KeyboardInterrupt):
                        raise
                    rows.append(f"| {name} | not measured: {type(error).__name__} | | | | | |")
                sys.stdout.write(rows[-1] + "\n")
                sys.stdout.flush()
                if options.out is not None:
                    options.out.write_text("\n".join([*head, *rows]) + "\n")


if __name__ == "__main__":
    main()
