"""References to secrets: `${secret:mail}` in a text to be typed stands for what the user keeps.

A reference is all that any policy, record or picture ever holds; the executor alone puts the secret
in its place, when the action was approved. It stands alone: a text that mixes it with other words
is refused, so that what a card shows and what a rule judges is the whole of what is typed.

What is meant for a password field may also stand in the task, in sentences made of it, in a model's
claim. Once it is known, all of these are told and kept with a placeholder in its place.
"""

import dataclasses
import re
from collections.abc import Callable, Collection
from dataclasses import dataclass
from enum import Enum
from typing import Any, ClassVar, Final, Literal, TypeVar, get_args, get_origin, get_type_hints

import msgspec

from automation.core.actions import Action, Write
from automation.core.errors import Refused
from automation.core.observation import Frame
from automation.core.text import changed_values, visible_text, worded

BEGIN: Final = "${secret:"
ESCAPED: Final = "$${secret:"
"""How the sign itself is written when no secret is meant."""
MAX_NAME_CHARS: Final = 60

_NAME: Final = re.compile(rf"[A-Za-z0-9][A-Za-z0-9._-]{{0,{MAX_NAME_CHARS - 1}}}")
_REFERENCE: Final = re.compile(r"\$\{secret:([^{}]*)\}")
_IN_BRACES: Final = re.compile(r"\$?\{\{ ?secret: ?([^{}]*?) ?\}\}")
"""How a secret might be written by who knows the braces of a macro's parameters."""
_UNESCAPED: Final = re.compile(r"(?<!\$)\$\{secret:")


@dataclass(frozen=True, slots=True)
class SecretEntry:
    """What may be known of a secret without reading it."""

    name: str
    programs: tuple[str, ...] = ()
    """Resolved paths of the only programs that it is typed into; empty for any password field."""
    is_scope_told: bool = True
    """The keyring says for which programs it is; one of which it does not is typed into none."""


def reference(name: str) -> str:
    """Return the text that stands for the secret."""
    return f"{BEGIN}{name}}}"


def is_secret_name(name: str) -> bool:
    """Tell whether a secret may be called so."""
    return _NAME.fullmatch(name) is not None


def holds_reference(text: str) -> bool:
    """Tell whether the text has a reference, well made or not, that is not escaped."""
    return _UNESCAPED.search(text) is not None


def misspelt(text: str) -> str:
    """Return how a secret is written that stands in a text in a parameter's braces; empty for none."""
    found = _IN_BRACES.search(text)
    return reference(found.group(1)) if found and is_secret_name(found.group(1)) else ""


def secret_name(text: str) -> str:
    """Return the name if the text is one reference and nothing else; empty otherwise."""
    found = _REFERENCE.fullmatch(text)
    return found.group(1) if found and is_secret_name(found.group(1)) else ""


def secret_to_type(action: Action) -> str:
    """Return the name of the secret that the action types; empty when it types none.

    Raises:
        Refused: `no_secret`; the reference does not stand alone, or is not well made.
    """
    if not isinstance(action, Write):
        return ""
    if _IN_BRACES.fullmatch(action.text) and (meant := misspelt(action.text)):
        raise Refused(
            "no_secret", worded("{0} names no secret: a secret is written {1}", action.text, meant)
        )
    if not holds_reference(action.text):
        return ""
    if name := secret_name(action.text):
        return name
    raise Refused(
        "no_secret",
        worded(
            "the text holds {0}...}} together with other text, or with a name that no secret can have; a "
            "secret is typed in a step of its own. To type the sign itself write {1}",
            BEGIN,
            ESCAPED,
        ),
    )


def literal(text: str) -> str:
    """Return the text as it is typed: an escaped sign loses its first character."""
    return text.replace(ESCAPED, BEGIN)


def no_such_secret(name: str) -> str:
    """Return the sentence for a name that is not in the keyring."""
    return worded("there is no secret called “{0}”; add it with: deskhand secret set {0}", name)


T = TypeVar("T")

SHORTEST_INSIDE: Final = 4
"""Shorter texts are taken out only where they stand as a word: `a` is in half of all words."""
SHORTEST_CUT: Final = 8
"""Sentences cut what is long; so much of the beginning of a text is taken out too."""

_PASSWORD: Final = (
    r"pass(?:word|code|phrase)|pass-?wort|kennwort|geheimzahl|contraseña|mot de passe|wachtwoord"
    r"|(?<!\w)(?:pin(?:[ -]?code)?|senha|parola)(?![^\W\d])"  # "Pinneberg" and "shipping" speak of none
    r"|lösenord|adgangskode|passord|salasana|hasło|heslo|jelszó|пароль\w*|şifre|κωδικός|mật khẩu"
    r"|密码|密碼|パスワード|暗証番号|비밀번호|암호|पासवर्ड|كلمة المرور|סיסמה"
)
_FIELD: Final = r"(?:-?(?:s|ein|eingabe)?feld(?!\w)|(?!-?(?:s|ein|eingabe)?feld(?!\w)))"
"""How German goes on where the field is meant: `Passwortfeld`, `Kennworteingabefeld`."""
_PASSWORD_WORD: Final = re.compile(rf"(?<!\w)(?:{_PASSWORD}){_FIELD}(?!\w)", re.IGNORECASE)
_SECURITY_CODE: Final = re.compile(
    r"security code|sicherheitscode|code de sécurité|código de segur\w+|codice di sicurezza"
    r"|beveiligingscode|säkerhetskod|\bcv[cv]\b",
    re.IGNORECASE,
)
LONGEST_FIELD_LABEL: Final = 6
"""Longest label of a field, in words; more is a sentence about something."""
_ABOUT_PASSWORDS: Final = re.compile(
    r"\b(?:hint|manager|file|length|policy|generator|strength|question|expir\w+|reminder|forgot\w*|lost"
    r"|reset|user ?name|e-?mail|board|colou?r)\b",
    re.IGNORECASE,
)
_QUOTED: Final = r"“([^“”]+)”|\"([^\"]+)\"|'([^'\n]+)'|`([^`]+)`"
_QUOTES: Final = "\"'`“”"
_SPOKEN: Final = re.compile(
    rf"(?:{_PASSWORD}){_FIELD}\s*(?:field\s*)?"
    r"(?::|=|\bis\b|\bist\b|\bto\b|\bwith\b|\bmit\b|\bauf\b|\bes\b|\best\b)?\s*"
    rf"(?:{_QUOTED}|(\S+))",
    re.IGNORECASE,
)
_ARTICLE: Final = (
    r"(?:the|a|an|my|your|its|this|that|das|den|dem|der|die|ein|eine[nm]?|mein|meine[nm]?)\s"
)
_TEXT: Final = rf"(?!{_ARTICLE})(?:{_QUOTED}|(\S*[^\s,;](?:\s+\S*[^\s,;]){{0,3}}?))"
_PUT: Final = re.compile(
    r"\b(?:paste|insert|put|place|enter|type|write|copy|input|key|add|supply|use|füge?|setze?|kopiere?|gib|trage?"
    rf"|schreibe?|tippe?|nimm|verwende)\s+(?:in\s+)?{_TEXT}\s+(?:at\s+the\s+(?:end|start)\s+of|into|inside|in|to|as|for|on|ins|im|als|für)\s+"
    rf"(?:\S+\s+){{0,2}}?(?:{_PASSWORD})(?:-?(?:s|ein|eingabe)?feld\b|\s+(?:field|box|input|entry|prompt)\b"
    r"|(?=\s*(?:$|[.,;!?]|(?:and|then|und|dann|ein|on|in|of|auf)\b)))",
    re.IGNORECASE,
)
"""A text on its way into a password field, whatever the verb is worth here: `paste hunter2 into Password`."""
_ON_CLIPBOARD: Final = re.compile(
    rf"\b(?:copy|put|place|kopiere?|lege?)\s+{_TEXT}\s+(?:to|into|in|on|onto|auf)\s+(?:the\s+|my\s+|die\s+)?"
    rf"(?:clipboard|zwischenablage)\b|(?:clipboard|zwischenablage)\s+(?:to|auf)\s+{_TEXT}(?=[,;.]?(?:\s|$))",
    re.IGNORECASE,
)
# The gaps are bounded, as the time would else grow with the cube of a task's length.
_IN_USE: Final = r"(?:\bclick|\bfocus|\bselect|\bactive|klick|fokus|aktiv)"
_AFTERWARDS: Final = re.compile(
    rf"\b(?:after|once|when|while|with|nachdem|sobald|wenn|während|mit)\s(?=[^;]{{0,160}}{_IN_USE})[^;]{{0,80}}?(?:{_PASSWORD})[^;]{{0,80}}?"
    rf"[\s,](?:type|enter|write|input|tippe?|schreibe?|gib)\s+{_TEXT}(?=[,;.]?(?:\s|$))",
    re.IGNORECASE,
)
"""A text that is told after the field: `once the password field is active, type hunter2`."""
_BEFOREHAND: Final = re.compile(
    rf"\b(?:before|bevor)\s+(?:(?:you|I|we|du|ich|wir)\s+)?(?:(?:typ|enter|writ)(?:e|ing)?\s+)?{_TEXT}"
    rf"(?:\s+(?:tipp|eingib|schreib)\w*)?,?\s(?=[^;]{{0,160}}{_IN_USE})[^;]{{0,80}}?(?:{_PASSWORD})",
    re.IGNORECASE,
)
"""The same, the other way round: `before typing hunter2 click the password field`."""
_NO_SECRETS: Final = frozenset(
    re.findall(
        r"\w+",
        "field and then in into on for box the a an is it to with click press type of from at as or wrong forgotten "
        "reset manager again button page link hint visible shown empty has was focus focused active clicked selected "
        "und oder dann danach ein aus an auf ab im ins mit für von vom zum zur zu der die das den dem es ist hat als "
        "bei nicht klicken tippen drücken eingeben einfügen eintragen leeren löschen vergessen zeigen anzeigen "
        "ändern zurücksetzen wieder sichtbar leer aktiv angeklickt fokussiert ausgewählt",
    )
)
"""Words that may stand after the word password."""
_WAYS: Final = (_SPOKEN, _PUT, _ON_CLIPBOARD, _AFTERWARDS, _BEFOREHAND)
_IDS: Final = frozenset({"run", "nonce", "patch_sha", "before", "overlay", "after", "handle"})
"""Fields that name things for programs: a text that happens to be part of one says nothing."""


_TOLD: Final[dict[type, tuple[str, ...]]] = {}


def names_password(words: str) -> bool:
    """Tell whether the words name a password, in any of some twenty languages."""
    return _PASSWORD_WORD.search(words) is not None


def asks_password(label: str) -> bool:
    """Tell whether a field of this label is for a password: "PIN", "Confirm password *".

    A hint, a file or a manager has the word in its label and is none.
    """
    is_short = len(label.split()) <= LONGEST_FIELD_LABEL
    names_one = names_password(label) or _SECURITY_CODE.search(label) is not None
    return is_short and names_one and not _ABOUT_PASSWORDS.search(label)


def spoken_passwords(task: str) -> tuple[str, ...]:
    """Return what stands after the word password in a task, or is on its way into such a field.

    `log in, password hunter2`, `paste hunter2 into the password field`.
    """
    patterns = _WAYS if names_password(task) else _WAYS[:1]
    matches = (match for pattern in patterns for match in pattern.finditer(task))
    found = (next(filter(None, match.groups()), "") for match in matches)
    cleaned = (text.rstrip(".,;:!?") for text in found)
    return tuple(
        text for text in cleaned if text.strip(_QUOTES) and text.casefold() not in _NO_SECRETS
        and not holds_reference(text)
    )  # fmt: skip


def placeholder(text: str) -> str:
    """Return what is kept in place of a secret; its length is all that is told."""
    return f"<secret:{len(text)} chars>"


def concealed(text: str, hidden: Collection[str]) -> str:
    """Return the text without the hidden ones, nor the beginnings of them that a cut leaves."""
    for secret in sorted(filter(str.strip, hidden), key=len, reverse=True):
        mark = placeholder(secret)
        for form in dict.fromkeys(
            (secret, secret.strip(), visible_text(secret), _in_quotes(secret))
        ):
            text = _replaced(text, form, mark)
        if len(secret) > SHORTEST_CUT:
            text = _cut_off(text, secret, mark)
    return text


def _concealed(text: str, hidden: Collection[str]) -> str:
    """Return the same, the very text where nothing is in it; a sentence of ours stays one where its values have it all."""
    plain = concealed(text, hidden)
    if plain == text:
        return text
    by_values = changed_values(text, lambda value: concealed(value, hidden))
    return by_values if by_values == plain else plain


def without_hidden(value: T, hidden: Collection[str]) -> T:
    """Return a value - text, dataclass, struct, tuple - with every text in it concealed."""
    return with_texts(value, lambda text: _concealed(text, hidden)) if hidden else value


def with_texts(value: T, change: Callable[[str], str]) -> T:
    """Return a value - text, dataclass, struct, tuple - with a change made to every text in it.

    Words of a fixed choice (`accepted`, `button`), ids and addresses stay as they are.
    """
    changed: object = value
    match value:
        case Enum() | Frame():
            pass
        case str():
            changed = change(value)
        case tuple() | list():
            items = [with_texts(item, change) for item in value]
            is_same = all(new is old for new, old in zip(items, value, strict=True))
            changed = value if is_same else type(value)(items)
        case msgspec.Struct():
            fresh = _changed_fields(value, change)
            changed = msgspec.structs.replace(value, **fresh) if fresh else value
        case _ if dataclasses.is_dataclass(value) and not isinstance(value, type):
            fresh = _changed_fields(value, change)
            changed = dataclasses.replace(value, **fresh) if fresh else value
        case _:
            pass
    return changed  # type: ignore[return-value]  # each branch gives back the kind it took


def _changed_fields(value: object, change: Callable[[str], str]) -> dict[str, Any]:
    fresh = {name: with_texts(getattr(value, name), change) for name in _told_fields(type(value))}
    return {name: new for name, new in fresh.items() if new is not getattr(value, name)}


def _told_fields(kind: type) -> tuple[str, ...]:
    """Return the fields that can hold somebody's words."""
    if kind not in _TOLD:
        hints = get_type_hints(kind)
        _TOLD[kind] = tuple(n for n, h in hints.items() if n not in _IDS and not _is_fixed(h))
    return _TOLD[kind]


def _is_fixed(hint: object) -> bool:
    if get_origin(hint) in (Literal, Final, ClassVar):
        return True
    inner = [part for part in get_args(hint) if part not in (type(None), ...)]
    return bool(inner) and all(_is_fixed(part) for part in inner)


def _replaced(text: str, form: str, mark: str) -> str:
    if not form or form not in text:
        return text
    if len(form) >= SHORTEST_INSIDE:
        return text.replace(form, mark)
    return re.sub(rf"(?<!\w){re.escape(form)}(?!\w)", lambda _: mark, text)


def _in_quotes(secret: str) -> str:
    """Return the text as people write it between quotes, its own quotes escaped."""
    return secret.replace("\\", "\\\\").replace('"', '\\"')


def _cut_off(text: str, secret: str, mark: str) -> str:
    """Replace the beginning of a secret where a sentence ends it with an ellipsis."""
    start = visible_text(secret)[:SHORTEST_CUT]
    at = text.find(start)
    while at >= 0:
        end = text.find("…", at)
        if end < 0 or not visible_text(secret).startswith(text[at:end].rstrip()):
            break
        text = f"{text[:at]}{mark}{text[end:]}"
        at = text.find(start, at + len(mark))
    return text
