"""What an open LibreOffice document holds, over the pipe named on the command line, as JSON."""

import json
import sys

import uno


def sheet(model):
    state = {"sheets": list(model.Sheets.ElementNames)}
    view = model.CurrentController
    state["sheet"] = view.ActiveSheet.Name
    page = model.Sheets.getByIndex(0)
    bold = state["bold"] = []
    for r in range(14):
        for c in range(8):
            cell = page.getCellByPosition(c, r)
            name = "ABCDEFGH"[c] + str(r + 1)
            if cell.Formula:
                state["cell " + name] = cell.Formula
            if cell.CharWeight > 100:
                bold.append(name)
    state["widths"] = [page.Columns.getByIndex(c).Width for c in range(4)]
    state["hidden"] = ["ABCDEFGH"[c] for c in range(8) if not page.Columns.getByIndex(c).IsVisible]
    return state


def text(model):
    parts = model.Text.createEnumeration()
    lines, bold, styles, lined = [], [], [], []
    while parts.hasMoreElements():
        line = parts.nextElement()
        lines.append(line.String)
        styles.append(line.ParaStyleName)
        runs = line.createEnumeration()
        while runs.hasMoreElements():
            run = runs.nextElement()
            if run.CharWeight > 100 and run.String.strip():
                bold.append(run.String.strip())
            if run.CharUnderline and run.String.strip():
                lined.append(run.String.strip())
    return {"lines": lines, "bold": bold, "styles": styles, "underlined": lined}


def main():
    local = uno.getComponentContext()
    resolver = local.ServiceManager.createInstanceWithContext(
        "com.sun.star.bridge.UnoUrlResolver", local
    )
    context = resolver.resolve(f"uno:pipe,name={sys.argv[1]};urp;StarOffice.ComponentContext")
    desktop = context.ServiceManager.createInstanceWithContext(
        "com.sun.star.frame.Desktop", context
    )
    state = {}
    parts = desktop.Components.createEnumeration()
    while parts.hasMoreElements():
        model = parts.nextElement()
        if hasattr(model, "Sheets"):
            state |= sheet(model)
        elif hasattr(model, "Text"):
            state |= text(model)
    sys.stdout.write(json.dumps(state))


if __name__ == "__main__":
    main()
