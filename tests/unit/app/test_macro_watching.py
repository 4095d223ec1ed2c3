"""What a recording sees beside its steps leaves out what is nobody's business."""

from dataclasses import replace

from app.macros.record import Watching
from automation.core.geometry import Rect
from automation.core.hand_events import FieldValue
from automation.core.observation import WindowInfo
from automation.desktop.recording.listen import Look, Turned
from automation.macros.record.seen_effects import Sightings
from tests.fakes.fake_reader import element

BANK = WindowInfo(7, "Bank", "bank", 40, Rect(0, 0, 400, 300))
ORDERS = WindowInfo(8, "Orders", "shop", 41, Rect(0, 0, 400, 300))
OURS = replace(ORDERS, window_id=9, is_own=True)
BOX = element("Urgent", "checkbox", handle=("bus", "urgent"), states=frozenset({"checkable"}))
ON = replace(BOX, states=BOX.states | {"checked"})
FIELD = element("Vendor", "field", handle=("bus", "vendor"), value="Acme")


def watched():
    seen = Sightings()
    return seen, Watching(seen, lambda window: window.app == "bank")


def test_our_windows_and_private_ones_are_left_out():
    seen, watching = watched()
    watching.showed(1, 2, (OURS, BANK, ORDERS))
    assert seen.shown_at(2).windows == (ORDERS,)
    assert seen.shown_at(1) is None


def test_boxes_and_fields_are_taken_with_the_time_of_their_reading():
    seen, watching = watched()
    watching.looked(Look(50, 60, (ORDERS,), (BOX, FIELD), tree_us=10))
    watching.turned(Turned(ON, 70, 80))
    assert seen.things(BOX.handle, 10, 60) == (BOX,)
    assert seen.things(BOX.handle, 0, 99) == (BOX, ON)
    assert seen.things(BOX.handle, 11, 69) == ()
    assert seen.values(FIELD.handle, 10, 60) == ("Acme",)


def test_a_field_that_was_read_with_a_look_or_once_more_is_taken():
    seen, watching = watched()
    held = FieldValue(FIELD.handle, "Ac", 20, 30)
    watching.looked(Look(50, 60, (ORDERS,), held=held, read_again=(FIELD.handle, "Acme")))
    assert seen.values(FIELD.handle, 0, 99) == ("Ac", "Acme")
    assert seen.values(FIELD.handle, 21, 99) == ("Acme",)
