"""What the user can ask for from anywhere in the window: one signal each, whatever button is pressed."""

from PySide6.QtCore import QObject, Signal


class Commands(QObject):
    """Made by the main window; its buttons and the tray's emit these, whoever does the work connects."""

    send = Signal(str)
    """Run a task."""
    play_again = Signal(str)
    """Play once more what a run has played: the words of that run are no task."""
    keep_run = Signal(str, str, object)
    """A run, the name of the macro that it becomes, and the names of the texts that it asks for."""
    edit_macro = Signal(str)
    """Name of a macro's folder."""
    pin = Signal(str, bool)
    """A run, and whether it is to stay whatever its age."""
    load_model = Signal()
    """What was asked for needs a model."""
    wake = Signal(bool)
    """Whether sleeping programs are woken."""
    settings = Signal()
    quit = Signal()

    stop = Signal()
    pause = Signal()
    resume = Signal()
    show_card = Signal()
    """Bring the card on the screen to the user's notice."""
    accept = Signal()
    """Press the card's own button; the card's conditions count."""
    reject = Signal()
    choose = Signal(int)
    """Answer the question that is open with this number."""
