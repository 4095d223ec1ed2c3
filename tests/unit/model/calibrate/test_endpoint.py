"""Calibration over an endpoint: models of every class, on servers that resize, with noise: right, or none fits."""

import functools
import random

import msgspec
import pytest

from automation.core.errors import Stopped
from automation.core.geometry import Rect, ScreenPoint
from automation.core.timing import StopToken
from model.calibrate.endpoint import (
    EndpointCalibration,
    LongEdge,
    calibrate_endpoint,
    rule_with,
    sent_screens,
)
from model.families.family import SPACES
from model.families.known import all_families, family
from model.families.resize import QWEN25_CLASS, UI_TARS_CLIENT, SentPicture, fixed_point, sent_as
from model.server.asking import Reply, ServerError, ServerFault
from tests.slow import slow

SCREEN = Rect(0, 0, 1920, 1080)
RESIZES = {
    "honest": lambda one: one.rule,
    "class_default": lambda one: QWEN25_CLASS,
    "edge_500": lambda one: LongEdge(500, one.rule),
    "edge_1024": lambda one: LongEdge(1024, one.rule),
    "edge_1568": lambda one: LongEdge(1568, one.rule),
    "ui_tars": lambda one: UI_TARS_CLIENT,
}


@functools.cache
def screens(name):
    return sent_screens(family(name))


class Simulated:
    """A model that sees everything, and writes what its class has on what its server leaves of a picture."""

    host = "127.0.0.1:8080"

    def __init__(self, kind, rule, shown, noise=0.0, seed=0, say="[{x}, {y}]", swapped=False):
        self.kind, self.rule, self.shown = kind, rule, shown
        self.noise, self.rng, self.say, self.swapped = noise, random.Random(seed), say, swapped
        self.asked = []

    def reply(self, ask, stop, heard=None):
        stop.check()
        self.asked.append(ask)
        turn = ask.turns[-1]
        (screen,) = [one for one in self.shown if one.picture is turn.pictures[0]]
        (target,) = [one for one in screen.targets if one.description in turn.text]
        x, y = self.numbers(screen.rect, target.box.center)
        return Reply(self.say.format(x=x, y=y))

    def numbers(self, sent, point):
        """Return what the model writes for a pixel of a picture of that size."""
        point = ScreenPoint(*(
            min(max(round(at + self.rng.gauss(0, self.noise) * size), 0), size - 1)
            for at, size in zip((point.x, point.y), (sent.w, sent.h), strict=True)
        ))  # fmt: skip
        size = {"P": self.rule.resized(sent.w, sent.h)}.get(self.kind, (sent.w, sent.h))
        numbers = SentPicture(sent, size, sent).in_space(point, SPACES[self.kind])
        return numbers[::-1] if self.swapped else numbers


def calibrated(model, one, shown):
    return calibrate_endpoint(model, one, progress=lambda *_: None, stop=StopToken(), screens=shown)


def is_right(model, one, found):
    """Tell whether a point of the screen, sent as was found, comes back where it was."""
    used = found.family_for(one)
    plan = sent_as(SCREEN, fixed_point(used.rule, SCREEN.w, SCREEN.h, 2_100_000))
    sent = Rect(0, 0, *plan.canvas)
    for point in (ScreenPoint(300, 200), ScreenPoint(1500, 400), ScreenPoint(1700, 1000)):
        at = plan.in_space(point, "canvas_px")
        exact = Simulated(model.kind, model.rule, model.shown)
        back = plan.screen_point(*exact.numbers(sent, ScreenPoint(*at)), found.space())
        if back.distance(point) > 6:
            return False
    return True


@pytest.mark.parametrize("seed", [0, 1, *slow(*range(2, 12))])
@pytest.mark.parametrize("noise", [0.0, 0.004, 0.01])
@pytest.mark.parametrize("resize", RESIZES)
@pytest.mark.parametrize("kind", ["R", "P", "F", "A"])
@pytest.mark.parametrize("name", ["qwen2.5-vl", "qwen3-vl"])
def test_the_right_class_is_found_whatever_the_server_does(name, kind, resize, noise, seed):
    one, shown = family(name), screens(name)
    model = Simulated(kind, RESIZES[resize](one), shown, noise, seed)
    found = calibrated(model, one, shown)
    assert found.is_usable, found.sentence
    assert is_right(model, one, found), found
    pixels = {"P", "A"} if resize == "honest" else {kind}
    if resize == "honest" or kind in "RF":
        assert found.coordinates in ({kind} if kind in "RF" else pixels)
    else:
        assert found.coordinates == (kind if kind == "P" else _pixels(one))
        assert found.resize == (resize if kind == "P" else "none")


def _pixels(one):
    return "P" if one.coordinates == "P" else "A"


@pytest.mark.parametrize("seed", [0, 1, 2, *slow(*range(3, 40))])
@pytest.mark.parametrize("noise", [0.03, 0.08, 0.2])
@pytest.mark.parametrize("kind", ["R", "P", "F", "A"])
def test_a_model_that_sees_badly_gets_its_class_or_none(kind, noise, seed):
    one, shown = family("qwen2.5-vl"), screens("qwen2.5-vl")
    for resize in RESIZES.values():
        model = Simulated(kind, resize(one), shown, noise, seed)
        found = calibrated(model, one, shown)
        if found.is_usable:
            assert is_right(model, one, found), (found, resize)


@pytest.mark.parametrize("edge", [320, 640, 800, 1280])
def test_a_server_that_shrinks_to_a_size_that_nobody_knows_fits_nothing(edge):
    one, shown = family("qwen2.5-vl"), screens("qwen2.5-vl")
    model = Simulated("P", LongEdge(edge, one.rule), shown, 0.002)
    found = calibrated(model, one, shown)
    assert not found.is_usable or is_right(model, one, found)


def test_a_server_that_makes_every_picture_one_size_is_named_for_it():
    class Squeezed:
        def resized(self, width, height):
            return 448, 448

    one, shown = family("qwen2.5-vl"), screens("qwen2.5-vl")
    found = calibrated(Simulated("P", Squeezed(), shown), one, shown)
    assert not found.is_usable
    assert "as if every picture were 448 x 448 pixels" in str(found.sentence)
    assert "model.server.family" in str(found.sentence)


def test_swapped_axes_fit_nothing():
    one, shown = family("qwen3-vl"), screens("qwen3-vl")
    found = calibrated(Simulated("R", one.rule, shown, swapped=True), one, shown)
    assert not found.is_usable
    assert "swapped" in str(found.sentence)


@pytest.mark.parametrize(
    "say",
    ['{{"point_2d": [{x}, {y}]}}', '{{"x": {x}, "y": {y}}}', "({x},{y})", "[{x},{y}]",
     "Action: click(start_box='({x},{y})')", "pyautogui.click(x={x}, y={y})"],
)  # fmt: skip
def test_every_way_in_which_families_name_a_point_is_read(say):
    one, shown = family("qwen3-vl"), screens("qwen3-vl")
    found = calibrated(Simulated("R", one.rule, shown, say=say), one, shown)
    assert (found.coordinates, found.hits, found.asked) == ("R", 12, 12)


def test_a_model_that_answers_one_wording_only_is_asked_in_it():
    class Picky(Simulated):
        def reply(self, ask, stop, heard=None):
            found = super().reply(ask, stop, heard)
            return (
                found
                if "JSON object and nothing else: the point" in ask.turns[-1].text
                else Reply("?")
            )

    one, shown = family("ui-venus-2"), screens("ui-venus-2")
    model = Picky("R", one.rule, shown)
    found = calibrated(model, one, shown)
    assert found.coordinates == "R"


def test_a_model_that_cannot_point_is_asked_in_every_way_and_said_to():
    class Mute(Simulated):
        def reply(self, ask, stop, heard=None):
            self.asked.append(ask)
            if len(self.asked) % 2:
                raise ServerError(ServerFault.ONLY_THOUGHT, "it only thinks")
            return Reply("I cannot see pictures.")

    one, shown = family("qwen3-vl"), screens("qwen3-vl")
    model, told = Mute("R", one.rule, shown), []
    found = calibrate_endpoint(
        model, one, progress=lambda *step: told.append(step), stop=StopToken(), screens=shown
    )
    assert not found.is_usable
    assert str(found.sentence).startswith(
        "No coordinate space fits: only 0 of 4 answers named one point"
    )
    assert len(model.asked) == 5 * 4
    assert all(ask.schema is None for ask in model.asked)
    assert told[-1][0] <= told[-1][1] == 60


def test_a_server_that_is_gone_ends_it_and_a_stop_too():
    one, shown = family("qwen3-vl"), screens("qwen3-vl")

    class Gone(Simulated):
        def reply(self, ask, stop, heard=None):
            raise ServerError(ServerFault.UNREACHABLE, "nobody there")

    with pytest.raises(ServerError):
        calibrated(Gone("R", one.rule, shown), one, shown)
    stop = StopToken()
    stop.stop("user")
    with pytest.raises(Stopped):
        calibrate_endpoint(
            Simulated("R", one.rule, shown), one, progress=lambda *_: None, stop=stop, screens=shown
        )


def test_what_was_found_comes_back_from_json():
    one, shown = family("qwen2.5-vl"), screens("qwen2.5-vl")
    found = calibrated(Simulated("P", rule_with("edge_1024", one), shown), one, shown)
    assert found.resize == "edge_1024"
    assert msgspec.json.decode(msgspec.json.encode(found), type=EndpointCalibration) == found


@pytest.mark.parametrize("one", all_families(), ids=lambda one: one.name)
def test_screens_have_the_sizes_that_a_family_leaves_as_they_are(one):
    for screen in sent_screens(one):
        size = screen.picture.width, screen.picture.height
        assert one.rule.resized(*size) == size
        assert len(screen.targets) == 3
