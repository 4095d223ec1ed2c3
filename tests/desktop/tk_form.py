"""A form by Tk, which shows no accessibility tree; writes where in its window its fields are."""

import json
import sys
import tkinter

NAMES = ("Name", "Street", "Town", "Password")


def main():
    root = tkinter.Tk()
    root.title("People")
    root.geometry("440x240+60+60")
    fields = {}
    for row, name in enumerate(NAMES):
        tkinter.Label(root, text=f"{name}:").grid(row=row, column=0, padx=8, pady=8, sticky="e")
        hidden = "*" if name == "Password" else ""
        fields[name] = tkinter.Entry(root, width=28, show=hidden)
        fields[name].grid(row=row, column=1, padx=8, pady=8)
    fields["Town"].insert(0, "Berlin")
    tkinter.Button(root, text="Save", bg="#3366cc", width=20).grid(row=len(NAMES), column=1)
    root.wait_visibility()
    root.update()
    places = {name: _box(field) for name, field in fields.items()}
    sys.stdout.write(json.dumps(places) + "\n")
    sys.stdout.flush()
    root.mainloop()


def _box(field):
    """Return its place in the window: where the window is, Tk learns late from the window manager."""
    return [field.winfo_x(), field.winfo_y(), field.winfo_width(), field.winfo_height()]


if __name__ == "__main__":
    main()
