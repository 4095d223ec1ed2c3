"""The pictures of the chat's targets: they look the same packed, and do not fill the memory."""

from dataclasses import replace

import pytest
from PySide6.QtGui import QColor, QImage

from app.gui.chat.model import CROP_LIMIT, UNPACKED, CropShelf
from app.gui.chat.rows import StepRow
from automation.core.actions import Aim, Write
from automation.core.events import Ended, Stepped
from automation.core.geometry import Rect, ScreenPoint
from automation.core.proposal import NOT_SENT, Confirmation, Outcome, Proposal
from tests.gui import sample_runs as runs

BOX = Rect(1, 2, 448, 224)


def _image(shade):
    image = QImage(448, 224, QImage.Format.Format_RGB32)
    image.fill(QColor(shade % 256, 7, 9))
    return image


@pytest.fixture
def shelf():
    return CropShelf()


def test_an_old_picture_comes_back_as_it_was(shelf):
    for number in range(UNPACKED * 3):
        shelf.put(str(number), (_image(number), BOX))
    for number in range(UNPACKED * 3):
        image, box = shelf.get(str(number))
        assert (image.pixelColor(5, 5).red(), image.size(), box) == (number, _image(0).size(), BOX)


def test_the_oldest_picture_is_forgotten(shelf):
    for number in range(CROP_LIMIT + 1):
        shelf.put(str(number), (_image(number), BOX))
    assert (len(shelf), shelf.get("0")) == (CROP_LIMIT, None)
    assert shelf.get("1") is not None


def test_a_newer_picture_of_the_same_name_takes_its_place(shelf):
    for number in range(UNPACKED * 2):
        shelf.put(str(number), (_image(number), BOX))
    shelf.put("0", (_image(200), BOX))
    assert shelf.get("0")[0].pixelColor(5, 5).red() == 200
    assert len(shelf) == UNPACKED * 2


def test_three_hundred_pictures_take_less_than_ten_megabytes(shelf):
    for number in range(CROP_LIMIT):
        shelf.put(str(number), (_image(number), BOX))
    fresh = sum(image.sizeInBytes() for image, _ in shelf._fresh.values())
    packed = sum(data.size() for data, _ in shelf._packed.values())
    assert fresh + packed < 10_000_000


def _typed(at):
    """Return a text that is typed at a pixel where nothing is known of the element."""
    return Proposal(Write("March", Aim(at)), None, sentence="Write “March”")


def _stopped(panel, proposal):
    """Show a run that was stopped while it typed; return its step's row."""
    proposed = replace(runs.proposed(), proposal=proposal)
    stopped = Confirmation("stopped", "user")
    record = replace(
        runs.record(), proposal=proposal, action=proposal.intent, point=proposal.intent.at.point,
        confirmation=stopped, execution=None, receipt=NOT_SENT,
    )  # fmt: skip
    ended = Ended(runs.RUN, Outcome.STOPPED, "Stopped.", 0)
    for happening in (*runs.begun(), proposed, Stepped(runs.RUN, record), ended):
        panel.take(happening)
    return next(row for row in panel.model._rows if isinstance(row, StepRow))


def _blue(panel, qtbot):
    """Count the picture's blue pixels in the chat."""
    image = panel.steps.viewport().grab().toImage()
    blue = QColor(47, 100, 208).rgb()
    return sum(
        image.pixel(x, y) == blue for x in range(image.width()) for y in range(image.height())
    )


def test_a_text_at_a_bare_pixel_shows_its_surroundings(panel, qtbot):
    assert _stopped(panel, _typed(runs.POINT)).crop_key
    qtbot.waitUntil(lambda: _blue(panel, qtbot) > 100)


def test_a_target_that_is_not_on_the_picture_has_no_empty_place_for_one(panel):
    assert _stopped(panel, _typed(ScreenPoint(5000, 5000))).crop_key == ""
