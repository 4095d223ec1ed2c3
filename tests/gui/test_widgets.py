import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QSize, Qt
from PySide6.QtGui import QFontInfo, QImage, QKeyEvent
from PySide6.QtWidgets import QApplication, QWidget

from app.gui.widgets.buttons import Button, KeyCaps, parts_of
from app.gui.widgets.labels import ElidedLabel, Label, RunsLabel
from app.gui.widgets.layout import Flow
from app.gui.widgets.pictures import Crop, CropView, fitting_zoom, frame_image
from app.gui.widgets.theme import Theme
from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import Frame
from automation.core.proposal import RiskLevel


@pytest.fixture
def theme(qapp):
    return Theme("light")


def frame(width=200, height=100, origin=(0, 0), fill=(10, 20, 30, 0)):
    pixels = np.zeros((height, width, 4), np.uint8)
    pixels[...] = fill
    return Frame(pixels, ScreenPoint(*origin), 0.0)


def test_a_theme_change_reaches_the_application_and_its_listeners(qtbot, qapp, theme):
    theme.apply(qapp)
    with qtbot.waitSignal(theme.changed):
        theme.set_choice("dark")
    assert qapp.palette().window().color() == theme.color("bg")
    assert theme.color("bg").name() == "#15191b"


class Dressed(QWidget):
    def __init__(self):
        super().__init__()
        self.changes = []

    def changeEvent(self, event):
        self.changes.append(event.type())


def test_an_application_that_is_dressed_already_is_left_alone(qtbot, qapp, theme):
    theme.apply(qapp)
    widget = Dressed()
    qtbot.addWidget(widget)
    widget.show()
    widget.changes.clear()
    Theme("light").apply(qapp)
    assert widget.changes == []
    Theme("dark").apply(qapp)
    assert QEvent.Type.StyleChange in widget.changes


def test_no_type_step_is_below_12_pixels(theme):
    steps = ("display", "title", "body", "small", "caption", "mono")
    assert all(QFontInfo(theme.font(step)).pixelSize() >= 12 for step in steps)


def test_a_button_is_wide_enough_for_its_words_and_keys(qtbot, theme):
    plain, keyed = Button(theme, "Accept"), Button(theme, "Accept", keys="Ctrl+Shift+Enter")
    qtbot.addWidget(plain)
    qtbot.addWidget(keyed)
    assert keyed.sizeHint().width() > plain.sizeHint().width() + 60
    assert keyed.accessibleDescription() == "Ctrl+Shift+Enter"


def test_a_disabled_button_is_not_pressed(qtbot, theme):
    button, presses = Button(theme, "Accept"), []
    qtbot.addWidget(button)
    button.clicked.connect(lambda: presses.append(1))
    button.setEnabled(False)
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert presses == []


@pytest.mark.parametrize(
    ("chord", "parts"),
    [("Ctrl+Shift+E", ("Ctrl", "Shift", "E")), ("Ctrl++", ("Ctrl", "+")), ("Pause", ("Pause",))],
)
def test_a_chord_is_cut_into_its_keys(chord, parts):
    assert parts_of(chord) == parts


def test_the_pause_key_is_not_taken_for_a_button_called_pause(qtbot, theme):
    button = Button(theme, "Finish", keys="Pause")
    qtbot.addWidget(button)
    plain, caps = button.sizeHint().width(), KeyCaps(theme, "Pause")
    qtbot.addWidget(caps)
    assert button.accessibleDescription() == caps.accessibleName() == "Pause key"
    button.set_keys("Ctrl+Alt+P")
    assert button.accessibleDescription() == "Ctrl+Alt+P"
    button.set_keys("Pause key")
    assert button.sizeHint().width() == plain


def test_a_label_shows_markup_as_text(qtbot, theme):
    label = Label(theme, "<b>Accept</b>")
    qtbot.addWidget(label)
    assert label.textFormat() == Qt.TextFormat.PlainText


def test_an_elided_label_keeps_the_whole_text_at_hand(qtbot, theme):
    label = ElidedLabel(theme, "a long name of something that does not fit")
    qtbot.addWidget(label)
    label.resize(60, 20)
    label.show()
    assert label.text().endswith("…")
    assert label.toolTip() == label.accessibleName() == "a long name of something that does not fit"


def test_a_sentence_wraps_to_its_width(qtbot, theme):
    label = RunsLabel(theme, (("Asked because the button is called ", False), ("Send", True)))
    qtbot.addWidget(label)
    assert label.heightForWidth(80) > 2 * label.heightForWidth(2000)


def test_a_frame_becomes_an_opaque_image_of_the_same_colours():
    image = frame_image(frame(fill=(30, 20, 10, 0)))
    assert image.pixelColor(5, 5).getRgb() == (10, 20, 30, 255)


def test_a_crop_of_a_frame_becomes_an_image_too():
    part = frame().crop(Rect(10, 10, 20, 20))
    assert frame_image(part).size() == QSize(20, 20)


def test_an_empty_frame_becomes_an_empty_image():
    assert frame_image(frame().crop(Rect(500, 500, 5, 5))).isNull()


@pytest.mark.parametrize(
    ("box", "zoom"),
    [(Rect(0, 0, 10, 10), 4.0), (Rect(0, 0, 100, 20), 3.0), (Rect(0, 0, 900, 20), 2.0)],
)
def test_the_zoom_is_the_largest_whole_one_at_which_the_frame_fits(box, zoom):
    assert fitting_zoom(box, QSize(370, 124), 1.0, (2.0, 3.0, 4.0)) == zoom


def shown(view: CropView) -> QImage:
    image = QImage(view.size(), QImage.Format.Format_RGB32)
    view.render(image, QPoint(0, 0))
    return image


def test_the_pixel_that_is_pressed_stands_in_the_middle_of_the_crop(qtbot, theme):
    picture = frame()
    crop = Crop(picture, ScreenPoint(50, 50), RiskLevel.R1, None, ScreenPoint(50, 50))
    view = CropView(theme, crop, QSize(200, 120))
    qtbot.addWidget(view)
    assert shown(view).pixelColor(100, 60).name() == "#007d8a"


def test_a_crop_at_the_edge_of_the_picture_shows_no_wrapped_pixels(qtbot, theme):
    picture = frame(fill=(0, 0, 255, 0))
    view = CropView(theme, Crop(picture, ScreenPoint(0, 0)), QSize(200, 120))
    qtbot.addWidget(view)
    image = shown(view)
    assert image.pixelColor(20, 20) == theme.color("sunken")
    assert image.pixelColor(180, 100).name() == "#ff0000"


def test_the_application_font_is_kept_when_the_desktop_names_one(qapp):
    before = QApplication.font()
    font = QApplication.font()
    font.setFamily("DejaVu Serif")
    font.setPixelSize(20)
    try:
        QApplication.setFont(font)
        assert QFontInfo(Theme("light").font("body")).pixelSize() == 20
    finally:
        QApplication.setFont(before)


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space])
def test_enter_presses_the_button_that_has_the_focus_as_space_does(qtbot, theme, key):
    button = Button(theme, "Play")
    qtbot.addWidget(button)
    button.show()
    pressed = []
    button.clicked.connect(lambda: pressed.append(1))
    qtbot.keyPress(button, key)
    assert button.isDown()
    qtbot.keyRelease(button, key)
    assert pressed == [1]


def test_enter_on_a_button_goes_to_nobody_else_even_when_it_is_held(qtbot, theme):
    class Around(QWidget):
        heard = 0

        def keyPressEvent(self, _event):
            self.heard += 1

    around = Around()
    button = Button(theme, "Reject")
    button.setParent(around)
    qtbot.addWidget(around)
    around.show()
    for is_repeat in (False, True):
        event = QKeyEvent(
            QEvent.Type.KeyPress, Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier, "", is_repeat
        )
        QApplication.sendEvent(button, event)
    assert around.heard == 0


def test_caps_of_a_key_keep_their_size_among_words(qtbot, theme):
    caps = KeyCaps(theme, "Pause")
    flow = Flow([Label(theme, "press"), caps], 6, 4)
    qtbot.addWidget(flow)
    flow.resize(300, 60)
    flow.rearrange()
    assert caps.geometry().size() == caps.sizeHint()
    assert caps.geometry().height() > 10
