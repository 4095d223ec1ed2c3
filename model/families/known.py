"""Every family that is known, as data, and which of them a model's name means.

Facts and contracts come from what the makers publish (`sources`); where a maker is silent, `certainty` says
what is assumed, and calibration decides. A model of no known family gets the plain one: our own contract,
which may also aim by the short names of things.
"""

import re
from dataclasses import replace
from functools import lru_cache
from typing import Final

from automation.core.errors import SettingsError
from model.families.computer_use import (
    FARA15_ACTIONS,
    FARA_ACTIONS,
    GUI_OWL_ACTIONS,
    QWEN3_ACTIONS,
    QWEN25_ACTIONS,
    ComputerUse,
)
from model.families.family import Family
from model.families.holo import JsonSteps, ToolSteps
from model.families.opencua import OpenCua
from model.families.resize import HOLO1, NEMOTRON_2, NEMOTRON_3, QWEN3, QWEN25, UI_TARS
from model.families.ui_tars import UiTars
from model.families.ui_venus import UiVenus
from model.prompt.profile import Profile, Wording, profile
from model.prompt.tools import PLAIN_TOOLS

_ASSUMED_JSON: Final = (
    "its coordinates are published, its agent contract is assumed from its siblings"
)
_HOLO_SOURCES: Final = ("hub.hcompany.ai, pages on localisation, agent loop and local inference",)
_COOKBOOK: Final = ("hcompai/hai-cookbook, utils/ and holo1_5/",)
_PLAIN: Final[Profile] = replace(
    profile("holo3"), name="plain", title="Any other model", tools=PLAIN_TOOLS, thinking=False,
    temperature=0.0, wording=Wording(merges_user_turns=True),
)  # fmt: skip
_QWEN3_CONTRACT: Final = ComputerUse(QWEN3_ACTIONS)

_HOLO3 = Family(
    name="holo3",
    title="Holo3",
    ids=(r"holo-?3(?!\d)",),
    base="Qwen3.5",
    coordinates="R",
    rule=QWEN3,
    contract=JsonSteps(profile("holo3")),
    thinking="off",
    temperature=0.8,
    max_tokens=4096,
    sources=_HOLO_SOURCES,
)
_HOLO31 = replace(
    _HOLO3, name="holo3.1", title="Holo3.1", ids=(r"holo-?3[.-]1(?!\d)",),
    by_tools=ToolSteps(profile("holo3")),
)  # fmt: skip
_QWEN3_VL = Family(
    name="qwen3-vl",
    title="Qwen3-VL",
    ids=(r"qwen-?3-?vl",),
    base="its own",
    coordinates="R",
    rule=QWEN3,
    contract=_QWEN3_CONTRACT,
    thinking="as_it_is",
    pictures=4,
    sources=("QwenLM/Qwen3-VL, cookbook on computer use", "cua-lite, lite/agents/models/qwen3_vl"),
)
_UI_TARS_15 = Family(
    name="ui-tars-1.5",
    title="UI-TARS-1.5",
    ids=(r"ui-?tars-?1[.-]5",),
    base="Qwen2.5-VL",
    coordinates="P",
    rule=UI_TARS,
    contract=UiTars(),
    thinking="as_it_is",
    pictures=5,
    sources=("bytedance/UI-TARS, README and ui_tars/action_parser.py",),
)

_FAMILIES: Final = (
    Family(
        name="plain",
        title="Any other model that sees pictures",
        ids=(),
        base="any",
        coordinates="R",
        rule=QWEN3,
        contract=JsonSteps(_PLAIN, names_things=True),
        thinking="off",
        max_tokens=2048,
        certainty="our own contract; calibrate it before you trust its clicks",
        sources=(),
    ),
    Family(
        name="holotron-12b",
        title="Holotron-12B",
        ids=(r"holotron-?12b",),
        base="Nemotron-Nano-12B-v2-VL",
        coordinates="R",
        rule=NEMOTRON_2,
        contract=JsonSteps(profile("holotron-12b"), no_thinking="\n/no_think"),
        thinking="as_it_is",
        max_tokens=4096,
        certainty="assumed from its siblings: its own contract is not published",
        sources=("huggingface.co/Hcompany/Holotron-12B",),
    ),
    Family(
        name="nemotron-nano-12b-v2-vl",
        title="Nemotron-Nano-12B-v2-VL",
        ids=(r"nemotron-nano-12b-v2-vl", r"nemotron-nano-(?:v2-)?vl-12b"),
        base="its own",
        coordinates="R",
        rule=NEMOTRON_2,
        contract=JsonSteps(profile("nemotron-toolcall"), no_thinking="\n/no_think"),
        thinking="as_it_is",
        max_tokens=4096,
        certainty="its way to call tools is published, how it points is not",
        sources=("NVIDIA's chat template and cookbook of Nemotron-Nano-12B-v2-VL",),
    ),
    Family(
        name="holo1",
        title="Holo1",
        ids=(r"holo-?1(?![.-]?5)(?!\d)",),
        base="Qwen2.5-VL",
        coordinates="P",
        rule=HOLO1,
        contract=JsonSteps(profile("holo1")),
        thinking="as_it_is",
        scope="browser",
        sources=_COOKBOOK,
    ),
    Family(
        name="holo1.5",
        title="Holo1.5",
        ids=(r"holo-?1[.-]5",),
        base="Qwen2.5-VL",
        coordinates="P",
        rule=QWEN25,
        contract=JsonSteps(profile("holo1.5")),
        thinking="as_it_is",
        scope="browser",
        sources=_COOKBOOK,
    ),
    Family(
        name="holo2",
        title="Holo2",
        ids=(r"holo-?2(?!\d)",),
        base="Qwen3-VL-Thinking",
        coordinates="R",
        rule=QWEN3,
        contract=JsonSteps(profile("holo2")),
        thinking="off",
        temperature=0.8,
        max_tokens=4096,
        certainty=_ASSUMED_JSON,
        sources=(*_HOLO_SOURCES, *_COOKBOOK),
    ),
    _HOLO3,
    _HOLO31,
    replace(
        _HOLO31,
        name="holo4",
        title="Holo4",
        ids=(r"holo-?4(?!\d)",),
        base="Qwen3.8 and Qwen3.6",
        certainty="the space of its agent's tools is not published; assumed as for its localisation",
        sources=(*_HOLO_SOURCES, "H Company's newsroom on Holo4"),
    ),
    Family(
        name="holotron-3-nano",
        title="Holotron-3-Nano and Holotron4",
        ids=(r"holotron-?3", r"holotron-?4"),
        base="Nemotron 3 Nano Omni",
        coordinates="R",
        rule=NEMOTRON_3,
        contract=JsonSteps(profile("holotron-3-nano-16")),
        thinking="off",
        pictures=2,
        temperature=0.8,
        max_tokens=4096,
        sources=("NVIDIA-NeMo/Nemotron, computer-use cookbook", "H Company's OSWorld agent"),
    ),
    _UI_TARS_15,
    replace(
        _UI_TARS_15,
        name="ui-tars-1",
        title="UI-TARS 1.0",
        ids=(r"ui-?tars(?!-?[12](?:[.-]|$))",),
        base="Qwen2-VL",
        coordinates="R",
    ),
    Family(
        name="qwen2.5-vl",
        title="Qwen2.5-VL",
        ids=(r"qwen-?2[.-]5-?vl",),
        base="its own",
        coordinates="P",
        rule=QWEN25,
        contract=ComputerUse(QWEN25_ACTIONS, tells_size=True),
        thinking="as_it_is",
        sources=("QwenLM/Qwen2.5-VL, cookbook on computer use",),
    ),
    _QWEN3_VL,
    Family(
        name="qwen3.5",
        title="Qwen3.5 and later",
        ids=(r"qwen-?3[.-][5-9](?!\d*b)",),
        base="its own",
        coordinates="R",
        rule=QWEN3,
        contract=ComputerUse(QWEN3_ACTIONS, wire="xml"),
        thinking="off",
        pictures=4,
        sources=("Qwen3.5's chat template", "cua-lite, lite/agents/models/qwen3_5"),
    ),
    replace(
        _QWEN3_VL, name="evocua", title="EvoCUA", ids=(r"evo-?cua",), base="Qwen3-VL",
        sources=("cua-lite, lite/agents/models/evocua",),
    ),
    Family(
        name="gui-owl-1.5",
        title="GUI-Owl-1.5",
        ids=(r"gui-?owl-?1[.-]5", r"gui-?owl"),
        base="Qwen3-VL",
        coordinates="R",
        rule=QWEN3,
        contract=ComputerUse(
            GUI_OWL_ACTIONS, summary="Previous actions:", results=False
        ),
        thinking="as_it_is",
        pictures=4,
        max_tokens=2048,
        sources=("X-PLUG/MobileAgent, Mobile-Agent-v3.5, README and computer_use/utils.py",),
    ),
    Family(
        name="ui-venus-1.5",
        title="UI-Venus-1.5",
        ids=(r"ui-?venus-?1[.-]5", r"ui-?venus(?!-?2)"),
        base="Qwen3-VL",
        coordinates="R",
        rule=QWEN3,
        contract=UiVenus(1),
        thinking="as_it_is",
        max_tokens=2048,
        sources=("inclusionAI/UI-Venus, README and prompts of 1.5",),
    ),
    Family(
        name="ui-venus-2",
        title="UI-Venus-2",
        ids=(r"ui-?venus-?2(?!\d)",),
        base="Qwen3.5",
        coordinates="R",
        rule=QWEN3,
        contract=UiVenus(2),
        thinking="on",
        max_tokens=3072,
        sources=("inclusionAI/UI-Venus, prompts of 2", "cua-lite, ui_venus_2/adapter.py"),
    ),
    Family(
        name="fara-7b",
        title="Fara-7B",
        ids=(r"fara-?7b",),
        base="Qwen2.5-VL",
        coordinates="P",
        rule=QWEN25,
        contract=ComputerUse(FARA_ACTIONS, tells_size=True, says_action=False),
        thinking="as_it_is",
        scope="browser",
        sources=("microsoft/fara, README and src/fara/_prompts.py",),
    ),
    Family(
        name="fara1.5",
        title="Fara1.5",
        ids=(r"fara-?1[.-]5",),
        base="Qwen3.5",
        coordinates="R",
        rule=QWEN3,
        contract=ComputerUse(FARA15_ACTIONS, wire="xml", says_action=False),
        thinking="on",
        max_tokens=2048,
        scope="browser",
        sources=("microsoft/fara, README and agents/fara/fara15_agent.py",),
    ),
    Family(
        name="opencua",
        title="OpenCUA",
        ids=(r"open-?cua",),
        base="Qwen2.5-VL",
        coordinates="P",
        rule=QWEN25,
        contract=OpenCua(),
        thinking="as_it_is",
        sources=("xlang-ai/OpenCUA, agent for OSWorld",),
    ),
)  # fmt: skip
PLAIN: Final = _FAMILIES[0]


def all_families() -> tuple[Family, ...]:
    """Return every family, the plain one first."""
    return _FAMILIES


def family(name: str) -> Family:
    """Return a family by its own name.

    Raises:
        SettingsError: there is none of that name; names all of them.
    """
    found = next((one for one in _FAMILIES if one.name == name), None)
    if found is None:
        names = ", ".join(one.name for one in _FAMILIES)
        raise SettingsError(f"there is no family {name!r:.60}; choose one of {names}, or auto")
    return found


@lru_cache(maxsize=64)
def family_of(model: str) -> Family:
    """Return the family that a model's name means, as a server tells it; the plain one for others."""
    name = re.sub(r"[\s_]+", "-", model.lower()[:300])
    places = [
        (found.end() - found.start(), one)
        for one in _FAMILIES
        for pattern in one.ids
        for found in (re.search(rf"(?<![a-z]){pattern}", name),)
        if found is not None
    ]
    return max(places, key=lambda place: place[0], default=(0, PLAIN))[1]


def chosen_family(setting: str, model: str) -> Family:
    """Return the family that the user chose, or with `auto` the one that the model's name means.

    Raises:
        SettingsError: there is none of that name.
    """
    return family_of(model) if setting == "auto" else family(setting)
