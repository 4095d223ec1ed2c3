import numpy as np

from automation.core.timing import StopToken
from model.calibrate.calibrate import PANEL_PX, calibrate, picture
from tests.unit.model.calibrate.simulated import PROFILE, SCREENS, Simulated, inside

GREEN, RED = (22, 128, 76), (196, 52, 44)


def shown(**wish):
    found = calibrate(
        Simulated("norm_1000", **wish), PROFILE, SCREENS, progress=lambda *_: None, stop=StopToken()
    )
    return np.asarray(picture(found))


def count(pixels, colour):
    return int((pixels == colour).all(axis=2).sum())


def test_hits_are_green_and_a_panel_is_drawn_for_every_size():
    pixels = shown()
    assert pixels.shape[1] > len(SCREENS) * PANEL_PX
    assert count(pixels, GREEN) > 500
    assert count(pixels, RED) == 0


def test_misses_are_red_and_joined_to_their_target():
    pixels = shown(look=lambda plan, box: inside(plan, 9, 9))
    assert count(pixels, GREEN) == 0
    assert count(pixels, RED) > 500


def test_answers_without_a_point_still_show_the_targets():
    assert (
        100
        < count(shown(say=lambda x, y: "no"), RED)
        < count(shown(look=lambda plan, box: inside(plan, 9, 9)), RED)
    )
