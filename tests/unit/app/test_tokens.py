import re
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest

from app.gui.model_page.steps import PHASES
from app.gui.widgets.theme import svg_text, tokens
from tests.unit.app.colour_sight import SIGHTS, difference

APP = Path(__file__).parents[3] / "app"
TEXT = 4.5
OUTLINE = 3.0
TOLD_APART = 17
ICONS = sorted(path.stem for path in (APP.parent / "resources/icons").glob("*.svg"))


def contrast(first, second):
    """Return the contrast ratio of two opaque colours, 1..21 (WCAG 2.2)."""
    high, low = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def _luminance(color):
    channels = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("ground", ["bg", "surface", "sunken"])
@pytest.mark.parametrize("ink", ["text", "text2", "text3"])
def test_text_is_readable_on_every_ground(theme, ground, ink):
    colors = getattr(tokens(), theme)
    assert contrast(colors[ink], colors[ground]) >= TEXT


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(
    ("ink", "ground"),
    [
        ("onAccent", "accent"),
        ("onDanger", "r3"),
        ("accentText", "accentSoft"),
        ("ok", "okSoft"),
        *((f"r{n}", f"r{n}Soft") for n in range(5)),
        *((f"r{n}", "surface") for n in range(5)),
    ],
)
def test_coloured_text_is_readable_on_its_ground(theme, ink, ground):
    colors = getattr(tokens(), theme)
    assert contrast(colors[ink], colors[ground]) >= TEXT


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("ground", ["bg", "surface"])
def test_outlines_of_controls_are_seen(theme, ground):
    colors = getattr(tokens(), theme)
    assert contrast(colors["ctl"], colors[ground]) >= OUTLINE


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("phase", ["Capture", "Read", "Encode", "Think", "Act", "Settle"])
def test_a_piece_of_a_chart_is_seen_on_its_card(theme, phase):
    colors = getattr(tokens(), theme)
    assert contrast(colors[f"phase{phase}"], colors["surface"]) >= OUTLINE


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("sight", SIGHTS)
def test_pieces_of_a_bar_that_touch_are_told_apart_by_everyone(theme, sight):
    colors = getattr(tokens(), theme)
    for one, other in pairwise(PHASES):
        apart = difference(colors[f"phase{one}"], colors[f"phase{other}"], sight)
        assert apart >= TOLD_APART, (one, other)


@pytest.mark.parametrize("ink", ["r0", "r1", "r2", "r3", "r4"])
def test_white_words_on_an_overlay_tag_are_readable(ink):
    colors = tokens().overlay
    assert contrast(colors["casing"], colors[ink]) >= 4.8


def test_both_themes_have_the_same_tokens():
    assert tokens().light.keys() == tokens().dark.keys()


@pytest.mark.parametrize("name", ICONS)
def test_an_icon_is_drawn_on_the_16_pixel_grid_in_one_colour(name):
    root = ElementTree.fromstring(svg_text(name))
    assert root.get("viewBox") == "0 0 16 16"
    assert root.get("stroke") == "currentColor"
    assert not re.search(r"#[0-9a-fA-F]{3}", svg_text(name))


def test_every_icon_that_the_app_names_exists():
    named = set()
    for path in APP.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        named |= set(re.findall(r'\bicon(?:_name)?="([a-z-]+)"', text))
        named |= set(re.findall(r'\.(?:icon|pixmap)\("([a-z-]+)"', text))
    assert named <= set(ICONS)


def test_an_unknown_icon_is_named_in_the_error():
    with pytest.raises(KeyError, match="no icon called 'nothing'"):
        svg_text("nothing")


def test_the_stylesheet_never_rules_all_frames_or_labels():
    text = (files("app") / "gui" / "widgets" / "theme.py").read_text(encoding="utf-8")
    assert not re.search(r"^Q(Frame|Label|Widget) *\{", text, re.MULTILINE)
