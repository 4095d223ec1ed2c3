"""What a person reads of a run at a terminal."""

import io

from app.plain import PlainWriter
from automation.core.events import Asked
from automation.core.geometry import Rect
from automation.core.proposal import Candidate


def test_the_name_of_a_candidate_cannot_steer_the_terminal():
    out = io.StringIO()
    box = Rect(1, 2, 9, 9)
    PlainWriter(out)(Asked("r", "Which?", (Candidate(1, "Ed\x1b[2Jit", "button", box),)))
    assert out.getvalue() == "Which?\n  1  Ed␛[2Jit (button at 1, 2)\n"
