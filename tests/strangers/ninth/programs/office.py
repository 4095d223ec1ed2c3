"""Print what the office program with the named pipe holds."""

import json, sys
import uno

local = uno.getComponentContext()
resolver = local.ServiceManager.createInstanceWithContext(
    "com.sun.star.bridge.UnoUrlResolver", local
)
context = resolver.resolve(f"uno:pipe,name={sys.argv[1]};urp;StarOffice.ComponentContext")
desktop = context.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", context)
state, docs = {}, []
found = desktop.Components.createEnumeration()
while found.hasMoreElements():
    docs.append(found.nextElement())


def name_of(cell):
    return cell.AbsoluteName.split(".")[-1].replace("$", "")


for doc in docs:
    if doc.supportsService("com.sun.star.sheet.SpreadsheetDocument"):
        view = doc.CurrentController
        state["sheets"] = list(doc.Sheets.ElementNames)
        state["sheet"] = view.ActiveSheet.Name
        state["frozen"] = bool(view.hasFrozenPanes())
        state["grid"] = bool(view.ShowGrid)
        sheet = doc.Sheets.getByIndex(0)
        lists = {k: [] for k in ("bold", "italic", "centred", "right", "filled", "framed", "notes")}
        sizes = {}
        for r in range(12):
            for c in range(7):
                cell = sheet.getCellByPosition(c, r)
                name = name_of(cell)
                if cell.Formula:
                    state[f"cell {name}"] = cell.Formula
                if cell.CharWeight > 100:
                    lists["bold"].append(name)
                if cell.CharPosture.value != "NONE":
                    lists["italic"].append(name)
                if cell.HoriJustify.value == "CENTER":
                    lists["centred"].append(name)
                if cell.HoriJustify.value == "RIGHT":
                    lists["right"].append(name)
                if cell.CellBackColor not in (-1, 0xFFFFFFFF):
                    lists["filled"].append(name)
                if cell.BottomBorder.OuterLineWidth:
                    lists["framed"].append(name)
                if cell.CharHeight != 10:
                    sizes[name] = cell.CharHeight
        state.update(lists)
        state["sizes"] = sizes
        state["hidden rows"] = [r + 1 for r in range(12) if not sheet.Rows.getByIndex(r).IsVisible]
        state["hidden columns"] = [
            "ABCDEFG"[c] for c in range(7) if not sheet.Columns.getByIndex(c).IsVisible
        ]
        chosen = view.Selection
        if hasattr(chosen, "RangeAddress"):
            a = chosen.RangeAddress
            state["selection"] = (
                f"{'ABCDEFGHIJ'[min(9, a.StartColumn)]}{a.StartRow + 1}:{'ABCDEFGHIJ'[min(9, a.EndColumn)]}{a.EndRow + 1}"
            )
        state["charts"] = sheet.Charts.Count
    elif doc.supportsService("com.sun.star.text.TextDocument"):
        lines = doc.Text.createEnumeration()
        bold, italic, under, styles, adjust, sizes, tables, n = [], [], [], [], [], [], 0, 0
        while lines.hasMoreElements():
            par = lines.nextElement()
            if not par.supportsService("com.sun.star.text.Paragraph"):
                tables += 1
                continue
            n += 1
            state[f"line {n}"] = par.String
            styles.append(par.ParaStyleName)
            adjust.append(par.ParaAdjust)
            parts = par.createEnumeration()
            while parts.hasMoreElements():
                part = parts.nextElement()
                if not part.String.strip():
                    continue
                if part.CharWeight > 100:
                    bold.append(part.String.strip())
                if part.CharPosture.value != "NONE":
                    italic.append(part.String.strip())
                if part.CharUnderline:
                    under.append(part.String.strip())
                sizes.append(part.CharHeight)
        page = doc.StyleFamilies.getByName("PageStyles").getByIndex(0)
        state["bold"], state["italic"], state["underlined"] = bold, italic, under
        state["styles"], state["tables"] = styles, tables
        state["adjust"] = [a if isinstance(a, int) else a.value for a in adjust]
        state["sizes"] = sizes
        state["lists"] = []
        lines = doc.Text.createEnumeration()
        while lines.hasMoreElements():
            par = lines.nextElement()
            if par.supportsService(
                "com.sun.star.text.Paragraph"
            ) and par.NumberingStyleName not in ("", "Outline"):
                state["lists"].append(par.String)
        try:
            style = doc.StyleFamilies.getByName("PageStyles").getByName(
                doc.CurrentController.ViewCursor.PageStyleName
            )
            state["landscape"] = bool(style.IsLandscape)
            state["header"] = bool(style.HeaderIsOn)
        except Exception:
            pass
        state["marks"] = bool(doc.CurrentController.ViewSettings.ShowParaBreaks)
        state["ruler"] = bool(doc.CurrentController.ViewSettings.ShowHoriRuler)
    if docs:
        state["modified"] = bool(doc.isModified()) if hasattr(doc, "isModified") else False
state.pop("modified", None)
print(json.dumps(state, ensure_ascii=False))
