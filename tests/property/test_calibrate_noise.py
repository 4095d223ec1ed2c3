"""No noise makes a checkpoint look as if it spoke another space."""

from hypothesis import given, settings
from hypothesis import strategies as st

from automation.core.timing import StopToken
from model.calibrate.calibrate import calibrate
from model.calibrate.scoring import SPACES
from tests.slow import examples
from tests.unit.model.calibrate.simulated import PROFILE, SCREENS, Simulated, inside

QUESTIONS = sum(len(screen.targets) for screen in SCREENS)
SMALL, LARGE = 0.03, 0.15
"""Offsets in parts of width and height. A button reaches 0.065 and 0.037 from its middle."""


def offsets(most):
    one = st.floats(-most, most)
    return st.lists(st.tuples(one, one), min_size=QUESTIONS, max_size=QUESTIONS)


def found_in(space, shifts):
    """Calibrate a model whose n-th answer of every round is off by the n-th shift."""
    words = {t.word: shift for (s, t), shift in zip(every_target(), shifts, strict=True)}

    def look(plan, box):
        (word,) = [t.word for s, t in every_target() if s.image.plan is plan and t.box == box]
        dx, dy = words[word]
        return inside(plan, box.center.x + dx * plan.source.w, box.center.y + dy * plan.source.h)

    return calibrate(
        Simulated(space, look=look), PROFILE, SCREENS, progress=lambda *_: None, stop=StopToken()
    ).space


def every_target():
    return [(screen, target) for screen in SCREENS for target in screen.targets]


@settings(max_examples=examples(60), deadline=None)
@given(st.sampled_from(SPACES), offsets(LARGE))
def test_noise_up_to_a_seventh_of_the_picture_leads_to_no_other_space(space, shifts):
    assert found_in(space, shifts) in (space, None)


@settings(max_examples=examples(25), deadline=None)
@given(st.sampled_from(SPACES), offsets(SMALL), st.sampled_from([1, -1]))
def test_noise_within_the_targets_that_leans_to_no_side_is_borne(space, shifts, sign):
    balanced = [
        (sign * (-1) ** n * abs(dx), sign * (-1) ** (n // 2) * abs(dy))
        for n, (dx, dy) in enumerate(shifts)
    ]
    assert found_in(space, balanced) == space
