"""A profile: everything in which the contract of one model differs from another's. All known ones."""

import json
from dataclasses import dataclass, replace
from functools import cached_property
from importlib.resources import files
from typing import Final, Literal

from automation.core.errors import SettingsError
from model.prompt.chat_layout import STYLES, ChatStyle, StyleName
from model.prompt.tools import (
    NINE_ACTIONS,
    SIXTEEN_TOOLS,
    TWELVE_TOOLS,
    Schema,
    Tool,
    arguments_schema,
    call_list_schema,
    name_of,
    point_schema,
    step_schema,
)
from model.spec import CoordinateSpace, Family

Envelope = Literal["tool_call", "action", "toolcall"]
"""A key `tool_call` with a `tool_name`, a key `action` with an `action`, or `<TOOLCALL>[...]`."""

INFEASIBLE: Final = "[TASK=INFEASIBLE]"
"""Source: H Company's OSWorld agent; an answer that holds it says that the task cannot be done."""


@dataclass(frozen=True, slots=True)
class ImageBudget:
    """How many pictures of the screen a prompt holds, the current one included.

    Dropping a picture changes the prompt before everything that follows, so it is done rarely:
    they grow to `most`, then all but `after_cut` go at once.
    """

    most: int = 3
    after_cut: int = 1

    def __post_init__(self) -> None:
        assert 1 <= self.after_cut <= self.most, f"{self.after_cut} of {self.most} pictures"

    def shown(self, step: int) -> int:
        """Return how many pictures the prompt of a step holds; steps count from 0."""
        if step < self.most:
            return step + 1
        return self.after_cut + (step - self.most) % (self.most - self.after_cut + 1)


@dataclass(frozen=True, slots=True)
class Wording:
    """What stands around the parts of a conversation.

    Source: NVIDIA-NeMo/Nemotron's computer-use cookbook and H Company's OSWorld agent.
    """

    task: tuple[str, str] = ("<task>\n", "\n</task>")
    observation: tuple[str, str] = ("<observation>\n", "\n</observation>")
    evicted: str = "[Image omitted by context cleaning]"
    """Takes the place of a picture that was dropped."""
    merges_user_turns: bool = False
    """User turns that follow each other are one turn."""


@dataclass(frozen=True, slots=True)
class RunFacts:
    """What the system prompt says of a run. Must stay the same for the whole run."""

    date: str
    """`2026-11-21`; a time of day would make every prompt a new one."""
    max_steps: int = 50
    system: str = "Linux"


@dataclass(frozen=True)
class Profile:
    """The contract of one model: what it reads, what it writes, what its numbers mean."""

    name: str
    title: str
    """For people."""
    style_name: StyleName
    envelope: Envelope
    tools: tuple[type[Tool], ...]
    space: CoordinateSpace = "norm_1000"
    thinking: bool = False
    """Whether it thinks first when nobody says otherwise."""
    temperature: float = 0.0
    images: ImageBudget = ImageBudget()
    most_images: int = 4
    """More were not seen in training; `images` may be set up to this."""
    max_tokens: int = 4096
    """Longest reply, thinking included."""
    separators: tuple[str, str] = (", ", ": ")
    """What the family prints after a comma and a colon. Source: H's agent uses Python's default."""
    wording: Wording = Wording()

    @property
    def style(self) -> ChatStyle:
        """How the family writes a conversation."""
        return STYLES[self.style_name]

    @cached_property
    def schema(self) -> Schema:
        """JSON schema of what stands between `before` and `after` in a reply."""
        match self.envelope:
            case "tool_call":
                return step_schema(self.tools, self.space, call="tool_call", name="tool_name")
            case "action":
                return step_schema(self.tools, self.space, call="action", name="action")
            case "toolcall":
                return call_list_schema(self.tools, self.space)

    @property
    def schema_text(self) -> str:
        """The schema as the prompt shows it."""
        return json.dumps(self.schema, ensure_ascii=False)

    @property
    def before(self) -> str:
        """Literal text before the JSON value of a reply."""
        return "<TOOLCALL>" if self.envelope == "toolcall" else ""

    @property
    def after(self) -> str:
        """Literal text after the JSON value of a reply."""
        return "</TOOLCALL>" if self.envelope == "toolcall" else ""

    def ended(self, begun: str) -> str | None:
        """Return the reply that a beginning would be if its call ended before the last sign; None where it cannot.

        Args:
            begun: up to and including the sign after a value.
        """
        key = self.before or f'"{self.envelope}"'
        if not begun.endswith((",", "}")) or key not in begun:
            return None
        return begun[:-1] + ("}}]" if self.before else "}}") + self.after

    def with_space(self, space: CoordinateSpace) -> "Profile":
        """Return the profile for a model whose numbers mean something else."""
        return replace(self, space=space)

    def with_images(self, most: int) -> "Profile":
        """Return the profile with at most that many pictures in a prompt, at least one."""
        kept = max(1, min(most, self.most_images))
        return replace(self, images=ImageBudget(kept, min(self.images.after_cut, kept)))

    def system_prompt(self, facts: RunFacts, *, by_tools: bool = False) -> str:
        """Return the system turn of a run, its reply format included.

        Args:
            by_tools: the server shows the tools, and a reply calls one beside its text.
        """
        template = (files("resources") / "prompts" / "desktop.txt").read_text(encoding="utf-8")
        words = template.format(
            reply=_BY_TOOLS if by_tools else _REPLY[self.envelope],
            kept="before your call" if by_tools else "in `note`",
            space=_SPACE[self.space],
            system=facts.system,
            infeasible=INFEASIBLE,
            steps=facts.max_steps,
            date=facts.date,
        )
        return words.strip() if by_tools else f"{words.strip()}\n\n{self._reply_format()}"

    def locating_question(self, target: str) -> str:
        """Return the question where something is on the one picture that goes with it."""
        schema = json.dumps(point_schema(self.space))
        return (
            "Where on this picture is the target described below? Reply with one JSON object and "
            f"nothing else: the point to click, as {schema}\nTarget: {target}"
        )

    def _reply_format(self) -> str:
        if self.envelope == "toolcall":
            listed = [_offered(tool, self.space) for tool in self.tools]
            tools = ", ".join(json.dumps(tool, ensure_ascii=False) for tool in listed)
            return f"<AVAILABLE_TOOLS>[{tools}]</AVAILABLE_TOOLS>"
        return f"<output_format>\n```json\n{self.schema_text}\n```\n</output_format>"


def _offered(tool: type[Tool], space: CoordinateSpace) -> Schema:
    return {
        "name": name_of(tool),
        "description": (tool.__doc__ or "").strip(),
        "parameters": arguments_schema(tool, space),
    }


_OBJECT: Final = (
    "Reply with one JSON object that fits the schema at the end, and with nothing around it:\n"
    "- `note`: facts to keep for later, or {empty}.\n"
    "- `thought`: what came of the last step, what is still missing, what you do next and why. "
    "Keep it short.\n"
    "- `{call}`: one call of one tool."
)
_REPLY: Final[dict[Envelope, str]] = {
    "tool_call": _OBJECT.format(empty="null", call="tool_call"),
    "action": _OBJECT.format(empty="null", call="action"),
    "toolcall": (
        "Call one of the tools: begin your reply with <TOOLCALL> and end it with </TOOLCALL>, like "
        '<TOOLCALL>[{"name": "the tool", "arguments": {}}]</TOOLCALL>. Write nothing around it.'
    ),
}
_BY_TOOLS: Final = (
    "Call exactly one of the tools. Before the call, say in a few sentences what came of the last step, "
    "what is still missing, what you do next and why."
)
_SPACE: Final[dict[CoordinateSpace, str]] = {
    "norm_1000": (
        "`x` and `y` are whole numbers from 0 to 1000: thousandths of the width and height of the "
        "picture, counted from its top left corner."
    ),
    "fraction": (
        "`x` and `y` are numbers from 0 to 1: parts of the width and height of the picture, "
        "counted from its top left corner. Give four decimals."
    ),
    "source_px": (
        "`x` and `y` are whole numbers: pixels of the screen, counted from its top left corner."
    ),
    "canvas_px": (
        "`x` and `y` are whole numbers: pixels of the picture as you see it, counted from its top "
        "left corner."
    ),
}


DEFAULT: Final = "holotron-12b"
DEFAULTS: Final[dict[Family, str]] = {"holotron": DEFAULT, "qwen3_5": "holo3.1"}
"""Profiles of those that run in this process. Source of the second: H Company's pages name Holo3's contract
for Holo3.1; Qwen3.5 itself was not made for it."""

_TASK_LINE: Final = Wording(task=("Task: ", ""))
_FROM_USER: Final = Wording(
    task=('<message from="user">\n', "\n</message>"), merges_user_turns=True
)
_SCREENSHOT: Final = Wording(
    observation=("<observation>\n<screenshot>\n", "\n</screenshot>\n</observation>"),
    merges_user_turns=True,
)
_TWO: Final = ImageBudget(most=2, after_cut=1)

_PROFILES: Final = (
    Profile(
        name=DEFAULT,
        title="Holotron-12B",
        style_name="nemotron_v2",
        envelope="tool_call",
        tools=TWELVE_TOOLS,
    ),
    Profile(
        name="nemotron-toolcall",
        title="Nemotron tool calls",
        style_name="nemotron_v2",
        envelope="toolcall",
        tools=TWELVE_TOOLS,
        wording=_TASK_LINE,
    ),
    Profile(
        name="holotron-3-nano",
        title="Holotron-3-Nano, 12 tools",
        style_name="nemotron_v3",
        envelope="tool_call",
        tools=TWELVE_TOOLS,
        thinking=True,
        temperature=0.8,
        separators=(",", ":"),
        wording=_TASK_LINE,
    ),
    Profile(
        name="holotron-3-nano-16",
        title="Holotron-3-Nano, 16 tools",
        style_name="nemotron_v3",
        envelope="tool_call",
        tools=SIXTEEN_TOOLS,
        thinking=True,
        temperature=0.8,
        images=_TWO,
        wording=_FROM_USER,
    ),
    Profile(
        name="holo3",
        title="Holo3",
        style_name="qwen3_vl",
        envelope="tool_call",
        tools=TWELVE_TOOLS,
        thinking=True,
        temperature=0.8,
    ),
    Profile(
        name="holo3.1",
        title="Holo3.1",
        style_name="qwen3_vl",
        envelope="tool_call",
        tools=TWELVE_TOOLS,
        temperature=0.8,
    ),
    Profile(
        name="holo2",
        title="Holo2",
        style_name="qwen3_vl",
        envelope="action",
        tools=NINE_ACTIONS,
        thinking=True,
        temperature=0.8,
        wording=_SCREENSHOT,
    ),
    Profile(
        name="holo1.5",
        title="Holo1.5",
        style_name="qwen2_vl",
        envelope="action",
        tools=NINE_ACTIONS,
        space="canvas_px",
        wording=_SCREENSHOT,
    ),
    Profile(
        name="holo1",
        title="Holo1",
        style_name="qwen2_vl",
        envelope="action",
        tools=NINE_ACTIONS,
        space="canvas_px",
        wording=_SCREENSHOT,
    ),
)
"""Assumed: for Holotron-12B, whose own contract is not published, that of its siblings; for Nemotron's tool
calls, H Company's tools; for Holo2, of which only the coordinates are published, Holo1.5's actions.

Source of what is published: hcompai/hai-cookbook for Holo1, Holo1.5 and Holo2,
hub.hcompany.ai for Holo3, NVIDIA-NeMo/Nemotron's computer-use cookbook for Holotron-3-Nano with 12
tools, H Company's OSWorld agent for an Omni checkpoint for 16."""


def all_profiles() -> tuple[Profile, ...]:
    """Return every profile, the default first."""
    return _PROFILES


def profile(name: str = DEFAULT) -> Profile:
    """Return a profile by its name.

    Raises:
        SettingsError: there is none of that name; names all of them.
    """
    found = next((one for one in _PROFILES if one.name == name), None)
    if found is None:
        names = ", ".join(one.name for one in _PROFILES)
        raise SettingsError(f"there is no profile {name!r}; choose one of {names}")
    return found
