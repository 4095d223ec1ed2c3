"""Sees to it that the next step reaches the window that the step before was to bring up.

Text typed after "open Mousepad" must never land in the window that was in front before.
"""

from automation.commands import phrases
from automation.commands.forms import Raise
from automation.commands.scene import Scene
from automation.core.actions import Launch, Window
from automation.core.observation import Observation
from automation.core.proposal import Finish, Outcome, StepRecord


def arrival(
    done: StepRecord | None, before: Observation | None, scene: Scene
) -> Raise | Finish | None:
    """Return what has to come first: a window to raise, the end of the task, or nothing.

    Args:
        done: the step that was just carried out; None if none was.
        before: what was seen when that step was proposed.
        scene: what is seen since.
    """
    if done is None:
        return None
    match done.action:
        case Launch() as launch:
            return _launched(launch, before, scene)
        case Window(op="activate") as asked:
            return _activated(asked, scene)
        case _:
            return None


def _launched(launch: Launch, before: Observation | None, scene: Scene) -> Raise | Finish | None:
    known = {w.window_id for w in before.windows} if before is not None else set()
    fresh = [w for w in scene.windows() if w.window_id not in known]
    if not fresh:
        active = scene.observation.active_window
        was = before.active_window if before is not None else None
        if active is not None and was is not None and active.window_id != was.window_id:
            return None
        name = phrases.quoted(launch.name or launch.desktop_id)
        text = f"{name} was started, but no window of it came up. Nothing more was done."
        return Finish(Outcome.UNVERIFIED, text)
    return None if any(w.is_active for w in fresh) else Raise(fresh[0].window_id)


def _activated(asked: Window, scene: Scene) -> Finish | None:
    if scene.front is not None and scene.front.window_id == asked.window_id:
        return None
    title = phrases.opening(phrases.window_words(asked.title))
    text = f"{title} did not come to the front. Nothing more was done."
    return Finish(Outcome.FAILED, text)
