"""Where deskhand keeps its files: the platform's user folders, or all below `DESKHAND_HOME`."""

import os
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import platformdirs

from automation.core.errors import SettingsError
from automation.records.private import private_folder

PRIVATE_FILE_MODE: Final = 0o600
AWAKE: Final = "awake"
"""Below the data: a file while we have other programs show themselves, as the user has chosen."""


@dataclass(frozen=True, slots=True)
class Folders:
    """The folders of one user; created private on first use."""

    config: Path
    data: Path
    runtime: Path
    """Sockets and locks; gone after a restart of the machine."""

    @property
    def settings_file(self) -> Path:
        """The settings, as JSON."""
        return self.config / "settings.json"

    def create(self) -> None:
        """Make the folders, readable by this user only.

        Raises:
            SettingsError: a folder cannot be made, or belongs to somebody else.
        """
        for folder in (self.config, self.data, self.runtime):
            _make_private(folder)


def _make_private(folder: Path) -> None:
    try:
        private_folder(folder)
    except OSError as error:
        message = (
            f"cannot use the folder {folder}: {error.strerror or error}; "
            "set DESKHAND_HOME to a folder of your own that you can write to"
        )
        raise SettingsError(message) from error


def user_folders() -> Folders:
    """Return the folders of the user who runs this process; nothing is created."""
    home = os.environ.get("DESKHAND_HOME", "")
    if home:
        root = Path(home).expanduser().absolute()
        return Folders(root / "config", root / "data", root / "runtime")
    dirs = platformdirs.PlatformDirs("deskhand", appauthor=False)
    with warnings.catch_warnings():
        # Without XDG_RUNTIME_DIR it names a folder in the temporary folder and warns of it; that
        # folder is made private here, and refused when it belongs to somebody else.
        warnings.simplefilter("ignore")
        runtime = Path(dirs.user_runtime_dir)
    return Folders(Path(dirs.user_config_dir), Path(dirs.user_data_dir), runtime)
