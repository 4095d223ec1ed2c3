"""A lost property office: what was found, where it lies, who fetched it. Classic Tk, coloured."""

import sys
import tkinter as tk
from tkinter import ttk

from keep import Keep

SAND, INK, TEAL = "#f3ead7", "#2b2b2b", "#2f6f6d"
FOUND = {
    "Bags": [("Rucksack, green", "Tram 4"), ("Handbag, black", "Town hall")],
    "Clothes": [("Rain coat, yellow", "Swimming pool"), ("Child's glove, red", "Tram 4")],
    "Valuables": [("Watch, silver", "Library"), ("Ring with stone", "Swimming pool")],
    "Oddments": [("Umbrella, striped", "Bus 12"), ("Walking stick", "Library")],
}
PLACES = ("Tram 4", "Bus 12", "Library", "Swimming pool", "Town hall", "Park")


class Office(tk.Tk):
    def __init__(self, start):
        super().__init__()
        self.title("Lost Property Office")
        self.geometry("1000x620")
        self.configure(bg=SAND)
        self.option_add("*Font", "TkDefaultFont 11")
        ttk.Style(self).configure("Treeview", rowheight=26)
        self.keep = Keep()
        self.keep.known("ring owner", "print tag", "monthly report")
        self.dialog, self.handed = None, []
        self.keep.add("handed over", lambda: list(self.handed))
        self.menus()
        head = tk.Label(self, text="Lost Property Office", bg=TEAL, fg="white", anchor="w", padx=12)
        head.pack(fill="x", ipady=6)
        body = tk.Frame(self, bg=SAND)
        body.pack(fill="both", expand=True, padx=10, pady=8)
        self.found(body)
        self.form(body)
        self.keep.add("dialog", lambda: "hand over" if self.dialog else "")
        if start in ("chosen", "handover"):
            self.choose("Watch, silver" if start == "chosen" else "Umbrella, striped")
        if start == "handover":
            self.after(300, self.hand_over)
        self.again()

    def again(self):
        self.keep.write()
        self.after(150, self.again)

    def menus(self):
        bar = tk.Menu(self)
        office, view = tk.Menu(bar, tearoff=0), tk.Menu(bar, tearoff=0)
        office.add_command(
            label="Monthly report", command=lambda: self.keep.count("monthly report")
        )
        office.add_command(label="Hand over...", command=self.hand_over)
        office.add_command(label="Leave", command=self.destroy)
        self.order = tk.StringVar(self, "By kind")
        for name in ("By kind", "By place", "By date"):
            view.add_radiobutton(label=name, value=name, variable=self.order)
        self.photos = tk.BooleanVar(self, True)
        view.add_separator()
        view.add_checkbutton(label="Show photos", variable=self.photos)
        bar.add_cascade(label="Office", menu=office)
        bar.add_cascade(label="View", menu=view)
        self.configure(menu=bar)
        self.keep.add("order", self.order.get)
        self.keep.add("show photos", self.photos.get)

    def found(self, body):
        left = tk.Frame(body, bg=SAND)
        left.pack(side="left", fill="both", expand=True)
        tk.Label(left, text="Found things", bg=SAND, anchor="w").pack(fill="x")
        self.tree = tree = ttk.Treeview(left, columns=("place", "lies"), height=14)
        tree.heading("#0", text="Thing")
        tree.column("#0", width=240)
        for name, title in (("place", "Found at"), ("lies", "Lies in")):
            tree.heading(name, text=title)
            tree.column(name, width=130)
        self.groups = {}
        for kind, things in FOUND.items():
            self.groups[kind] = tree.insert("", "end", text=kind, open=True)
            for thing, place in things:
                lies = "Safe" if kind == "Valuables" else "Shelf"
                tree.insert(self.groups[kind], "end", text=thing, values=(place, lies))
        tree.configure(selectmode="browse")
        tree.pack(fill="both", expand=True)
        row = tk.Frame(left, bg=SAND)
        row.pack(fill="x", pady=6)
        self.buttons = []
        for name, does in (
            ("Hand over...", self.hand_over),
            ("Print tag", lambda: self.keep.count("print tag")),
            ("Discard", lambda: self.tree.delete(*self.tree.selection())),
        ):
            button = tk.Button(row, text=name, command=does, state="disabled", bg="#e2d3b0")
            button.pack(side="left", padx=4)
            self.buttons.append(button)
        low = tk.LabelFrame(left, text="Put the chosen thing into", bg=SAND, padx=6, pady=4)
        low.pack(fill="x")
        self.into = tk.StringVar(self, "Shelf")
        for name in ("Shelf", "Cabinet", "Safe", "Cellar"):
            tk.Radiobutton(low, text=name, value=name, variable=self.into, bg=SAND).pack(
                side="left"
            )
        put = tk.Button(low, text="Put there", state="disabled", bg="#e2d3b0")
        put.configure(command=lambda: tree.set(tree.selection()[0], "lies", self.into.get()))
        put.pack(side="right")
        self.buttons.append(put)

        def changed(_event):
            for button in self.buttons:
                button.configure(state="normal" if self.chosen() else "disabled")

        tree.bind("<<TreeviewSelect>>", changed)

        def things(kind):
            return [
                " / ".join((tree.item(item, "text"), *map(str, tree.item(item, "values"))))
                for item in tree.get_children(self.groups[kind])
            ]

        for kind in FOUND:
            self.keep.add(kind.lower(), lambda k=kind: things(k))
        self.keep.add("chosen", self.chosen)
        self.keep.add("put into", self.into.get)

    def chosen(self):
        picked = self.tree.selection()
        return self.tree.item(picked[0], "text") if picked and self.tree.parent(picked[0]) else ""

    def choose(self, text):
        for group in self.groups.values():
            for item in self.tree.get_children(group):
                if self.tree.item(item, "text") == text:
                    self.tree.selection_set(item)

    def form(self, body):
        right = tk.LabelFrame(body, text="Register a find", bg=SAND, padx=10, pady=8)
        right.pack(side="left", fill="y", padx=(12, 0))
        thing, finder, date = (tk.StringVar(self, text) for text in ("", "", "18.09.2026"))
        kind, place, days = (tk.StringVar(self, text) for text in ("Oddments", "Park", "90"))
        boxes = {name: tk.BooleanVar(self) for name in ("Police told", "Photo taken")}
        fields = (
            ("What is it", tk.Entry(right, textvariable=thing, width=26)),
            ("Kind", ttk.Combobox(
                right, values=tuple(FOUND), state="readonly", textvariable=kind)),
            ("Found where", ttk.Combobox(
                right, values=PLACES, state="readonly", textvariable=place)),
            ("Found on", tk.Entry(right, textvariable=date, width=14)),
            ("Finder", tk.Entry(right, textvariable=finder, width=26)),
            ("Keep for days", tk.Spinbox(
                right, from_=7, to=365, textvariable=days, width=6)),
        )  # fmt: skip
        for at, (title, field) in enumerate(fields):
            tk.Label(right, text=title, bg=SAND).grid(row=at, column=0, sticky="w", pady=5)
            field.grid(row=at, column=1, sticky="w", padx=8, pady=5)
        for at, (name, held) in enumerate(boxes.items()):
            box = tk.Checkbutton(right, text=name, variable=held, bg=SAND)
            box.grid(row=6 + at, column=1, sticky="w", padx=4)
            self.keep.add(name.lower(), held.get)
        tk.Label(right, text="Condition", bg=SAND).grid(row=8, column=0, sticky="w")
        wear = tk.Scale(right, from_=1, to=10, orient="horizontal", bg=SAND, length=180)
        wear.set(5)
        wear.grid(row=8, column=1, sticky="w", padx=8)
        tk.Label(right, text="Marks", bg=SAND).grid(row=9, column=0, sticky="nw", pady=6)
        marks = tk.Text(right, width=28, height=4, wrap="word")
        marks.grid(row=9, column=1, padx=8, pady=6)

        def register():
            self.tree.insert(
                self.groups[kind.get()], "end", text=thing.get(), values=(place.get(), "Shelf")
            )

        def clear():
            for held in (thing, finder):
                held.set("")
            marks.delete("1.0", "end")

        row = tk.Frame(right, bg=SAND)
        row.grid(row=10, column=0, columnspan=2, pady=8)
        go = tk.Button(
            row, text="Register", command=register, bg=TEAL, fg="white", state="disabled"
        )
        go.pack(side="left", padx=6)
        tk.Button(row, text="Clear form", command=clear).pack(side="left", padx=6)
        tk.Button(row, text="Ring owner", command=lambda: self.keep.count("ring owner")).pack(
            side="left", padx=6
        )
        thing.trace_add("write", lambda *_: go.configure(
            state="normal" if thing.get().strip() else "disabled"))  # fmt: skip
        for key, held in (("thing", thing), ("kind", kind), ("place", place), ("found on", date),
                          ("finder", finder)):  # fmt: skip
            self.keep.add(key, held.get)
        self.keep.add("days", lambda: int(days.get()) if days.get().isdecimal() else days.get())
        self.keep.add("condition", wear.get)
        self.keep.add("marks", lambda: marks.get("1.0", "end-1c"))

    def hand_over(self):
        if self.dialog or not self.chosen():
            return
        self.dialog = dialog = tk.Toplevel(self, padx=16, pady=14, bg=SAND)
        dialog.title("Hand over")
        dialog.transient(self)
        dialog.geometry("+320+220")
        item = self.tree.selection()[0]
        owner, paper, fee = (tk.StringVar(dialog, text) for text in ("", "Passport", "3"))
        signed = tk.BooleanVar(dialog, False)
        tk.Label(dialog, text=self.chosen(), bg=SAND, fg=TEAL).grid(row=0, columnspan=2, sticky="w")
        for at, (title, field) in enumerate((
            ("Owner", tk.Entry(dialog, textvariable=owner, width=28)),
            ("Shown paper", ttk.Combobox(
                dialog, values=("Passport", "Identity card", "Driving licence"),
                state="readonly", textvariable=paper)),
            ("Fee", tk.Spinbox(dialog, from_=0, to=50, textvariable=fee, width=6)),
        ), 1):  # fmt: skip
            tk.Label(dialog, text=title, bg=SAND).grid(row=at, column=0, sticky="w", pady=5)
            field.grid(row=at, column=1, sticky="w", padx=10, pady=5)
        tk.Checkbutton(dialog, text="Has signed", variable=signed, bg=SAND).grid(row=4, column=1)

        def done(fine):
            if fine:
                self.tree.delete(item)
                self.handed.append(
                    f"{owner.get()} / {paper.get()} / {fee.get()} / "
                    + ("signed" if signed.get() else "not signed")
                )
            self.dialog = None
            dialog.destroy()

        tk.Button(dialog, text="OK", width=8, command=lambda: done(True)).grid(row=5, column=0)
        tk.Button(dialog, text="Cancel", command=lambda: done(False)).grid(row=5, column=1, pady=8)
        dialog.protocol("WM_DELETE_WINDOW", lambda: done(False))
        for key, held in (("owner", owner), ("paper", paper), ("fee", fee), ("signed", signed)):
            self.keep.add("over " + key, lambda h=held: h.get() if self.dialog else None)


Office(sys.argv[1] if len(sys.argv) > 1 else "form").mainloop()
