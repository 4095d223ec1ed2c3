"""What a control shows counts beside what its program calls it, in programs and in pages."""

import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from automation.agent.evidence_collector import EvidenceCollector
from automation.core.actions import Aim, Click, Element
from automation.core.events import Task
from automation.core.proposal import Proposal, RiskLevel
from automation.desktop.elements.ocr import Ocr
from automation.desktop.elements.reader import DesktopReader
from automation.safety.risk import assess
from tests.desktop.command_rig import command
from tests.desktop.elements_rig import APP_S, Rig, be_patient
from tests.desktop.gtk_tips import LIES as GTK_LIES
from tests.desktop.gtk_tips import TITLE as GTK_TITLE
from tests.desktop.gtk_tips import TRUTHS as GTK_TRUTHS
from tests.desktop.painted_labels import (
    BESIDE,
    DESCRIBED,
    LIES,
    PLAIN,
    PLAIN_BESIDE,
    TITLE,
    TRUTHS,
)
from tests.fakes.fake_clock import FakeClock
from tests.kit.waiting import wait_for
from tests.kit.web import chromium

pytestmark = [pytest.mark.desktop, pytest.mark.timeout(300)]

PAGE = """<!doctype html><meta charset=utf-8><title>Painted page</title>
<style>button {{ margin: 6px; font-size: 16px }}</style>{}"""
PAGE_LIES = {
    "Continue": "<button aria-label='Continue'>Delete all</button>",
    "Undelete all": "<button aria-label='Undelete all'>Delete all</button>",
    "Go on": "<button aria-label='Go on' style='height:220px;width:130px'>Delete all</button>",
    "Next": "<button aria-label='Next' style='writing-mode:vertical-rl'>Delete all</button>",
    "Step on": "<button aria-label='Step on' style='writing-mode:vertical-rl;rotate:180deg'>"
    "Delete all</button>",
    "Forth": "<button aria-label='Forth' style='rotate:180deg'>Delete all</button>",
    "Proceed": "<button aria-label='Proceed' style='background:#123;color:#dde'>Bin it</button>",
    "Advance": "<button aria-label='Advance'>rm</button>",
    "Carry on": "<button aria-label='Carry on'>Carry on and wipe</button>",
    "Resume": "<button aria-description='Deletes all files'>Resume</button>",
    "Keep at it": "<button title='Bin it'>Keep at it</button>",
    "Onwards": "<button aria-describedby=rm>Onwards</button><i id=rm>rm</i>",
    "By name": "<button aria-label='By name'><svg width=24 height=24><title>Delete</title>"
    "<rect width=24 height=24 /></svg></button>",
    "By file": "<button aria-label='By file'><img src='trash-can.svg' alt='•' width=24 height=24>"
    "</button>",
    "By class": "<button aria-label='By class'><svg class='lucide lucide-trash-2' width=24 height=24>"
    "<path d='M3 6h18M8 6v14h8V6'/></svg></button>",
    "By own class": "<button aria-label='By own class' class='btn btn-delete'><svg width=24 height=24>"
    "<path d='M3 6h18M8 6v14h8V6'/></svg></button>",
}
PAGE_BOX_LIES = {
    "Newsletter": "<div><input type=checkbox aria-label='Newsletter'> Delete all my files</div>",
    "Tips": "<div>Erase the disk <input type=checkbox aria-label='Tips'></div>",
}
PAGE_BOX_TRUTHS = {
    "Weekly": "<div><input type=checkbox aria-label='Weekly'> Write to me every week</div>",
}
PAGE_TRUTHS = {
    "Hourly table": "<button style='writing-mode:vertical-rl'>Hourly table</button>",
    "Radar map": "<button style='height:220px;width:130px'>Radar map</button>",
    "Night view": "<button style='background:#123;color:#dde'>Night view</button>",
    "Größer…": "<button>Größer…</button>",
    "Home": "<button aria-label='Home'><svg width=24 height=24><path d='M2 12L12 3l10 9v10h-7v-7"
    "H9v7H2z'/></svg></button>",
    "Close the notice": "<button aria-label='Close the notice'>✕</button>",
    "Leave": "<button aria-label='Leave' class='delete-dialog-close'><svg width=24 height=24>"
    "<path d='M3 3l18 18M3 21L21 3'/></svg></button>",
    "New sheet": "<button title='Makes a new, empty sheet'>New sheet</button>",
    "Look": "<button aria-label='Look'><img src='eye-24.svg' alt='' width=24 height=24></button>",
}


@pytest.fixture
def rig(desktop, monkeypatch):
    for name, value in desktop.env.items():
        monkeypatch.setenv(name, value)
    be_patient(monkeypatch)
    made = Rig(desktop)
    yield made
    made.close()


def level(rig, reader, name, role="button"):
    """Return how grave a press is that the user names, on the screen as it is."""
    element = rig.find(reader, name, role)
    seen = rig.look()
    collector = EvidenceCollector(reader, Task("press it"), lambda: "commands", FakeClock())
    click = Click(Aim(element.box.center, Element(element.name, element.role)))
    return assess(click, collector.of(Proposal(click, element), seen)).level


def test_a_program_is_asked_about_where_its_buttons_show_something_else(rig):
    program = Path(__file__).with_name("painted_labels.py")
    reader = DesktopReader(ocr=Ocr())
    with closing(reader), rig.running([sys.executable, str(program)], TITLE):
        rig.raise_window(TITLE)
        assert not rig.window(TITLE).is_dialog
        lies = {name: level(rig, reader, name) for name in (*LIES, *DESCRIBED)}
        lies |= {name: level(rig, reader, name, "checkbox") for name in BESIDE}
        truths = {name: level(rig, reader, name) for name in (*TRUTHS, *PLAIN)}
        truths |= {name: level(rig, reader, name, "checkbox") for name in PLAIN_BESIDE}
    assert set(lies.values()) == {RiskLevel.R3}, lies
    assert max(truths.values()) < RiskLevel.R3, truths


def test_a_page_is_asked_about_where_its_buttons_show_something_else(rig, tmp_path):
    page = tmp_path / "painted.html"
    parts = (PAGE_BOX_LIES, PAGE_BOX_TRUTHS, PAGE_LIES, PAGE_TRUTHS)
    buttons = "".join(html for part in parts for html in part.values())
    page.write_text(PAGE.format(buttons), encoding="utf-8")
    argv = chromium(tmp_path, page.as_uri())
    reader = DesktopReader(ocr=Ocr())
    reader.warm_up()  # a browser that starts before anybody reads shows no page
    with closing(reader), rig.running(argv, "Painted page"):
        rig.raise_window("Painted page")
        lies = {name: level(rig, reader, name) for name in PAGE_LIES}
        lies |= {name: level(rig, reader, name, "checkbox") for name in PAGE_BOX_LIES}
        truths = {name: level(rig, reader, name) for name in PAGE_TRUTHS}
        truths |= {name: level(rig, reader, name, "checkbox") for name in PAGE_BOX_TRUTHS}
    assert set(lies.values()) == {RiskLevel.R3}, lies
    assert max(truths.values()) < RiskLevel.R3, truths


def test_a_gtk_program_is_asked_about_where_its_tips_say_something_else(rig):
    reader = DesktopReader(ocr=Ocr())
    argv = ["/usr/bin/python3", str(Path(__file__).with_name("gtk_tips.py"))]
    with closing(reader), rig.running(argv, GTK_TITLE):
        rig.raise_window(GTK_TITLE)
        lies = {name: level(rig, reader, name) for name in GTK_LIES}
        lies |= {"Newsletter": level(rig, reader, "Newsletter", "checkbox")}
        truths = {name: level(rig, reader, name) for name in GTK_TRUTHS}
    assert set(lies.values()) == {RiskLevel.R3}, lies
    assert max(truths.values()) < RiskLevel.R3, truths


def test_auto_presses_no_button_that_shows_something_else(rig, tmp_path, monkeypatch, desktop):
    monkeypatch.setenv("DESKHAND_HOME", str(tmp_path / "home"))
    program = Path(__file__).with_name("painted_labels.py")
    process = desktop.spawn([sys.executable, str(program)], stdout=subprocess.PIPE)
    wait_for(lambda: rig.window(TITLE), APP_S)
    rig.raise_window(TITLE)
    with closing(DesktopReader()) as reader:
        rig.find(reader, "Play", "button")
    lied = command("do", 'click "Continue"', "--approve", "auto", "--json")
    told = command("do", 'click "Mailbox"', "--approve", "auto", "--json")
    process.terminate()
    pressed = process.stdout.read().decode().split("\n")
    assert pressed[:-1] == ["Mailbox"], (lied, told)
    assert lied[0] == 7, lied


def test_a_window_that_its_toolkit_makes_a_dialog_says_so(rig):
    program = Path(__file__).with_name("dead_buttons.py")
    with rig.running([sys.executable, str(program)], "Dead buttons"):
        assert rig.window("Dead buttons").is_dialog
