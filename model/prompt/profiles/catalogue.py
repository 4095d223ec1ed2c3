"""The profiles that are known, by name."""

from typing import Final

from automation.core.errors import SettingsError
from model.prompt.profiles.profile import ImageBudget, Profile, Wording
from model.prompt.tools import NINE_ACTIONS, SIXTEEN_TOOLS, TWELVE_TOOLS

DEFAULT: Final = "holotron-12b"

_PUBLISHED: Final = "published by its maker"
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
        space="norm_1000",
        thinking=False,
        temperature=0.0,
        certainty="assumed from its siblings: its own contract is not published",
    ),
    Profile(
        name="nemotron-toolcall",
        title="Nemotron tool calls",
        style_name="nemotron_v2",
        envelope="toolcall",
        tools=TWELVE_TOOLS,
        space="norm_1000",
        thinking=False,
        temperature=0.0,
        certainty="the base model's way to call tools; H Company's tools are assumed",
        wording=_TASK_LINE,
    ),
    Profile(
        name="holotron-3-nano",
        title="Holotron-3-Nano, 12 tools",
        style_name="nemotron_v3",
        envelope="tool_call",
        tools=TWELVE_TOOLS,
        space="norm_1000",
        thinking=True,
        temperature=0.8,
        certainty=_PUBLISHED,
        separators=(",", ":"),
        wording=_TASK_LINE,
    ),
    Profile(
        name="holotron-3-nano-16",
        title="Holotron-3-Nano, 16 tools",
        style_name="nemotron_v3",
        envelope="tool_call",
        tools=SIXTEEN_TOOLS,
        space="norm_1000",
        thinking=True,
        temperature=0.8,
        certainty=_PUBLISHED,
        images=_TWO,
        wording=_FROM_USER,
    ),
    Profile(
        name="holo3",
        title="Holo3",
        style_name="qwen3_vl",
        envelope="tool_call",
        tools=TWELVE_TOOLS,
        space="norm_1000",
        thinking=True,
        temperature=0.8,
        certainty=_PUBLISHED,
    ),
    Profile(
        name="holo2",
        title="Holo2",
        style_name="qwen3_vl",
        envelope="action",
        tools=NINE_ACTIONS,
        space="norm_1000",
        thinking=True,
        temperature=0.8,
        certainty="its coordinates are published, its agent contract is assumed from Holo1.5",
        wording=_SCREENSHOT,
    ),
    Profile(
        name="holo1.5",
        title="Holo1.5",
        style_name="qwen2_vl",
        envelope="action",
        tools=NINE_ACTIONS,
        space="canvas_px",
        thinking=False,
        temperature=0.0,
        certainty=_PUBLISHED,
        wording=_SCREENSHOT,
    ),
    Profile(
        name="holo1",
        title="Holo1",
        style_name="qwen2_vl",
        envelope="action",
        tools=NINE_ACTIONS,
        space="canvas_px",
        thinking=False,
        temperature=0.0,
        certainty=_PUBLISHED,
        wording=_SCREENSHOT,
    ),
)
"""Source of what is published: hcompai/hai-cookbook for Holo1, Holo1.5 and Holo2,
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
        message = f"there is no profile {name!r}; choose one of {names}"
        raise SettingsError(message)
    return found
