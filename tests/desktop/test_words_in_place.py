"""A word of danger counts where it labels what is pressed, in real programs and pages, under auto."""

import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from automation.desktop.elements.reader import DesktopReader
from tests.desktop.command_rig import command
from tests.desktop.elements_rig import APP_S, Rig
from tests.desktop.event_window import ROOT
from tests.desktop.order_desk import TITLE
from tests.kit.waiting import wait_for
from tests.kit.web import chromium
from tests.slow import slow

pytestmark = [pytest.mark.desktop, pytest.mark.timeout(400)]

PROGRAM = Path(__file__).with_name("order_desk.py")
PYTHON = {"qt": sys.executable, "gtk": "/usr/bin/python3"}
DONE, ASKED = 0, 7
PAGE = """<!doctype html><title>deskhand-shop</title>
<script>const say = word => document.title = 'deskhand-shop ' + word</script>
<form onsubmit="say('found'); return false"><input type=search aria-label="Search parts"><button>Go</button></form>
<form role=search onsubmit="say('looked'); return false"><input aria-label="Find a shop"><button>Look</button></form>
<form onsubmit="say('paid'); return false"><input aria-label="Search address"><button>Pay now</button></form>
<form onsubmit="say('kept'); return false"><label><input type=checkbox onchange="say('ticked')">Send newsletter</label>
<label><input type=radio onchange="say('office')">Public office</label><button>Save</button></form>
<label><input type=checkbox onchange="say('sent')">Send reports</label>"""


@pytest.fixture(params=["gtk", *slow("qt")])
def order_desk(request, desktop, fresh_home):
    with closing(Rig(desktop)) as rig:
        argv = [PYTHON[request.param], str(PROGRAM), request.param]
        process = desktop.spawn(argv, stdout=subprocess.PIPE, PYTHONPATH=str(ROOT))
        said = []
        try:
            wait_for(lambda: rig.window(TITLE) is not None, APP_S)
            rig.raise_window(TITLE)
            yield said
        finally:
            process.terminate()
            said += process.communicate(timeout=60)[0].decode().splitlines()


@pytest.fixture(scope="module")
def shop(desktop, tmp_path_factory):
    folder = tmp_path_factory.mktemp("shop")
    page = folder / "shop.html"
    page.write_text(PAGE, encoding="utf-8")
    argv = chromium(folder, f"--app={page.as_uri()}")
    with closing(Rig(desktop)) as rig, rig.running(argv, "deskhand-shop"):
        rig.raise_window("deskhand-shop")
        with closing(DesktopReader()) as reader:
            rig.find(reader, "Pay now", "button")
        yield rig


def status_of(words):
    status, lines, error = command("do", words, "--json", "--approve", "auto")
    assert lines, error
    return status, lines[-1]["message"]


def test_a_form_and_an_about_box_of_a_program_with_such_a_name_are_worked_unasked(order_desk):
    for words in (
        "choose Public office",
        f'click "About {TITLE}"',
        "click Close",
    ):
        assert status_of(words)[0] == DONE, words


def test_a_box_that_sends_is_asked_about_where_it_is_ticked(order_desk):
    status, message = status_of("tick Send newsletter")
    assert status == ASKED, message


@pytest.mark.parametrize(
    ("words", "is_asked", "said"),
    [
        ("click Search parts, press Enter", False, "found"),
        ("click Find a shop, press Enter", False, "looked"),
        ("click Search address, press Enter", True, ""),
        ("tick Send newsletter", True, ""),
        ("choose Public office", False, "office"),
        ("tick Send reports", True, ""),
    ],
)
def test_on_a_page_each_form_stands_for_itself(shop, fresh_home, words, is_asked, said):
    before = shop.window("deskhand-shop").title
    found, message = status_of(words)
    assert (found == ASKED) == is_asked, message
    if is_asked:
        assert shop.window("deskhand-shop").title == before
    else:  # what the page does, whenever the step's own look came
        wait_for(lambda: shop.window("deskhand-shop").title.endswith(said), APP_S)
