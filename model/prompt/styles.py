"""How each model family writes a conversation.

**Source**: the chat template that NVIDIA's cosmos framework installs on the processor of
Nemotron-Nano-12B-v2-VL, llama.cpp's `NVIDIA-Nemotron-Nano-v2.jinja` for the text sibling, and the
ChatML turns of the Qwen-VL and Nemotron 3 families. Shapes only: no template is copied or run.
"""

from typing import Final, Literal

from model.prompt.layout import ChatStyle, Mark, Piece, Turn, Words

StyleName = Literal["nemotron_v2", "nemotron_v2_text", "nemotron_v3", "qwen2_vl", "qwen3_vl"]

_THINK: Final = Mark("<think>", is_token=False)
_THOUGHT: Final = Mark("</think>", is_token=False)
_OPEN: Final[tuple[Piece, ...]] = (_THINK, Words("\n"))
_CLOSED: Final[tuple[Piece, ...]] = (_THINK, _THOUGHT)
"""Nemotron's own training data marks a reply without thinking by these two, side by side."""


def _nemotron_turn(token: str, role: str, *closing: Piece) -> Turn:
    return Turn((Mark(token), Words(f"{role}\n")), closing)


def _nemotron_v2(name: str, after_system: str, *, has_bos: bool) -> ChatStyle:
    end = (Words("\n"), Mark("<SPECIAL_12>"), Words("\n"))
    return ChatStyle(
        name=name,
        turns={
            "system": _nemotron_turn("<SPECIAL_10>", "System", Words(after_system)),
            "user": _nemotron_turn("<SPECIAL_11>", "User", Words("\n")),
            "assistant": _nemotron_turn("<SPECIAL_11>", "Assistant", *end),
        },
        has_bos=has_bos,
        writes_system=True,
        hoists_pictures=True,
        strips=True,
        picture="<image>",
        thinking=_OPEN,
        answering=_CLOSED,
        flags=("/think", "/no_think"),
        past_reply=_CLOSED,
    )


def _chatml_turn(role: str) -> Turn:
    opening = (Mark("<|im_start|>"), Words(f"{role}\n"))
    return Turn(opening, (Mark("<|im_end|>"), Words("\n")))


def _chatml(
    name: str,
    *,
    picture: str,
    thinking: tuple[Piece, ...] = (),
    answering: tuple[Piece, ...] = (),
    past_reply: tuple[Piece, ...] = (),
) -> ChatStyle:
    return ChatStyle(
        name=name,
        turns={
            "system": _chatml_turn("system"),
            "user": _chatml_turn("user"),
            "assistant": _chatml_turn("assistant"),
        },
        has_bos=False,
        writes_system=False,
        hoists_pictures=False,
        strips=False,
        picture=picture,
        thinking=thinking,
        answering=answering,
        flags=("", ""),
        past_reply=past_reply,
    )


_QWEN_PICTURE: Final = "<|vision_start|><|image_pad|><|vision_end|>"
_QWEN_SKIPPED: Final[tuple[Piece, ...]] = (_THINK, Words("\n\n"), _THOUGHT, Words("\n\n"))

STYLES: Final[dict[StyleName, ChatStyle]] = {
    "nemotron_v2": _nemotron_v2("nemotron_v2", "\n", has_bos=True),
    "nemotron_v2_text": _nemotron_v2("nemotron_v2_text", "\n\n", has_bos=False),
    "nemotron_v3": _chatml(
        "nemotron_v3", picture="<image>", thinking=_OPEN, answering=_CLOSED, past_reply=_CLOSED
    ),
    "qwen2_vl": _chatml("qwen2_vl", picture=_QWEN_PICTURE),
    "qwen3_vl": _chatml("qwen3_vl", picture=_QWEN_PICTURE, thinking=_OPEN, answering=_QWEN_SKIPPED),
}
"""`nemotron_v2` is the one of Holotron-12B's base model; `qwen2_vl` knows no thinking."""
