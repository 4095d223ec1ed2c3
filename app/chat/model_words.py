"""What a person reads of a reply that is still being written."""

import json
import re
from typing import Final

_SAID: Final = re.compile(
    r'"(?:note|thought)"\s*:\s*"((?:[^"\\]+|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*)'
)
"""The two fields of a step that are sentences, up to their end or to a letter that is half there."""


def readable(reply: str) -> str:
    """Return the sentences of a reply, whole or cut off anywhere.

    A reply by contract is one JSON object whose `note` and `thought` are meant for people; its
    action is shown as a card. Any other text is returned as it is.
    """
    if not reply.lstrip().startswith("{"):
        return reply
    return "\n".join(filter(None, (_unescaped(said[1]) for said in _SAID.finditer(reply))))


def _unescaped(value: str) -> str:
    text = str(json.loads(f'"{value}"', strict=False))
    # Half of a surrogate pair is no letter; the other half may be on its way.
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "ignore")
