"""What was answered before a stop is not asked again, and only of that very model and picture."""

from dataclasses import replace

import numpy as np
import pytest

from automation.core.engine import EngineStatus
from automation.core.errors import GenerationError
from model.calibrate.calibrate import Resuming
from model.prompt.conversation import SourceImage
from tests.unit.model.calibrate.simulated import SCREENS

KEY, OTHER = "ab" * 32, "cd" * 32
STATUS = EngineStatus(state="ready", device="CPU", dtype="float32")
IMAGE = SourceImage(np.zeros((8, 8, 4), np.uint8), SCREENS[0].image.plan)
OTHER_IMAGE = SourceImage(np.ones((8, 8, 4), np.uint8), SCREENS[0].image.plan)


class Counting:
    def __init__(self, answer="(1, 2)"):
        self.answer = answer
        self.asked = 0

    def ask(self, image, question, *, thinking):
        self.asked += 1
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


def asked(data, asker, *, key=KEY, status=STATUS, image=IMAGE, question="Where?", thinking=False):
    return Resuming(asker, key, data, status).ask(image, question, thinking=thinking)


def test_the_same_question_is_answered_from_the_disk(tmp_path):
    assert asked(tmp_path, Counting("(1, 2)")) == "(1, 2)"
    later = Counting("(3, 4)")
    assert (asked(tmp_path, later), later.asked) == ("(1, 2)", 0)


@pytest.mark.parametrize(
    "other",
    [
        {"key": OTHER},
        {"image": OTHER_IMAGE},
        {"question": "Where now?"},
        {"thinking": True},
        {"status": replace(STATUS, quantization="nf4")},
        {"status": replace(STATUS, dtype="bfloat16")},
        {"status": replace(STATUS, device="NVIDIA H100")},
    ],
)
def test_anything_else_is_asked(tmp_path, other):
    asked(tmp_path, Counting("(1, 2)"))
    assert asked(tmp_path, Counting("(3, 4)"), **other) == "(3, 4)"


def test_a_question_without_a_reply_is_asked_again(tmp_path):
    with pytest.raises(GenerationError):
        asked(tmp_path, Counting(GenerationError("no reply")))
    assert asked(tmp_path, Counting("(3, 4)")) == "(3, 4)"


def test_what_was_forgotten_is_asked_again_and_no_file_stays(tmp_path):
    resuming = Resuming(Counting(), KEY, tmp_path, STATUS)
    resuming.ask(IMAGE, "Where?", thinking=False)
    resuming.forget()
    resuming.forget()
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


@pytest.mark.parametrize(
    "content",
    [b"", b"[]", b'{"version": 2, "answers": {}}', b"\xff", b'{"version": 1, "answers": {"a": 1}}'],
)
def test_a_file_of_somebody_else_costs_the_answers_alone(tmp_path, content):
    asked(tmp_path, Counting("(1, 2)"))
    (kept,) = (path for path in tmp_path.rglob("*") if path.is_file())
    kept.write_bytes(content)
    assert asked(tmp_path, Counting("(3, 4)")) == "(3, 4)"
    assert asked(tmp_path, Counting("(5, 6)")) == "(3, 4)"


def test_answers_that_cannot_be_kept_stop_nothing(tmp_path):
    (tmp_path / "calibrations").write_text("a file in the place of the folder")
    assert asked(tmp_path, Counting("(1, 2)")) == "(1, 2)"


def test_an_answer_that_is_no_unicode_stops_nothing(tmp_path):
    assert asked(tmp_path, Counting("\udc80")) == "\udc80"
