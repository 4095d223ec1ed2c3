"""A look costs a program little, whatever it holds: spreadsheets, huge, growing, late, silent trees."""

import os
import signal
import sys
from contextlib import closing, contextmanager

import pytest

from automation.core.geometry import Rect
from automation.desktop.elements.reader import DesktopReader
from tests.desktop.command_rig import ROOT, command
from tests.desktop.elements_rig import APP_S, Rig, be_patient
from tests.desktop.usage import Usage
from tests.kit.waiting import wait_for

pytestmark = [pytest.mark.desktop, pytest.mark.timeout(600)]

FEW = {"MAX_NODES": 500, "MAX_ASKED": 1000, "MAX_HIDDEN": 250, "MAX_PART": 300}
"""A quarter of the bounds of a walk, so that the scripted programs answer in a quarter of the time."""
MOST_WORK = 15_000
"""Answers and things made for five looks; each of the trees has a million things and more."""

_ODF = "urn:oasis:names:tc:opendocument:xmlns"
_ROW = '<table:table-cell office:value-type="string"><text:p>{}</text:p></table:table-cell>'
SHEET = f"""<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="{_ODF}:office:1.0" xmlns:table="{_ODF}:table:1.0"
 xmlns:text="{_ODF}:text:1.0" xmlns:draw="{_ODF}:drawing:1.0" office:version="1.3"
 xmlns:svg="{_ODF}:svg-compatible:1.0"
 office:mimetype="application/vnd.oasis.opendocument.spreadsheet"><office:body><office:spreadsheet>
<table:table table:name="Sheet1"><table:shapes><draw:rect draw:name="Veil" svg:x="2.4cm"
 svg:y="2.6cm" svg:width="2cm" svg:height="0.7cm"/></table:shapes>
<table:table-row>{_ROW.format("first")}{_ROW.format("second")}</table:table-row>
</table:table></office:spreadsheet></office:body></office:document>"""


@pytest.fixture
def rig(desktop):
    with closing(Rig(desktop)) as rig:
        yield rig


@contextmanager
def program(rig, kind, folder):
    """Start a scripted program; yield the file in which it counts its work."""
    log = folder / "work"
    argv = [sys.executable, "-m", "tests.desktop.atspi_program", kind, str(log)]
    with rig.running(argv, kind, PYTHONPATH=str(ROOT)):
        yield log


def look_every_way(rig, reader):
    seen = rig.look()
    found = reader.tree(seen)
    reader.tree(seen, whole_screen=True)
    reader.secret_boxes(seen)
    reader.focus(seen)
    return found


@pytest.mark.parametrize("kind", ["million", "grows"])
def test_a_tree_without_end_is_read_where_it_can_be_seen(rig, tmp_path, monkeypatch, kind):
    be_patient(monkeypatch)
    for name, most in FEW.items():
        monkeypatch.setattr(f"automation.desktop.elements.bounded_walk.{name}", most)
    with program(rig, kind, tmp_path) as log, closing(DesktopReader()) as reader:
        rig.raise_window(kind)
        rig.find(reader, "n3", "button")
        before = int(log.read_text())
        found = look_every_way(rig, reader)
        asked = int(log.read_text()) - before
        rows = {e.box.y for e in found if e.role == "button"}
        place = rig.window(kind).rect
    assert asked < MOST_WORK
    assert len(rows) >= place.h // 20 - 1
    assert all(place.intersection(e.box) == e.box for e in found)


@pytest.mark.parametrize("kind", ["late", "never"])
def test_a_program_that_does_not_answer_is_asked_little_and_then_nothing(rig, tmp_path, kind):
    with program(rig, kind, tmp_path) as log, closing(DesktopReader()) as reader:
        rig.raise_window(kind)
        assert not look_every_way(rig, reader)
        asked = int(log.read_text())
        assert not look_every_way(rig, reader)
        assert int(log.read_text()) == asked
    assert asked < 100


@pytest.fixture(scope="module")
def calc(desktop, tmp_path_factory):
    """Open Calc with a small sheet, a drawing over its B7; it is named by its first title."""
    sheet = tmp_path_factory.mktemp("calc") / "sheet.fods"
    sheet.write_text(SHEET)
    profile = f"-env:UserInstallation=file://{sheet.parent}/profile"
    argv = ["soffice", profile, "--norestore", "--nologo", str(sheet)]
    with closing(Rig(desktop)) as rig:
        process = desktop.spawn(argv)
        try:
            wait_for(lambda: rig.window("sheet.fods"), APP_S)
            rig.raise_window("sheet.fods")
            with closing(DesktopReader()) as reader:
                rig.find(reader, "B3", "cell")
            yield sheet
        finally:
            os.kill(rig.window("sheet.fods").pid, signal.SIGTERM)
            process.wait(APP_S)


def test_a_spreadsheet_is_looked_at_without_growing(rig, calc, monkeypatch):
    be_patient(monkeypatch)
    rig.raise_window("sheet.fods")
    usage = Usage(rig.window("sheet.fods").pid)
    with closing(DesktopReader()) as reader:
        for _ in range(3):
            look_every_way(rig, reader)
        before = usage.resident_kb()
        for _ in range(5):  # to make the cells anew grows it by 7 MB a look
            look_every_way(rig, reader)
        assert usage.resident_kb() < before * 1.02
    usage.wait_until_idle()


def test_a_spreadsheet_behind_another_window_is_left_in_peace(rig, calc, monkeypatch):
    be_patient(monkeypatch)
    usage = Usage(rig.window("sheet.fods").pid)
    with (
        rig.running(["galculator"], "galculator"),
        closing(DesktopReader()) as reader,
    ):
        rig.raise_window("galculator")
        before = usage.resident_kb()
        for _ in range(5):
            assert "sqrt" in [e.name for e in look_every_way(rig, reader)]
        assert usage.resident_kb() < before * 1.02
    usage.wait_until_idle()


def test_cells_stand_where_the_picture_has_them(rig, calc):
    """LibreOffice tells places that are too high by its menu bar: a hit test below it would miss."""
    rig.raise_window("sheet.fods")
    with closing(DesktopReader()) as reader:
        cells = {e.name: e for e in reader.tree(rig.look()) if e.role == "cell"}
        seen = rig.look()
        for name in ("A1", "B3", "D7"):
            assert reader.reached(seen, cells[name].box.center).name == name
        first = reader.refreshed(cells["A1"])
    assert (first.name, first.value) == ("A1", "first")
    inner = cells["C5"].box
    inside = seen.frame.crop(Rect(inner.x + 2, inner.y + 2, inner.w - 5, inner.h - 5)).pixels
    assert len({bytes(pixel) for row in inside for pixel in row}) == 1


def test_a_cell_is_clicked_and_filled_by_its_name(rig, calc, fresh_home):
    rig.raise_window("sheet.fods")
    # A command leaves a program alone that keeps it waiting, and Calc is busy for a while as it comes up.
    Usage(rig.window("sheet.fods").pid).wait_until_idle()
    status, lines, err = command("do", "click B3", "--json", "--approve", "auto")
    assert (status, lines[-1]["outcome"]) == (0, "done"), (lines, err)
    status, lines, err = command(
        "do", "type 12 into B3, press Enter", "--json", "--approve", "auto"
    )
    assert lines[-1]["steps"] == 2, (lines, err)
    with closing(DesktopReader()) as reader:
        cell = rig.find(reader, "B3", "cell")
        told = []  # what failed to come is worth knowing
        wait_for(lambda: told.append(reader.refreshed(cell).value) or told[-1] == "12")
        assert reader.refreshed(rig.find(reader, "A1", "cell")).value == "first"


def test_a_cell_under_a_drawing_is_not_pressed_through_it(rig, calc, fresh_home):
    rig.raise_window("sheet.fods")
    Usage(rig.window("sheet.fods").pid).wait_until_idle()
    with closing(DesktopReader()) as reader:
        rig.find(reader, "B7", "cell")
        seen = rig.look()
        cells = [e for e in reader.tree(seen) if e.role == "cell" and e.name[1:] in ("1", "3", "7")]
        told = {cell.name: reader.covering(seen, cell, cell.box.center) for cell in cells}
        assert {name: over.name for name, over in told.items() if over} == {"B7": "Veil"}
    status, lines, err = command("do", "click B7", "--json", "--approve", "auto")
    assert (status, lines[-1]["outcome"]) == (7, "blocked"), (lines, err)
    assert "“Veil” lies over “B7”" in lines[-1]["message"]
