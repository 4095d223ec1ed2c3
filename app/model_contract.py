"""In which contract the user's model is spoken to: from the settings, and from what calibration found.

Reads small files of our own and nothing of the checkpoint, so that it may be asked on any thread.
Imports `model` only inside functions: the window opens without it.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Final

from app.settings import ModelSettings
from automation.core.errors import Damaged, LoadError, ModelError

if TYPE_CHECKING:
    from model.calibrate.calibration import Calibration
    from model.prompt.profiles.profile import Profile

NO_FOLDER: Final = (
    "No model is set up. Choose its folder on the Model page (Ctrl+4), or name it with --model."
)


def profile_names() -> tuple[str, ...]:
    """Return the names of the contracts that a model may be spoken to in."""
    from model.prompt.profiles.catalogue import all_profiles

    return tuple(profile.name for profile in all_profiles())


def named_folder(settings: ModelSettings) -> Path:
    """Return the folder that the user named.

    Raises:
        ModelError: none is named.
        LoadError: there is none.
    """
    if not settings.folder:
        raise ModelError(NO_FOLDER)
    try:
        folder = Path(settings.folder).expanduser()
        is_there = folder.is_dir()
    except (OSError, RuntimeError) as error:  # no permission, a name too long, no such user
        message = f"the folder {settings.folder} cannot be used: {error}; choose another one"
        raise LoadError(message) from error
    if not is_there:
        message = f"there is no folder {folder}; choose the one that holds config.json"
        raise LoadError(message)
    return folder


def chosen_profile(settings: ModelSettings) -> "Profile":
    """Return the contract that the user chose, before calibration has a say.

    Raises:
        SettingsError: there is no such profile.
    """
    from model.prompt.profiles.catalogue import DEFAULT, profile

    chosen = profile(DEFAULT if settings.profile == "auto" else settings.profile)
    return chosen.with_images(settings.images_kept)


def found_of(chosen: "Profile", folder: Path, data: Path) -> "Calibration | None":
    """Return what calibration found of a folder's bytes; None when they are not known yet.

    Raises:
        Damaged: what was found cannot be read.
        LoadError: what is remembered of the folder cannot be read.
    """
    from model.calibrate.keeping import recall
    from model.checkpoint.manifest import remembered

    manifest = remembered(folder, data)
    found = recall(manifest.digest, data) if manifest else None
    return found if found is not None and found.profile == chosen.name else None


def coordinates_of(chosen: "Profile", folder: Path, data: Path) -> str:
    """Return what is known of the model's numbers, for people."""
    from model.calibrate.calibration import SPACE_NAMES

    try:
        found = found_of(chosen, folder, data)
    except Damaged:  # a run is refused for it; loading must go on, or nobody could calibrate anew
        found = None
    if found is None:
        return f"{SPACE_NAMES[chosen.space]}, assumed"
    space = SPACE_NAMES[found.space] if found.space else "none fits"
    return f"{space}, calibrated"


def thinks(settings: ModelSettings, chosen: "Profile", found: "Calibration | None") -> bool:
    """Tell whether the model thinks before it answers: the user's word counts first."""
    match settings.thinking:
        case "on":
            return True
        case "off":
            return False
        case _:
            return chosen.thinking if found is None else found.thinking
