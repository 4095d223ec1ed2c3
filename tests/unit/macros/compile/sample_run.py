"""Steps of a run as the loop records them, for tests of the compiler."""

from automation.core import actions as a
from automation.core.actions import Aim, Element
from automation.core.geometry import Rect
from automation.core.observation import ScreenElement
from automation.core.proposal import (
    Confirmation,
    Execution,
    Outcome,
    Pictures,
    Proposal,
    Receipt,
    Risk,
    RiskLevel,
    StepRecord,
    Timings,
    Where,
)
from automation.macros.compile.compiler import compile_run
from automation.macros.compile.pieces import FinishedRun
from automation.macros.compile.proposed_params import with_parameters

CLIENT = Rect(20, 30, 300, 200)
SEEN = Receipt("effect_seen", "its window changed", Rect(30, 40, 20, 20))
UNSEEN = Receipt("not_seen", "nothing on the screen changed", code="unchanged")


BUTTON = Rect(40, 60, 80, 20)
NO_PICTURES, NO_TIMES = Pictures(), Timings()


def thing(name, role="button", box=BUTTON, **more):
    return ScreenElement(name, role, box, "tree", window_title="Bills", **more)


SAVE = thing("Save")
VENDOR = thing("Vendor", "field", Rect(120, 100, 120, 20))


def where(title="Bills", app="books", element=None, area=CLIENT, **more):
    return Where(app, title, CLIENT, area, element=element, **more)


def step(
    n, action, element=None, *, receipt=SEEN, verdict="accepted", sent=3, completed=True,
    risk=RiskLevel.R1, place=None, pictures=NO_PICTURES, sentence="do it", timings=NO_TIMES,
):  # fmt: skip
    proposal = Proposal(action, element, sentence=sentence)
    execution = Execution(sent, 1.0, completed=completed)
    is_looking = not isinstance(action, a.Action)
    return StepRecord(
        n, proposal, Risk(risk), Confirmation(verdict, "user"), action, None,
        None if is_looking else execution, receipt, timings, pictures,
        where() if place is None else place,
    )  # fmt: skip


def aim(element):
    kept = Element(element.name, element.role, element.box, element.source)
    return Aim(element.box.center, kept)


def click(n, element=SAVE, **more):
    return step(n, a.Click(aim(element)), element, **more)


def write(n, text, element=VENDOR, *, overwrite=True, enter=False, **more):
    more = {"receipt": Receipt("effect_seen", "read back, exact", code="exact"), **more}
    return step(n, a.Write(text, aim(element), overwrite, enter), element, **more)


def keys(n, *names, **more):
    return step(n, a.Hotkey(names), **more)


def made(*records, task="do it", outcome=Outcome.DONE, load=lambda address: None, read=None):
    return compile_run(FinishedRun("r1", task, records, outcome), "Bill", load, read)


def kinds(compiled):
    return [type(s).__name__ for s in compiled.macro.steps]


def with_all(compiled):
    return with_parameters(compiled.macro, compiled.proposals)
