"""What is to know of the selected step and to change in it; of several, what is done to all."""

from collections.abc import Callable, Sequence
from typing import Final

import msgspec
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from app.macros.editor.caret import caret_of, give_back
from app.macros.editor.last_run import last_run_words
from app.macros.editor.macro_page import MacroPage
from app.macros.editor.repair_card import RepairCard
from app.macros.editor.run_states import RunStates
from app.macros.editor.side_body import SideBody
from app.macros.editor.step_form import StepForm
from app.macros.editor.target_form import TargetForm
from app.macros.editor.thumbnails import Thumbnails
from app.widgets.buttons import Button
from app.widgets.error_box import ErrorBox
from app.widgets.labels import ElidedLabel, Label
from app.widgets.theme import Theme
from automation.core.errors import MacroError
from automation.macros.editing.document import Document
from automation.macros.macro import Mismatch, Step, Target

WIDTH: Final = 336
_BLOCKS: Final = ("steps", "then", "otherwise")


class Inspector(QFrame):
    """Owned by the window; edits go into the document, everything else is a signal."""

    pick_wanted = Signal(str, str)
    """Step and part that are to be picked on the live screen."""
    repair_kept = Signal(object)
    repair_left = Signal(object)
    close_wanted = Signal()
    """It floats over the list and is to go away."""

    def __init__(
        self,
        theme: Theme,
        document: Document,
        states: RunStates,
        thumbnails: Thumbnails,
        macros: Sequence[str] = (),
        problems_of: Callable[[str], Sequence[str]] = lambda _id: (),
    ) -> None:
        super().__init__()
        self._problems_of = problems_of
        self.setProperty("kind", "aside")
        self.setFixedWidth(WIDTH)
        self.setAccessibleName("The selected step")
        self._theme = theme
        self._document = document
        self._states = states
        self._thumbnails = thumbnails
        self._macros = tuple(macros)
        self._shown: Step | None = None
        self._is_editing = False
        self._refusal = ""
        """Why the document did not take what was written last."""
        self.target_form: TargetForm | None = None
        self.form: StepForm | None = None
        self.cards: list[RepairCard] = []
        self.page: QWidget | None = None
        self._title = Label(theme, "", "title")
        self._id = ElidedLabel(theme, "", "mono", "faint")
        self._id.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.close_button = Button(theme, icon="close", kind="flat", size="compact")
        self.close_button.setAccessibleName("Close the details")
        self.close_button.clicked.connect(self.close_wanted)
        self.close_button.hide()
        self.problem = ErrorBox(theme)
        self._lay_out()
        thumbnails.loaded.connect(self._on_picture)

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(16, 14, 16, 6)
        head.setSpacing(8)
        head.addWidget(self._title)
        head.addWidget(self._id, 1)
        head.addWidget(self.close_button)
        self._scroll = SideBody()
        whole = QVBoxLayout(self)
        whole.setContentsMargins(1, 0, 0, 0)
        whole.setSpacing(0)
        whole.addLayout(head)
        whole.addWidget(self._scroll, 1)

    @property
    def shown(self) -> str:
        """Id of the step that is shown; empty for none."""
        return self._shown.id if self._shown is not None else ""

    def commit(self, *, is_leaving: bool = False) -> str:
        """Take what is written in a field and not yet put.

        Args:
            is_leaving: the fields go away: one that cannot be taken holds up no other.

        Returns:
            Why that cannot be; empty when it was. The field has the keyboard then, unless it goes away.
        """
        self._refusal = ""
        if self.target_form is not None:
            self.target_form.commit()
        wrong = self.form.commit(is_leaving=is_leaving) if self.form is not None else ""
        if isinstance(self.page, MacroPage):
            wrong = self.page.commit()
        return wrong or self._refusal

    def show_page(self, title: str, page: QWidget) -> None:
        """Show something else than one step; the same page under another title keeps the focus."""
        if page is self.page:
            self._title.setText(title)
            return
        self.commit()
        self._shown = None
        self._forget()
        self.page = page
        self._title.setText(title)
        self._id.set_whole_text("")
        self._scroll.replace([page])

    def forget_page(self) -> None:
        """Let the next page be made anew."""
        self.page = None

    def has_focus(self) -> bool:
        """Tell whether one of its fields has the keyboard."""
        focus = self.focusWidget()
        return focus is not None and focus.hasFocus()

    def focus_first(self) -> None:
        """Give the keyboard to the first field."""
        self._scroll.focus_first()

    def show_step(self, number: str, step: Step) -> None:
        """Show a step; the same one in another state keeps its fields and the focus."""
        self._title.setText(f"Step {number}")
        self._id.set_whole_text(step.id)
        if self._shown is not None and self._shown.id == step.id:
            if self._is_editing or _same(self._shown, step):
                self._take(step)
            else:  # a key or an undo changed it while a field may be half written
                self.refresh()
            return
        if self._shown is not None:
            self.commit()
        self._forget()
        self._shown = step
        self._scroll.replace(self._made(step))

    def refresh(self) -> None:
        """Show the same step anew, with its last run and repairs; the caret stays where it is.

        What is half written is taken; where it cannot be, the field shows what stands, and why is told.
        """
        if self._shown is None or not self._document.has(self._shown.id):
            return
        caret = caret_of(self.focusWidget() if self.has_focus() else None)
        wrong = self.commit(is_leaving=True)
        self._forget()
        self._shown = self._document.step(self._shown.id)
        self._scroll.replace(self._made(self._shown))
        if wrong:
            self.problem.show_problem(wrong)
        give_back(caret, self)

    def _made(self, step: Step) -> list[QWidget]:
        widgets: list[QWidget] = []
        if hasattr(step, "target"):
            self.target_form = TargetForm(self._theme, self._thumbnails, step)
            self._show_state(step)
            self.target_form.edited.connect(self._on_target)
            self.target_form.pick_wanted.connect(self._on_pick)
            widgets.append(self.target_form)
        if words := last_run_words(self._states.reports.get(step.id)):
            widgets.append(Label(self._theme, words, "caption", "dim", wraps=True))
        for repair in self._states.repairs_of(step.id):
            old = getattr(step, repair.part, None)
            old = old if isinstance(old, Target) else None
            picture = self._thumbnails.get(repair.old_image)
            card = RepairCard(self._theme, repair, old, picture)
            card.kept.connect(self.repair_kept)
            card.left.connect(self.repair_left)
            self.cards.append(card)
            widgets.append(card)
        names = (*self._document.macro.params, *self._document.macro.columns)
        self.form = StepForm(self._theme, step, names, self._macros)
        self.form.edited.connect(self._on_edited)
        self.problem = ErrorBox(self._theme)
        self.form.wrong.connect(self.problem.show_problem)
        self.problem.show_problem("\n".join(self._problems_of(step.id)))
        return [*widgets, self.problem, self.form]

    def show_problems(self) -> None:
        """Tell at the step that is shown what a check has found in it."""
        shown = self._shown
        if shown is not None and self.form is not None and (found := self._problems_of(shown.id)):
            self.problem.show_problem("\n".join(found))

    def _forget(self) -> None:
        self.page = None
        self.target_form = None
        self.form = None
        self.cards = []

    def _take(self, step: Step) -> None:
        self._shown = step
        if self.form is not None:
            self.form.take(step)
        self._show_state(step)

    def _show_state(self, step: Step) -> None:
        if self.target_form is not None:
            report = self._states.reports.get(step.id)
            self.target_form.show_state(step, report, self._mismatch(step))

    def _mismatch(self, step: Step) -> Mismatch:
        own = step.on_mismatch
        return self._document.macro.on_mismatch if own == "default" else own

    def _on_edited(self, step: Step, name: str, key: str) -> None:
        self._put(step.id, name, getattr(step, name), key)

    def _on_target(self, part: str, target: Target) -> None:
        if self._shown is not None:
            self._put(self._shown.id, part, target, "")

    def _put(self, step_id: str, name: str, value: object, key: str) -> None:
        """Change one part of a step: a form may be older than what the document has."""
        if self._document.has(step_id):
            standing = self._document.step(step_id)
            if hasattr(standing, name):
                self._change(msgspec.structs.replace(standing, **{name: value}), key)

    def _change(self, step: Step, key: str) -> None:
        """Put an edit into the document, or say why it cannot be."""
        self._is_editing = True
        try:
            self._document.change(step, key=key)
            self._take(self._document.step(step.id))  # what is expected may have gone with it
            self.problem.show_problem("\n".join(self._problems_of(step.id)))
        except MacroError as error:
            if self.form is not None:
                self.form.take(self._document.step(step.id))
            self.refresh()  # the fields show what stands
            self._refusal = str(error)
            self.problem.show_problem(str(error))
        finally:
            self._is_editing = False

    def _on_pick(self, part: str) -> None:
        self.commit()
        self.pick_wanted.emit(self.shown, part)

    def _on_picture(self, path: str) -> None:
        if self._shown is None:
            return
        if self.target_form is not None:
            self.target_form.refresh_picture()
        for card in self.cards:
            if card.repair.old_image == path:
                old = getattr(self._shown, card.repair.part, None)
                card.show_old(self._thumbnails.get(path), old if isinstance(old, Target) else None)


def _same(first: Step, second: Step) -> bool:
    """Tell whether two states of a step differ at most in what is inside a block."""
    if type(first) is not type(second):
        return False
    names = (name for name in first.__struct_fields__ if name not in _BLOCKS)
    return all(getattr(first, name) == getattr(second, name) for name in names)
