"""From the policy's `propose` to the accessibility tree it is few calls: the way of a step can be read."""

import traceback

from app.macros.play import ModalReader
from automation.core.events import Task
from automation.core.ports import History
from automation.core.timing import StopToken
from automation.macros.find.finder import LadderFinder
from automation.macros.play.context import PlayServices
from automation.macros.play.linking import Source, link
from automation.macros.play.policy import MacroPolicy, Play
from automation.macros.play.values import Scope
from tests.fakes.fake_clock import FakeClock
from tests.fakes.macro_world import NoImages, World, WorldReader, click, macro, thing

MOST_FRAMES = 12


class CountedReader(WorldReader):
    """Notes who has called it, from `propose` on, each time that the tree is read."""

    def __init__(self, world):
        super().__init__(world)
        self.ways = []

    def tree(self, observation, *, whole_screen=False):
        called = [frame.name for frame in traceback.extract_stack()]
        self.ways.append(called[called.index("propose") :])
        return super().tree(observation, whole_screen=whole_screen)


def test_a_step_reads_the_tree_in_at_most_twelve_frames():
    world = World([thing("A")])
    reader = CountedReader(world)
    seen = ModalReader(reader, find_modal=lambda windows: ())
    linked = link(Source(macro(click("A")), NoImages(), is_trusted=True), {}.__getitem__)
    services = PlayServices(LadderFinder(seen), seen, FakeClock())
    policy = MacroPolicy(Play(linked, Scope()), services)
    proposal = policy.propose(Task("Play", "macro"), History(), world.observe_now(), StopToken())
    assert proposal.element.name == "A", "the step was found by the tree"
    assert reader.ways
    longest = max(reader.ways, key=len)
    assert len(longest) <= MOST_FRAMES, " > ".join(longest)
