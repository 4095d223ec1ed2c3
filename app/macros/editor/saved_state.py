"""Whether the macro is saved, and what can be undone: in the toolbar and in the actions."""

from app.macros.editor.actions import Actions
from app.macros.editor.toolbar import Toolbar
from automation.macros.editing.session import EditSession


def show_state(session: EditSession, toolbar: Toolbar, actions: Actions) -> bool:
    """Say whether it is saved and what can be undone; return whether it is saved."""
    is_saved = session.is_saved
    toolbar.show_state(_words(session, is_saved=is_saved))
    toolbar.state.setToolTip(session.trouble)
    document = session.document
    for name, button, can, words in (
        ("undo", toolbar.undo, document.can_undo, document.undo_words),
        ("redo", toolbar.redo, document.can_redo, document.redo_words),
    ):
        action = actions[name]  # type: ignore[index]  # names of ours
        action.setEnabled(can)
        said = f"{name.capitalize()}: {words}" if words else name.capitalize()
        button.setToolTip(f"{said} ({action.shortcut().toString()})")
        action.setText(said)
    return is_saved


def _words(session: EditSession, *, is_saved: bool) -> str:
    if session.is_saving:
        return "Saving …"
    if is_saved:
        return ""
    return "Not safe" if session.trouble else "Not saved"
