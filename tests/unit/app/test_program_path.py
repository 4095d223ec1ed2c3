"""What a program's permission is kept under."""

import pytest

from app.settings import permission_key, program_path


@pytest.mark.parametrize(
    ("path", "key"),
    [
        ("/usr/bin/mousepad", "/usr/bin/mousepad"),
        (
            "/var/lib/flatpak/app/org.x.Notes/current/active/export/bin/org.x.Notes",
            "flatpak:org.x.Notes",
        ),
        ("/data/ann/export/bin/tool", "/data/ann/export/bin/tool"),
    ],
)
def test_a_flatpak_is_kept_by_its_id_and_all_others_by_their_file(path, key):
    assert permission_key(path) == key


def test_the_starter_that_flatpak_exports_leads_to_the_id(tmp_path):
    starter = tmp_path / "flatpak/app/org.x.Notes/1/export/bin/org.x.Notes"
    starter.parent.mkdir(parents=True)
    starter.write_text("#!/bin/sh\n")
    starter.chmod(0o755)
    link = tmp_path / "flatpak/exports/bin/org.x.Notes"
    link.parent.mkdir(parents=True)
    link.symlink_to(starter)
    path, problem = program_path(str(link))
    assert (permission_key(path), problem) == ("flatpak:org.x.Notes", "")
