"""The way back from keysyms to the names of the key table."""

from automation.desktop.input import keys
from automation.desktop.recording.keys import XKeyNames
from automation.macros.import_pymacrorecord import _NAMED
from automation.macros.record.keys import Sort, meaning

NAMES = XKeyNames()
OF_THE_PAD = {f"num{n}" for n in range(10)} | {
    "numadd",
    "numsubtract",
    "nummultiply",
    "numdivide",
    "numdecimal",
}


def test_every_key_of_the_table_is_told_by_its_keysyms():
    for name, key in keys._KEYS.items():
        for keysym in key.keysyms:
            found = meaning(keysym, NAMES)
            if found.sort is Sort.NAMED:
                assert keysym in keys.key(found.text).keysyms
            elif name in OF_THE_PAD or name == "space":
                assert found.sort is Sort.CHAR
            else:
                assert found.sort in (Sort.MODIFIER, Sort.LOCK), name


def test_names_of_imported_keys_are_keys_of_the_table():
    for keysym, name in _NAMED.values():
        if name:
            assert keysym in keys.key(name).keysyms
