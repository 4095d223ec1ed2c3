"""A reply that is still being written, as a mark that may be shown: where it is going to act."""

from collections.abc import Callable
from threading import Lock
from typing import Final

from automation.core.engine import GenerationEvent, TextDelta
from automation.core.errors import ActionParseError
from automation.core.events import Draft
from automation.core.observation import Observation
from model.images.tiling import TilePlan
from model.prompt import tools
from model.prompt.pointing import Pointing, PointReader
from model.prompt.profiles.profile import Profile
from model.prompt.tools import Tool

VERBS: Final[dict[type[Tool], str]] = {
    tools.ClickDesktop: "Click",
    tools.ClickElement: "Click",
    tools.DoubleClickDesktop: "Double-click",
    tools.MoveToDesktop: "Move the pointer to",
    tools.DragToDesktop: "Drag to",
    tools.DragAndDrop: "Drag to",
    tools.ScrollDesktop: "Scroll at",
    tools.WriteAtDesktop: "Write at",
    tools.WriteElement: "Write at",
}
"""What each tool that takes a point does there. The button, the text and the amount may come later
in the reply, so they are not spoken of."""


class DraftStream:
    """Tells where one reply points. Called in the engine's thread, closed in the agent's."""

    def __init__(
        self,
        profile: Profile,
        plan: TilePlan,
        observation: Observation,
        drafted: Callable[[Draft], None],
    ) -> None:
        self._reader = PointReader(profile)
        self._space = profile.space
        self._plan = plan
        self._observation = observation
        self._drafted = drafted
        self._lock = Lock()
        self._is_closed = False

    def __call__(self, event: GenerationEvent) -> None:
        """Take one event of the engine."""
        if not isinstance(event, TextDelta) or event.kind != "answer":
            return
        pointing = self._reader.push(event.text)
        draft = self._draft(pointing) if pointing is not None else None
        with self._lock:
            if draft is not None and not self._is_closed:
                self._drafted(draft)

    def close(self) -> None:
        """Tell nothing from here on: a stopped engine may write a few more tokens."""
        with self._lock:
            self._is_closed = True

    def _draft(self, pointing: Pointing) -> Draft | None:
        try:
            point = self._plan.screen_point(pointing.x, pointing.y, self._space)
        except ActionParseError:  # the step will be refused for it, in words for the model
            return None
        words = f"{VERBS[pointing.tool]} {point.x}, {point.y}"
        return Draft(words, point, self._observation)
