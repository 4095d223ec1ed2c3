"""A form by Tk, which shows no accessibility tree; writes where in its window its fields are."""

import json
import sys
import tkinter
from tkinter import ttk

NAMES = ("Name", "Street", "Town", "Password")


def main():
    root = tkinter.Tk()
    root.title("People")
    root.geometry("760x240+60+60")
    fields = {}
    for row, name in enumerate(NAMES):
        tkinter.Label(root, text=f"{name}:").grid(row=row, column=0, padx=8, pady=8, sticky="e")
        hidden = "*" if name == "Password" else ""
        fields[name] = tkinter.Entry(root, width=28, show=hidden)
        fields[name].grid(row=row, column=1, padx=8, pady=8)
    fields["Town"].insert(0, "Berlin")
    tkinter.Button(root, text="Save", bg="#3366cc", width=20).grid(row=len(NAMES), column=1)
    fields |= _choices(root)
    root.wait_visibility()
    root.update()
    places = {name: _box(field) for name, field in fields.items()}
    sys.stdout.write(json.dumps(places) + "\n")
    sys.stdout.flush()
    root.mainloop()


def _choices(root):
    """Put what is no field right of the fields; the variables live as long as the window."""
    root.ticked, root.kind = tkinter.BooleanVar(value=True), tkinter.StringVar(value="Guest")
    made = {
        "Breakfast": tkinter.Checkbutton(root, text="Breakfast"),
        "Newsletter": tkinter.Checkbutton(root, text="Newsletter", variable=root.ticked),
        "Member": tkinter.Radiobutton(root, text="Member", value="Member", variable=root.kind),
        "Country": ttk.Combobox(root, values=["Norway", "Peru"], state="readonly", width=12),
        "Age": tkinter.Spinbox(root, from_=1, to=99, width=6),
    }
    made["Country"].set("Norway")
    for row, (name, widget) in enumerate(made.items()):
        is_labelled = name in ("Country", "Age")
        if is_labelled:
            tkinter.Label(root, text=f"{name}:").grid(row=row, column=2, sticky="e", padx=(30, 6))
        widget.grid(
            row=row, column=3 if is_labelled else 2, sticky="w", padx=(0 if is_labelled else 30, 0)
        )
    tkinter.Radiobutton(root, text="Guest", value="Guest", variable=root.kind).grid(
        row=2, column=3, sticky="w"
    )
    return made


def _box(field):
    """Return its place in the window: where the window is, Tk learns late from the window manager."""
    return [field.winfo_x(), field.winfo_y(), field.winfo_width(), field.winfo_height()]


if __name__ == "__main__":
    main()
