"""Reads the ids with a meaning of their own from the tokenizer's files."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from automation.core.errors import LoadError
from model.checkpoint.config import Fields
from model.checkpoint.safetensors import shown
from model.spec import TokenSpec

TOKENIZER: Final = "tokenizer.json"
TOKENIZER_CONFIG: Final = "tokenizer_config.json"
GENERATION: Final = "generation_config.json"
PREPROCESSOR: Final = "preprocessor_config.json"
PROCESSOR: Final = "processor_config.json"
TOKENIZER_LIMIT: Final = 64 << 20
"""Bytes; tokenizers with 131,072 entries take about 17 million."""


@dataclass(frozen=True, slots=True)
class Marks:
    """How a family calls the tokens with a meaning of their own."""

    image: str
    """The placeholder of a picture."""
    image_fields: tuple[str, ...]
    """Names of the config's field with its id."""
    image_start: str
    image_end: str
    turn_end: str
    """Ends a turn."""


HOLOTRON_MARKS: Final = Marks(
    "<image>", ("img_context_token_id", "image_token_id"), "<img>", "</img>", "<SPECIAL_12>"
)
"""Source: the base model's chat template."""


@dataclass(frozen=True, slots=True)
class _Entries:
    special: Mapping[str, int]
    """Special tokens: each is one id however it is surrounded."""
    all: Mapping[str, int]
    size: int
    """One more than the largest id."""


@dataclass(frozen=True, slots=True)
class TokenFiles:
    """The files that the ids come from; those that a folder may lack are empty."""

    config: Fields
    language: Fields
    tokenizer: Fields
    tokenizer_config: Fields
    generation: Fields


def token_spec(files: TokenFiles, vocab_rows: int, marks: Marks) -> TokenSpec:
    """Return the ids.

    Raises:
        LoadError: a token is missing, not single, or the files disagree; names file and field.
    """
    entries = _entries(files.tokenizer)
    if entries.size > vocab_rows:
        raise files.tokenizer.refuse(
            "model.vocab", f"{entries.size} entries", f"at most {vocab_rows} rows to hold them"
        )
    if entries.size < vocab_rows:
        padding = vocab_rows - entries.size
        files.config.notes.append(f"{padding} of {vocab_rows} vocabulary rows are padding")
    return TokenSpec(
        image_id=_image_id(files.config, entries, marks),
        image_start_id=_special(marks.image_start, entries),
        image_end_id=_special(marks.image_end, entries),
        bos_id=_named(files, "bos_token", "bos_token_id", entries),
        pad_id=_named(files, "pad_token", "pad_token_id", entries),
        stop_ids=_stop_ids(files, entries, marks),
        entries=entries.size,
    )


def _entries(tokenizer: Fields) -> _Entries:
    model = tokenizer.inside("model")
    model.require("type", "BPE")
    vocab = model.raw("vocab")
    if not isinstance(vocab, dict) or not vocab:
        raise model.refuse("vocab", vocab, "entries with their ids")
    named: dict[str, int] = {}
    for text, number in vocab.items():
        named[text] = _id(number, model, "vocab")
    _check_unique(named, model)
    _check_merges(model, named)
    special: dict[str, int] = {}
    added: dict[str, int] = {}
    for text, number, is_special in _added(tokenizer):
        if added.get(text, number) != number or named.get(text, number) != number:
            raise tokenizer.refuse("added_tokens", text, "one id for each token")
        added[text] = number
        if is_special:
            special[text] = number
    everything = named | added
    _check_unique(everything, tokenizer)
    return _Entries(special, everything, max(everything.values()) + 1)


def _id(number: object, fields: Fields, name: str) -> int:
    if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number < 1 << 24:
        raise fields.refuse(name, number, "ids from 0 on")
    return number


def _check_unique(named: Mapping[str, int], fields: Fields) -> None:
    if len(set(named.values())) == len(named):
        return
    seen: dict[int, str] = {}
    for text, number in named.items():
        if number in seen:
            raise fields.refuse(
                "vocab", f"{text} and {seen[number]}", f"one entry with the id {number}"
            )
        seen[number] = text


def _check_merges(model: Fields, named: Mapping[str, int]) -> None:
    """Refuse a merge of pieces that are no entries, or into none: no encoder can follow it."""
    merges = model.raw("merges")
    if not isinstance(merges, list):
        raise model.refuse("merges", merges, "pairs of entries")
    for merge in merges:
        pair = merge.split(" ") if isinstance(merge, str) else merge
        if not isinstance(pair, list) or len(pair) != 2 or not all(type(p) is str for p in pair):
            raise model.refuse("merges", merge, "pairs of entries")
        unknown = [piece for piece in (*pair, "".join(pair)) if piece not in named]
        if unknown:
            raise model.refuse("merges", merge, f"an entry {unknown[0]!r} in model.vocab for it")


def _added(tokenizer: Fields) -> list[tuple[str, int, bool]]:
    value = tokenizer.raw("added_tokens")
    if not isinstance(value, list):
        raise tokenizer.refuse("added_tokens", value, "the special tokens")
    added = []
    for each in value:
        text = each.get("content") if isinstance(each, dict) else None
        if not isinstance(each, dict) or not isinstance(text, str) or not text:
            raise tokenizer.refuse("added_tokens", each, "content and id")
        added.append(
            (text, _id(each.get("id"), tokenizer, "added_tokens"), each.get("special") is True)
        )
    return added


def _special(text: str, entries: _Entries) -> int:
    if text not in entries.special:
        raise LoadError(
            f"{TOKENIZER}: added_tokens: found no special token {text}, expected it as a single "
            "one; this is not a checkpoint that deskhand can run"
        )
    return entries.special[text]


def _image_id(config: Fields, entries: _Entries, marks: Marks) -> int:
    stated = config.whole(*marks.image_fields, least=0)
    found = _special(marks.image, entries)
    if stated != found:
        expected = f"{found}, the id of {marks.image} in {TOKENIZER}"
        raise config.refuse(marks.image_fields[0], stated, expected)
    return found


def _named(files: TokenFiles, text_field: str, id_field: str, entries: _Entries) -> int | None:
    """Return the id of a token that the tokenizer's config names, else of the model's."""
    text = _token_text(files.tokenizer_config.raw(text_field))
    if text is not None:
        if text not in entries.all:
            raise files.tokenizer_config.refuse(text_field, text, f"an entry of {TOKENIZER}")
        return entries.all[text]
    for fields in (files.generation, files.language):
        if fields.has(id_field):
            return _within(fields.whole(id_field, least=0), fields, id_field, entries)
    return None


def _token_text(value: object) -> str | None:
    """Return a token's text: it stands bare, or in an object with its flags."""
    if isinstance(value, dict):
        value = value.get("content")
    return value if isinstance(value, str) else None


def _within(number: int, fields: Fields, name: str, entries: _Entries) -> int:
    if number >= entries.size:
        raise fields.refuse(name, number, f"an id below {entries.size}")
    return number


def _stop_ids(files: TokenFiles, entries: _Entries, marks: Marks) -> tuple[int, ...]:
    stops: list[int] = []
    for fields in (files.generation, files.config, files.language):
        value = fields.raw("eos_token_id")
        for number in value if isinstance(value, list) else [] if value is None else [value]:
            if not isinstance(number, int) or isinstance(number, bool) or number < 0:
                raise fields.refuse("eos_token_id", number, "ids of tokens")
            stops.append(_within(number, fields, "eos_token_id", entries))
        if stops:
            break
    if marks.turn_end in entries.special:
        stops.append(entries.special[marks.turn_end])
    eos = _token_text(files.tokenizer_config.raw("eos_token"))
    if eos is not None and eos in entries.all:
        stops.append(entries.all[eos])
    if not stops:
        expected = f"ids that end a turn, or {marks.turn_end}"
        raise files.generation.refuse("eos_token_id", None, expected)
    if entries.all.get(marks.image) in stops:
        raise files.generation.refuse("eos_token_id", shown(stops), f"no {marks.image} among them")
    return tuple(dict.fromkeys(stops))
