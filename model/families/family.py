"""A family of vision models: its facts, how it is asked, and how its reply is read.

Where two families differ in facts only, they share a contract. What a family writes becomes one action, or
is refused in words that the model can be told.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, Protocol

from automation.core.actions import Action
from automation.core.wording import action_words
from model.families.resize import Rule
from model.prompt.dialogue import StepResult
from model.prompt.parse import Aiming
from model.server.asking import Picture, Reply, Schema, ServerTool, Thinking, ToolUse, Turn
from model.spec import CoordinateSpace

CoordinateClass = Literal["R", "P", "F", "A"]
"""Thousandths of the picture; pixels of the picture as the model got it after the server's resize;
fractions of 1; pixels of the picture that was sent, whatever the server made of it."""

SPACES: Final[dict[CoordinateClass, CoordinateSpace]] = {
    "R": "norm_1000",
    "P": "canvas_px",
    "F": "fraction",
    "A": "canvas_px",
}
"""What the numbers mean on a picture that was sent at the family's fixed point: there P and A are one."""


LINE_CHARS: Final = 200


@dataclass(frozen=True, slots=True)
class Step:
    """What a reply asks for."""

    action: Action
    said: str
    """The reply as the history of the run holds it, without its thinking."""
    thought: str = ""
    note: str = ""
    """Facts that the model wants to keep; they stand in `said` as well."""
    thing: str = ""
    """The short name by which the reply aims; empty where it names a point or nothing."""
    tool: str = ""
    """What the family calls it: `click_desktop`, `left_click`."""
    dropped: int = 0
    """Further steps of the same reply. They are not done: the screen has changed by then."""
    use: ToolUse | None = None
    """The call that the history holds beside `said`, where calls are the server's own."""

    @property
    def words(self) -> str:
        """The step in one line, in the model's own words where it has some; without any place."""
        line = " ".join(self.thought.split())[:LINE_CHARS]
        return line or action_words(self.action, "")


@dataclass(frozen=True, slots=True)
class Past:
    """One step of the run so far."""

    step: Step
    result: StepResult
    picture: Picture | None = None
    """What the model saw when it chose the step; None once it is no longer sent."""


@dataclass(frozen=True, slots=True)
class Situation:
    """What one request is made from."""

    task: str
    past: Sequence[Past]
    picture: Picture
    space: CoordinateSpace
    pictures: int
    """How many pictures the request holds at most, the current one included."""
    date: str
    """`2026-11-21`"""
    max_steps: int
    system: str = "Linux"
    things: str = ""
    """Lines that name what is on the screen; a contract that takes short names shows them."""
    correction: str = ""
    """Why the last reply could not be used; empty when there is none."""

    @property
    def first_shown(self) -> int:
        """Index of the oldest past step whose picture is sent."""
        return max(0, len(self.past) - (self.pictures - 1))


class Contract(Protocol):
    """How a family is asked for a step and answers."""

    @property
    def names_things(self) -> bool:
        """Whether the request lists what is on the screen, and the reply may aim by its short names."""
        ...

    def turns(self, now: Situation) -> tuple[Turn, ...]:
        """Return the messages of a request."""
        ...

    def schema(self, space: CoordinateSpace) -> Schema | None:
        """Return what the reply has to hold to; None for free text."""
        ...

    def tools(self, space: CoordinateSpace) -> tuple[ServerTool, ...]:
        """Return what the reply calls by the server's own tool calls; empty where it is text."""
        ...

    def read(self, reply: Reply, aiming: Aiming) -> Step:
        """Return the step that a whole reply is.

        Raises:
            ActionParseError: it is none; says what was found and what is expected.
        """
        ...

    def thought(self, text: str) -> str | None:
        """Return the thought of a reply that is still written; None where nothing more can be shown yet."""
        ...

    def ended(self, begun: str) -> str | None:
        """Return the reply that a beginning would be if its call ended here; None where none could.

        Args:
            begun: up to and including the sign after a value.
        """
        ...

    def locating(self, target: str, picture: Picture, space: CoordinateSpace) -> tuple[Turn, ...]:
        """Return the messages that ask where one thing is."""
        ...


class TextContract:
    """What the contracts share that aim by points alone and whose replies are free text."""

    @property
    def names_things(self) -> bool:
        """No: it aims by points alone."""
        return False

    def schema(self, space: CoordinateSpace) -> Schema | None:
        """Return None: the reply is text."""
        return None

    def tools(self, space: CoordinateSpace) -> tuple[ServerTool, ...]:
        """Return none: a call stands in the text."""
        return ()


@dataclass(frozen=True, slots=True)
class Family:
    """The facts of one family. Licences and sizes stand in `resources/models.yaml`, by the same name."""

    name: str
    title: str
    """For people."""
    ids: tuple[str, ...]
    """Patterns of the names by which servers know its models, in lower case, blanks and `_` as `-`."""
    base: str
    coordinates: CoordinateClass
    rule: Rule
    contract: Contract
    thinking: Thinking
    """How it is asked for a step."""
    sources: tuple[str, ...]
    certainty: str = "published by its maker"
    """How the contract is known, in a few words for people."""
    pictures: int = 3
    """Pictures that a request holds at most, the current one included."""
    temperature: float = 0.0
    max_tokens: int = 1024
    """Longest reply, thinking included."""
    scope: Literal["desktop", "browser"] = "desktop"
    by_tools: Contract | None = None
    """The contract for servers that parse tool calls, where the maker documents one."""

    @property
    def space(self) -> CoordinateSpace:
        """What its numbers mean on a picture of its fixed size."""
        return SPACES[self.coordinates]

    def for_server(self, *, parses_tools: bool) -> "Family":
        """Return the family as it is asked on a server that was probed."""
        if self.by_tools is None or not parses_tools:
            return self
        return replace(self, contract=self.by_tools)

    def with_rule(self, rule: Rule) -> "Family":
        """Return the family for a server that resizes otherwise."""
        return replace(self, rule=rule)
