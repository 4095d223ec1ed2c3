"""Values for a called macro: a line each, `name = value`."""

import re
from collections.abc import Callable, Mapping
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QPlainTextEdit

from app.widgets.theme import Theme
from automation.core.wording import quoted

_LINE: Final = re.compile(r"\s*([a-z][a-z0-9_]{0,39})\s*=\s?(.*)")


class ValueLines(QPlainTextEdit):
    """Puts the values when the focus leaves and every line is one."""

    wrong = Signal(str)

    def __init__(
        self, theme: Theme, values: Mapping[str, str], put: Callable[[dict[str, str]], None]
    ) -> None:
        super().__init__()
        self._values = dict(values)
        self._put = put
        self.setFont(theme.font("mono"))
        self.setPlainText("\n".join(f"{name} = {value}" for name, value in values.items()))
        self.setPlaceholderText("name = value")
        self.setTabChangesFocus(True)
        self.setFixedHeight(76)
        self.setAccessibleName("Values, one a line, as name = value")

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Take what is written."""
        super().focusOutEvent(event)
        self.commit()

    def commit(self) -> str:
        """Put what is written; return which line is no value, empty when all are."""
        found: dict[str, str] = {}
        for line in self.toPlainText().splitlines():
            if not line.strip():
                continue
            match = _LINE.fullmatch(line)
            if match is None:
                problem = f"{quoted(line)} is no value. Write a line as name = value."
                self.wrong.emit(problem)
                return problem
            found[match.group(1)] = match.group(2)
        if found != self._values:
            self._values = found
            self._put(dict(found))
        return ""
