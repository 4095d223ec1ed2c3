"""What typed text may do: commands, schemes, secrets, hidden characters, orders to an assistant."""

import math
import re
from collections import Counter
from dataclasses import replace
from typing import Final

import msgspec

from automation.core.actions import Action, Check, Clipboard, Hotkey, Write
from automation.core.proposal import Proposal
from automation.core.secrets import placeholder
from automation.core.text import worded


def without_secret(intent: Action | Check) -> Action | Check:
    """Return the intent with the text that would be typed replaced by a placeholder."""
    match intent:
        case Write():
            return msgspec.structs.replace(intent, text=placeholder(intent.text))
        case Clipboard(op="set"):
            return msgspec.structs.replace(intent, text=placeholder(intent.text))
        case Hotkey() if any(len(key) == 1 for key in intent.keys):
            return msgspec.structs.replace(intent, keys=("secret",))
        case _:
            return intent


def without_secret_words(proposal: Proposal) -> Proposal:
    """Return the proposal without the text that would be typed, in its intent and in its words."""
    intent = without_secret(proposal.intent)
    sentence = worded("Type into a password field")
    return replace(proposal, intent=intent, sentence=sentence, claim="", upcoming=(), leads_to=())


_START: Final = r"(?:^|[\n;&|(`]|\$\()\s*"
"""Where a command can begin; words that are ordinary in some language count only here."""
_WORD: Final = r"(?:^|[\s;&|(`])"

_COMMANDS: Final = (
    (r"\b(?:curl|wget|fetch|irm|iwr|invoke-webrequest)\b[^\n]*\|\s*(?:\S*/)?(?:sudo\s+)?(?:ba|z|da|k|fi)?sh\b",
     worded("the text runs a script from the network")),
    (r"\b(?:iex|invoke-expression|invoke-command|start-process)\b", worded("the text runs a PowerShell command")),
    (_WORD + r"(?:sudo|doas|pkexec)(?:\s|$)|" + _START + r"su(?:\s+-|\s*$)",
     worded("the text asks for administrator rights")),
    (_WORD + r"(?:rm|rmdir|unlink|srm)\s+[-/~.\w*\"']|" + _START + r"(?:del|erase|rd|shred)\s+[-/~.\w*\"']",
     worded("the text deletes files")),
    (_WORD + r"(?:dd\s+\w+=|mkfs(?:\.\w+)?\b|fdisk\s|parted\s|wipefs\b|diskpart\b|format\s+[a-z]:)",
     worded("the text can erase a disk")),
    (_WORD + r"(?:chmod|chown|chattr|setfacl|icacls|takeown)\s", worded("the text changes access rights")),
    (_START + r"(?:shutdown|reboot|poweroff|halt|systemctl|service|kill|killall|pkill|taskkill)(?:\s|$)",
     worded("the text stops programs or the computer")),
    (_START + r"(?:eval|exec|source|nohup|crontab|schtasks|reg\s+add|setx)\s", worded("the text runs a command")),
    (_WORD + r"(?:ba|z|da|k)?sh\s+-c\b|\bpython[\d.]*\s+-c\b|\bperl\s+-e\b|\bnode\s+-e\b", worded("the text runs code")),
    (r">\s*/(?:dev|etc|boot|usr|bin|lib|sys|proc)/", worded("the text writes to the system")),
    (r":\s*\(\s*\)\s*\{.*\|.*&\s*\}", worded("the text floods the computer with processes")),
    (r"\bgit\s+push\b.*(?:--force|-f\b)|\bgit\s+reset\s+--hard\b|\bgit\s+clean\b", worded("the text loses history")),
    (r"\b(?:drop|truncate)\s+(?:table|database|schema)\b|\bdelete\s+from\b", worded("the text deletes data")),
)  # fmt: skip
_COMMAND_RULES: Final = tuple((re.compile(p, re.IGNORECASE), why) for p, why in _COMMANDS)
_SCHEME: Final = re.compile(r"^\s*([a-z][a-z0-9+.-]*):(?!\d)", re.IGNORECASE)
_CODE_SCHEMES: Final = frozenset({"javascript", "data", "vbscript", "file", "view-source", "blob"})
_WEB_SCHEMES: Final = frozenset({"http", "https"})
_BASE64: Final = re.compile(r"(?<![A-Za-z0-9+/=])[A-Za-z0-9+/]{40,}={0,2}(?![A-Za-z0-9+/=])")
_SECRET_PREFIX: Final = re.compile(
    r"(?<![A-Za-z0-9])(?:sk-[A-Za-z0-9_-]{16,}|sk_live_\w{10,}|rk_live_\w{10,}|gh[pousr]_\w{20,}"
    r"|github_pat_\w{20,}|glpat-[\w-]{16,}|AKIA[0-9A-Z]{12,}|ASIA[0-9A-Z]{12,}|xox[abeprs]-[\w-]{10,}"
    r"|AIza[\w-]{30,}|ya29\.[\w-]{20,}|npm_\w{30,}|pypi-[\w-]{30,}|hf_\w{20,}|SG\.[\w-]{16,}"
    r"|eyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]*)|-----BEGIN [A-Z ]*PRIVATE KEY"
)
_TOKEN: Final = re.compile(r"[A-Za-z0-9_+/=.-]{24,}")
_SECRET_BITS_PER_CHAR: Final = 4.0
"""Random base64 of 24 characters has about 4.3 bits a character, English words joined about 3.5."""
_ORDERS: Final = re.compile(
    r"\b(?:ai|a\.i\.|assistants?|agents?|llms?|language models?|chatbots?|copilots?|gpt|claude"
    r"|ki-assistent\w*|asistentes?|assistants? ia|ассистент\w*|助手|アシスタント|어시스턴트)\b"
    r"[^.!?\n]{0,60}\b(?:must|should|please|now|ignore|disregard|click|press|type|send|open|delete|run"
    r"|execute|copy|visit|forget|muss|soll|bitte|doit|debe|deve|должен|нажми|点击|してください)\b"
    r"|\b(?:ignore|disregard|forget)\b[^.!?\n]{0,40}\b(?:previous|prior|above|earlier|all)\b"
    r"[^.!?\n]{0,30}\b(?:instructions?|prompts?|rules?|orders?)\b",
    re.IGNORECASE,
)

_ADDRESSED: Final = re.compile(
    r"\b(?:ai|a\.i\.|llms?|language models?|chatbots?|copilots?|gpt|ki|ia|ии)?[- ]?"
    r"(?:assistants?|agents?|models?|assistent\w*|asistentes?|assistente|ассистент\w*)\b"
    r"[^.!?\n]{0,30}\b(?:must|should|have to|need to|please|ignore|disregard|müssen|muss|sollen"
    r"|bitte|devez|doit|doivent|deben|debe|deve|devono|должны|должен|обязан\w*)\b"
    r"|(?:助手|アシスタント|어시스턴트|智能体)[^。！？\n]{0,20}(?:请|必须|应该|立即|してください|しなさい|하세요|해야)"  # noqa: RUF001
    r"|\b(?:ignore|disregard|forget)\b[^.!?\n]{0,40}\b(?:previous|prior|above|earlier)\b"
    r"[^.!?\n]{0,30}\b(?:instructions?|prompts?|rules?|orders?)\b",
    re.IGNORECASE,
)
_RUNNABLE: Final = re.compile(
    r"\.(?:sh|bash|run|bin|appimage|desktop|exe|msi|bat|cmd|com|scr|ps1|vbs|jar|py|pl|rb|deb|rpm|flatpakref"
    r"|flatpak|snap|app|pkg|dmg|command|jnlp|hta|reg|lnk)\W*$",
    re.IGNORECASE,
)

_TELLING_PATH: Final = re.compile(
    r"(?:^|[\s\"'/\\])\.(?:bashrc|bash_profile|bash_aliases|bash_logout|profile|zshrc|zprofile|zshenv|cshrc"
    r"|kshrc|xinitrc|xsession|xprofile|inputrc|vimrc|emacs|gitconfig|netrc|pgpass|npmrc|pypirc|ssh|gnupg"
    r"|aws|kube|docker|mozilla|thunderbird|password-store|config/(?:autostart|systemd|fish|google-chrome"
    r"|chromium)|local/share/(?:applications|keyrings))\b"
    r"|(?:^|[\s\"'*])/(?:etc|boot|usr|bin|sbin|lib|var/spool/cron|root|dev|proc|sys)/"
    r"|\b(?:id_rsa|id_ed25519|id_ecdsa|authorized_keys|logins\.json|key4\.db|cookies\.sqlite|wallet\.dat"
    r"|\w+\.kdbx|sudoers)\b",
    re.IGNORECASE,
)
"""Files that run at a start, decide about rights, or hold keys; by name, on any system's usual paths."""
_FORMULA: Final = re.compile(
    r"^\s*[=+@-].*(?:\b(?:webservice|importxml|importdata|importhtml|importrange|importfeed|image|filterxml"
    r"|hyperlink|dde|ddeauto|call|register|exec)\s*\(|\|)",
    re.IGNORECASE | re.DOTALL,
)
_SHARE: Final = re.compile(
    r"^\s*(?:\\\\|(?:smb|afp|nfs|ftps?|sftp|dav|davs|ssh|telnet)://|file://(?!(?:localhost)?/(?![/\\])))",
    re.IGNORECASE,
)
"""A file address without a host, or with this one, stays here; two more strokes name a host again."""


_MONEY: Final = r"(?:[€$£¥₽₴₺₩₹₿💎🪙]|\b(?:eur|usd|gbp|chf|jpy|cny|rub|uah|pln|czk|sek|nok|dkk|try|krw|inr|brl)\b|\bzł|\bkč)"
_PRICE: Final = re.compile(rf"{_MONEY}\s*\d|\d[\d.,\s]*\s*{_MONEY}", re.IGNORECASE)
_QUESTION: Final = re.compile(r"[^.!?？؟。！]*[?？؟]")  # noqa: RUF001
_PLAIN_SIGNS: Final = frozenset("×÷−√±≠≤≥∞π…‹›«»←→↑↓°")  # noqa: RUF001
_CODE: Final = re.compile(r"\d{3}[\s-]?\d{3}")
_UNSAVED_TITLE: Final = re.compile(
    r"^\s*[*●•]|[*●•]\s*(?:$|[-–—(\[])|\[(?:\+|modified)\]|\((?:modified|unsaved|geändert)\)",  # noqa: RUF001
    re.IGNORECASE,
)
"""The marks with which editors say in their titles that something is not saved."""


def command_reason(text: str) -> str | None:
    """Return what the text would do as a command; None if it looks like no command."""
    return next((why for rule, why in _COMMAND_RULES if rule.search(text)), None)


def code_scheme(text: str) -> str | None:
    """Return the scheme if the text is an address that runs code or reads local files."""
    scheme = _scheme(text)
    return scheme if scheme in _CODE_SCHEMES else None


def odd_scheme(text: str) -> str | None:
    """Return the scheme if the text is an address other than a web address."""
    scheme = _scheme(text)
    return scheme if scheme and scheme not in _WEB_SCHEMES else None


def _scheme(text: str) -> str:
    match = _SCHEME.match(text)
    return match.group(1).casefold() if match else ""


def looks_secret(text: str) -> bool:
    """Tell whether the text holds what looks like a key, a token or an encoded blob."""
    if _SECRET_PREFIX.search(text) or _BASE64.search(text):
        return True
    return any(_is_random(token) for token in _TOKEN.findall(text))


def has_line_break(text: str) -> bool:
    """Tell whether typing the text presses Enter or moves on after a tab."""
    return "\n" in text or "\r" in text


def gives_orders(text: str) -> bool:
    """Tell whether a text on the screen tells assistants what to do. A tripwire, never a wall."""
    return bool(_ORDERS.search(text))


def telling_path(text: str) -> bool:
    """Tell whether the text names a file that runs at a start, decides about rights or holds keys."""
    return bool(_TELLING_PATH.search(text))


def is_reaching_formula(text: str) -> bool:
    """Tell whether the text is a formula that reaches out of its sheet or runs something."""
    return bool(_FORMULA.search(text))


def is_share(text: str) -> bool:
    """Tell whether the text names another machine's files; opening it may send a password there."""
    return bool(_SHARE.search(text))


def addresses_assistants(text: str) -> bool:
    """Tell whether a text speaks to assistants and says what they must do; for whole pages.

    Narrower than `gives_orders`: pages about assistants are common.
    """
    return bool(_ADDRESSED.search(text))


def names_price(text: str) -> bool:
    """Tell whether the text names an amount of money."""
    return bool(_PRICE.search(text))


def looks_like_code(text: str) -> bool:
    """Tell whether the text is six digits and nothing else, as one-time codes are."""
    return bool(_CODE.fullmatch(text.strip()))


def is_unsaved(title: str) -> bool:
    """Tell whether a window's title says that something in it is not saved."""
    return bool(_UNSAVED_TITLE.search(title))


def is_sign(label: str) -> bool:
    """Tell whether the label is a picture instead of a word: no letter, no digit, no plain sign."""
    shown = label.strip()
    return bool(shown) and not any(c.isalnum() or c.isascii() or c in _PLAIN_SIGNS for c in shown)


def questions(text: str) -> tuple[str, ...]:
    """Return the questions in the text, without the sentences before them."""
    return tuple(_QUESTION.findall(text))


def is_runnable(name: str) -> bool:
    """Tell whether a file of this name can be a program, so that opening it may run it."""
    return bool(_RUNNABLE.search(name))


def _is_random(token: str) -> bool:
    has_mix = any(c.isdigit() for c in token) and any(c.isalpha() for c in token)
    if not has_mix or "/" in token[:1] or token.count(".") > 3 or token.count("-") > 5:
        return False
    counts = Counter(token)
    bits = -sum(n / len(token) * math.log2(n / len(token)) for n in counts.values())
    return bits >= _SECRET_BITS_PER_CHAR
