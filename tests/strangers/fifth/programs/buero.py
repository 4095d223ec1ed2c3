"""Was das offene Dokument von LibreOffice enthält, als eine Zeile JSON."""

import json
import sys

import uno
from com.sun.star.connection import NoConnectException


def tabelle(dokument):
    gefunden = {"blätter": list(dokument.Sheets.ElementNames)}
    gefunden["blatt"] = dokument.CurrentController.ActiveSheet.Name
    for blatt in (dokument.Sheets.getByIndex(i) for i in range(dokument.Sheets.Count)):
        zeiger = blatt.createCursor()
        zeiger.gotoEndOfUsedArea(False)
        ende = zeiger.RangeAddress
        for zeile in range(min(ende.EndRow, 40) + 1):
            for spalte in range(min(ende.EndColumn, 12) + 1):
                zelle = blatt.getCellByPosition(spalte, zeile)
                ort = f"{blatt.Name}.{chr(65 + spalte)}{zeile + 1}"
                if zelle.String:
                    gefunden["cell " + ort] = zelle.String
                if zelle.CharWeight > 110:
                    gefunden["cell fett " + ort] = True
                if str(zelle.CharPosture.value) == "ITALIC":
                    gefunden["cell kursiv " + ort] = True
    return gefunden


def brief(dokument):
    gefunden = {"text": dokument.Text.String, "fett": [], "kursiv": [], "ausrichtung": []}
    absaetze = dokument.Text.createEnumeration()
    while absaetze.hasMoreElements():
        absatz = absaetze.nextElement()
        gefunden["ausrichtung"].append(absatz.ParaAdjust)
        teile = absatz.createEnumeration()
        while teile.hasMoreElements():
            teil = teile.nextElement()
            if teil.CharWeight > 110 and teil.String:
                gefunden["fett"].append(teil.String)
            if str(teil.CharPosture.value) == "ITALIC" and teil.String:
                gefunden["kursiv"].append(teil.String)
    return gefunden


def main():
    ort = uno.getComponentContext()
    finder = ort.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", ort)
    try:
        fern = finder.resolve(f"uno:pipe,name={sys.argv[1]};urp;StarOffice.ComponentContext")
    except NoConnectException:
        return
    tisch = fern.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", fern)
    for dokument in tisch.Components:
        if dokument.supportsService("com.sun.star.sheet.SpreadsheetDocument"):
            sys.stdout.write(json.dumps(tabelle(dokument)))
        elif dokument.supportsService("com.sun.star.text.TextDocument"):
            sys.stdout.write(json.dumps(brief(dokument)))


if __name__ == "__main__":
    main()
