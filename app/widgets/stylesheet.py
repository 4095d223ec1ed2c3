"""The one stylesheet: borders, radii and focus of Qt's own controls. Colours of the rest: palette.

Weights and sizes of fonts never stand here, because a rule would override `setFont`.
Every rule names a class with a property or an own class: a bare `QFrame` rule paints every label.
"""

from collections.abc import Mapping
from string import Template
from typing import Final

_TEMPLATE: Final = Template("""
QPushButton { border: 1px solid $ctl; border-radius: 8px; padding: 0 12px; min-height: 30px;
  background: $surface; color: $text; }
QPushButton:hover { background: $sunken; }
QPushButton:focus { border: 2px solid $accent; padding: 0 11px; min-height: 28px; }
QPushButton:disabled { border-color: $line; background: $sunken; color: $text3; }
QLineEdit, QPlainTextEdit, QTextEdit, QSpinBox, QDoubleSpinBox, QComboBox, QKeySequenceEdit > QLineEdit {
  border: 1px solid $ctl; border-radius: 8px; background: $surface; color: $text;
  selection-background-color: $accent; selection-color: $onAccent; }
QLineEdit, QSpinBox, QDoubleSpinBox, QComboBox { padding: 0 10px; min-height: 30px; }
QPlainTextEdit, QTextEdit { padding: 5px 9px; }
QLineEdit:focus, QSpinBox:focus, QDoubleSpinBox:focus, QComboBox:focus {
  border: 2px solid $accent; padding: 0 9px; min-height: 28px; }
QPlainTextEdit:focus, QTextEdit:focus { border: 2px solid $accent; padding: 4px 8px; }
QLineEdit:disabled, QPlainTextEdit:disabled, QComboBox:disabled, QSpinBox:disabled {
  border-color: $line; background: $sunken; color: $text3; }
QLineEdit[kind="bare"], QLineEdit[kind="bare"]:focus, QPlainTextEdit[kind="bare"],
QPlainTextEdit[kind="bare"]:focus { border: none; background: transparent; padding: 0; }
QComboBox::drop-down, QSpinBox::up-button, QSpinBox::down-button, QDoubleSpinBox::up-button,
QDoubleSpinBox::down-button { border: none; width: 20px; }
QComboBox QAbstractItemView { border: 1px solid $ctl; background: $surface; outline: none;
  selection-background-color: $accentSoft; selection-color: $text; }
QAbstractItemView { border: none; background: transparent; outline: none; }
QAbstractItemView[kind="boxed"] { border: 1px solid $line; border-radius: 8px; background: $surface; }
QAbstractScrollArea[kind="bare"], QScrollArea { border: none; background: transparent; }
QHeaderView::section { border: none; border-bottom: 1px solid $line; background: $surface;
  color: $text3; padding: 6px 10px; }
QTableView[kind="boxed"]::item { padding: 0 7px; }
QFrame[kind="card"] { background: $surface; border: 1px solid $line; border-radius: 8px; }
QFrame[kind="compose"] { background: $surface; border: 1px solid $ctl; border-radius: 8px; }
QFrame[kind="compose"][active="true"] { border: 2px solid $accent; }
QFrame[kind="waiting"] { background: $r2Soft; border: 1px solid $r2; border-radius: 8px; }
QFrame[kind="side"] { background: $sunken; border: none; border-right: 1px solid $line; }
QFrame[kind="aside"] { background: $bg; border: none; border-left: 1px solid $line; }
QFrame[kind="top"] { background: $bg; border: none; border-bottom: 1px solid $line; }
QFrame[kind="foot"] { background: $sunken; border: none; border-top: 1px solid $line; }
QFrame[kind="baseline"] { background: $bg; border: none; border-top: 1px solid $line; }
QFrame[kind="sunken"] { background: $sunken; border: none; border-radius: 8px; }
QFrame[kind="rule"] { background: $line; border: none; max-height: 1px; min-height: 1px; }
QFrame[kind="claim"] { background: transparent; border: none; border-left: 2px solid $line; }
QFrame[kind="error"] { background: $surface; border: 1px solid $line; border-left: 3px solid $r3;
  border-radius: 8px; }
QLabel[tone="dim"] { color: $text2; }
QLabel[tone="faint"] { color: $text3; }
QLabel[tone="accent"] { color: $accentText; }
QLabel[tone="ok"] { color: $ok; }
QLabel[tone="r2"] { color: $r2; }
QLabel[tone="r3"] { color: $r3; }
QLabel[tone="r4"] { color: $r4; }
QToolButton { border: 1px solid transparent; border-radius: 8px; background: transparent; }
QToolButton:hover { background: $sunken; }
QToolButton:focus { border: 2px solid $accent; }
QMenu { border: 1px solid $ctl; background: $surface; padding: 4px; }
QMenu::item { padding: 6px 24px 6px 28px; border-radius: 4px; color: $text; }
QMenu::item:selected { background: $accentSoft; }
QMenu::item:disabled { color: $text3; }
QMenu::icon { padding-left: 8px; }
QMenu::separator { height: 1px; background: $line; margin: 4px 8px; }
QToolTip { border: 1px solid $ctl; background: $surface; color: $text; padding: 4px 6px; }
QProgressBar { border: none; border-radius: 3px; background: $line; max-height: 6px;
  min-height: 6px; }
QProgressBar::chunk { border-radius: 3px; background: $accent; }
QScrollBar:vertical { width: 12px; background: transparent; margin: 0; }
QScrollBar:horizontal { height: 12px; background: transparent; margin: 0; }
QScrollBar::handle { background: $ctl; border-radius: 3px; min-height: 28px; min-width: 28px; }
QScrollBar::handle:vertical { margin: 2px 3px; }
QScrollBar::handle:horizontal { margin: 3px 2px; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QSplitter::handle { background: $line; }
QSplitter::handle:horizontal { width: 1px; }
QSplitter::handle:vertical { height: 1px; }
""")


def stylesheet(colors: Mapping[str, str]) -> str:
    """Return the stylesheet filled with the colours of one theme."""
    return _TEMPLATE.substitute(colors)
