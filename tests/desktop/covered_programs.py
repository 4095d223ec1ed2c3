"""Programs in whose windows things lie over others: a page, a Qt window, a GTK 3 window. Run as `... qt` or `... gtk LOG`."""

import sys
from pathlib import Path

PAGE = """<!doctype html><meta charset="utf-8"><title>covered-page</title>
<style>body{margin:0;font:16px sans-serif}.at{position:absolute;left:20px;width:160px;height:30px}
.over{position:absolute;left:0;width:300px;height:50px}</style>
<div style="position:relative;height:1200px" onclick="document.title='covered-page '+event.target.id">
<button class=at style="top:10px" id=free>Free</button>
<button class=at style="top:70px">Under veil</button>
<div class=over style="top:60px;background:rgba(0,0,0,.3)"></div>
<button class=at style="top:130px">Under glass</button>
<div class=over style="top:120px;background:rgba(0,0,0,.1);pointer-events:none"></div>
<button class=at style="top:190px">Under words</button>
<div class=over style="top:180px;background:#fff">A newsletter for you</div>
<label class=at style="top:250px"><input type=checkbox style="opacity:0"><span>Styled box</span></label>
<button class=at style="top:310px"><span style="display:block">Inner <b>label</b></span></button>
<a class=at style="top:370px" href="#"><img alt="Picture" width=40 height=20 src="data:,"> link</a>
<div class=at style="top:430px"><a href="#" style="position:absolute;inset:0">Whole card</a></div>
<input class=at style="top:460px" placeholder="Search words">
<div class=at style="top:500px" role=button tabindex=0 aria-label="Icon button">
<svg width=20 height=20 style="pointer-events:none"><circle r=8 cx=10 cy=10 /></svg></div></div>
<label class=at style="top:540px;display:flex"><input type=checkbox role=switch
style="position:absolute;opacity:0;width:44px;height:24px;margin:0"><i style="width:44px;height:24px;background:#b6c1d4;
position:relative"></i>Drawn switch</label>
<label class=at style="top:490px;left:300px;display:flex"><input type=checkbox
style="position:absolute;opacity:0;width:44px;height:24px;margin:0"><button aria-label="What is this?"
style="width:44px;height:24px;position:relative"></button>Explained box</label>
<button style="position:fixed;bottom:10px;left:400px;z-index:-1">Behind bar</button>
<div style="position:fixed;bottom:0;left:0;right:0;height:60px;background:#ffd" role=dialog
aria-label="Cookie notice"><p>We use cookies<button>Accept all</button></div>"""


def qt(log):
    from PySide6.QtCore import Qt
    from PySide6.QtWidgets import (
        QApplication,
        QFrame,
        QLabel,
        QMainWindow,
        QPushButton,
        QTabWidget,
        QWidget,
    )

    application = QApplication(sys.argv[:1])
    application.setStyle("Fusion")
    window, page = QMainWindow(), QWidget()
    window.setWindowTitle("covered-qt")
    window.setCentralWidget(page)
    window.resize(600, 500)

    def button(name, y):
        made = QPushButton(name, page)
        made.setGeometry(20, y, 160, 30)
        made.clicked.connect(lambda: _note(log, name))
        return made

    def over(made, y, name=""):
        made.setGeometry(0, y, 300, 50)
        made.setAutoFillBackground(not made.testAttribute(Qt.WidgetAttribute.WA_NoSystemBackground))
        made.setAccessibleName(name)
        return made

    button("Free", 10)
    button("Under frame", 60)
    over(QFrame(page), 50, "Veil")
    button("Under glass", 120)
    glass = QWidget(page)
    glass.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
    glass.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
    over(glass, 110)
    raised = button("Raised again", 180)
    over(QFrame(page), 170)
    raised.raise_()
    button("Under words", 240)
    over(QLabel("Loading, please wait", page), 230)
    button("Under plate", 280)
    over(QFrame(page), 272)
    tabs = QTabWidget(page)
    tabs.setGeometry(20, 330, 400, 110)
    for title, name in (("One", "In page"), ("Two", "Behind")):
        part = QWidget()
        QPushButton(name, part)
        tabs.addTab(part, title)
    window.show()
    application.exec()


def gtk(log):
    import gi

    gi.require_version("Gtk", "3.0")
    from gi.repository import Gtk

    window, box = Gtk.Window(title="covered-gtk"), Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
    window.set_default_size(500, 400)

    def stacked(name, cover=None, is_small=False):
        layers, below = Gtk.Overlay(), Gtk.Button(label=name)
        below.connect("clicked", lambda _: _note(log, name))
        layers.add(below)
        if cover is not None:
            if is_small:
                cover.set_halign(Gtk.Align.START)
                cover.set_valign(Gtk.Align.START)
            layers.add_overlay(cover)
        box.pack_start(layers, True, True, 0)
        return layers

    stacked("Free")
    veil = Gtk.EventBox()
    veil.get_accessible().set_name("Veil")
    stacked("Under veil", veil)
    glass = Gtk.EventBox(visible_window=False)
    stacked("Under glass", glass).set_overlay_pass_through(glass, True)
    stacked("Under words", Gtk.Label(label="Loading, please wait"))
    stacked("With a badge", Gtk.Label(label="3"), is_small=True)
    pages = Gtk.Notebook()
    pages.append_page(Gtk.Button(label="In page"), Gtk.Label(label="One"))
    pages.append_page(Gtk.Button(label="Behind"), Gtk.Label(label="Two"))
    box.pack_start(pages, True, True, 0)
    # What lies below the open list comes after it in the tree, as its popup does among the windows.
    country = Gtk.ComboBoxText()
    for name in ("Austria", "Belgium", "Denmark", "Italy", "Norway"):
        country.append_text(name)
    country.set_active(0)
    country.connect("changed", lambda _: _note(log, country.get_active_text()))
    row, label = Gtk.Box(), Gtk.Label(label="Country")
    label.set_mnemonic_widget(country)
    row.pack_start(label, False, False, 4)
    row.pack_start(country, True, True, 0)
    box.pack_start(row, False, False, 0)
    box.pack_start(Gtk.SpinButton.new_with_range(1, 30, 1), False, False, 0)
    box.pack_start(Gtk.Button(label="Below"), True, True, 0)
    window.add(box)
    window.connect("destroy", Gtk.main_quit)
    window.show_all()
    Gtk.main()


def _note(log, name):
    with Path(log).open("a", encoding="utf-8") as file:
        file.write(name + "\n")


if __name__ == "__main__":
    {"qt": qt, "gtk": gtk}[sys.argv[1]](sys.argv[2])
