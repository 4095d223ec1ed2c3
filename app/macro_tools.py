"""What the steps of a macro and of a script are found, judged and repaired with. No Qt."""

from app.macro_judge import Judge
from app.macro_reader import ModalReader
from app.macro_repairer import ModelRepairer
from app.run_terms import Askable
from app.settings import Settings
from automation.agent.secret_fields import PasswordPlaces
from automation.core.clock import SystemClock
from automation.core.ports import ElementReader
from automation.macros.finder.ladder import LadderFinder
from automation.macros.player.moments import Tools


def tools_for(
    reader: ElementReader,
    model: Askable | None,
    settings: Settings,
    named_apps: frozenset[str] = frozenset(),
) -> Tools:
    """Return the tools of a run at full speed that somebody watches; the caller replaces what differs.

    Args:
        reader: reads the desktop.
        model: asked for a step that no longer matches; None asks the user.
        settings: words of danger.
        named_apps: programs that a trusted macro is for, by the folded names that their windows have.
    """
    seen = ModalReader(reader)
    return Tools(
        finder=LadderFinder(seen),
        reader=seen,
        clock=SystemClock(),
        assess=Judge(reader, settings.extra_danger_words, named_apps),
        passwords=PasswordPlaces(reader).boxes,
        repairer=ModelRepairer(model, reader) if model is not None else None,
    )
