"""What the user can ask for in the window: one signal each, whatever button is pressed.

A button is connected to the signal itself, whoever does the work too: nobody passes a wish on.
"""

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
    demo = Signal()
    """Fill a form of ours, to show how it goes."""
    settings = Signal()
    quit = Signal()

    new_task = Signal()
    open_run = Signal(str)
    """Show a run of the history."""
    macros = Signal()
    model = Signal()
    promises = Signal()
    key_map = Signal()
    help = Signal()
    look = Signal()
    """Look anew what weakens a promise on this computer."""
    mode = Signal(str)
    """How tasks are approved from here on, an `ApproveMode`."""
    policy = Signal(str)
    """Who takes the next task, a `PolicyName`."""

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


class ModelWishes(QObject):
    """What the model page and the page for getting the weights can be asked for."""

    load = Signal(str)
    """Load the model in this folder."""
    eject = Signal()
    cancel = Signal()
    """End loading or calibrating."""
    calibrate = Signal()
    choose = Signal(str)
    """Have the model in this folder: to be kept in the settings."""

    weights = Signal()
    """Show the page for getting the weights."""
    ask = Signal(str)
    """Ask the host for size and licence; the folder that the weights would go to."""
    get = Signal(str)
    """Fetch into this folder; the licence was accepted."""
    pause = Signal()
    resume = Signal()
    stop_getting = Signal()
    place = Signal(str)
    """Another folder to fetch into: tell its free space."""
    existing = Signal(str)
    """A folder on disk that holds a model."""
    load_fetched = Signal(str)
    back = Signal()


class ServerWishes(QObject):
    """What the model page can be asked for about model servers."""

    place = Signal(str)
    """Where the model is to run: `card`, `near`, `far` or `none`."""
    look = Signal()
    """Look which servers answer on this computer."""
    use = Signal(str, str, str)
    """Address, model and key (empty where it is kept or none is wanted): try the server, then use it alone."""
    use_too = Signal(str, str, str)
    """The same, and use it beside those that are used."""
    show = Signal(str)
    """Show the server of this address, which is used."""
    agree = Signal()
    """The user has read what would go to the host that was asked about, and agrees."""
    cancel = Signal()
    """End trying, or take back what was asked for before consent."""
    forget = Signal()
    """Use the server no more: forget consent and key."""
