"""Reading text off pictures with the real networks."""

import socket
import subprocess
import sys

import pytest

from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import Frame
from automation.desktop.elements.ocr import ModelFiles, Ocr
from tests.desktop.text_page import DARK, LIGHT, drawn, labels
from tests.kit.waiting import wait_for

pytestmark = pytest.mark.desktop

MENU = [("File", 40, 30, 13), ("Edit", 140, 30, 13), ("Save changes", 40, 90, 12)]


@pytest.fixture(scope="module")
def ocr():
    ocr = Ocr()
    ocr.warm_up()
    yield ocr
    ocr.close()


@pytest.fixture
def menu():
    return drawn(MENU, size=(640, 480))[0]


def words_at(lines, box):
    near = box.grown(3)
    return " ".join(x.name for x in lines if near.intersection(x.box).area * 2 > box.area)


@pytest.mark.parametrize(("colours", "seed"), [(LIGHT, 1), (DARK, 2)])
def test_small_labels_are_read_where_they_stand(ocr, colours, seed):
    frame, truth = drawn(labels(60, seed=seed), colours=colours)
    lines = ocr.lines(frame)
    missed = [text for text, box in truth if text not in words_at(lines, box)]
    assert len(missed) <= 3, missed


def test_lines_come_in_reading_order_as_text_with_confidence(ocr, menu):
    lines = ocr.lines(menu)
    assert [x.name for x in lines] == ["File", "Edit", "Save changes"]
    assert {(x.role, x.source, x.handle) for x in lines} == {("text", "ocr", None)}
    assert all(0.5 < x.confidence <= 1 for x in lines)


def test_boxes_are_in_pixels_of_the_desktop(ocr, menu):
    moved = Frame(menu.pixels, ScreenPoint(1000, 500), 0.0)
    for here, there in zip(ocr.lines(menu), ocr.lines(moved), strict=True):
        assert there.box == Rect(here.box.x + 1000, here.box.y + 500, here.box.w, here.box.h)
        assert there.edges == tuple(edge + 1000 for edge in here.edges)


def test_box_of_one_word_in_a_line_lies_on_that_word(ocr):
    frame, ((_, whole), (_, first)) = drawn(
        [("Save changes", 40, 90, 13), ("Save", 40, 30, 13)], size=(640, 480)
    )
    line = next(x for x in ocr.lines(frame) if x.name == "Save changes")
    save, changes = line.span_box(0, 4), line.span_box(5, 12)
    assert abs(save.right - first.right) <= 4
    assert abs(changes.right - whole.right) <= 6
    assert save.right <= changes.x + 2


def test_unchanged_picture_is_read_the_same_again(ocr, menu):
    assert ocr.lines(menu) == ocr.lines(menu)


def test_changed_label_is_read_anew(ocr, menu):
    ocr.lines(menu)
    changed, _ = drawn([("Copy", 40, 30, 13), *MENU[1:]], size=(640, 480))
    assert [x.name for x in ocr.lines(changed)] == ["Copy", "Edit", "Save changes"]


def test_empty_picture_has_no_lines(ocr, menu):
    assert ocr.lines(menu.crop(Rect(300, 200, 200, 200))) == []
    assert ocr.lines(menu.crop(Rect(5000, 0, 10, 10))) == ()


def test_tiny_picture_is_no_error(ocr, menu):
    assert ocr.lines(menu.crop(Rect(0, 0, 1, 1))) == []


def test_crop_of_one_button_is_read(ocr, menu):
    assert [x.name for x in ocr.lines(menu.crop(Rect(34, 24, 50, 26)))] == ["File"]


def test_idle_reader_gives_its_memory_back_and_loads_again(menu):
    ocr = Ocr(idle_s=0.01)
    first = ocr.lines(menu)
    wait_for(lambda: not ocr.is_loaded)
    assert ocr.lines(menu) == first
    ocr.close()


def test_nothing_is_loaded_before_the_first_question():
    ocr = Ocr()
    assert not ocr.is_loaded
    assert ocr.problem == ""
    ocr.close()


def test_without_its_files_it_reads_nothing_and_says_what_to_install(menu):
    ocr = Ocr(files=ModelFiles(None, "OCR is not installed; install it with: pip install x"))
    assert ocr.lines(menu) == ()
    assert "install" in ocr.problem
    ocr.warm_up()
    ocr.close()


def test_no_connection_is_ever_made(menu, monkeypatch):
    def refuse(*arguments):
        pytest.fail(f"OCR tried to connect to {arguments[1:]}")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    ocr = Ocr()
    assert ocr.lines(menu)
    ocr.close()


def test_the_library_that_downloads_is_never_imported():
    code = (
        "import sys, numpy as np\n"
        "from automation.core.geometry import ScreenPoint\n"
        "from automation.core.observation import Frame\n"
        "from automation.desktop.elements.ocr import Ocr\n"
        "o = Ocr(); o.lines(Frame(np.zeros((64, 64, 4), np.uint8), ScreenPoint(0, 0), 0.0)); o.close()\n"
        "print('rapidocr' in sys.modules, 'onnxruntime' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "True"]
