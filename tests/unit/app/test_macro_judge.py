"""What the rules say of a step before it is proposed, where the play has told what its macro is for."""

from dataclasses import replace

import pytest

from app.macros.play import Judge
from automation.core.actions import Aim, Click
from automation.core.proposal import Proposal, RiskLevel
from automation.core.timing import StopToken
from tests.fakes.macro_world import FORM, World, WorldReader, thing

OTHER = replace(FORM, window_id=2, app="Files", pid=9, executable="/usr/bin/files")


@pytest.mark.parametrize(
    ("named", "level"), [(frozenset(), RiskLevel.R2), (frozenset({"files"}), RiskLevel.R1)]
)
def test_the_second_program_of_a_macro_is_new_ground_only_where_the_macro_is_not_for_it(
    named, level
):
    sheet = thing("A", 0)
    world = World([sheet], windows=(FORM, replace(OTHER, is_active=False)))
    judge = Judge(WorldReader(world), (), named)
    press = Proposal(Click(Aim(sheet.box.center)))
    assert judge(press, world.observe(StopToken())) is RiskLevel.R1
    world.windows = (OTHER, replace(FORM, is_active=False))
    assert judge(press, world.observe(StopToken())) is level
