"""Where a password may stand on a picture: shown ones, ones by their name, and what nobody told of yet."""

from dataclasses import replace

import numpy as np
import pytest

from automation.agent.evidence_collector import PasswordPlaces
from automation.core.geometry import Rect
from automation.core.observation import WindowInfo
from automation.core.pictures import PAINT_LEVEL
from automation.core.proposal import Finish, Outcome, Proposal
from tests.fakes.fake_reader import FakeReader, element
from tests.fakes.fake_runlog import FakeRunLog
from tests.fakes.scripted_policy import ScriptedPolicy
from tests.unit.agent.rig import EDITOR, Rig, click, observation

BOX = Rect(20, 40, 120, 20)
BROWSER = WindowInfo(
    9, "Sign in", "chromium", 50, Rect(0, 0, 300, 200), is_active=True,
    executable="/usr/bin/chromium",
)  # fmt: skip
PAGE = element("Sign in", "document", BROWSER.rect, window_id=9)


def entry(name, role="field", box=BOX, window_id=7, **more):
    return element(name, role, box, states=frozenset({"editable", "showing"}), window_id=window_id,
                   **more)  # fmt: skip


@pytest.mark.parametrize("name", ["Password", "Kennwort", "Confirm password *", "PIN"])
def test_a_field_that_shows_what_is_typed_is_hidden_by_its_name(name):
    assert PasswordPlaces(FakeReader([entry(name)])).boxes(observation()) == (BOX,)


@pytest.mark.parametrize("name", ["Name", "Password hint", "Passenger"])
def test_other_fields_are_not(name):
    assert PasswordPlaces(FakeReader([entry(name)])).boxes(observation()) == ()


def test_a_nameless_field_is_hidden_by_the_label_beside_it():
    label = element("Password:", "label", Rect(2, 40, 16, 20), window_id=7)
    places = PasswordPlaces(FakeReader([label, entry("")]))
    assert places.boxes(observation()) == (BOX,)


def test_a_text_beside_a_nameless_field_hides_no_password_label_above_it():
    forgot = element("Forgot?", "label", Rect(2, 50, 16, 20), window_id=7)
    label = element("Password", "label", Rect(20, 18, 60, 16), window_id=7)
    places = PasswordPlaces(FakeReader([forgot, label, entry("")]))
    assert places.boxes(observation()) == (BOX,)


def test_what_hid_its_text_is_hidden_when_it_shows_it_by_name_or_place_and_moves_with_its_window():
    reader = FakeReader([entry("Magic word", "password")])
    places = PasswordPlaces(reader)
    assert places.boxes(observation()) == (BOX,)
    reader.elements = [entry("Magic word")]
    assert places.boxes(observation()) == (BOX,)
    reader.elements = [entry("")]
    assert places.boxes(observation()) == (BOX,)
    reader.elements = []
    moved = replace(EDITOR, rect=Rect(30, 10, 300, 290))
    assert places.boxes(observation(windows=(moved,))) == (Rect(50, 50, 120, 20),)


def test_a_browser_that_has_told_of_no_page_yet_is_hidden_as_a_whole():
    reader = FakeReader([])
    places = PasswordPlaces(reader)
    seen = observation(windows=(BROWSER,))
    assert places.boxes(seen) == (BROWSER.rect,)
    reader.elements = [element("Address", "field", Rect(5, 5, 90, 10), window_id=9)]
    assert places.boxes(seen) == (BROWSER.rect,)
    reader.elements.append(PAGE)
    assert places.boxes(seen) == ()
    assert PasswordPlaces(FakeReader([])).boxes(observation()) == ()  # only browsers are late


class KeptPictures(FakeRunLog):
    def __init__(self):
        super().__init__()
        self.frames = []

    def picture(self, frame):
        self.frames.append(frame)
        return super().picture(frame)


def test_a_run_keeps_no_picture_of_a_password_that_is_shown():
    button = element("Go", "button", Rect(10, 80, 40, 20), window_id=7)
    reader, log = FakeReader([entry("Password"), button]), KeptPictures()
    policy = ScriptedPolicy([Proposal(click(20, 90, "Go"), button), Finish(Outcome.DONE, "Done.")])
    Rig(policy, reader=reader, log=log).run()
    assert len(log.frames) >= 2  # before and after
    for frame in log.frames:
        shown = frame.pixels[:, :, :3]
        assert (shown[BOX.y : BOX.bottom, BOX.x : BOX.right] == PAINT_LEVEL).all()
        assert (np.delete(shown, range(BOX.y, BOX.bottom), axis=0) != PAINT_LEVEL).any()
