"""A backend that keeps a log, and a small machine that turns a log into the text it types."""

from automation.core.errors import InputError, UnknownKey
from automation.core.geometry import ScreenPoint
from automation.desktop.input.keymap import SHIFT_BIT, KeyRow, plan_text
from automation.desktop.input.keys import RETURN, TAB, char_for_keysym, key
from automation.desktop.input.plan import ButtonEvent, KeyEvent, MoveEvent, Pause, Remap, Typed
from tests.fakes.keyboards import ALT, CONTROL, ONE_LEVEL, SHIFT, SUPER, keyboard

_MODIFIERS = {SHIFT: "shift", CONTROL: "ctrl", ALT: "alt", SUPER: "super"}


class FakeBackend:
    """Implements `Backend` on a keyboard of its own; `log` holds every primitive that was sent."""

    def __init__(self, keymap=None, size=(1920, 1080)):
        self.keymap = keymap or keyboard("us")
        self.size = size
        self.log = []
        self.buttons = {number: number for number in range(1, 10)}
        self.lent = {}
        self.is_closed = False
        self.receiver_of = lambda press: ()
        self.is_still = False
        self.takes_keys = lambda: None
        self._pointer = ScreenPoint(0, 0)
        self._keys = set()
        self._buttons = set()
        self._typed = []
        self._codes_of, self._codes = None, {}  # to look through a keyboard takes milliseconds

    @property
    def name(self):
        return "x11"

    @property
    def text(self):
        """What an application with the keyboard would hold."""
        return "".join(self._typed)

    def key_code(self, key_name):
        if self._codes_of is not self.keymap:
            self._codes_of, self._codes = self.keymap, {}
        if key_name not in self._codes:
            self._codes[key_name] = self._looked_up(key_name)
        return self._codes[key_name]

    def _looked_up(self, key_name):
        wanted = key(key_name)
        if len(wanted.name) == 1:
            code = self.keymap.code_of_char(wanted.name)
        else:
            codes = (self.keymap.code_of_keysym(keysym) for keysym in wanted.keysyms)
            code = next((code for code in codes if code is not None), None)
        if code is None:
            raise UnknownKey(f"this keyboard has no {wanted.label} key")
        return code

    def button_code(self, number):
        return self.buttons[number]

    def plan_text(self, text):
        return plan_text(text, lambda: self.keymap)

    def send(self, primitive):
        match primitive:
            case MoveEvent(point):
                if not (0 <= point.x < self.size[0] and 0 <= point.y < self.size[1]):
                    raise InputError(f"the point {point.x}, {point.y} is off the screen")
                self._pointer = point
            case ButtonEvent(number, is_down):
                if not 1 <= number <= 9:
                    raise InputError(f"there is no mouse button {number}")
                (self._buttons.add if is_down else self._buttons.discard)(number)
            case KeyEvent(int(code), is_down) if 8 <= code <= 255:
                (self._keys.add if is_down else self._keys.discard)(code)
                if is_down:
                    self._type(code)
            case KeyEvent(code, _):
                raise InputError(f"{code!r} is no X keycode")
            case Remap(codes):
                self._lend(codes)
            case Pause() | Typed():
                pass
        self.log.append(primitive)

    def _lend(self, codes):
        for code, keysym in codes:
            assert code in self.keymap.spare, f"keycode {code} belongs to the layout"
            self.lent.pop(code, None)
            if keysym:
                self.lent[code] = keysym

    def _type(self, code):
        lent = KeyRow(((ONE_LEVEL, (self.lent[code],)),)) if code in self.lent else None
        row = lent or self.keymap.row(code)
        keysym = row.keysym(self.keymap.group, SHIFT_BIT if SHIFT in self._keys else 0)
        char = {RETURN: "\n", TAB: "\t"}.get(keysym) or char_for_keysym(keysym)
        if char:
            self._typed.append(char)

    def has_taken_keys(self, within_s):
        return self.takes_keys()

    def receiver(self, press):
        return self.receiver_of(press)

    def hold_still(self, press, receiver):
        self.is_still = self.receiver_of(press) == receiver
        return self.is_still

    def let_go(self):
        self.is_still = False

    def pointer(self):
        return self._pointer

    def held(self):
        return frozenset(self._keys), frozenset(self._buttons)

    def held_modifiers(self):
        return frozenset(name for code, name in _MODIFIERS.items() if code in self._keys)

    def close(self):
        self.is_closed = True
