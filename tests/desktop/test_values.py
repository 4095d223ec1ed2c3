"""Values that words give to real controls, judged by what the programs hold afterwards."""

import json
import sys
from contextlib import closing
from pathlib import Path

import pytest

from automation.desktop.elements.reader import DesktopReader
from tests.desktop.command_rig import command
from tests.desktop.elements_rig import APP_S, Rig
from tests.desktop.value_programs import TITLE
from tests.kit.waiting import wait_for
from tests.kit.web import Site, chromium, one_page

pytestmark = [pytest.mark.desktop, pytest.mark.timeout(600)]

PROGRAM = Path(__file__).with_name("value_programs.py")
PAGE = """<!doctype html><meta charset="utf-8"><title>Values</title>
<p><label>Metal <input name="metal" list="metals" value="Iron"></label>
<datalist id="metals"><option>Iron<option>Zinc</datalist>
<p><label>Guests <input name="guests" type="number" min="1" max="12" value="2"></label>
<p><label>Arrival <input name="arrival" type="date" value="2026-02-03"></label>
<p><label>Slot <input name="slot" type="datetime-local" value="2026-02-03T10:00"></label>
<p><label for="light">Brightness</label> <input id="light" name="light" type="range" value="30">
<p><label for="tops">Toppings</label> <select id="tops" multiple size="3">
<option>cheese<option>ham<option>onion</select>
<script>
let last = '';
setInterval(() => {
  const state = {tops: [...tops.selectedOptions].map(option => option.value)};
  document.querySelectorAll('input').forEach(input => { state[input.name] = input.value; });
  const said = JSON.stringify(state);
  if (said != last) { last = said; fetch('/state', {method: 'POST', body: said}); }
}, 40);
</script>"""
LAST = {"qt": "blue tag", "gtk": "Rope", "chromium": "onion"}
"""What each form shows last."""


def served(log):
    """Serve the page, and write down the state that it tells."""

    def hear(_, state):
        new = log.with_suffix(".new")
        new.write_bytes(state)
        new.replace(log)

    return Site(one_page(PAGE), hear)


@pytest.fixture
def ask(desktop, tmp_path, monkeypatch):
    """Return a function that shows a form, has a task done, and returns status, message, state."""
    monkeypatch.setenv("DESKHAND_HOME", str(tmp_path / "home"))
    for name, value in desktop.env.items():
        monkeypatch.setenv(name, value)

    def asked(kind, task, wanted=None):
        log, rig = tmp_path / "state.json", Rig(desktop)
        with served(log) as address:
            argv = {
                "qt": [sys.executable, str(PROGRAM), "qt", str(log)],
                "gtk": ["/usr/bin/python3", str(PROGRAM), "gtk", str(log)],
                "chromium": chromium(tmp_path, f"--app={address}", placed=False),
            }[kind]
            with rig.running(argv, TITLE):
                rig.raise_window(TITLE)
                wait_for(log.exists)
                with closing(DesktopReader(ocr=None)) as reader:
                    shown = lambda: {e.name for e in reader.tree(rig.look())}  # noqa: E731
                    wait_for(lambda: LAST[kind] in shown(), APP_S)
                before = json.loads(log.read_text())
                status, lines, err = command("do", task, "--approve", "auto", "--json")
                told = f"{lines[-1].get('message')} {err}"
                if wanted is not None:
                    goal = {**before, **wanted}
                    assert status == 0, told
                    wait_for(lambda: json.loads(log.read_text()) == goal, APP_S)
                return status, told, before, json.loads(log.read_text())

    return asked


@pytest.mark.parametrize(
    ("kind", "task", "wanted"),
    [
        (
            "gtk",
            "choose Silk from Fabric, set Amount to 7, set Volume to 80, set Size to Large",
            {"fabric": "Silk", "amount": 7.0, "volume": 80, "size": "Large"},
        ),
        (
            "gtk",
            "select Land 77 in Country, tick Lamp, untick Map, type Linen into Fabric",
            {"land": "Land 77", "goods": ["Lamp"], "fabric": "Linen"},
        ),
        (
            "qt",
            "choose Silk from Fabric, increase Amount by 5, set Start to 24.12.2026, "
            "set Leave to 17:45, set Volume to 80",
            {"fabric": "Silk", "amount": 7, "start": "2026-12-24", "leave": "17:45", "volume": 80},
        ),
        (
            "qt",
            "tick Lamp, untick Map, select red tag, blue tag in Tags",
            {"goods": ["Lamp"], "tags": ["red tag", "blue tag"]},
        ),
        (  # its list opens over it, so that one of them lies where it was pressed
            "qt",
            ", ".join(f"choose {n} in Shoe size" for n in (38, 40, 41, 42, 43, 44, 45, 46)),
            {"shoes": "46"},
        ),
        (
            "qt",
            "tick Paid for Harper, untick Paid for Osei",
            {"paid": ["Harper"]},
        ),
        (
            "chromium",
            "choose Zinc from Metal, set Guests to 9, set Arrival to 2026-12-24, "
            "set Slot to 2026-07-08 16:30",
            {"metal": "Zinc", "guests": "9", "arrival": "2026-12-24", "slot": "2026-07-08T16:30"},
        ),
        (
            "chromium",
            "set Brightness to 75, select cheese, onion in Toppings",
            {"light": "75", "tops": ["cheese", "onion"]},
        ),
    ],
)
def test_what_is_said_is_what_the_program_holds(ask, kind, task, wanted):
    ask(kind, task, wanted)


@pytest.mark.parametrize(
    ("kind", "task", "told"),
    [
        ("gtk", "set Amount to 500", "takes 0 to 99 and holds 2"),
        ("qt", "type 500 into Amount", "takes 0 to 99 and holds 2"),
        ("chromium", "set Guests to 50", "takes 1 to 12 and holds 2"),
    ],
)
def test_a_number_past_the_ends_changes_nothing(ask, kind, task, told):
    status, said, before, after = ask(kind, task)
    assert (status, after) == (8, before)
    assert told in said


def test_an_option_is_never_looked_for_below_its_list(ask):
    status, _, before, after = ask("gtk", "choose Lam in Country")
    assert status == 5
    assert after == before
