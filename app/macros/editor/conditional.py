"""A condition that a step may have or not: a box, and below it what is looked at and for how long."""

from collections.abc import Callable
from typing import Final

import msgspec
from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.macros.editor.condition_form import ConditionForm
from app.macros.editor.labelled import Labelled
from app.preferences.controls import SecondsBox
from app.widgets.checkbox import CheckBox
from app.widgets.theme import Theme
from automation.core.actions import MAX_WAIT_S
from automation.macros import macro as grammar
from automation.macros.macro import Condition, Until

_FIRST: Final[Condition] = grammar.Shows(text="Name it")
_WITHIN_S: Final = 10.0
"""Until something is so, unless the user says otherwise: what a slow page takes."""


class Conditional(QWidget):
    """The form of the condition is made when it is switched on: most steps have none."""

    switched = Signal(bool)

    def __init__(
        self,
        theme: Theme,
        words: str,
        name: str,
        condition: Condition | None,
        params: tuple[str, ...],
        put: Callable[[Condition | None], None],
    ) -> None:
        """Show a condition.

        Args:
            theme: colours and fonts.
            words: beside the box.
            name: of its fields, for who cannot see them.
            condition: as it stands; None for none.
            params: names that may stand in its texts.
            put: takes every whole condition, and None when it is switched off.
        """
        super().__init__()
        self._theme, self._name, self._params, self._put = theme, name, params, put
        self._first = condition or _FIRST
        self._form: ConditionForm | None = None
        self.box = CheckBox(theme, words)
        self.box.setChecked(condition is not None)
        self._holder = QWidget()
        self._lines = QVBoxLayout(self._holder)
        self._lines.setContentsMargins(24, 0, 0, 0)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(8)
        whole.addWidget(self.box)
        whole.addWidget(self._holder)
        if condition is not None:
            self._made()
        self._holder.setVisible(condition is not None)
        self.box.toggled.connect(self._on_toggled)

    def _made(self) -> ConditionForm:
        if self._form is None:
            self._form = ConditionForm(
                self._theme, self._name, self._first, self._params, self._put
            )
            self._lines.addWidget(self._form)
        return self._form

    def show_condition(self, condition: Condition | None) -> None:
        """Show a condition that came from elsewhere, and put nothing."""
        with QSignalBlocker(self.box):
            self.box.setChecked(condition is not None)
        if condition is not None:
            self._made().show_condition(condition)
        self._holder.setVisible(condition is not None)
        self.switched.emit(condition is not None)

    def _on_toggled(self, is_on: bool) -> None:  # Qt's signal
        self._put(self._made().condition if is_on else None)
        self._holder.setVisible(is_on)
        self.switched.emit(is_on)


class UntilField(QWidget):
    """A condition and the seconds within which it has to be so."""

    def __init__(
        self,
        theme: Theme,
        words: str,
        name: str,
        until: Until | None,
        params: tuple[str, ...],
        put: Callable[[Until | None, str], None],
    ) -> None:
        """Show what is waited for.

        Args:
            theme: colours and fonts.
            words: beside the box.
            name: of its fields, for who cannot see them.
            until: as it stands; None for none.
            params: names that may stand in its texts.
            put: takes the whole of it, and a key: edits of one key in a row are one undo.
        """
        super().__init__()
        self._until, self._put = until, put
        self._within_s = until.within_s if until is not None else _WITHIN_S
        condition = until.condition if until is not None else None
        self.condition = Conditional(theme, words, name, condition, params, self._on_condition)
        seconds = SecondsBox(theme, (0.0, MAX_WAIT_S), self._within_s, self._on_seconds)
        seconds.setAccessibleName(f"{name}: at most")
        row = Labelled(theme, "At most", seconds)
        row.setContentsMargins(24, 0, 0, 0)
        row.setVisible(until is not None)
        self.condition.switched.connect(row.setVisible)
        lines = QVBoxLayout(self)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(8)
        lines.addWidget(self.condition)
        lines.addWidget(row)

    def show_until(self, until: Until | None) -> None:
        """Show what came from elsewhere, its seconds as they were; what is shown already stays."""
        if until != self._until:
            self._until = until
            self.condition.show_condition(until.condition if until is not None else None)

    def _on_condition(self, condition: Condition | None) -> None:
        self._until = (
            Until(condition=condition, within_s=self._within_s) if condition is not None else None
        )
        self._put(self._until, "")

    def _on_seconds(self, seconds: float) -> None:
        self._within_s = seconds
        if self._until is not None:
            self._until = msgspec.structs.replace(self._until, within_s=seconds)
            self._put(self._until, "within")
