"""Steps that look: wait, verify, scroll until something is visible."""

from typing import Final

from automation.commands import phrases
from automation.commands.context import Act, Context, Result, Skip, proposal
from automation.commands.forms import Expect, Phrase, Rest, TurnUntil
from automation.commands.matching import Tier, match
from automation.commands.pointing import seen, wheel_aim
from automation.commands.resolution import Found, Want
from automation.commands.windowing import matching_windows
from automation.core import actions
from automation.core.actions import Checked, Equals, Shown
from automation.core.observation import ScreenElement
from automation.core.proposal import Finish, Outcome, Proposal

MAX_SCROLLS: Final = 60
SCROLL_NOTCHES: Final = 5


def rest(form: Rest, ctx: Context) -> Result:
    """Let time pass."""
    return Act(Proposal(actions.Wait(form.seconds), sentence=f"Wait {form.seconds:g} s"))


def expect(form: Expect, ctx: Context) -> Result:
    """Propose a check; a named field or box is found first."""
    if form.target is None or not isinstance(form.check, Checked | Equals):
        return Act(Proposal(form.check, sentence=phrases.looking(form.check)))
    want = Want.CHECK if isinstance(form.check, Checked) else Want.EDIT
    found = _holder(form.target, want, ctx)
    if (
        isinstance(found, Finish)
        and isinstance(form.check, Equals)
        and matching_windows(form.target, ctx)
    ):
        shown = Shown(form.check.value[:2000], within_s=form.within_s)
        return Act(Proposal(shown, sentence=phrases.looking(shown)))
    if not isinstance(found, Found):
        return found
    element = ctx.memory.last = ctx.scene.current(found.element)
    if element.role == "password" or "secret" in element.states:
        return Finish(
            Outcome.BLOCKED, "Not allowed: this is a password field, which I do not read."
        )
    name = (element.name or form.target.label)[:2000]
    if isinstance(form.check, Checked):
        check: actions.Check = Checked(name, form.check.is_checked)
    else:
        check = Equals(name, _expected(form, form.check.value, element))
    wanted = form.check.value if isinstance(form.check, Equals) else ""
    text = phrases.looking(check, contains=form.contains, wanted=wanted)
    return Act(proposal(check, text, Found(element, found.evidence)))


def _expected(form: Expect, wanted: str, element: ScreenElement) -> str:
    """Return the whole value that makes the check true when only a part was asked for."""
    value = element.value
    return value if form.contains and value and wanted.casefold() in value.casefold() else wanted


def _holder(target: Phrase, want: Want, ctx: Context) -> Found | Result:
    if found := seen(target, ctx, want):
        return found
    if want is Want.EDIT and (found := seen(target, ctx, Want.HOLDER)):
        return found
    return ctx.settle(target, Want.CHECK if want is Want.CHECK else Want.ANY)


def turn_until(form: TurnUntil, ctx: Context) -> Result:
    """Turn the wheel until the text can be seen; end where nothing moves any more."""
    if _is_visible(form.text, ctx):
        return Skip(f"{phrases.quoted(form.text)} is visible.")
    is_stuck = ctx.memory.tries > 1 and ctx.memory.was_unchanged
    if is_stuck or ctx.memory.tries >= MAX_SCROLLS:
        text = (
            f"I scrolled {form.direction} to the end and did not see {phrases.quoted(form.text)}."
        )
        return Finish(Outcome.NOT_FOUND, text)
    action = actions.Scroll(form.direction, SCROLL_NOTCHES, wheel_aim(ctx, None))
    return Act(Proposal(action, sentence=phrases.sentence(form)), again=True)


def _is_visible(text: str, ctx: Context) -> bool:
    def fits(element: ScreenElement) -> bool:
        found = match(text, element.name, is_text=element.source == "ocr")
        return found is not None and found.tier is not Tier.FUZZY

    return any(map(fits, ctx.scene.near)) or any(map(fits, ctx.scene.lines))
