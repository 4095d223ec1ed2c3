<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE">
<context>
    <name></name>
    <message>
        <source> (left out)</source>
        <translation> (ausgelassen)</translation>
    </message>
    <message>
        <source> (where the drag ends)</source>
        <translation> (wo das Ziehen endet)</translation>
    </message>
    <message>
        <source> ({0} pictures in all cannot be read)</source>
        <translation> (insgesamt {0} Bilder sind nicht lesbar)</translation>
    </message>
    <message>
        <source> It runs {0}, not trusted, which is to be read by itself.</source>
        <translation> Es führt {0} aus, dem nicht vertraut wird; das muss für sich gelesen werden.</translation>
    </message>
    <message>
        <source> It runs {0}, which is not trusted: read that too.</source>
        <translation> Es führt {0} aus, dem nicht vertraut wird: Lies das auch.</translation>
    </message>
    <message>
        <source> The window that edits it closes.</source>
        <translation> Das Fenster, in dem es bearbeitet wird, schließt sich.</translation>
    </message>
    <message>
        <source> There are {0:,} more.</source>
        <translation> Es gibt {0:,} weitere.</translation>
    </message>
    <message>
        <source> These texts become fields that it asks for:</source>
        <translation> Aus diesen Texten werden Felder, nach denen es fragt:</translation>
    </message>
    <message>
        <source> and {0} more</source>
        <translation> und {0} weitere</translation>
    </message>
    <message>
        <source> and {0} more.</source>
        <translation> und {0} weitere.</translation>
    </message>
    <message>
        <source> days</source>
        <translation> Tage</translation>
    </message>
    <message>
        <source> in the row of {0}</source>
        <translation> in der Zeile von {0}</translation>
    </message>
    <message>
        <source> used</source>
        <translation> belegt</translation>
    </message>
    <message>
        <source> with {0}</source>
        <translation> mit {0}</translation>
    </message>
    <message>
        <source> {0} cannot be replayed yet; the editor shows why.</source>
        <translation> {0} lassen sich noch nicht abspielen; der Editor zeigt, warum.</translation>
    </message>
    <message>
        <source> · {0:.0f} MB/s</source>
        <translation> · {0:.0f} MB/s</translation>
    </message>
    <message>
        <source>* for any words</source>
        <translation>* für beliebige Wörter</translation>
    </message>
    <message>
        <source>, 1 line break</source>
        <translation>, 1 Zeilenumbruch</translation>
    </message>
    <message>
        <source>, in </source>
        <translation>, in </translation>
    </message>
    <message>
        <source>, the terminal that started it</source>
        <translation>, das Terminal, das es gestartet hat</translation>
    </message>
    <message>
        <source>, then {0}</source>
        <translation>, dann {0}</translation>
    </message>
    <message>
        <source>, then {0} more {1}</source>
        <translation>, danach noch {0} {1}</translation>
    </message>
    <message>
        <source>, {0} GB of it already here</source>
        <translation>, davon {0} GB schon hier</translation>
    </message>
    <message>
        <source>, {0} line breaks</source>
        <translation>, {0} Zeilenumbrüche</translation>
    </message>
    <message>
        <source>, {0} ms</source>
        <translation>, {0} ms</translation>
    </message>
    <message>
        <source>, {0} of {1} GB</source>
        <translation>, {0} von {1} GB</translation>
    </message>
    <message>
        <source>0 bytes</source>
        <translation>0 Byte</translation>
    </message>
    <message>
        <source>1 day ago</source>
        <translation>vor 1 Tag</translation>
    </message>
    <message>
        <source>1 file</source>
        <translation>1 Datei</translation>
    </message>
    <message>
        <source>1 hour ago</source>
        <translation>vor 1 Stunde</translation>
    </message>
    <message>
        <source>1 line</source>
        <translation>1 Zeile</translation>
    </message>
    <message>
        <source>1 minute ago</source>
        <translation>vor 1 Minute</translation>
    </message>
    <message>
        <source>1 of the {0} promises is limited on this computer, {1} hold. This limit comes from your desktop. What you can do is listed below.</source>
        <translation>Eine von {0} Zusagen ist auf diesem Computer eingeschränkt, {1} gelten. Das liegt an deinem Desktop. Was du tun kannst, steht unten.</translation>
    </message>
    <message>
        <source>1 press</source>
        <translation>1 drücken</translation>
    </message>
    <message>
        <source>1 row</source>
        <translation>1 Zeile</translation>
    </message>
    <message>
        <source>1 step</source>
        <translation>1 Schritt</translation>
    </message>
    <message>
        <source>1 value is</source>
        <translation>1 Wert ist</translation>
    </message>
    <message>
        <source>16 bit</source>
        <translation>16 Bit</translation>
    </message>
    <message>
        <source>2 let go</source>
        <translation>2 loslassen</translation>
    </message>
    <message>
        <source>32 bit</source>
        <translation>32 Bit</translation>
    </message>
    <message>
        <source>4 bit</source>
        <translation>4 Bit</translation>
    </message>
    <message>
        <source>4 bit (NF4)</source>
        <translation>4 Bit (NF4)</translation>
    </message>
    <message>
        <source>8 bit</source>
        <translation>8 Bit</translation>
    </message>
    <message>
        <source>A button with one of these words is always asked. Several with a comma.</source>
        <translation>Bei einem Knopf mit einem dieser Wörter wird immer gefragt. Mehrere mit Komma.</translation>
    </message>
    <message>
        <source>A field holds</source>
        <translation>Ein Feld enthält</translation>
    </message>
    <message>
        <source>A file: zip, macro.yaml or PyMacroRecord</source>
        <translation>Eine Datei: zip, macro.yaml oder PyMacroRecord</translation>
    </message>
    <message>
        <source>A folder</source>
        <translation>Ein Ordner</translation>
    </message>
    <message>
        <source>A folder with the model&apos;s files works without a network.</source>
        <translation>Ein Ordner mit den Dateien des Modells geht auch ohne Netz.</translation>
    </message>
    <message>
        <source>A folder&apos;s name has no such letter.</source>
        <translation>Dieses Zeichen kann kein Ordnername haben.</translation>
    </message>
    <message>
        <source>A key is needed here.</source>
        <translation>Hier wird eine Taste gebraucht.</translation>
    </message>
    <message>
        <source>A macro is a task that you can read, change and play again without a model. Record one while you do it, or do a task in the chat and press Save as macro when it went well.</source>
        <translation>Ein Makro ist eine Aufgabe, die du lesen, ändern und ohne Modell wieder abspielen kannst. Nimm eins auf, während du etwas tust, oder gib im Chat eine Aufgabe und drücke „Als Makro speichern“, wenn sie gut ging.</translation>
    </message>
    <message>
        <source>A menu is open: use the keys below, a click would close it.</source>
        <translation>Ein Menü ist offen: Nimm die Tasten unten, ein Klick würde es schließen.</translation>
    </message>
    <message>
        <source>A number</source>
        <translation>Eine Zahl</translation>
    </message>
    <message>
        <source>A number from {0:g} to {1:g}</source>
        <translation>Eine Zahl von {0:g} bis {1:g}</translation>
    </message>
    <message>
        <source>A number, at least {0:g}</source>
        <translation>Eine Zahl, mindestens {0:g}</translation>
    </message>
    <message>
        <source>A number, at most {0:g}</source>
        <translation>Eine Zahl, höchstens {0:g}</translation>
    </message>
    <message>
        <source>A parameter is</source>
        <translation>Ein Parameter ist</translation>
    </message>
    <message>
        <source>A part of the screen keeps small text readable for the model.</source>
        <translation>Ein Teil des Bildschirms hält kleine Schrift für das Modell lesbar.</translation>
    </message>
    <message>
        <source>A processor takes minutes for a step.</source>
        <translation>Ein Prozessor braucht Minuten für einen Schritt.</translation>
    </message>
    <message>
        <source>A question</source>
        <translation>Eine Frage</translation>
    </message>
    <message>
        <source>A recording is under way. Finish it first.</source>
        <translation>Eine Aufnahme läuft. Beende sie zuerst.</translation>
    </message>
    <message>
        <source>A recording waits for its name. Save or discard it first.</source>
        <translation>Eine Aufnahme wartet auf ihren Namen. Speichere oder verwirf sie zuerst.</translation>
    </message>
    <message>
        <source>A recording was</source>
        <translation>Eine Aufnahme wurde</translation>
    </message>
    <message>
        <source>A recording was cut off and cannot be read: {0}. Close deletes it.</source>
        <translation>Eine Aufnahme wurde abgebrochen und ist nicht lesbar: {0}. „Schließen“ löscht sie.</translation>
    </message>
    <message>
        <source>A recording was cut off: {0}. Keep it?</source>
        <translation>Eine Aufnahme wurde abgebrochen: {0}. Behalten?</translation>
    </message>
    <message>
        <source>A replay waits for what each step needs by itself: this is for what nothing on the screen tells.</source>
        <translation>Beim Abspielen wird von selbst gewartet, worauf jeder Schritt warten muss: Dies ist für das, was am Bildschirm nicht zu sehen ist.</translation>
    </message>
    <message>
        <source>A run ends after so long.</source>
        <translation>Danach endet ein Lauf.</translation>
    </message>
    <message>
        <source>A run ends after so many actions.</source>
        <translation>Nach so vielen Aktionen endet ein Lauf.</translation>
    </message>
    <message>
        <source>A run or a recording is under way. End it first.</source>
        <translation>Ein Lauf oder eine Aufnahme ist im Gange. Beende das zuerst.</translation>
    </message>
    <message>
        <source>A run, a recording or a pick is under way. End it first.</source>
        <translation>Ein Lauf, eine Aufnahme oder eine Auswahl ist im Gange. Beende das zuerst.</translation>
    </message>
    <message>
        <source>A step</source>
        <translation>Ein Schritt</translation>
    </message>
    <message>
        <source>A table is missing.</source>
        <translation>Eine Tabelle fehlt.</translation>
    </message>
    <message>
        <source>A table may give a row&apos;s values instead</source>
        <translation>Eine Tabelle kann die Werte zeilenweise liefern</translation>
    </message>
    <message>
        <source>A task is running</source>
        <translation>Eine Aufgabe läuft</translation>
    </message>
    <message>
        <source>A task is running. Stop it first.</source>
        <translation>Eine Aufgabe läuft. Halte sie zuerst an.</translation>
    </message>
    <message>
        <source>A task is running: stop it to play a macro</source>
        <translation>Eine Aufgabe läuft: Halte sie an, um ein Makro abzuspielen</translation>
    </message>
    <message>
        <source>A text is shown</source>
        <translation>Ein Text ist zu sehen</translation>
    </message>
    <message>
        <source>A thing is there</source>
        <translation>Ein Ding ist da</translation>
    </message>
    <message>
        <source>A trusted macro runs in the mode that you choose, without a question for each step; what is hard to undo is still asked. Trust is for exactly what you read: any change ends it.</source>
        <translation>Ein vertrautes Makro läuft in dem Modus, den du wählst, ohne Frage bei jedem Schritt; nach allem, was schwer rückgängig zu machen ist, wird trotzdem gefragt. Vertraut wird genau dem, was du gelesen hast: Jede Änderung beendet das.</translation>
    </message>
    <message>
        <source>A window is open</source>
        <translation>Ein Fenster ist offen</translation>
    </message>
    <message>
        <source>About</source>
        <translation>Beschreibung</translation>
    </message>
    <message>
        <source>About: {0}{1}.</source>
        <translation>Betrifft: {0}{1}.</translation>
    </message>
    <message>
        <source>Above this the oldest go first.</source>
        <translation>Darüber gehen die ältesten zuerst.</translation>
    </message>
    <message>
        <source>Accept</source>
        <translation>Annehmen</translation>
    </message>
    <message>
        <source>Accept by countdown</source>
        <translation>Annehmen durch Countdown</translation>
    </message>
    <message>
        <source>Accept the card</source>
        <translation>Karte annehmen</translation>
    </message>
    <message>
        <source>Accept the licence first</source>
        <translation>Nimm zuerst die Lizenz an</translation>
    </message>
    <message>
        <source>Accept the rest of this task in {app}. Still asked: what is hard to undo, another site, a window that has just come up. It ends with a pause or when a target has changed.</source>
        <translation>Den Rest dieser Aufgabe in {app} annehmen. Gefragt wird weiter: was schwer rückgängig zu machen ist, bei einer anderen Website, bei einem gerade erschienenen Fenster. Es endet mit einer Pause oder wenn sich ein Ziel geändert hat.</translation>
    </message>
    <message>
        <source>Accept what waits, unless it is hard to undo</source>
        <translation>Annehmen, was wartet, wenn es leicht rückgängig zu machen ist</translation>
    </message>
    <message>
        <source>Accepts easy-to-undo steps by itself after so long, unless you press a key or move the mouse. 0 never does.</source>
        <translation>Nimmt leicht rückgängig zu machende Schritte nach dieser Zeit von selbst an, wenn du keine Taste drückst und die Maus nicht bewegst. 0 heißt nie.</translation>
    </message>
    <message>
        <source>Accepts in {0} s, any key or mouse move keeps it open</source>
        <translation>Wird in {0} s angenommen; jede Taste oder Mausbewegung hält die Karte offen</translation>
    </message>
    <message>
        <source>Accessibility</source>
        <translation>Bedienungshilfe</translation>
    </message>
    <message>
        <source>Act</source>
        <translation>Handeln</translation>
    </message>
    <message>
        <source>Active window</source>
        <translation>Aktives Fenster</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Add a parameter</source>
        <translation>Parameter hinzufügen</translation>
    </message>
    <message>
        <source>Add a step by a command</source>
        <translation>Schritt durch einen Befehl hinzufügen</translation>
    </message>
    <message>
        <source>Add app</source>
        <translation>Programm hinzufügen</translation>
    </message>
    <message>
        <source>Add step</source>
        <translation>Schritt hinzufügen</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>After that I look again and ask again. Nothing is sent.</source>
        <translation>Danach sehe ich neu hin und frage noch einmal. Nichts wird gesendet.</translation>
    </message>
    <message>
        <source>All files are here and were checked</source>
        <translation>Alle Dateien sind da und geprüft</translation>
    </message>
    <message>
        <source>All macros, and recording…</source>
        <translation>Alle Makros und Aufnahme …</translation>
    </message>
    <message>
        <source>All settings are reset; your apps, your mark and the model&apos;s folder are kept.</source>
        <translation>Alle Einstellungen sind zurückgesetzt; Programme, Kennzeichen und der Ordner des Modells bleiben.</translation>
    </message>
    <message>
        <source>All seven promises hold on this computer.</source>
        <translation>Alle sieben Zusagen gelten auf diesem Computer.</translation>
    </message>
    <message>
        <source>Also what has an effect</source>
        <translation>Auch was etwas bewirkt</translation>
    </message>
    <message>
        <source>Also where nothing tells whether it is a password, as in terminals. Pause before you type one.</source>
        <translation>Auch wo nichts verrät, ob es ein Passwort ist, wie in Terminals. Halte an, bevor du eins tippst.</translation>
    </message>
    <message>
        <source>Another macro</source>
        <translation>Ein anderes Makro</translation>
    </message>
    <message>
        <source>Another macro is called “{0}” too; this one lies in the folder {1}. Rename one of them.</source>
        <translation>Ein anderes Makro heißt auch „{0}“; dieses liegt im Ordner {1}. Benenne eins davon um.</translation>
    </message>
    <message>
        <source>Answer a question by its number</source>
        <translation>Eine Frage mit ihrer Nummer beantworten</translation>
    </message>
    <message>
        <source>Answered with yes or no</source>
        <translation>Beantwortet mit Ja oder Nein</translation>
    </message>
    <message>
        <source>Any password field; asked each time</source>
        <translation>Jedes Passwortfeld; wird jedes Mal gefragt</translation>
    </message>
    <message>
        <source>Anywhere</source>
        <translation>Überall</translation>
    </message>
    <message>
        <source>Anywhere, while a card is up</source>
        <translation>Überall, solange eine Karte da ist</translation>
    </message>
    <message>
        <source>Anywhere, while a macro is recorded</source>
        <translation>Überall, während ein Makro aufgenommen wird</translation>
    </message>
    <message>
        <source>Apps</source>
        <translation>Programme</translation>
    </message>
    <message>
        <source>Apps, your mark and the model&apos;s folder are kept</source>
        <translation>Programme, Kennzeichen und der Ordner des Modells bleiben</translation>
    </message>
    <message>
        <source>As a chart</source>
        <translation>Als Diagramm</translation>
    </message>
    <message>
        <source>As a table</source>
        <translation>Als Tabelle</translation>
    </message>
    <message>
        <source>As fast as conditions allow</source>
        <translation>So schnell, wie die Bedingungen es erlauben</translation>
    </message>
    <message>
        <source>As it is now</source>
        <translation>Wie es jetzt ist</translation>
    </message>
    <message>
        <source>As it was recorded</source>
        <translation>Wie es aufgenommen wurde</translation>
    </message>
    <message>
        <source>As the desktop</source>
        <translation>Wie der Desktop</translation>
    </message>
    <message>
        <source>As the rules say</source>
        <translation>Wie die Regeln sagen</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>Fragen</translation>
    </message>
    <message>
        <source>Ask each time</source>
        <translation>Jedes Mal fragen</translation>
    </message>
    <message>
        <source>Ask for size and licence</source>
        <translation>Größe und Lizenz erfragen</translation>
    </message>
    <message>
        <source>Ask for {0}, which was {1}</source>
        <translation>Nach {0} fragen; bisher {1}</translation>
    </message>
    <message>
        <source>Ask me</source>
        <translation>Mich fragen</translation>
    </message>
    <message>
        <source>Ask shows everything. Assist runs easy-to-undo steps in apps that you allow. Auto runs what you, or a macro that you trust, name, and of a goal what is easy to undo. Asked in every mode: what is hard to undo, and the first step of a model or a macro in a program or on a site that nobody named.</source>
        <translation>„Fragen“ zeigt alles. „Helfen“ führt leicht rückgängig zu machende Schritte in Programmen aus, die du erlaubst. „Auto“ führt aus, was du oder ein vertrautes Makro nennt, und von einem Ziel, was leicht rückgängig zu machen ist. In jedem Modus wird gefragt: was schwer rückgängig zu machen ist, und der erste Schritt eines Modells oder Makros in einem Programm oder auf einer Website, die niemand genannt hat.</translation>
    </message>
    <message>
        <source>Ask the model</source>
        <translation>Das Modell fragen</translation>
    </message>
    <message>
        <source>Ask the model, then me</source>
        <translation>Das Modell fragen, dann mich</translation>
    </message>
    <message>
        <source>Asked because: {0}.</source>
        <translation>Gefragt wird, weil: {0}.</translation>
    </message>
    <message>
        <source>Asking</source>
        <translation>Rückfragen</translation>
    </message>
    <message>
        <source>Asking for size and licence</source>
        <translation>Größe und Lizenz werden erfragt</translation>
    </message>
    <message>
        <source>Asking {0}</source>
        <translation>{0} wird gefragt</translation>
    </message>
    <message>
        <source>Asks for</source>
        <translation>Fragt nach</translation>
    </message>
    <message>
        <source>Asks what is wrong; nothing is sent.</source>
        <translation>Fragt, was falsch ist; nichts wird gesendet.</translation>
    </message>
    <message>
        <source>Assist</source>
        <translation>Helfen</translation>
    </message>
    <message>
        <source>At most</source>
        <translation>Höchstens</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>Attention</translation>
    </message>
    <message>
        <source>Auto</source>
        <translation>Auto</translation>
    </message>
    <message>
        <source>Auto gives instructions that name things to commands, and goals to the model.</source>
        <translation>Auto gibt Anweisungen, die Dinge nennen, an die Befehle und Ziele an das Modell.</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Back to the app</source>
        <translation>Zurück zum Programm</translation>
    </message>
    <message>
        <source>Before it</source>
        <translation>Davor</translation>
    </message>
    <message>
        <source>Begin with row</source>
        <translation>Ab Zeile</translation>
    </message>
    <message>
        <source>Being decided</source>
        <translation>Wird noch entschieden</translation>
    </message>
    <message>
        <source>Best for here</source>
        <translation>Am besten hier</translation>
    </message>
    <message>
        <source>Bottom left</source>
        <translation>Unten links</translation>
    </message>
    <message>
        <source>Bottom right</source>
        <translation>Unten rechts</translation>
    </message>
    <message>
        <source>Breakpoint</source>
        <translation>Haltepunkt</translation>
    </message>
    <message>
        <source>Bring to the front</source>
        <translation>Nach vorn holen</translation>
    </message>
    <message>
        <source>Browsers and Qt programs show their fields, lists and boxes only when told to. It costs them memory and time. A browser that is open by then has to be started again.</source>
        <translation>Browser und Qt-Programme zeigen ihre Felder, Listen und Kästchen nur, wenn man es ihnen sagt. Das kostet sie Speicher und Zeit. Ein Browser, der dann offen ist, muss neu gestartet werden.</translation>
    </message>
    <message>
        <source>Button</source>
        <translation>Knopf</translation>
    </message>
    <message>
        <source>By deskhand itself. Nothing leaves this computer.</source>
        <translation>Von deskhand selbst. Nichts verlässt diesen Computer.</translation>
    </message>
    <message>
        <source>By its files</source>
        <translation>Nach seinen Dateien</translation>
    </message>
    <message>
        <source>By name</source>
        <translation>Nach Name</translation>
    </message>
    <message>
        <source>CUDA graphs</source>
        <translation>CUDA-Graphen</translation>
    </message>
    <message>
        <source>Calibrate</source>
        <translation>Kalibrieren</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Capture</source>
        <translation>Aufnehmen</translation>
    </message>
    <message>
        <source>Card stays for</source>
        <translation>Karte bleibt</translation>
    </message>
    <message>
        <source>Categories</source>
        <translation>Kategorien</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>Ändern</translation>
    </message>
    <message>
        <source>Change the card</source>
        <translation>Karte ändern</translation>
    </message>
    <message>
        <source>Change the folder</source>
        <translation>Ordner ändern</translation>
    </message>
    <message>
        <source>Change the target or the text</source>
        <translation>Ziel oder Text ändern</translation>
    </message>
    <message>
        <source>Change {0}</source>
        <translation>{0} ändern</translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>Chat</translation>
    </message>
    <message>
        <source>Chat template</source>
        <translation>Chat-Vorlage</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Prüfen</translation>
    </message>
    <message>
        <source>Check that</source>
        <translation>Prüfen, dass</translation>
    </message>
    <message>
        <source>Checking</source>
        <translation>Prüft</translation>
    </message>
    <message>
        <source>Checking, {0:,} of {1:,} steps</source>
        <translation>Prüft, {0:,} von {1:,} Schritten</translation>
    </message>
    <message>
        <source>Choices</source>
        <translation>Auswahl</translation>
    </message>
    <message>
        <source>Choose</source>
        <translation>Wählen</translation>
    </message>
    <message>
        <source>Choose a CSV file</source>
        <translation>CSV-Datei wählen</translation>
    </message>
    <message>
        <source>Choose folder</source>
        <translation>Ordner wählen</translation>
    </message>
    <message>
        <source>Choose its folder</source>
        <translation>Seinen Ordner wählen</translation>
    </message>
    <message>
        <source>Choose one</source>
        <translation>Etwas wählen</translation>
    </message>
    <message>
        <source>Choose the folder</source>
        <translation>Ordner wählen</translation>
    </message>
    <message>
        <source>Choose the folder of the model</source>
        <translation>Ordner des Modells wählen</translation>
    </message>
    <message>
        <source>Click</source>
        <translation>Klicken</translation>
    </message>
    <message>
        <source>Click Save, then type &quot;March&quot; into Note</source>
        <translation>Schreibe „März“ in Notiz</translation>
    </message>
    <message>
        <source>Click the picture, or use the arrows and Enter. Esc leaves it.</source>
        <translation>Klicke auf das Bild, oder nimm Pfeiltasten und Enter. Esc verlässt es.</translation>
    </message>
    <message>
        <source>Clipboard</source>
        <translation>Zwischenablage</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Close the details</source>
        <translation>Einzelheiten schließen</translation>
    </message>
    <message>
        <source>Close the licence</source>
        <translation>Lizenz schließen</translation>
    </message>
    <message>
        <source>Close the search (Esc)</source>
        <translation>Suche schließen (Esc)</translation>
    </message>
    <message>
        <source>Close this message</source>
        <translation>Diese Meldung schließen</translation>
    </message>
    <message>
        <source>Close what floats, clear a search, leave a page; never stops a run</source>
        <translation>Schließen, was darüber liegt, Suche leeren, Seite verlassen; hält nie einen Lauf an</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>Farben</translation>
    </message>
    <message>
        <source>Column</source>
        <translation>Spalte</translation>
    </message>
    <message>
        <source>Column {0}</source>
        <translation>Spalte {0}</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>Spalten</translation>
    </message>
    <message>
        <source>Columns of the table</source>
        <translation>Spalten der Tabelle</translation>
    </message>
    <message>
        <source>Columns of the table, with ; between</source>
        <translation>Spalten der Tabelle, mit ; dazwischen</translation>
    </message>
    <message>
        <source>Columns that a table must have, with ; between: item; price</source>
        <translation>Spalten, die eine Tabelle haben muss, mit ; dazwischen: artikel; preis</translation>
    </message>
    <message>
        <source>Columns that it uses: {0}</source>
        <translation>Spalten, die es verwendet: {0}</translation>
    </message>
    <message>
        <source>Columns that may fill values: {0}</source>
        <translation>Spalten, die Werte füllen können: {0}</translation>
    </message>
    <message>
        <source>Columns: step, found by, milliseconds</source>
        <translation>Spalten: Schritt, gefunden durch, Millisekunden</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>Command bar</source>
        <translation>Befehlsleiste</translation>
    </message>
    <message>
        <source>Command bar: {0}</source>
        <translation>Befehlsleiste: {0}</translation>
    </message>
    <message>
        <source>Command for another step</source>
        <translation>Befehl für einen weiteren Schritt</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>Befehle</translation>
    </message>
    <message>
        <source>Commands work without one. Goals need it.</source>
        <translation>Befehle gehen ohne Modell. Ziele brauchen eins.</translation>
    </message>
    <message>
        <source>Commands work: name things that are on the screen. Goals such as “file this invoice” need the main model.</source>
        <translation>Befehle gehen: Nenne Dinge, die auf dem Bildschirm sind. Ziele wie „Lege diese Rechnung ab“ brauchen das Hauptmodell.</translation>
    </message>
    <message>
        <source>Commands, or a model on this computer. What runs already is not changed.</source>
        <translation>Befehle oder ein Modell auf diesem Computer. Was schon läuft, ändert sich nicht.</translation>
    </message>
    <message>
        <source>Comment</source>
        <translation>Kommentar</translation>
    </message>
    <message>
        <source>Complete</source>
        <translation>Vervollständigen</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>Inhalt</translation>
    </message>
    <message>
        <source>Coordinates</source>
        <translation>Koordinaten</translation>
    </message>
    <message>
        <source>Copied steps</source>
        <translation>Kopierte Schritte</translation>
    </message>
    <message>
        <source>Copied, but not with all pictures: {0}</source>
        <translation>Kopiert, aber nicht mit allen Bildern: {0}</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy the line</source>
        <translation>Zeile kopieren</translation>
    </message>
    <message>
        <source>Copy the sentence</source>
        <translation>Satz kopieren</translation>
    </message>
    <message>
        <source>Cut</source>
        <translation>Ausschneiden</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>Decides: {0}, {1}</source>
        <translation>Entscheidet: {0}, {1}</translation>
    </message>
    <message>
        <source>Deciding</source>
        <translation>Entscheidet</translation>
    </message>
    <message>
        <source>Default</source>
        <translation>Vorgabe</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Delete for good</source>
        <translation>Endgültig löschen</translation>
    </message>
    <message>
        <source>Delete what was recorded before it was cut off? Nobody can bring it back.</source>
        <translation>Löschen, was bis zum Abbruch aufgenommen wurde? Niemand kann es zurückholen.</translation>
    </message>
    <message>
        <source>Details of the step</source>
        <translation>Einzelheiten des Schritts</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Direction</source>
        <translation>Richtung</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>Discard and open again</source>
        <translation>Verwerfen und neu öffnen</translation>
    </message>
    <message>
        <source>Discard it</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>Do</source>
        <translation>Tun</translation>
    </message>
    <message>
        <source>Do not {0}</source>
        <translation>Nicht {0}</translation>
    </message>
    <message>
        <source>Do the task as you always do. Each step shows up here.</source>
        <translation>Mach die Aufgabe wie immer. Jeder Schritt erscheint hier.</translation>
    </message>
    <message>
        <source>Do this</source>
        <translation>Das tun</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>Done, {0} not verified.</source>
        <translation>Fertig, {0} nicht geprüft.</translation>
    </message>
    <message>
        <source>Done.</source>
        <translation>Fertig.</translation>
    </message>
    <message>
        <source>Double</source>
        <translation>Doppelt</translation>
    </message>
    <message>
        <source>Drag</source>
        <translation>Ziehen</translation>
    </message>
    <message>
        <source>Drag the mark, or move it by the arrow keys (Shift: 10 pixels).</source>
        <translation>Ziehe die Markierung, oder bewege sie mit den Pfeiltasten (Shift: 10 Pixel).</translation>
    </message>
    <message>
        <source>Drag the marks, or use the arrow keys (Shift: 10 pixels). Tab: the other end.</source>
        <translation>Ziehe die Markierungen, oder nimm die Pfeiltasten (Shift: 10 Pixel). Tab: das andere Ende.</translation>
    </message>
    <message>
        <source>Drag to move the target</source>
        <translation>Ziehen, um das Ziel zu verschieben</translation>
    </message>
    <message>
        <source>Draw another</source>
        <translation>Anderes zeichnen</translation>
    </message>
    <message>
        <source>Dry run</source>
        <translation>Probelauf</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>Duplizieren</translation>
    </message>
    <message>
        <source>Each goal goes to the one that answers and has the fewest of them</source>
        <translation>Jedes Ziel geht an den, der antwortet und die wenigsten hat</translation>
    </message>
    <message>
        <source>Each row is one round</source>
        <translation>Jede Zeile ist ein Durchgang</translation>
    </message>
    <message>
        <source>Each row of the table gives it</source>
        <translation>Jede Zeile der Tabelle gibt ihn</translation>
    </message>
    <message>
        <source>Each step is asked about. Press to read it and trust it.</source>
        <translation>Bei jedem Schritt wird gefragt. Drücke hier, um es zu lesen und ihm zu vertrauen.</translation>
    </message>
    <message>
        <source>Earlier</source>
        <translation>Früher</translation>
    </message>
    <message>
        <source>Easy to undo</source>
        <translation>Leicht rückgängig zu machen</translation>
    </message>
    <message>
        <source>Easy-to-undo steps</source>
        <translation>Leicht rückgängig zu machende Schritte</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Bearbeiten</translation>
    </message>
    <message>
        <source>Eject</source>
        <translation>Entladen</translation>
    </message>
    <message>
        <source>Encode</source>
        <translation>Kodieren</translation>
    </message>
    <message>
        <source>End of the drag</source>
        <translation>Ende des Ziehens</translation>
    </message>
    <message>
        <source>End the recording</source>
        <translation>Aufnahme beenden</translation>
    </message>
    <message>
        <source>Enter does nothing here</source>
        <translation>Enter bewirkt hier nichts</translation>
    </message>
    <message>
        <source>Enter is not pressed.</source>
        <translation>Enter wird nicht gedrückt.</translation>
    </message>
    <message>
        <source>Enter is pressed after it.</source>
        <translation>Danach wird Enter gedrückt.</translation>
    </message>
    <message>
        <source>Every card of mine shows them. Do not accept on a card without them.</source>
        <translation>Jede Karte von mir zeigt sie. Nimm auf keiner Karte etwas an, der sie fehlen.</translation>
    </message>
    <message>
        <source>Every run, pinned ones too, every picture and all backups of the history, for good, with the reports of macros, the values filled in last and repairs that wait. Old blocks may stay on a flash disk, in snapshots and in backups of yours.</source>
        <translation>Jeder Lauf, auch angeheftete, jedes Bild und alle Sicherungen des Verlaufs, endgültig, mit den Berichten der Makros, den zuletzt eingetragenen Werten und wartenden Reparaturen. Alte Blöcke können auf Flash-Speichern, in Snapshots und in deinen eigenen Sicherungen bleiben.</translation>
    </message>
    <message>
        <source>Every step leaves a bar here, with where its time went.</source>
        <translation>Jeder Schritt hinterlässt hier einen Balken, der zeigt, wo seine Zeit blieb.</translation>
    </message>
    <message>
        <source>Everything that it does</source>
        <translation>Alles, was es tut</translation>
    </message>
    <message>
        <source>Expect something after it</source>
        <translation>Danach etwas erwarten</translation>
    </message>
    <message>
        <source>Expect that</source>
        <translation>Erwarten, dass</translation>
    </message>
    <message>
        <source>Export to</source>
        <translation>Exportieren nach</translation>
    </message>
    <message>
        <source>Export with it</source>
        <translation>Mit ihr exportieren</translation>
    </message>
    <message>
        <source>Export without it</source>
        <translation>Ohne sie exportieren</translation>
    </message>
    <message>
        <source>Export …</source>
        <translation>Exportieren …</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fehlgeschlagen</translation>
    </message>
    <message>
        <source>Failed.</source>
        <translation>Fehlgeschlagen.</translation>
    </message>
    <message>
        <source>Faster on a card; off where its driver fails.</source>
        <translation>Schneller auf einer Karte; aus, wo ihr Treiber versagt.</translation>
    </message>
    <message>
        <source>Fewer bits take less memory and make more mistakes.</source>
        <translation>Weniger Bit brauchen weniger Speicher und machen mehr Fehler.</translation>
    </message>
    <message>
        <source>Fill a small form: each step waits for you</source>
        <translation>Ein kleines Formular ausfüllen: Jeder Schritt wartet auf dich</translation>
    </message>
    <message>
        <source>Fill in what it asks for. Nothing is typed before you press Play.</source>
        <translation>Trage ein, wonach es fragt. Nichts wird getippt, bevor du „Abspielen“ drückst.</translation>
    </message>
    <message>
        <source>Find a step</source>
        <translation>Einen Schritt suchen</translation>
    </message>
    <message>
        <source>Find a step: what it does, its comment, its id</source>
        <translation>Einen Schritt suchen: was er tut, Kommentar, Kennung</translation>
    </message>
    <message>
        <source>Finds out in a minute how the model tells places</source>
        <translation>Findet in einer Minute heraus, wie das Modell Stellen angibt</translation>
    </message>
    <message>
        <source>Finds words that an app does not name by itself. Slower, and on this computer.</source>
        <translation>Findet Wörter, die ein Programm nicht selbst nennt. Langsamer, und auf diesem Computer.</translation>
    </message>
    <message>
        <source>Finish</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Finished {0}; not every step could be verified.</source>
        <translation>{0} beendet; nicht jeder Schritt war zu prüfen.</translation>
    </message>
    <message>
        <source>Finishing</source>
        <translation>Wird beendet</translation>
    </message>
    <message>
        <source>First and last</source>
        <translation>Erster und letzter</translation>
    </message>
    <message>
        <source>First rows of the table</source>
        <translation>Erste Zeilen der Tabelle</translation>
    </message>
    <message>
        <source>First token</source>
        <translation>Erstes Token</translation>
    </message>
    <message>
        <source>Fold the plan</source>
        <translation>Plan einklappen</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Folder of the model</source>
        <translation>Ordner des Modells</translation>
    </message>
    <message>
        <source>Folder that holds the model</source>
        <translation>Ordner, in dem das Modell liegt</translation>
    </message>
    <message>
        <source>Folder to keep the model in</source>
        <translation>Ordner, in dem das Modell liegen soll</translation>
    </message>
    <message>
        <source>For a model</source>
        <translation>Für ein Modell</translation>
    </message>
    <message>
        <source>For each row</source>
        <translation>Für jede Zeile</translation>
    </message>
    <message>
        <source>For example, in </source>
        <translation>Zum Beispiel, in </translation>
    </message>
    <message>
        <source>For goals in your own words</source>
        <translation>Für Ziele in eigenen Worten</translation>
    </message>
    <message>
        <source>Found by</source>
        <translation>Gefunden durch</translation>
    </message>
    <message>
        <source>Found by: {0}</source>
        <translation>Gefunden durch: {0}</translation>
    </message>
    <message>
        <source>Found here</source>
        <translation>Hier gefunden</translation>
    </message>
    <message>
        <source>Four things cannot be turned off: the stop keys, the check right before each click, asking for what is hard to undo, and hands off my own windows.</source>
        <translation>Vier Dinge lassen sich nicht abschalten: die Stopptasten, die Prüfung direkt vor jedem Klick, die Frage vor allem, was schwer rückgängig zu machen ist, und dass meine eigenen Fenster tabu sind.</translation>
    </message>
    <message>
        <source>Free there</source>
        <translation>Dort frei</translation>
    </message>
    <message>
        <source>Free: {0}</source>
        <translation>Frei: {0}</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>From here</source>
        <translation>Ab hier</translation>
    </message>
    <message>
        <source>Get the weights</source>
        <translation>Modell herunterladen</translation>
    </message>
    <message>
        <source>Get {0}</source>
        <translation>{0} herunterladen</translation>
    </message>
    <message>
        <source>Get {0} GB</source>
        <translation>{0} GB herunterladen</translation>
    </message>
    <message>
        <source>Getting ready</source>
        <translation>Wird vorbereitet</translation>
    </message>
    <message>
        <source>Getting ready. Begin when the dot is red.</source>
        <translation>Wird vorbereitet. Fang an, wenn der Punkt rot ist.</translation>
    </message>
    <message>
        <source>Getting the weights</source>
        <translation>Modell wird heruntergeladen</translation>
    </message>
    <message>
        <source>Give the macro a name.</source>
        <translation>Gib dem Makro einen Namen.</translation>
    </message>
    <message>
        <source>Gives the mark handles: arrows move it, typing changes the text.</source>
        <translation>Gibt der Markierung Griffe: Pfeiltasten bewegen sie, Tippen ändert den Text.</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>Go on in the window…</source>
        <translation>Weiter im Fenster …</translation>
    </message>
    <message>
        <source>Go on only if this text is shown</source>
        <translation>Nur weiter, wenn dieser Text zu sehen ist</translation>
    </message>
    <message>
        <source>Go on with the next row when one fails</source>
        <translation>Mit der nächsten Zeile weitermachen, wenn eine misslingt</translation>
    </message>
    <message>
        <source>Go on?</source>
        <translation>Weiter?</translation>
    </message>
    <message>
        <source>Go to the field</source>
        <translation>Zum Eingabefeld</translation>
    </message>
    <message>
        <source>Goals go to {0}</source>
        <translation>Ziele gehen an {0}</translation>
    </message>
    <message>
        <source>Graphics card</source>
        <translation>Grafikkarte</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>Gruppieren</translation>
    </message>
    <message>
        <source>Guards against a click that was meant for something else. 0.3 to 5 s.</source>
        <translation>Schützt vor einem Klick, der etwas anderem galt. 0,3 bis 5 s.</translation>
    </message>
    <message>
        <source>Half of it</source>
        <translation>Die Hälfte</translation>
    </message>
    <message>
        <source>Hard to undo</source>
        <translation>Schwer rückgängig zu machen</translation>
    </message>
    <message>
        <source>Hard to undo: {0}.</source>
        <translation>Schwer rückgängig zu machen: {0}.</translation>
    </message>
    <message>
        <source>Has an effect</source>
        <translation>Bewirkt etwas</translation>
    </message>
    <message>
        <source>Held for a second; a plain press does nothing.</source>
        <translation>Eine Sekunde halten; nur Drücken bewirkt nichts.</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>Hilfe</translation>
    </message>
    <message>
        <source>Help - deskhand</source>
        <translation>Hilfe - deskhand</translation>
    </message>
    <message>
        <source>History</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>Hold to accept what is hard to undo</source>
        <translation>Halten, um Riskantes anzunehmen</translation>
    </message>
    <message>
        <source>Hold to {0}</source>
        <translation>Halten: {0}</translation>
    </message>
    <message>
        <source>Hold {0}</source>
        <translation>{0} halten</translation>
    </message>
    <message>
        <source>Holds</source>
        <translation>Gilt</translation>
    </message>
    <message>
        <source>How I look, see and press.</source>
        <translation>Wie ich aussehe, sehe und drücke.</translation>
    </message>
    <message>
        <source>How far the macro is open</source>
        <translation>Wie weit das Makro offen ist</translation>
    </message>
    <message>
        <source>How it runs</source>
        <translation>Wie es läuft</translation>
    </message>
    <message>
        <source>How large it is, and its licence</source>
        <translation>Wie groß es ist, und seine Lizenz</translation>
    </message>
    <message>
        <source>How many pictures of the screen the model sees at once, this one counted. 1 to 4.</source>
        <translation>Wie viele Bilder vom Bildschirm das Modell auf einmal sieht, dieses mitgezählt. 1 bis 4.</translation>
    </message>
    <message>
        <source>How you know that a card is mine.</source>
        <translation>Woran du erkennst, dass eine Karte von mir ist.</translation>
    </message>
    <message>
        <source>I am getting ready and begin in a moment.</source>
        <translation>Ich bereite mich vor und fange gleich an.</translation>
    </message>
    <message>
        <source>I have read the licence and accept it.</source>
        <translation>Ich habe die Lizenz gelesen und nehme sie an.</translation>
    </message>
    <message>
        <source>I show every action before it happens, and</source>
        <translation>Ich zeige jede Aktion, bevor sie geschieht, und</translation>
    </message>
    <message>
        <source>If</source>
        <translation>Wenn</translation>
    </message>
    <message>
        <source>If a step does not match</source>
        <translation>Wenn ein Schritt nicht passt</translation>
    </message>
    <message>
        <source>If it does not match</source>
        <translation>Wenn es nicht passt</translation>
    </message>
    <message>
        <source>If needed</source>
        <translation>Wenn nötig</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>Importieren</translation>
    </message>
    <message>
        <source>Import a file</source>
        <translation>Datei importieren</translation>
    </message>
    <message>
        <source>Import a macro</source>
        <translation>Makro importieren</translation>
    </message>
    <message>
        <source>Import the macro in this folder</source>
        <translation>Das Makro in diesem Ordner importieren</translation>
    </message>
    <message>
        <source>In</source>
        <translation>In</translation>
    </message>
    <message>
        <source>In all</source>
        <translation>Insgesamt</translation>
    </message>
    <message>
        <source>In the row of</source>
        <translation>In der Zeile von</translation>
    </message>
    <message>
        <source>In use</source>
        <translation>In Gebrauch</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>Insert the parameter {0}</source>
        <translation>Parameter {0} einsetzen</translation>
    </message>
    <message>
        <source>Instructions that name what is on the screen work without a model. Goals do not.</source>
        <translation>Anweisungen, die nennen, was auf dem Bildschirm ist, gehen ohne Modell. Ziele nicht.</translation>
    </message>
    <message>
        <source>It cannot be edited: {0}</source>
        <translation>Es lässt sich nicht bearbeiten: {0}</translation>
    </message>
    <message>
        <source>It cannot be read, so it can only be removed here: {0}</source>
        <translation>Es ist nicht lesbar und kann hier nur entfernt werden: {0}</translation>
    </message>
    <message>
        <source>It cannot be read: {0}</source>
        <translation>Es ist nicht lesbar: {0}</translation>
    </message>
    <message>
        <source>It comes from {0}, which sees the address of this computer. Nothing of yours is sent: no picture, no text.</source>
        <translation>Es kommt von {0}; dort sieht man die Adresse dieses Computers. Von dir wird nichts gesendet: kein Bild, kein Text.</translation>
    </message>
    <message>
        <source>It could not be put in: {0}. Save it as a macro of its own.</source>
        <translation>Es ließ sich nicht einsetzen: {0}. Speichere es als eigenes Makro.</translation>
    </message>
    <message>
        <source>It goes over a table: choose one.</source>
        <translation>Es geht eine Tabelle durch: Wähle eine.</translation>
    </message>
    <message>
        <source>It has no key: {0}.</source>
        <translation>Es hat keine Taste: {0}.</translation>
    </message>
    <message>
        <source>It has no steps.</source>
        <translation>Es hat keine Schritte.</translation>
    </message>
    <message>
        <source>It is added to what stands there.</source>
        <translation>Es kommt zu dem hinzu, was dort steht.</translation>
    </message>
    <message>
        <source>It is now {0}.</source>
        <translation>Es heißt jetzt {0}.</translation>
    </message>
    <message>
        <source>It is on this computer already</source>
        <translation>Es ist schon auf diesem Computer</translation>
    </message>
    <message>
        <source>It is typed where the focus is. To go on here, pause and type a sample yourself.</source>
        <translation>Er wird dort getippt, wo der Fokus ist. Um hier weiterzumachen, halte an und tippe selbst ein Beispiel.</translation>
    </message>
    <message>
        <source>It must not be open</source>
        <translation>Es darf nicht offen sein</translation>
    </message>
    <message>
        <source>It must not be shown</source>
        <translation>Es darf nicht zu sehen sein</translation>
    </message>
    <message>
        <source>It must not be there</source>
        <translation>Es darf nicht da sein</translation>
    </message>
    <message>
        <source>It needs a value</source>
        <translation>Es braucht einen Wert</translation>
    </message>
    <message>
        <source>It noted</source>
        <translation>Notiert</translation>
    </message>
    <message>
        <source>It replays without a model.</source>
        <translation>Es lässt sich ohne Modell abspielen.</translation>
    </message>
    <message>
        <source>It touched: </source>
        <translation>Berührt wurden: </translation>
    </message>
    <message>
        <source>It was found in another way. </source>
        <translation>Es wurde auf andere Weise gefunden. </translation>
    </message>
    <message>
        <source>It was imported and is another macro now: each step is asked about until you have read it again. Press Trust to read it.</source>
        <translation>Es wurde importiert und ist jetzt ein anderes Makro: Bei jedem Schritt wird gefragt, bis du es wieder gelesen hast. Drücke „Vertrauen“, um es zu lesen.</translation>
    </message>
    <message>
        <source>It was {0}, by what its file says. A filled mark presses, types or starts something; an empty one only looks or waits.</source>
        <translation>Laut seiner Datei: {0}. Ein gefülltes Zeichen drückt, tippt oder startet etwas; ein leeres sieht nur hin oder wartet.</translation>
    </message>
    <message>
        <source>Its key {0} is not set.</source>
        <translation>Seine Taste {0} ist nicht gesetzt.</translation>
    </message>
    <message>
        <source>Its only model</source>
        <translation>Sein einziges Modell</translation>
    </message>
    <message>
        <source>Its window is closed, its keys work on. Open it by its icon in the tray; Quit stands in the menu of the icon.</source>
        <translation>Das Fenster ist zu, die Tasten gehen weiter. Öffne es über das Symbol in der Leiste; „Beenden“ steht im Menü des Symbols.</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>Keep it</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>Keep it as a macro</source>
        <translation>Als Makro behalten</translation>
    </message>
    <message>
        <source>Keep it as a macro?</source>
        <translation>Als Makro behalten?</translation>
    </message>
    <message>
        <source>Keep it as a macro? It asks for {0}</source>
        <translation>Als Makro behalten? Es fragt nach {0}</translation>
    </message>
    <message>
        <source>Keep new name</source>
        <translation>Neuen Namen behalten</translation>
    </message>
    <message>
        <source>Keep secret</source>
        <translation>Geheimnis behalten</translation>
    </message>
    <message>
        <source>Keep the last one</source>
        <translation>Die letzte behalten</translation>
    </message>
    <message>
        <source>Keep the secret {0}</source>
        <translation>Das Geheimnis {0} behalten</translation>
    </message>
    <message>
        <source>Keep what runs do</source>
        <translation>Behalten, was Läufe tun</translation>
    </message>
    <message>
        <source>Keep what was done as a macro that replays without a model</source>
        <translation>Das Getane als Makro behalten, das sich ohne Modell abspielen lässt</translation>
    </message>
    <message>
        <source>Keep what was found</source>
        <translation>Gefundenes behalten</translation>
    </message>
    <message>
        <source>Kept in the system keyring, typed by name into password fields, shown nowhere.</source>
        <translation>Liegen im Schlüsselbund des Systems, werden mit Namen in Passwortfelder getippt und nirgends gezeigt.</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>Key map</source>
        <translation>Tastenübersicht</translation>
    </message>
    <message>
        <source>Key …</source>
        <translation>Taste …</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>Keys held</source>
        <translation>Gehaltene Tasten</translation>
    </message>
    <message>
        <source>Keys that work in every app.</source>
        <translation>Tasten, die in jedem Programm gehen.</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Kinds of steps</source>
        <translation>Arten von Schritten</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>Beschriftung</translation>
    </message>
    <message>
        <source>Landmarks</source>
        <translation>Merkpunkte</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>Last 20 steps</source>
        <translation>Letzte 20 Schritte</translation>
    </message>
    <message>
        <source>Last 20 steps, in seconds</source>
        <translation>Letzte 20 Schritte, in Sekunden</translation>
    </message>
    <message>
        <source>Last played</source>
        <translation>Zuletzt gespielt</translation>
    </message>
    <message>
        <source>Last run: {0}</source>
        <translation>Letzter Lauf: {0}</translation>
    </message>
    <message>
        <source>Last run: {0}.</source>
        <translation>Letzter Lauf: {0}.</translation>
    </message>
    <message>
        <source>Last went well {0}.</source>
        <translation>Zuletzt gut gegangen {0}.</translation>
    </message>
    <message>
        <source>Least</source>
        <translation>Mindestens</translation>
    </message>
    <message>
        <source>Leave</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Leave the step out</source>
        <translation>Schritt auslassen</translation>
    </message>
    <message>
        <source>Leave them asleep</source>
        <translation>Schlafen lassen</translation>
    </message>
    <message>
        <source>Left out: {0}</source>
        <translation>Ausgelassen: {0}</translation>
    </message>
    <message>
        <source>Left out: {0}, deskhand&apos;s windows{1}, windows you keep private.</source>
        <translation>Ausgelassen: {0}, Fenster von deskhand{1}, Fenster, die du privat hältst.</translation>
    </message>
    <message>
        <source>Left this computer</source>
        <translation>Von diesem Computer gesendet</translation>
    </message>
    <message>
        <source>Less motion</source>
        <translation>Weniger Bewegung</translation>
    </message>
    <message>
        <source>Letters per action</source>
        <translation>Zeichen je Aktion</translation>
    </message>
    <message>
        <source>Licence</source>
        <translation>Lizenz</translation>
    </message>
    <message>
        <source>Licence: {0}. In {1} it takes {2:.1f} GB.</source>
        <translation>Lizenz: {0}. Mit {1} braucht es {2:.1f} GB.</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Light, dark, or whatever the desktop uses.</source>
        <translation>Hell, dunkel oder was der Desktop nimmt.</translation>
    </message>
    <message>
        <source>Like the macro</source>
        <translation>Wie das Makro</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>Grenzen</translation>
    </message>
    <message>
        <source>Lines</source>
        <translation>Zeilen</translation>
    </message>
    <message>
        <source>Load at the start</source>
        <translation>Beim Start laden</translation>
    </message>
    <message>
        <source>Load model</source>
        <translation>Modell laden</translation>
    </message>
    <message>
        <source>Look again</source>
        <translation>Noch einmal ansehen</translation>
    </message>
    <message>
        <source>Look and input</source>
        <translation>Aussehen und Eingabe</translation>
    </message>
    <message>
        <source>Looked for in the window in front and its menus, for 5 s.</source>
        <translation>Gesucht wird im vorderen Fenster und seinen Menüs, 5 s lang.</translation>
    </message>
    <message>
        <source>Looking</source>
        <translation>Sieht hin</translation>
    </message>
    <message>
        <source>Looking at this computer</source>
        <translation>Dieser Computer wird angesehen</translation>
    </message>
    <message>
        <source>Looking at your macros</source>
        <translation>Deine Makros werden angesehen</translation>
    </message>
    <message>
        <source>Looking in the keyring</source>
        <translation>Im Schlüsselbund wird nachgesehen</translation>
    </message>
    <message>
        <source>Looking whether a macro can be made of it</source>
        <translation>Es wird geprüft, ob daraus ein Makro werden kann</translation>
    </message>
    <message>
        <source>Macro</source>
        <translation>Makro</translation>
    </message>
    <message>
        <source>Macro editor</source>
        <translation>Makro-Editor</translation>
    </message>
    <message>
        <source>Macros</source>
        <translation>Makros</translation>
    </message>
    <message>
        <source>Macros (*.zip *.yaml *.pmr *.json);;All files (*)</source>
        <translation>Makros (*.zip *.yaml *.pmr *.json);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Marks on the screen stand still.</source>
        <translation>Markierungen auf dem Bildschirm stehen still.</translation>
    </message>
    <message>
        <source>Maximise</source>
        <translation>Maximieren</translation>
    </message>
    <message>
        <source>Memory: {0}</source>
        <translation>Speicher: {0}</translation>
    </message>
    <message>
        <source>Minimise</source>
        <translation>Minimieren</translation>
    </message>
    <message>
        <source>Minutes</source>
        <translation>Minuten</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>Modus</translation>
    </message>
    <message>
        <source>Mode: {0}</source>
        <translation>Modus: {0}</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Model on a server</source>
        <translation>Modell auf einem Server</translation>
    </message>
    <message>
        <source>Model to serve</source>
        <translation>Modell für den Server</translation>
    </message>
    <message>
        <source>Model&apos;s default</source>
        <translation>Wie das Modell es will</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Mehr</translation>
    </message>
    <message>
        <source>More examples</source>
        <translation>Mehr Beispiele</translation>
    </message>
    <message>
        <source>More than that is never typed in one go.</source>
        <translation>Mehr als das wird nie auf einmal getippt.</translation>
    </message>
    <message>
        <source>Most</source>
        <translation>Höchstens</translation>
    </message>
    <message>
        <source>Move</source>
        <translation>Verschieben</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>Nach unten</translation>
    </message>
    <message>
        <source>Move the pointer</source>
        <translation>Zeiger bewegen</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>Nach oben</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Name it</source>
        <translation>Benenne es</translation>
    </message>
    <message>
        <source>Name of the macro</source>
        <translation>Name des Makros</translation>
    </message>
    <message>
        <source>Name of the secret</source>
        <translation>Name des Geheimnisses</translation>
    </message>
    <message>
        <source>Name what you see.</source>
        <translation>Nenne, was du siehst.</translation>
    </message>
    <message>
        <source>Name, such as customer</source>
        <translation>Name, etwa kunde</translation>
    </message>
    <message>
        <source>Name, such as mail</source>
        <translation>Name, etwa mail</translation>
    </message>
    <message>
        <source>Never completed.</source>
        <translation>Nie ganz durchgelaufen.</translation>
    </message>
    <message>
        <source>Never do this</source>
        <translation>Nie tun</translation>
    </message>
    <message>
        <source>Never look</source>
        <translation>Nie ansehen</translation>
    </message>
    <message>
        <source>Never played.</source>
        <translation>Nie abgespielt.</translation>
    </message>
    <message>
        <source>Never touch</source>
        <translation>Nie anfassen</translation>
    </message>
    <message>
        <source>New task</source>
        <translation>Neue Aufgabe</translation>
    </message>
    <message>
        <source>New tasks</source>
        <translation>Neue Aufgaben</translation>
    </message>
    <message>
        <source>Next part of the window</source>
        <translation>Nächster Teil des Fensters</translation>
    </message>
    <message>
        <source>No app is here yet, so every one is asked about. Add one to allow or forbid it.</source>
        <translation>Hier ist noch kein Programm, also wird bei jedem gefragt. Füge eins hinzu, um es zu erlauben oder zu verbieten.</translation>
    </message>
    <message>
        <source>No graphics card of NVIDIA or AMD was found. On the processor a step takes minutes; these fit the main memory of {0:.0f} GB:</source>
        <translation>Keine Grafikkarte von NVIDIA oder AMD gefunden. Auf dem Prozessor dauert ein Schritt Minuten; in den Hauptspeicher von {0:.0f} GB passen:</translation>
    </message>
    <message>
        <source>No key plays “{0}”.</source>
        <translation>Keine Taste spielt „{0}“ ab.</translation>
    </message>
    <message>
        <source>No macro has a key or was played yet</source>
        <translation>Noch kein Makro hat eine Taste oder wurde abgespielt</translation>
    </message>
    <message>
        <source>No macro has these words.</source>
        <translation>Kein Makro enthält diese Wörter.</translation>
    </message>
    <message>
        <source>No macro has this name. Goals need the main model.</source>
        <translation>Kein Makro heißt so. Ziele brauchen das Hauptmodell.</translation>
    </message>
    <message>
        <source>No macro has this whole name; choose one below.</source>
        <translation>Kein Makro heißt genau so; wähle unten eins.</translation>
    </message>
    <message>
        <source>No macro is chosen.</source>
        <translation>Kein Makro ist gewählt.</translation>
    </message>
    <message>
        <source>No macros yet.</source>
        <translation>Noch keine Makros.</translation>
    </message>
    <message>
        <source>No model is loaded</source>
        <translation>Kein Modell ist geladen</translation>
    </message>
    <message>
        <source>No model is loaded.</source>
        <translation>Kein Modell ist geladen.</translation>
    </message>
    <message>
        <source>No model server answers on the usual ports. A line that starts one is below.</source>
        <translation>Auf den üblichen Ports antwortet kein Modellserver. Eine Zeile, die einen startet, steht unten.</translation>
    </message>
    <message>
        <source>No secret is stored yet</source>
        <translation>Noch kein Geheimnis gespeichert</translation>
    </message>
    <message>
        <source>No secret is stored yet; add one in Settings, under Secrets, or with deskhand secret set NAME</source>
        <translation>Noch kein Geheimnis gespeichert; füge eins hinzu in den Einstellungen unter Geheimnisse oder mit deskhand secret set NAME</translation>
    </message>
    <message>
        <source>No secret yet. Add one, then write its name in a task and I type it.</source>
        <translation>Noch kein Geheimnis. Füge eins hinzu, schreibe dann seinen Namen in eine Aufgabe, und ich tippe es.</translation>
    </message>
    <message>
        <source>No server is used yet</source>
        <translation>Noch wird kein Server benutzt</translation>
    </message>
    <message>
        <source>No step</source>
        <translation>Kein Schritt</translation>
    </message>
    <message>
        <source>No steps yet</source>
        <translation>Noch keine Schritte</translation>
    </message>
    <message>
        <source>No table chosen</source>
        <translation>Keine Tabelle gewählt</translation>
    </message>
    <message>
        <source>No task has these words.</source>
        <translation>Keine Aufgabe enthält diese Wörter.</translation>
    </message>
    <message>
        <source>Nobody answered</source>
        <translation>Niemand hat geantwortet</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keine</translation>
    </message>
    <message>
        <source>None of these</source>
        <translation>Nichts davon</translation>
    </message>
    <message>
        <source>None yet</source>
        <translation>Noch keiner</translation>
    </message>
    <message>
        <source>Norms</source>
        <translation>Normen</translation>
    </message>
    <message>
        <source>Not allowed</source>
        <translation>Nicht erlaubt</translation>
    </message>
    <message>
        <source>Not allowed.</source>
        <translation>Nicht erlaubt.</translation>
    </message>
    <message>
        <source>Not changed: {0}</source>
        <translation>Nicht geändert: {0}</translation>
    </message>
    <message>
        <source>Not closed</source>
        <translation>Nicht geschlossen</translation>
    </message>
    <message>
        <source>Not cut: {0}</source>
        <translation>Nicht ausgeschnitten: {0}</translation>
    </message>
    <message>
        <source>Not done.</source>
        <translation>Nicht getan.</translation>
    </message>
    <message>
        <source>Not enough room in this folder: {0} GB needed, {1} free. Choose another folder, or free {2} GB.</source>
        <translation>Zu wenig Platz in diesem Ordner: {0} GB gebraucht, {1} frei. Wähle einen anderen Ordner, oder schaffe {2} GB Platz.</translation>
    </message>
    <message>
        <source>Not kept as a macro</source>
        <translation>Nicht als Makro behalten</translation>
    </message>
    <message>
        <source>Not kept: {0}</source>
        <translation>Nicht behalten: {0}</translation>
    </message>
    <message>
        <source>Not now</source>
        <translation>Jetzt nicht</translation>
    </message>
    <message>
        <source>Not pinned any more</source>
        <translation>Nicht mehr angeheftet</translation>
    </message>
    <message>
        <source>Not possible</source>
        <translation>Nicht möglich</translation>
    </message>
    <message>
        <source>Not possible here.</source>
        <translation>Hier nicht möglich.</translation>
    </message>
    <message>
        <source>Not safe</source>
        <translation>Nicht sicher</translation>
    </message>
    <message>
        <source>Not saved</source>
        <translation>Nicht gespeichert</translation>
    </message>
    <message>
        <source>Not saved: {0}</source>
        <translation>Nicht gespeichert: {0}</translation>
    </message>
    <message>
        <source>Not saved: {0}.</source>
        <translation>Nicht gespeichert: {0}.</translation>
    </message>
    <message>
        <source>Not seen</source>
        <translation>Nicht gesehen</translation>
    </message>
    <message>
        <source>Not seen.</source>
        <translation>Nicht gesehen.</translation>
    </message>
    <message>
        <source>Not trusted</source>
        <translation>Nicht vertraut</translation>
    </message>
    <message>
        <source>Not wiped: {0}.</source>
        <translation>Nicht gelöscht: {0}.</translation>
    </message>
    <message>
        <source>Nothing is done on your screen without your approval, as ever.</source>
        <translation>Auf deinem Bildschirm geschieht wie immer nichts ohne deine Zustimmung.</translation>
    </message>
    <message>
        <source>Nothing is recorded: {0}</source>
        <translation>Nichts wird aufgenommen: {0}</translation>
    </message>
    <message>
        <source>Nothing leaves this computer</source>
        <translation>Nichts verlässt diesen Computer</translation>
    </message>
    <message>
        <source>Nothing of yours is sent: no picture, no text.</source>
        <translation>Von dir wird nichts gesendet: kein Bild, kein Text.</translation>
    </message>
    <message>
        <source>Nothing there tells how to find it again. Pick something with a name or text.</source>
        <translation>Dort ist nichts, woran es wiederzufinden wäre. Wähle etwas mit Namen oder Text.</translation>
    </message>
    <message>
        <source>Nothing was done</source>
        <translation>Nichts wurde getan</translation>
    </message>
    <message>
        <source>Nothing was recorded.</source>
        <translation>Nichts wurde aufgenommen.</translation>
    </message>
    <message>
        <source>Nothing was taken in. {0}</source>
        <translation>Nichts wurde übernommen. {0}</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>Jetzt</translation>
    </message>
    <message>
        <source>Nowhere</source>
        <translation>Nirgends</translation>
    </message>
    <message>
        <source>Of this window, after a restart. Commands work in both.</source>
        <translation>Von diesem Fenster, nach einem Neustart. Befehle gehen in beiden.</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>Aus</translation>
    </message>
    <message>
        <source>Off, no word and no picture is written: only when a run was, how it ended and how many steps it took.</source>
        <translation>Ist es aus, wird kein Wort und kein Bild geschrieben: nur wann ein Lauf war, wie er endete und wie viele Schritte er hatte.</translation>
    </message>
    <message>
        <source>Off: left out of a run (Space)</source>
        <translation>Aus: wird bei einem Lauf ausgelassen (Leertaste)</translation>
    </message>
    <message>
        <source>On</source>
        <translation>Ein</translation>
    </message>
    <message>
        <source>On a model server elsewhere</source>
        <translation>Auf einem Modellserver anderswo</translation>
    </message>
    <message>
        <source>On a model server on this computer</source>
        <translation>Auf einem Modellserver auf diesem Computer</translation>
    </message>
    <message>
        <source>On its way</source>
        <translation>Unterwegs</translation>
    </message>
    <message>
        <source>On or off</source>
        <translation>Ein oder aus</translation>
    </message>
    <message>
        <source>On the graphics card of this computer</source>
        <translation>Auf der Grafikkarte dieses Computers</translation>
    </message>
    <message>
        <source>Once</source>
        <translation>Einfach</translation>
    </message>
    <message>
        <source>One moment.</source>
        <translation>Einen Moment.</translation>
    </message>
    <message>
        <source>One promise is</source>
        <translation>Eine Zusage ist</translation>
    </message>
    <message>
        <source>Only its name is kept in the macro. It is typed into password fields only.</source>
        <translation>Nur sein Name bleibt im Makro. Es wird nur in Passwortfelder getippt.</translation>
    </message>
    <message>
        <source>Only looks</source>
        <translation>Sieht nur hin</translation>
    </message>
    <message>
        <source>Only one chord works here.</source>
        <translation>Hier geht nur eine Tastenkombination.</translation>
    </message>
    <message>
        <source>Only to put on it</source>
        <translation>Nur zum Hineinlegen</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Open deskhand</source>
        <translation>deskhand öffnen</translation>
    </message>
    <message>
        <source>Open the command bar over any app</source>
        <translation>Befehlsleiste über jedem Programm öffnen</translation>
    </message>
    <message>
        <source>Open the newest PDF in Downloads</source>
        <translation>Öffne das neueste PDF in Downloads</translation>
    </message>
    <message>
        <source>Opening {0}</source>
        <translation>{0} wird geöffnet</translation>
    </message>
    <message>
        <source>Opening “{0}”</source>
        <translation>„{0}“ wird geöffnet</translation>
    </message>
    <message>
        <source>Opens the bar over any app.</source>
        <translation>Öffnet die Leiste über jedem Programm.</translation>
    </message>
    <message>
        <source>Parameter</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>Partly done</source>
        <translation>Teilweise fertig</translation>
    </message>
    <message>
        <source>Partly done.</source>
        <translation>Teilweise fertig.</translation>
    </message>
    <message>
        <source>Passed over for now, since it does not answer: {0}.</source>
        <translation>Vorerst übergangen, weil keine Antwort kommt: {0}.</translation>
    </message>
    <message>
        <source>Password fields, and programs that you set to Never look, are left out. It goes encrypted, and to no other host. Who runs {0} can read it and keep it.</source>
        <translation>Passwortfelder und Programme, die du auf „Nie ansehen“ gestellt hast, bleiben außen vor. Es geht verschlüsselt und an keinen anderen Rechner. Wer {0} betreibt, kann es lesen und behalten.</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>Einfügen</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pause</translation>
    </message>
    <message>
        <source>Pause a recording</source>
        <translation>Aufnahme anhalten</translation>
    </message>
    <message>
        <source>Pause key</source>
        <translation>Pause-Taste</translation>
    </message>
    <message>
        <source>Pause when it is played slowly</source>
        <translation>Pause, wenn langsam abgespielt wird</translation>
    </message>
    <message>
        <source>Pause, or go on</source>
        <translation>Pause oder weiter</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>Angehalten</translation>
    </message>
    <message>
        <source>Paused.</source>
        <translation>Angehalten.</translation>
    </message>
    <message>
        <source>Paused. {0}. What is here is kept.</source>
        <translation>Angehalten. {0}. Was hier ist, bleibt.</translation>
    </message>
    <message>
        <source>Paused: nothing is recorded</source>
        <translation>Angehalten: Nichts wird aufgenommen</translation>
    </message>
    <message>
        <source>Permissions for each program. It is known by its file, never by its window title.</source>
        <translation>Erlaubnisse für jedes Programm. Es wird an seiner Datei erkannt, nie an seinem Fenstertitel.</translation>
    </message>
    <message>
        <source>Pick on picture</source>
        <translation>Im Bild wählen</translation>
    </message>
    <message>
        <source>Pick on screen</source>
        <translation>Am Bildschirm wählen</translation>
    </message>
    <message>
        <source>Pick on the screen</source>
        <translation>Am Bildschirm wählen</translation>
    </message>
    <message>
        <source>Pick the target</source>
        <translation>Ziel wählen</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>Picture and words</source>
        <translation>Bild und Wörter</translation>
    </message>
    <message>
        <source>Picture, near</source>
        <translation>Bild, in der Nähe</translation>
    </message>
    <message>
        <source>Pictures</source>
        <translation>Bilder</translation>
    </message>
    <message>
        <source>Pictures stay</source>
        <translation>Bilder bleiben</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>Anheften</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>Angeheftet</translation>
    </message>
    <message>
        <source>Pixel {0}, {1}</source>
        <translation>Pixel {0}, {1}</translation>
    </message>
    <message>
        <source>Pixel {0}, {1}.</source>
        <translation>Pixel {0}, {1}.</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>Plan</translation>
    </message>
    <message>
        <source>Plan, {0}</source>
        <translation>Plan, {0}</translation>
    </message>
    <message>
        <source>Plan: {0}</source>
        <translation>Plan: {0}</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>Abspielen</translation>
    </message>
    <message>
        <source>Play a macro</source>
        <translation>Makro abspielen</translation>
    </message>
    <message>
        <source>Play at once</source>
        <translation>Sofort abspielen</translation>
    </message>
    <message>
        <source>Play at once, with the values that it has</source>
        <translation>Sofort abspielen, mit den Werten, die es hat</translation>
    </message>
    <message>
        <source>Play step by step</source>
        <translation>Schritt für Schritt abspielen</translation>
    </message>
    <message>
        <source>Play “{0}”</source>
        <translation>„{0}“ abspielen</translation>
    </message>
    <message>
        <source>Played from here, each step is asked about</source>
        <translation>Von hier abgespielt, wird bei jedem Schritt gefragt</translation>
    </message>
    <message>
        <source>Point at what the step is for and click. Tab goes from one thing to the next, Enter picks it, Esc leaves.</source>
        <translation>Zeige auf das, wofür der Schritt ist, und klicke. Tab geht von einem Ding zum nächsten, Enter wählt es, Esc bricht ab.</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>Genauigkeit</translation>
    </message>
    <message>
        <source>Press Ctrl+Shift and a number, or click an answer.</source>
        <translation>Drücke Ctrl+Shift und eine Zahl, oder klicke auf eine Antwort.</translation>
    </message>
    <message>
        <source>Press Ctrl+Shift and a number, or say more.</source>
        <translation>Drücke Ctrl+Shift und eine Zahl, oder sage mehr.</translation>
    </message>
    <message>
        <source>Press Enter after it</source>
        <translation>Danach Enter drücken</translation>
    </message>
    <message>
        <source>Press at {0}, {1}, let go at {2}, {3}, in {4:g} s.</source>
        <translation>Drücken bei {0}, {1}, loslassen bei {2}, {3}, in {4:g} s.</translation>
    </message>
    <message>
        <source>Press it</source>
        <translation>Sie drücken</translation>
    </message>
    <message>
        <source>Press keys</source>
        <translation>Tasten drücken</translation>
    </message>
    <message>
        <source>Press keys now</source>
        <translation>Jetzt Tasten drücken</translation>
    </message>
    <message>
        <source>Press the key that is to play “{0}”</source>
        <translation>Drücke die Taste, die „{0}“ abspielen soll</translation>
    </message>
    <message>
        <source>Press them</source>
        <translation>Sie drücken</translation>
    </message>
    <message>
        <source>Processor</source>
        <translation>Prozessor</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>Programm</translation>
    </message>
    <message>
        <source>Program it is for</source>
        <translation>Programm, für das es ist</translation>
    </message>
    <message>
        <source>Program to add</source>
        <translation>Programm zum Hinzufügen</translation>
    </message>
    <message>
        <source>Program, or any</source>
        <translation>Jedes Programm</translation>
    </message>
    <message>
        <source>Program, such as /usr/bin/xterm</source>
        <translation>Programm, etwa /usr/bin/xterm</translation>
    </message>
    <message>
        <source>Promises</source>
        <translation>Zusagen</translation>
    </message>
    <message>
        <source>Prompt format</source>
        <translation>Format der Eingabe</translation>
    </message>
    <message>
        <source>Prompt, reply and places differ between models. Calibrate finds out what fits.</source>
        <translation>Eingabe, Antwort und Stellen sind je nach Modell anders. „Kalibrieren“ findet heraus, was passt.</translation>
    </message>
    <message>
        <source>Put a text on it</source>
        <translation>Einen Text hineinlegen</translation>
    </message>
    <message>
        <source>Put this into the field</source>
        <translation>In das Feld übernehmen</translation>
    </message>
    <message>
        <source>Puts the card away and back.</source>
        <translation>Legt die Karte weg und holt sie zurück.</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>Frage</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>Lesen</translation>
    </message>
    <message>
        <source>Read it</source>
        <translation>Lesen</translation>
    </message>
    <message>
        <source>Read it, and trust it or trust it no more</source>
        <translation>Lesen und vertrauen, oder nicht mehr vertrauen</translation>
    </message>
    <message>
        <source>Read text in pictures</source>
        <translation>Text in Bildern lesen</translation>
    </message>
    <message>
        <source>Read the licence</source>
        <translation>Lizenz lesen</translation>
    </message>
    <message>
        <source>Read {0}</source>
        <translation>{0} lesen</translation>
    </message>
    <message>
        <source>Read “{0}”</source>
        <translation>„{0}“ lesen</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>Liest</translation>
    </message>
    <message>
        <source>Reading, {0:,} of {1:,} characters</source>
        <translation>Liest, {0:,} von {1:,} Zeichen</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>Bereit</translation>
    </message>
    <message>
        <source>Record</source>
        <translation>Aufnehmen</translation>
    </message>
    <message>
        <source>Record a macro</source>
        <translation>Makro aufnehmen</translation>
    </message>
    <message>
        <source>Record behind the step</source>
        <translation>Hinter dem Schritt aufnehmen</translation>
    </message>
    <message>
        <source>Record here</source>
        <translation>Hier aufnehmen</translation>
    </message>
    <message>
        <source>Record new</source>
        <translation>Neu aufnehmen</translation>
    </message>
    <message>
        <source>Record text everywhere</source>
        <translation>Text überall aufnehmen</translation>
    </message>
    <message>
        <source>Record the first one</source>
        <translation>Das erste aufnehmen</translation>
    </message>
    <message>
        <source>Record them, add them below by a command or from the menu, or paste them (Ctrl+V).</source>
        <translation>Nimm sie auf, füge sie unten durch einen Befehl oder aus dem Menü hinzu, oder füge sie ein (Ctrl+V).</translation>
    </message>
    <message>
        <source>Recorded</source>
        <translation>Aufgenommen</translation>
    </message>
    <message>
        <source>Recording</source>
        <translation>Aufnahme</translation>
    </message>
    <message>
        <source>Recording a macro</source>
        <translation>Makro aufnehmen</translation>
    </message>
    <message>
        <source>Recording {0}</source>
        <translation>Aufnahme {0}</translation>
    </message>
    <message>
        <source>Recording.</source>
        <translation>Nimmt auf.</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Reject</source>
        <translation>Ablehnen</translation>
    </message>
    <message>
        <source>Reject the card</source>
        <translation>Karte ablehnen</translation>
    </message>
    <message>
        <source>Reject what waits</source>
        <translation>Ablehnen, was wartet</translation>
    </message>
    <message>
        <source>Rejected</source>
        <translation>Abgelehnt</translation>
    </message>
    <message>
        <source>Rejected.</source>
        <translation>Abgelehnt.</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Remove for good</source>
        <translation>Endgültig entfernen</translation>
    </message>
    <message>
        <source>Remove the secret {0}</source>
        <translation>Das Geheimnis {0} entfernen</translation>
    </message>
    <message>
        <source>Remove the secret {0} for good</source>
        <translation>Das Geheimnis {0} endgültig entfernen</translation>
    </message>
    <message>
        <source>Remove with its edits</source>
        <translation>Mit den Änderungen entfernen</translation>
    </message>
    <message>
        <source>Remove {0}</source>
        <translation>{0} entfernen</translation>
    </message>
    <message>
        <source>Remove {0} from the system keyring; asks once more</source>
        <translation>{0} aus dem Schlüsselbund des Systems entfernen; fragt noch einmal</translation>
    </message>
    <message>
        <source>Remove {0}: it is asked about again</source>
        <translation>{0} entfernen: Dann wird wieder gefragt</translation>
    </message>
    <message>
        <source>Remove “{0}” from your library? It can be brought back.{1}</source>
        <translation>„{0}“ aus deiner Sammlung entfernen? Es lässt sich zurückholen.{1}</translation>
    </message>
    <message>
        <source>Remove; asks, and can be undone</source>
        <translation>Entfernen; fragt nach und lässt sich rückgängig machen</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Umbenennen</translation>
    </message>
    <message>
        <source>Rename “{0}”</source>
        <translation>„{0}“ umbenennen</translation>
    </message>
    <message>
        <source>Repeat</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Replace what the field holds</source>
        <translation>Ersetzen, was das Feld enthält</translation>
    </message>
    <message>
        <source>Reset to defaults</source>
        <translation>Zurücksetzen</translation>
    </message>
    <message>
        <source>Risk</source>
        <translation>Risiko</translation>
    </message>
    <message>
        <source>Room for pictures</source>
        <translation>Platz für Bilder</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Ausführen</translation>
    </message>
    <message>
        <source>Run again</source>
        <translation>Noch einmal</translation>
    </message>
    <message>
        <source>Run from</source>
        <translation>Ausführen ab</translation>
    </message>
    <message>
        <source>Run from here</source>
        <translation>Ab hier ausführen</translation>
    </message>
    <message>
        <source>Run from the step on</source>
        <translation>Ab dem Schritt ausführen</translation>
    </message>
    <message>
        <source>Run it</source>
        <translation>Ausführen</translation>
    </message>
    <message>
        <source>Run it once to see how each target is found.</source>
        <translation>Führe es einmal aus, um zu sehen, wie jedes Ziel gefunden wird.</translation>
    </message>
    <message>
        <source>Run over a table</source>
        <translation>Über eine Tabelle ausführen</translation>
    </message>
    <message>
        <source>Run to here</source>
        <translation>Bis hier ausführen</translation>
    </message>
    <message>
        <source>Run to the step</source>
        <translation>Bis zum Schritt ausführen</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>Läuft</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Runs (F6)</source>
        <translation>Läufe (F6)</translation>
    </message>
    <message>
        <source>Runs on</source>
        <translation>Läuft auf</translation>
    </message>
    <message>
        <source>Runs stay</source>
        <translation>Läufe bleiben</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Save as macro</source>
        <translation>Als Makro speichern</translation>
    </message>
    <message>
        <source>Save as …</source>
        <translation>Speichern als …</translation>
    </message>
    <message>
        <source>Save macro</source>
        <translation>Makro speichern</translation>
    </message>
    <message>
        <source>Save the edits as …</source>
        <translation>Änderungen speichern als …</translation>
    </message>
    <message>
        <source>Save “{0}” with these edits as another macro</source>
        <translation>„{0}“ mit diesen Änderungen als anderes Makro speichern</translation>
    </message>
    <message>
        <source>Saved as “{0}”. The first one is as it was; here you go on with “{1}”.</source>
        <translation>Gespeichert als „{0}“. Das erste ist, wie es war; hier geht es mit „{1}“ weiter.</translation>
    </message>
    <message>
        <source>Saved.</source>
        <translation>Gespeichert.</translation>
    </message>
    <message>
        <source>Saved. {0}</source>
        <translation>Gespeichert. {0}</translation>
    </message>
    <message>
        <source>Saving</source>
        <translation>Wird gespeichert</translation>
    </message>
    <message>
        <source>Saving …</source>
        <translation>Speichert …</translation>
    </message>
    <message>
        <source>Say it otherwise</source>
        <translation>Sag es anders</translation>
    </message>
    <message>
        <source>Say more, so that fewer are left.</source>
        <translation>Sage mehr, damit weniger übrig bleiben.</translation>
    </message>
    <message>
        <source>Say what should be done</source>
        <translation>Sag, was getan werden soll</translation>
    </message>
    <message>
        <source>Say what to do</source>
        <translation>Sag, was zu tun ist</translation>
    </message>
    <message>
        <source>Say what to do, or choose a macro or a task that you had before.</source>
        <translation>Sag, was zu tun ist, oder wähle ein Makro oder eine frühere Aufgabe.</translation>
    </message>
    <message>
        <source>Say what you want.</source>
        <translation>Sag, was du möchtest.</translation>
    </message>
    <message>
        <source>Scroll</source>
        <translation>Rollen</translation>
    </message>
    <message>
        <source>Search in it</source>
        <translation>Darin suchen</translation>
    </message>
    <message>
        <source>Search in it (Ctrl+F); Enter goes on, Shift+Enter goes back</source>
        <translation>Darin suchen (Ctrl+F); Enter sucht weiter, Shift+Enter zurück</translation>
    </message>
    <message>
        <source>Search macros</source>
        <translation>Makros suchen</translation>
    </message>
    <message>
        <source>Search macros (Ctrl+F)</source>
        <translation>Makros suchen (Ctrl+F)</translation>
    </message>
    <message>
        <source>Search tasks</source>
        <translation>Aufgaben suchen</translation>
    </message>
    <message>
        <source>Search tasks (Ctrl+F). “{0}” lists those that were not understood or not found.</source>
        <translation>Aufgaben durchsuchen (Ctrl+F). „{0}“ listet auf, was nicht verstanden oder nicht gefunden wurde.</translation>
    </message>
    <message>
        <source>Search tasks, or macros where they show</source>
        <translation>Aufgaben suchen, oder Makros, wo sie zu sehen sind</translation>
    </message>
    <message>
        <source>Seconds</source>
        <translation>Sekunden</translation>
    </message>
    <message>
        <source>Secret</source>
        <translation>Geheimnis</translation>
    </message>
    <message>
        <source>Secrets</source>
        <translation>Geheimnisse</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>Alles auswählen</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>Senden</translation>
    </message>
    <message>
        <source>Send it to {0}</source>
        <translation>An {0} senden</translation>
    </message>
    <message>
        <source>Send to {0}?</source>
        <translation>An {0} senden?</translation>
    </message>
    <message>
        <source>Send what is on your screen to {0}?</source>
        <translation>Senden, was auf deinem Bildschirm ist, an {0}?</translation>
    </message>
    <message>
        <source>Separator: automatic</source>
        <translation>Trennzeichen: automatisch</translation>
    </message>
    <message>
        <source>Separator: bar</source>
        <translation>Trennzeichen: Strich</translation>
    </message>
    <message>
        <source>Separator: comma</source>
        <translation>Trennzeichen: Komma</translation>
    </message>
    <message>
        <source>Separator: semicolon</source>
        <translation>Trennzeichen: Semikolon</translation>
    </message>
    <message>
        <source>Separator: tab</source>
        <translation>Trennzeichen: Tabulator</translation>
    </message>
    <message>
        <source>Server that serves it</source>
        <translation>Server, der es anbietet</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Settle</source>
        <translation>Abwarten</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>Alles zeigen</translation>
    </message>
    <message>
        <source>Show it once; it replays without a model</source>
        <translation>Einmal vormachen; es lässt sich ohne Modell abspielen</translation>
    </message>
    <message>
        <source>Show me first</source>
        <translation>Erst zeigen</translation>
    </message>
    <message>
        <source>Show me first: nothing is sent</source>
        <translation>Erst zeigen: Nichts wird gesendet</translation>
    </message>
    <message>
        <source>Show on screen</source>
        <translation>Am Bildschirm zeigen</translation>
    </message>
    <message>
        <source>Show or hide the card</source>
        <translation>Karte zeigen oder verbergen</translation>
    </message>
    <message>
        <source>Show step {0}</source>
        <translation>Schritt {0} zeigen</translation>
    </message>
    <message>
        <source>Show the plan</source>
        <translation>Plan zeigen</translation>
    </message>
    <message>
        <source>Show what I have not seen</source>
        <translation>Zeigen, was ich nicht gesehen habe</translation>
    </message>
    <message>
        <source>Shown, not sent</source>
        <translation>Gezeigt, nicht gesendet</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Slower: {0}</source>
        <translation>Langsamer: {0}</translation>
    </message>
    <message>
        <source>Something changes</source>
        <translation>Etwas ändert sich</translation>
    </message>
    <message>
        <source>Something is being picked on the screen. Pick it or press Esc first.</source>
        <translation>Am Bildschirm wird gerade etwas gewählt. Wähle es, oder drücke zuerst Esc.</translation>
    </message>
    <message>
        <source>Something is in front of this card. Move it away to go on.</source>
        <translation>Etwas liegt vor dieser Karte. Schiebe es weg, um weiterzumachen.</translation>
    </message>
    <message>
        <source>Sort</source>
        <translation>Sortieren</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>Start a program</source>
        <translation>Programm starten</translation>
    </message>
    <message>
        <source>State space layers</source>
        <translation>Zustandsschichten</translation>
    </message>
    <message>
        <source>Stay</source>
        <translation>Bleiben</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Step by step</source>
        <translation>Schritt für Schritt</translation>
    </message>
    <message>
        <source>Step {0}</source>
        <translation>Schritt {0}</translation>
    </message>
    <message>
        <source>Step {0}: {1:.1f} s. </source>
        <translation>Schritt {0}: {1:.1f} s. </translation>
    </message>
    <message>
        <source>Step {0}: {1}</source>
        <translation>Schritt {0}: {1}</translation>
    </message>
    <message>
        <source>Step {0}: {1}: {2}</source>
        <translation>Schritt {0}: {1}: {2}</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Steps recorded so far</source>
        <translation>Bisher aufgenommene Schritte</translation>
    </message>
    <message>
        <source>Still being decided. The mark may move, and nothing can be accepted yet.</source>
        <translation>Wird noch entschieden. Die Markierung kann sich bewegen, und noch lässt sich nichts annehmen.</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stopp</translation>
    </message>
    <message>
        <source>Stop as soon as something is so</source>
        <translation>Aufhören, sobald etwas so ist</translation>
    </message>
    <message>
        <source>Stop corner</source>
        <translation>Stoppecke</translation>
    </message>
    <message>
        <source>Stop here first (breakpoint)</source>
        <translation>Hier zuerst anhalten (Haltepunkt)</translation>
    </message>
    <message>
        <source>Stop here first (breakpoint, F9)</source>
        <translation>Hier zuerst anhalten (Haltepunkt, F9)</translation>
    </message>
    <message>
        <source>Stop key ready: {0}</source>
        <translation>Stopptaste bereit: {0}</translation>
    </message>
    <message>
        <source>Stop key: starting</source>
        <translation>Stopptaste startet</translation>
    </message>
    <message>
        <source>Stop there first (breakpoint)</source>
        <translation>Dort zuerst anhalten (Haltepunkt)</translation>
    </message>
    <message>
        <source>Stop, also in the middle of a word</source>
        <translation>Stopp, auch mitten im Wort</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Gestoppt</translation>
    </message>
    <message>
        <source>Stopped at a limit.</source>
        <translation>An einer Grenze gestoppt.</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>Gestoppt.</translation>
    </message>
    <message>
        <source>Stopping</source>
        <translation>Wird gestoppt</translation>
    </message>
    <message>
        <source>Such as Ctrl+Alt+1</source>
        <translation>Etwa Ctrl+Alt+1</translation>
    </message>
    <message>
        <source>Such as: File an invoice</source>
        <translation>Etwa: Eine Rechnung ablegen</translation>
    </message>
    <message>
        <source>Such programs are left asleep. You can change this in Settings.</source>
        <translation>Solche Programme bleiben schlafend. Ändern kannst du das in den Einstellungen.</translation>
    </message>
    <message>
        <source>Such programs are woken from now on. Browsers that are open have to be closed and opened again. You can change this in Settings.</source>
        <translation>Solche Programme werden ab jetzt geweckt. Offene Browser müssen geschlossen und wieder geöffnet werden. Ändern kannst du das in den Einstellungen.</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>Table, if you have one</source>
        <translation>Tabelle, wenn du eine hast</translation>
    </message>
    <message>
        <source>Tables (*.csv *.tsv *.txt);;All files (*)</source>
        <translation>Tabellen (*.csv *.tsv *.txt);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Take in a zip, a folder or a macro of PyMacroRecord; nothing runs</source>
        <translation>Ein Zip, einen Ordner oder ein Makro von PyMacroRecord übernehmen; nichts wird ausgeführt</translation>
    </message>
    <message>
        <source>Take the key away</source>
        <translation>Taste wegnehmen</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>Aufgabe</translation>
    </message>
    <message>
        <source>Tasks that you give appear here.</source>
        <translation>Aufgaben, die du gibst, erscheinen hier.</translation>
    </message>
    <message>
        <source>Test step</source>
        <translation>Schritt testen</translation>
    </message>
    <message>
        <source>Test the step</source>
        <translation>Den Schritt testen</translation>
    </message>
    <message>
        <source>Test this step</source>
        <translation>Diesen Schritt testen</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Text for the clipboard</source>
        <translation>Text für die Zwischenablage</translation>
    </message>
    <message>
        <source>Text on it</source>
        <translation>Text darauf</translation>
    </message>
    <message>
        <source>Text on screen</source>
        <translation>Text am Bildschirm</translation>
    </message>
    <message>
        <source>Text on the screen</source>
        <translation>Text am Bildschirm</translation>
    </message>
    <message>
        <source>Text to be typed</source>
        <translation>Text, der getippt wird</translation>
    </message>
    <message>
        <source>That did not work</source>
        <translation>Das ging nicht</translation>
    </message>
    <message>
        <source>That failed for a reason nobody foresaw; nothing more is known than the log has.</source>
        <translation>Das misslang aus einem Grund, den niemand vorhergesehen hat; mehr als im Protokoll steht, ist nicht bekannt.</translation>
    </message>
    <message>
        <source>That is tight.</source>
        <translation>Das ist knapp.</translation>
    </message>
    <message>
        <source>The clipboard holds no steps. Copy some in the editor first (Ctrl+C).</source>
        <translation>Die Zwischenablage enthält keine Schritte. Kopiere zuerst welche im Editor (Ctrl+C).</translation>
    </message>
    <message>
        <source>The details of the step</source>
        <translation>Einzelheiten des Schritts</translation>
    </message>
    <message>
        <source>The end of this run was not recorded.</source>
        <translation>Das Ende dieses Laufs wurde nicht aufgezeichnet.</translation>
    </message>
    <message>
        <source>The field is empty now.</source>
        <translation>Das Feld ist jetzt leer.</translation>
    </message>
    <message>
        <source>The history is not ready yet. Try again.</source>
        <translation>Der Verlauf ist noch nicht bereit. Versuch es noch einmal.</translation>
    </message>
    <message>
        <source>The key of {0} is still in the keyring: {1}</source>
        <translation>Der Schlüssel von {0} ist noch im Schlüsselbund: {1}</translation>
    </message>
    <message>
        <source>The key that plays it from anywhere</source>
        <translation>Die Taste, die es von überall abspielt</translation>
    </message>
    <message>
        <source>The keys go to {0}.</source>
        <translation>Die Tasten gehen an {0}.</translation>
    </message>
    <message>
        <source>The line is in the clipboard.</source>
        <translation>Die Zeile ist in der Zwischenablage.</translation>
    </message>
    <message>
        <source>The macro</source>
        <translation>Das Makro</translation>
    </message>
    <message>
        <source>The macro asks for nothing: Play begins at once.</source>
        <translation>Das Makro fragt nach nichts: „Abspielen“ beginnt sofort.</translation>
    </message>
    <message>
        <source>The macro cannot be read.</source>
        <translation>Das Makro ist nicht lesbar.</translation>
    </message>
    <message>
        <source>The macro could not be read, by an error of mine ({0}).</source>
        <translation>Das Makro war wegen eines Fehlers von mir nicht lesbar ({0}).</translation>
    </message>
    <message>
        <source>The model</source>
        <translation>Das Modell</translation>
    </message>
    <message>
        <source>The model for this task runs on {0}. What it is told goes there.</source>
        <translation>Das Modell für diese Aufgabe läuft auf {0}. Was ihm gesagt wird, geht dorthin.</translation>
    </message>
    <message>
        <source>The model is ready sooner; its memory is taken all the time.</source>
        <translation>Das Modell ist früher bereit; sein Speicher ist immer belegt.</translation>
    </message>
    <message>
        <source>The model says</source>
        <translation>Das Modell sagt</translation>
    </message>
    <message>
        <source>The model thinks</source>
        <translation>Das Modell denkt</translation>
    </message>
    <message>
        <source>The model thinks in words before it answers: slower, and sometimes better.</source>
        <translation>Das Modell denkt in Worten, bevor es antwortet: langsamer und manchmal besser.</translation>
    </message>
    <message>
        <source>The model writes</source>
        <translation>Das Modell schreibt</translation>
    </message>
    <message>
        <source>The model writes: {0}</source>
        <translation>Das Modell schreibt: {0}</translation>
    </message>
    <message>
        <source>The model wrote</source>
        <translation>Das Modell schrieb</translation>
    </message>
    <message>
        <source>The model wrote: {0}</source>
        <translation>Das Modell schrieb: {0}</translation>
    </message>
    <message>
        <source>The name of a secret in your keyring; the secret itself never comes here.</source>
        <translation>Der Name eines Geheimnisses in deinem Schlüsselbund; das Geheimnis selbst kommt nie hierher.</translation>
    </message>
    <message>
        <source>The name takes letters, digits, dots, dashes and underscores, up to 60.</source>
        <translation>Der Name darf bis zu 60 Buchstaben, Ziffern, Punkte, Bindestriche und Unterstriche haben.</translation>
    </message>
    <message>
        <source>The next keys pressed are taken</source>
        <translation>Die nächsten Tasten, die du drückst, werden genommen</translation>
    </message>
    <message>
        <source>The next one (Enter)</source>
        <translation>Der nächste (Enter)</translation>
    </message>
    <message>
        <source>The one before (Shift+Enter)</source>
        <translation>Der vorige (Shift+Enter)</translation>
    </message>
    <message>
        <source>The only one that it has</source>
        <translation>Das einzige, das er hat</translation>
    </message>
    <message>
        <source>The point test was cancelled. What was known stays.</source>
        <translation>Der Punkttest wurde abgebrochen. Was bekannt war, bleibt.</translation>
    </message>
    <message>
        <source>The program goes on</source>
        <translation>Das Programm läuft weiter</translation>
    </message>
    <message>
        <source>The program “{0}” asks for this and says</source>
        <translation>Das Programm „{0}“ bittet darum und sagt</translation>
    </message>
    <message>
        <source>The program “{0}” asks: {1}</source>
        <translation>Das Programm „{0}“ bittet: {1}</translation>
    </message>
    <message>
        <source>The raw recording of “{0}” is kept with it. It holds every key that you pressed outside password fields, and a replay never needs it.</source>
        <translation>Die rohe Aufnahme von „{0}“ liegt noch dabei. Sie enthält jede Taste, die du außerhalb von Passwortfeldern gedrückt hast, und zum Abspielen wird sie nie gebraucht.</translation>
    </message>
    <message>
        <source>The recording failed: {0}</source>
        <translation>Die Aufnahme misslang: {0}</translation>
    </message>
    <message>
        <source>The recording had not begun.</source>
        <translation>Die Aufnahme hatte nicht begonnen.</translation>
    </message>
    <message>
        <source>The recording is deleted.</source>
        <translation>Die Aufnahme ist gelöscht.</translation>
    </message>
    <message>
        <source>The recordings are deleted.</source>
        <translation>Die Aufnahmen sind gelöscht.</translation>
    </message>
    <message>
        <source>The secret</source>
        <translation>Das Geheimnis</translation>
    </message>
    <message>
        <source>The secret is longer than {0} characters. Nothing was stored.</source>
        <translation>Das Geheimnis ist länger als {0} Zeichen. Nichts wurde gespeichert.</translation>
    </message>
    <message>
        <source>The secret; it is not shown</source>
        <translation>Das Geheimnis; es wird nicht gezeigt</translation>
    </message>
    <message>
        <source>The selected step</source>
        <translation>Der gewählte Schritt</translation>
    </message>
    <message>
        <source>The settings file cannot be used, and there is no good copy. Until you have settled again what may be touched, looked at and kept, everything is asked about and nothing is kept.</source>
        <translation>Die Einstellungsdatei ist nicht brauchbar, und es gibt keine gute Kopie. Bis du wieder festgelegt hast, was angefasst, angesehen und behalten werden darf, wird nach allem gefragt und nichts behalten.</translation>
    </message>
    <message>
        <source>The settings file cannot be used. These are the last good copy of it: what you settled after that is missing.</source>
        <translation>Die Einstellungsdatei ist nicht brauchbar. Dies ist ihre letzte gute Kopie: Was du danach festgelegt hast, fehlt.</translation>
    </message>
    <message>
        <source>The target is as it was: {0}</source>
        <translation>Das Ziel ist, wie es war: {0}</translation>
    </message>
    <message>
        <source>The target on its stored picture</source>
        <translation>Das Ziel auf seinem gespeicherten Bild</translation>
    </message>
    <message>
        <source>The target, enlarged</source>
        <translation>Das Ziel, vergrößert</translation>
    </message>
    <message>
        <source>The task waits for your answer: on its card, or in the window of deskhand.</source>
        <translation>Die Aufgabe wartet auf deine Antwort: auf ihrer Karte oder im Fenster von deskhand.</translation>
    </message>
    <message>
        <source>The {0} was renamed. </source>
        <translation>Umbenannt wurde: {0}. </translation>
    </message>
    <message>
        <source>There is no folder {0}.</source>
        <translation>Es gibt keinen Ordner {0}.</translation>
    </message>
    <message>
        <source>There is no stored picture of it</source>
        <translation>Es gibt kein gespeichertes Bild davon</translation>
    </message>
    <message>
        <source>There is no window here. Point at something in a window, or press Esc to leave.</source>
        <translation>Hier ist kein Fenster. Zeige auf etwas in einem Fenster, oder brich mit Esc ab.</translation>
    </message>
    <message>
        <source>These fit a graphics card of {0:.0f} GB:</source>
        <translation>In eine Grafikkarte mit {0:.0f} GB passen:</translation>
    </message>
    <message>
        <source>These steps come from elsewhere: once saved, each step is asked about until you have read the macro. Press Trust to read it.</source>
        <translation>Diese Schritte kommen von anderswo: Sind sie gespeichert, wird bei jedem Schritt gefragt, bis du das Makro gelesen hast. Drücke „Vertrauen“, um es zu lesen.</translation>
    </message>
    <message>
        <source>They show what was on your screen. Older ones are deleted; the steps stay.</source>
        <translation>Sie zeigen, was auf deinem Bildschirm war. Ältere werden gelöscht; die Schritte bleiben.</translation>
    </message>
    <message>
        <source>Thing</source>
        <translation>Ding</translation>
    </message>
    <message>
        <source>Think</source>
        <translation>Denken</translation>
    </message>
    <message>
        <source>Thinking</source>
        <translation>Denken</translation>
    </message>
    <message>
        <source>This is judged when you use it; if it is riskier, you are asked again.</source>
        <translation>Das wird beurteilt, wenn du es verwendest; ist es riskanter, wirst du noch einmal gefragt.</translation>
    </message>
    <message>
        <source>This key map</source>
        <translation>Diese Tastenübersicht</translation>
    </message>
    <message>
        <source>This macro is gone; nothing was played.</source>
        <translation>Dieses Makro gibt es nicht mehr; nichts wurde abgespielt.</translation>
    </message>
    <message>
        <source>This names nothing on the screen. Goals need the main model.</source>
        <translation>Das nennt nichts auf dem Bildschirm. Ziele brauchen das Hauptmodell.</translation>
    </message>
    <message>
        <source>This step is off, so a run leaves it out. Turn it on first (Space).</source>
        <translation>Dieser Schritt ist aus und wird bei einem Lauf ausgelassen. Schalte ihn zuerst ein (Leertaste).</translation>
    </message>
    <message>
        <source>This window is kept private, so nothing in it can be picked. Esc leaves.</source>
        <translation>Dieses Fenster wird privat gehalten, darin lässt sich nichts wählen. Esc bricht ab.</translation>
    </message>
    <message>
        <source>Time before Accept works</source>
        <translation>Zeit, bis „Annehmen“ geht</translation>
    </message>
    <message>
        <source>Times</source>
        <translation>Anzahl</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>To</source>
        <translation>Nach</translation>
    </message>
    <message>
        <source>To have it recorded there too, tick “{0}”.</source>
        <translation>Damit auch dort aufgenommen wird, hake „{0}“ an.</translation>
    </message>
    <message>
        <source>To look at</source>
        <translation>Zum Ansehen</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>Heute</translation>
    </message>
    <message>
        <source>Too little memory was found for any of the models that are known.</source>
        <translation>Für keins der bekannten Modelle wurde genug Speicher gefunden.</translation>
    </message>
    <message>
        <source>Toolbar</source>
        <translation>Werkzeugleiste</translation>
    </message>
    <message>
        <source>Top left</source>
        <translation>Oben links</translation>
    </message>
    <message>
        <source>Top right</source>
        <translation>Oben rechts</translation>
    </message>
    <message>
        <source>Tried</source>
        <translation>Versucht</translation>
    </message>
    <message>
        <source>Triple</source>
        <translation>Dreifach</translation>
    </message>
    <message>
        <source>Trust</source>
        <translation>Vertrauen</translation>
    </message>
    <message>
        <source>Trust and play</source>
        <translation>Vertrauen und abspielen</translation>
    </message>
    <message>
        <source>Trust …</source>
        <translation>Vertrauen …</translation>
    </message>
    <message>
        <source>Trusted</source>
        <translation>Vertraut</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal versuchen</translation>
    </message>
    <message>
        <source>Try it and use it</source>
        <translation>Probieren und benutzen</translation>
    </message>
    <message>
        <source>Try it and use it as well</source>
        <translation>Probieren und auch benutzen</translation>
    </message>
    <message>
        <source>Try the demo</source>
        <translation>Demo ausprobieren</translation>
    </message>
    <message>
        <source>Try: click Save, write Anna into Name, press Ctrl+S, wait 2 s.</source>
        <translation>Etwa: klicke auf Speichern, schreibe Anna in Name, drücke Ctrl+S, warte 2 s.</translation>
    </message>
    <message>
        <source>Trying was cancelled. Nothing was changed.</source>
        <translation>Das Probieren wurde abgebrochen. Nichts wurde geändert.</translation>
    </message>
    <message>
        <source>Turn on dark mode in the settings</source>
        <translation>Schalte in den Einstellungen den dunklen Modus ein</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Typ</translation>
    </message>
    <message>
        <source>Type a command, record it, or pick it on the screen.</source>
        <translation>Tippe einen Befehl, nimm ihn auf, oder wähle am Bildschirm.</translation>
    </message>
    <message>
        <source>Type a secret from Settings</source>
        <translation>Ein Geheimnis aus den Einstellungen tippen</translation>
    </message>
    <message>
        <source>Type a value that is asked for at the start</source>
        <translation>Einen Wert tippen, nach dem zu Beginn gefragt wird</translation>
    </message>
    <message>
        <source>Type text</source>
        <translation>Text tippen</translation>
    </message>
    <message>
        <source>Typed by name, not shown</source>
        <translation>Wird mit Namen getippt, nicht gezeigt</translation>
    </message>
    <message>
        <source>Typing</source>
        <translation>Tippt</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Undo and redo</source>
        <translation>Rückgängig und wiederholen</translation>
    </message>
    <message>
        <source>Undo last</source>
        <translation>Letzten zurücknehmen</translation>
    </message>
    <message>
        <source>Ungroup</source>
        <translation>Gruppe auflösen</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>Lösen</translation>
    </message>
    <message>
        <source>Until</source>
        <translation>Bis</translation>
    </message>
    <message>
        <source>Untrust</source>
        <translation>Nicht mehr vertrauen</translation>
    </message>
    <message>
        <source>Use a model</source>
        <translation>Ein Modell verwenden</translation>
    </message>
    <message>
        <source>Use it</source>
        <translation>Verwenden</translation>
    </message>
    <message>
        <source>Use it no more</source>
        <translation>Nicht mehr benutzen</translation>
    </message>
    <message>
        <source>Use it, and you are asked again.</source>
        <translation>Verwende es, und du wirst noch einmal gefragt.</translation>
    </message>
    <message>
        <source>Use these settings</source>
        <translation>Diese Einstellungen verwenden</translation>
    </message>
    <message>
        <source>Use this</source>
        <translation>Verwenden</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>Werte</translation>
    </message>
    <message>
        <source>Values, one a line, as name = value</source>
        <translation>Werte, je Zeile einer, als name = wert</translation>
    </message>
    <message>
        <source>Wait</source>
        <translation>Warten</translation>
    </message>
    <message>
        <source>Wait first until something is so</source>
        <translation>Erst warten, bis etwas so ist</translation>
    </message>
    <message>
        <source>Wait so many seconds</source>
        <translation>So viele Sekunden warten</translation>
    </message>
    <message>
        <source>Wait until</source>
        <translation>Warten, bis</translation>
    </message>
    <message>
        <source>Waiting for you</source>
        <translation>Wartet auf dich</translation>
    </message>
    <message>
        <source>Wake sleeping programs</source>
        <translation>Schlafende Programme wecken</translation>
    </message>
    <message>
        <source>Wake such programs</source>
        <translation>Solche Programme wecken</translation>
    </message>
    <message>
        <source>Ways to find it, in this order</source>
        <translation>Wege, es zu finden, in dieser Reihenfolge</translation>
    </message>
    <message>
        <source>Ways to find it: </source>
        <translation>Wege, es zu finden: </translation>
    </message>
    <message>
        <source>Weaker here</source>
        <translation>Hier schwächer</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>What I can do with it</source>
        <translation>Was ich damit tun kann</translation>
    </message>
    <message>
        <source>What can be done</source>
        <translation>Was man tun kann</translation>
    </message>
    <message>
        <source>What can be said, with examples</source>
        <translation>Was man sagen kann, mit Beispielen</translation>
    </message>
    <message>
        <source>What fits</source>
        <translation>Was passt</translation>
    </message>
    <message>
        <source>What helps: {0}</source>
        <translation>Was hilft: {0}</translation>
    </message>
    <message>
        <source>What is done by button, key or menu is done to all of them.</source>
        <translation>Was mit Knopf, Taste oder Menü getan wird, gilt für alle.</translation>
    </message>
    <message>
        <source>What is on your screen goes there while a goal is worked on. You are asked first.</source>
        <translation>Was auf deinem Bildschirm ist, geht dorthin, während an einem Ziel gearbeitet wird. Du wirst vorher gefragt.</translation>
    </message>
    <message>
        <source>What is shown there in {0}</source>
        <translation>Was dort in {0} zu sehen ist</translation>
    </message>
    <message>
        <source>What is the recorded macro called?</source>
        <translation>Wie heißt das aufgenommene Makro?</translation>
    </message>
    <message>
        <source>What is typed</source>
        <translation>Was getippt wird</translation>
    </message>
    <message>
        <source>What is wrong?</source>
        <translation>Was ist falsch?</translation>
    </message>
    <message>
        <source>What it does</source>
        <translation>Was es tut</translation>
    </message>
    <message>
        <source>What it is looked for by</source>
        <translation>Wonach gesucht wird</translation>
    </message>
    <message>
        <source>What moves the mouse and presses the keys. Applies after a restart.</source>
        <translation>Was die Maus bewegt und die Tasten drückt. Gilt nach einem Neustart.</translation>
    </message>
    <message>
        <source>What next?</source>
        <translation>Was nun?</translation>
    </message>
    <message>
        <source>What one run may do at most.</source>
        <translation>Was ein Lauf höchstens darf.</translation>
    </message>
    <message>
        <source>What should I do?</source>
        <translation>Was soll ich tun?</translation>
    </message>
    <message>
        <source>What stands between cells</source>
        <translation>Was zwischen den Zellen steht</translation>
    </message>
    <message>
        <source>What stands there is replaced.</source>
        <translation>Was dort steht, wird ersetzt.</translation>
    </message>
    <message>
        <source>What stays of your runs, and for how long.</source>
        <translation>Was von deinen Läufen bleibt, und wie lange.</translation>
    </message>
    <message>
        <source>What this computer can serve</source>
        <translation>Was dieser Computer anbieten kann</translation>
    </message>
    <message>
        <source>What was done about it: {0}.</source>
        <translation>Was dagegen getan wurde: {0}.</translation>
    </message>
    <message>
        <source>What you would get</source>
        <translation>Was du bekommst</translation>
    </message>
    <message>
        <source>When I wait for you before I act.</source>
        <translation>Wann ich auf dich warte, bevor ich handle.</translation>
    </message>
    <message>
        <source>When it was made</source>
        <translation>Als es gemacht wurde</translation>
    </message>
    <message>
        <source>Where does your model run?</source>
        <translation>Wo läuft dein Modell?</translation>
    </message>
    <message>
        <source>Where the checkpoint lies. Nothing in it is ever run as a program.</source>
        <translation>Wo das Modell liegt. Nichts darin wird je als Programm ausgeführt.</translation>
    </message>
    <message>
        <source>Where they work</source>
        <translation>Wo sie gehen</translation>
    </message>
    <message>
        <source>Which end of the drag</source>
        <translation>Welches Ende des Ziehens</translation>
    </message>
    <message>
        <source>Which one?</source>
        <translation>Welches?</translation>
    </message>
    <message>
        <source>While a goal is worked on, {0} gets with each step:</source>
        <translation>Während an einem Ziel gearbeitet wird, bekommt {0} mit jedem Schritt:</translation>
    </message>
    <message>
        <source>While a macro is recorded, leaves out what you do until you press it again.</source>
        <translation>Während ein Makro aufgenommen wird: lässt aus, was du tust, bis du sie wieder drückst.</translation>
    </message>
    <message>
        <source>While a task runs, pushing the mouse into this corner of the desktop stops it.</source>
        <translation>Während eine Aufgabe läuft: Wer die Maus in diese Ecke des Desktops schiebt, hält sie an.</translation>
    </message>
    <message>
        <source>Who decides</source>
        <translation>Wer entscheidet</translation>
    </message>
    <message>
        <source>Who decides: {0}</source>
        <translation>Wer entscheidet: {0}</translation>
    </message>
    <message>
        <source>Whole runs, with what you wrote. Older ones go, but for those that you pinned.</source>
        <translation>Ganze Läufe, mit dem, was du geschrieben hast. Ältere gehen, außer denen, die du angeheftet hast.</translation>
    </message>
    <message>
        <source>Whole screen</source>
        <translation>Ganzer Bildschirm</translation>
    </message>
    <message>
        <source>Wide and tall screens</source>
        <translation>Breite und hohe Bildschirme</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>Fenster</translation>
    </message>
    <message>
        <source>Wipe everything…</source>
        <translation>Alles löschen …</translation>
    </message>
    <message>
        <source>Wipe for good</source>
        <translation>Endgültig löschen</translation>
    </message>
    <message>
        <source>Wipe the history</source>
        <translation>Verlauf löschen</translation>
    </message>
    <message>
        <source>With a table all of it is done once for each row. Columns that fill values: {0}</source>
        <translation>Mit einer Tabelle wird alles einmal für jede Zeile getan. Spalten, die Werte füllen: {0}</translation>
    </message>
    <message>
        <source>Within</source>
        <translation>In</translation>
    </message>
    <message>
        <source>Words of your mark</source>
        <translation>Wörter deines Kennzeichens</translation>
    </message>
    <message>
        <source>Words of your mark, for eyes alone</source>
        <translation>Wörter deines Kennzeichens, nur für die Augen</translation>
    </message>
    <message>
        <source>Words that are hard to undo</source>
        <translation>Wörter für schwer rückgängig zu Machendes</translation>
    </message>
    <message>
        <source>Work out 17.5 % of 240 in the calculator</source>
        <translation>Rechne im Taschenrechner 17,5 % von 240 aus</translation>
    </message>
    <message>
        <source>Working</source>
        <translation>Arbeitet</translation>
    </message>
    <message>
        <source>Works anywhere, also in the middle of a word. Several with a comma.</source>
        <translation>Geht überall, auch mitten im Wort. Mehrere mit Komma.</translation>
    </message>
    <message>
        <source>Works only while a card is up, as all keys below do.</source>
        <translation>Geht nur, solange eine Karte da ist, wie alle Tasten darunter.</translation>
    </message>
    <message>
        <source>Write something first.</source>
        <translation>Schreibe zuerst etwas.</translation>
    </message>
    <message>
        <source>Writing</source>
        <translation>Schreiben</translation>
    </message>
    <message>
        <source>Wrong place</source>
        <translation>Falsche Stelle</translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation>Gestern</translation>
    </message>
    <message>
        <source>You</source>
        <translation>Du</translation>
    </message>
    <message>
        <source>You have seen all {0:,} lines.</source>
        <translation>Du hast alle {0:,} Zeilen gesehen.</translation>
    </message>
    <message>
        <source>You have seen {0:,} of {1:,} lines. It can be trusted when you have seen all.</source>
        <translation>Du hast {0:,} von {1:,} Zeilen gesehen. Vertrauen geht, wenn du alle gesehen hast.</translation>
    </message>
    <message>
        <source>You rejected it</source>
        <translation>Du hast es abgelehnt</translation>
    </message>
    <message>
        <source>You: {0}</source>
        <translation>Du: {0}</translation>
    </message>
    <message>
        <source>Your choice is kept, but {0}.</source>
        <translation>Deine Wahl bleibt, aber {0}.</translation>
    </message>
    <message>
        <source>Your mark</source>
        <translation>Dein Kennzeichen</translation>
    </message>
    <message>
        <source>Your mark, for eyes alone</source>
        <translation>Dein Kennzeichen, nur für die Augen</translation>
    </message>
    <message>
        <source>a dialog, a group</source>
        <translation>ein Dialog, eine Gruppe</translation>
    </message>
    <message>
        <source>a window without a title</source>
        <translation>ein Fenster ohne Titel</translation>
    </message>
    <message>
        <source>about a minute left</source>
        <translation>noch etwa eine Minute</translation>
    </message>
    <message>
        <source>about {0} h {1} min left</source>
        <translation>noch etwa {0} h {1} min</translation>
    </message>
    <message>
        <source>about {0} minutes left</source>
        <translation>noch etwa {0} Minuten</translation>
    </message>
    <message>
        <source>above</source>
        <translation>über</translation>
    </message>
    <message>
        <source>accept</source>
        <translation>annehmen</translation>
    </message>
    <message>
        <source>accessibility</source>
        <translation>Bedienungshilfe</translation>
    </message>
    <message>
        <source>always last</source>
        <translation>immer zuletzt</translation>
    </message>
    <message>
        <source>an error of mine ({0}); try again</source>
        <translation>ein Fehler von mir ({0}); versuch es noch einmal</translation>
    </message>
    <message>
        <source>and commands</source>
        <translation>und Befehle</translation>
    </message>
    <message>
        <source>and {0:,} more</source>
        <translation>und {0:,} weitere</translation>
    </message>
    <message>
        <source>another program took the desktop</source>
        <translation>ein anderes Programm hat den Desktop übernommen</translation>
    </message>
    <message>
        <source>anywhere</source>
        <translation>irgendwo</translation>
    </message>
    <message>
        <source>asks for {0}</source>
        <translation>fragt nach {0}</translation>
    </message>
    <message>
        <source>at some time</source>
        <translation>irgendwann</translation>
    </message>
    <message>
        <source>back</source>
        <translation>zurück</translation>
    </message>
    <message>
        <source>back to the app</source>
        <translation>zurück zum Programm</translation>
    </message>
    <message>
        <source>below</source>
        <translation>unter</translation>
    </message>
    <message>
        <source>built in</source>
        <translation>eingebaut</translation>
    </message>
    <message>
        <source>built in, {0}</source>
        <translation>eingebaut, {0}</translation>
    </message>
    <message>
        <source>button, field, ...</source>
        <translation>Knopf, Feld, …</translation>
    </message>
    <message>
        <source>buy</source>
        <translation>kaufen</translation>
    </message>
    <message>
        <source>came to its end, but not all of it could be seen</source>
        <translation>kam ans Ende, aber nicht alles war zu sehen</translation>
    </message>
    <message>
        <source>change</source>
        <translation>ändern</translation>
    </message>
    <message>
        <source>choice</source>
        <translation>Auswahl</translation>
    </message>
    <message>
        <source>choose</source>
        <translation>wählen</translation>
    </message>
    <message>
        <source>click</source>
        <translation>klicken</translation>
    </message>
    <message>
        <source>click File, then New</source>
        <translation>klicke auf Datei, dann auf Neu</translation>
    </message>
    <message>
        <source>click Save, write Anna into Name, press Ctrl+S</source>
        <translation>klicke auf Speichern, schreibe Anna in Name, drücke Ctrl+S</translation>
    </message>
    <message>
        <source>close</source>
        <translation>schließen</translation>
    </message>
    <message>
        <source>compiled kernels</source>
        <translation>kompilierte Kernel</translation>
    </message>
    <message>
        <source>complete</source>
        <translation>vervollständigen</translation>
    </message>
    <message>
        <source>counts as hard to undo</source>
        <translation>gilt als schwer rückgängig zu machen</translation>
    </message>
    <message>
        <source>counts as having an effect</source>
        <translation>gilt als etwas, das etwas bewirkt</translation>
    </message>
    <message>
        <source>d MMMM</source>
        <translation>d. MMMM</translation>
    </message>
    <message>
        <source>d MMMM yyyy</source>
        <translation>d. MMMM yyyy</translation>
    </message>
    <message>
        <source>delete</source>
        <translation>löschen</translation>
    </message>
    <message>
        <source>described in words</source>
        <translation>mit Worten beschrieben</translation>
    </message>
    <message>
        <source>deskhand command bar</source>
        <translation>deskhand Befehlsleiste</translation>
    </message>
    <message>
        <source>deskhand is still there</source>
        <translation>deskhand ist noch da</translation>
    </message>
    <message>
        <source>deskhand settings</source>
        <translation>deskhand Einstellungen</translation>
    </message>
    <message>
        <source>did not go well</source>
        <translation>ging nicht gut</translation>
    </message>
    <message>
        <source>did not match</source>
        <translation>passte nicht</translation>
    </message>
    <message>
        <source>discard</source>
        <translation>verwerfen</translation>
    </message>
    <message>
        <source>do it</source>
        <translation>ausführen</translation>
    </message>
    <message>
        <source>done</source>
        <translation>fertig</translation>
    </message>
    <message>
        <source>done in {0}.</source>
        <translation>fertig in {0}.</translation>
    </message>
    <message>
        <source>done, effect not seen</source>
        <translation>erledigt, Wirkung nicht gesehen</translation>
    </message>
    <message>
        <source>done, {0} not verified</source>
        <translation>fertig, {0} nicht geprüft</translation>
    </message>
    <message>
        <source>drag</source>
        <translation>ziehen</translation>
    </message>
    <message>
        <source>dropped</source>
        <translation>fallen gelassen</translation>
    </message>
    <message>
        <source>dry run, nothing is sent</source>
        <translation>Probelauf, nichts wird gesendet</translation>
    </message>
    <message>
        <source>effects seen</source>
        <translation>Wirkungen gesehen</translation>
    </message>
    <message>
        <source>erase</source>
        <translation>löschen</translation>
    </message>
    <message>
        <source>every action is shown and waits for you</source>
        <translation>jede Aktion wird gezeigt und wartet auf dich</translation>
    </message>
    <message>
        <source>expect: {0} within {1:g} s</source>
        <translation>erwarten: {0} innerhalb von {1:g} s</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>fehlgeschlagen</translation>
    </message>
    <message>
        <source>first wait until {0}</source>
        <translation>erst warten, bis {0}</translation>
    </message>
    <message>
        <source>for 1 s · Enter does nothing here</source>
        <translation>für 1 s · Enter bewirkt hier nichts</translation>
    </message>
    <message>
        <source>for good</source>
        <translation>für immer</translation>
    </message>
    <message>
        <source>format</source>
        <translation>formatieren</translation>
    </message>
    <message>
        <source>found by {0}, </source>
        <translation>gefunden durch {0}, </translation>
    </message>
    <message>
        <source>found by {0}, {1}{2:,.0f} ms.</source>
        <translation>gefunden durch {0}, {1}{2:,.0f} ms.</translation>
    </message>
    <message>
        <source>found {0}, expected {1}</source>
        <translation>gefunden {0}, erwartet {1}</translation>
    </message>
    <message>
        <source>goes over a table</source>
        <translation>geht eine Tabelle durch</translation>
    </message>
    <message>
        <source>hold</source>
        <translation>halten</translation>
    </message>
    <message>
        <source>if it does not match: {0}{1}</source>
        <translation>wenn es nicht passt: {0}{1}</translation>
    </message>
    <message>
        <source>if one is loaded</source>
        <translation>wenn eins geladen ist</translation>
    </message>
    <message>
        <source>imported from elsewhere</source>
        <translation>von anderswo importiert</translation>
    </message>
    <message>
        <source>in all</source>
        <translation>insgesamt</translation>
    </message>
    <message>
        <source>in all, {0} waiting for you</source>
        <translation>insgesamt, davon {0} Warten auf dich</translation>
    </message>
    <message>
        <source>in the last step</source>
        <translation>im letzten Schritt</translation>
    </message>
    <message>
        <source>in the window below</source>
        <translation>im Fenster darunter</translation>
    </message>
    <message>
        <source>into {0}</source>
        <translation>in {0}</translation>
    </message>
    <message>
        <source>it cannot be taken back</source>
        <translation>es lässt sich nicht zurücknehmen</translation>
    </message>
    <message>
        <source>it could not be read, by an error of mine ({0})</source>
        <translation>es war wegen eines Fehlers von mir nicht lesbar ({0})</translation>
    </message>
    <message>
        <source>it takes no values, found {0}</source>
        <translation>es nimmt keine Werte, gefunden {0}</translation>
    </message>
    <message>
        <source>its accessible name</source>
        <translation>sein Name für die Bedienungshilfe</translation>
    </message>
    <message>
        <source>its file name</source>
        <translation>sein Dateiname</translation>
    </message>
    <message>
        <source>just now</source>
        <translation>gerade eben</translation>
    </message>
    <message>
        <source>keep it whatever its age</source>
        <translation>behalten, wie alt er auch ist</translation>
    </message>
    <message>
        <source>kept</source>
        <translation>alle gelten</translation>
    </message>
    <message>
        <source>kept in the system keyring</source>
        <translation>im Schlüsselbund des Systems</translation>
    </message>
    <message>
        <source>kernel by kernel</source>
        <translation>Kernel für Kernel</translation>
    </message>
    <message>
        <source>key {0}</source>
        <translation>Taste {0}</translation>
    </message>
    <message>
        <source>keys cannot be heard yet; try again in a moment</source>
        <translation>Tasten sind noch nicht zu hören; versuch es gleich noch einmal</translation>
    </message>
    <message>
        <source>known after the first step</source>
        <translation>nach dem ersten Schritt bekannt</translation>
    </message>
    <message>
        <source>landmarks</source>
        <translation>Merkpunkte</translation>
    </message>
    <message>
        <source>last play {0} ({1}), {2}</source>
        <translation>zuletzt gespielt: {0} ({1}), {2}</translation>
    </message>
    <message>
        <source>last went well {0}</source>
        <translation>zuletzt gut gegangen {0}</translation>
    </message>
    <message>
        <source>left of</source>
        <translation>links von</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>ausgelassen</translation>
    </message>
    <message>
        <source>left out.</source>
        <translation>ausgelassen.</translation>
    </message>
    <message>
        <source>less than a minute left</source>
        <translation>noch weniger als eine Minute</translation>
    </message>
    <message>
        <source>let it go with the others in its time</source>
        <translation>mit den anderen zu seiner Zeit gehen lassen</translation>
    </message>
    <message>
        <source>llama.cpp, Ollama, LM Studio, vLLM or SGLang. Nothing leaves this computer.</source>
        <translation>llama.cpp, Ollama, LM Studio, vLLM oder SGLang. Nichts verlässt diesen Computer.</translation>
    </message>
    <message>
        <source>loaded</source>
        <translation>geladen</translation>
    </message>
    <message>
        <source>loading</source>
        <translation>lädt</translation>
    </message>
    <message>
        <source>made of a run</source>
        <translation>aus einem Lauf gemacht</translation>
    </message>
    <message>
        <source>may move</source>
        <translation>kann sich bewegen</translation>
    </message>
    <message>
        <source>median of the last {0} steps</source>
        <translation>Median der letzten {0} Schritte</translation>
    </message>
    <message>
        <source>name = value</source>
        <translation>name = wert</translation>
    </message>
    <message>
        <source>name of the field</source>
        <translation>Name des Feldes</translation>
    </message>
    <message>
        <source>never played</source>
        <translation>nie abgespielt</translation>
    </message>
    <message>
        <source>no match</source>
        <translation>kein Treffer</translation>
    </message>
    <message>
        <source>no model is loaded</source>
        <translation>kein Modell ist geladen</translation>
    </message>
    <message>
        <source>no server is set</source>
        <translation>kein Server ist eingestellt</translation>
    </message>
    <message>
        <source>none has gone well yet</source>
        <translation>noch keins ging gut</translation>
    </message>
    <message>
        <source>none in particular</source>
        <translation>keine bestimmten</translation>
    </message>
    <message>
        <source>not checked</source>
        <translation>nicht geprüft</translation>
    </message>
    <message>
        <source>not done</source>
        <translation>nicht getan</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>nicht bekannt</translation>
    </message>
    <message>
        <source>not loaded</source>
        <translation>nicht geladen</translation>
    </message>
    <message>
        <source>not needed</source>
        <translation>nicht gebraucht</translation>
    </message>
    <message>
        <source>not seen</source>
        <translation>nicht gesehen</translation>
    </message>
    <message>
        <source>not there</source>
        <translation>nicht da</translation>
    </message>
    <message>
        <source>not tried</source>
        <translation>nicht versucht</translation>
    </message>
    <message>
        <source>not trusted</source>
        <translation>nicht vertraut</translation>
    </message>
    <message>
        <source>nothing moves till then</source>
        <translation>bis dahin bewegt sich nichts</translation>
    </message>
    <message>
        <source>number</source>
        <translation>Zahl</translation>
    </message>
    <message>
        <source>on a server</source>
        <translation>auf einem Server</translation>
    </message>
    <message>
        <source>on one of {0} servers</source>
        <translation>auf einem von {0} Servern</translation>
    </message>
    <message>
        <source>on this computer</source>
        <translation>auf diesem Computer</translation>
    </message>
    <message>
        <source>on {0}</source>
        <translation>auf {0}</translation>
    </message>
    <message>
        <source>once</source>
        <translation>einmal</translation>
    </message>
    <message>
        <source>only if it wants one</source>
        <translation>nur wenn er einen verlangt</translation>
    </message>
    <message>
        <source>only instructions that name what is on the screen</source>
        <translation>nur Anweisungen, die nennen, was auf dem Bildschirm ist</translation>
    </message>
    <message>
        <source>only shown</source>
        <translation>nur gezeigt</translation>
    </message>
    <message>
        <source>open</source>
        <translation>offen</translation>
    </message>
    <message>
        <source>or</source>
        <translation>oder</translation>
    </message>
    <message>
        <source>order</source>
        <translation>bestellen</translation>
    </message>
    <message>
        <source>other programs</source>
        <translation>andere Programme</translation>
    </message>
    <message>
        <source>overwrite</source>
        <translation>überschreiben</translation>
    </message>
    <message>
        <source>p95 {0:.1f} s, without waiting for you</source>
        <translation>p95 {0:.1f} s, ohne das Warten auf dich</translation>
    </message>
    <message>
        <source>partly done</source>
        <translation>teilweise fertig</translation>
    </message>
    <message>
        <source>passwords, text where nothing tells whether it is one</source>
        <translation>Passwörter, Text, bei dem nichts verrät, ob es eins ist</translation>
    </message>
    <message>
        <source>paste</source>
        <translation>einfügen</translation>
    </message>
    <message>
        <source>pay</source>
        <translation>bezahlen</translation>
    </message>
    <message>
        <source>picture</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>picture, near</source>
        <translation>Bild, in der Nähe</translation>
    </message>
    <message>
        <source>pinned</source>
        <translation>angeheftet</translation>
    </message>
    <message>
        <source>pinned, stays whatever its age</source>
        <translation>angeheftet, bleibt, wie alt er auch ist</translation>
    </message>
    <message>
        <source>portable path</source>
        <translation>portabler Weg</translation>
    </message>
    <message>
        <source>post</source>
        <translation>posten</translation>
    </message>
    <message>
        <source>press</source>
        <translation>drücken</translation>
    </message>
    <message>
        <source>press this card to type</source>
        <translation>drücke auf diese Karte, um zu tippen</translation>
    </message>
    <message>
        <source>publish</source>
        <translation>veröffentlichen</translation>
    </message>
    <message>
        <source>recorded</source>
        <translation>aufgenommen</translation>
    </message>
    <message>
        <source>reject</source>
        <translation>ablehnen</translation>
    </message>
    <message>
        <source>rejected</source>
        <translation>abgelehnt</translation>
    </message>
    <message>
        <source>remove</source>
        <translation>entfernen</translation>
    </message>
    <message>
        <source>research only</source>
        <translation>nur für Forschung</translation>
    </message>
    <message>
        <source>right of</source>
        <translation>rechts von</translation>
    </message>
    <message>
        <source>running</source>
        <translation>läuft</translation>
    </message>
    <message>
        <source>saved run</source>
        <translation>gespeicherter Lauf</translation>
    </message>
    <message>
        <source>say it otherwise</source>
        <translation>sag es anders</translation>
    </message>
    <message>
        <source>secret</source>
        <translation>Geheimnis</translation>
    </message>
    <message>
        <source>send</source>
        <translation>senden</translation>
    </message>
    <message>
        <source>sent</source>
        <translation>gesendet</translation>
    </message>
    <message>
        <source>simple commands need no AI model, everything else goes to it</source>
        <translation>einfache Befehle brauchen kein KI-Modell, alles andere geht an eins</translation>
    </message>
    <message>
        <source>small letters, digits, _</source>
        <translation>kleine Buchstaben, Ziffern, _</translation>
    </message>
    <message>
        <source>start</source>
        <translation>starten</translation>
    </message>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>step 1</source>
        <translation>Schritt 1</translation>
    </message>
    <message>
        <source>step {0}</source>
        <translation>Schritt {0}</translation>
    </message>
    <message>
        <source>step {0} · nothing moves till then</source>
        <translation>Schritt {0} · bis dahin bewegt sich nichts</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>gestoppt</translation>
    </message>
    <message>
        <source>stopped before any effect</source>
        <translation>vor jeder Wirkung beendet</translation>
    </message>
    <message>
        <source>stops here first (breakpoint)</source>
        <translation>hält hier zuerst an (Haltepunkt)</translation>
    </message>
    <message>
        <source>stops me at any moment.</source>
        <translation>hält mich jederzeit an.</translation>
    </message>
    <message>
        <source>submit</source>
        <translation>absenden</translation>
    </message>
    <message>
        <source>text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>text on screen</source>
        <translation>Text am Bildschirm</translation>
    </message>
    <message>
        <source>texts of the row, with ; between</source>
        <translation>Texte der Zeile, mit ; dazwischen</translation>
    </message>
    <message>
        <source>the clipboard</source>
        <translation>die Zwischenablage</translation>
    </message>
    <message>
        <source>the editor of “{0}” was closed</source>
        <translation>der Editor von „{0}“ wurde geschlossen</translation>
    </message>
    <message>
        <source>the model</source>
        <translation>das Modell</translation>
    </message>
    <message>
        <source>the model decides every step</source>
        <translation>das Modell entscheidet jeden Schritt</translation>
    </message>
    <message>
        <source>the name when empty</source>
        <translation>der Name, wenn leer</translation>
    </message>
    <message>
        <source>the secret “{0}”</source>
        <translation>das Geheimnis „{0}“</translation>
    </message>
    <message>
        <source>the text beside a field</source>
        <translation>der Text neben einem Feld</translation>
    </message>
    <message>
        <source>there is a macro called “{0}” already</source>
        <translation>es gibt schon ein Makro „{0}“</translation>
    </message>
    <message>
        <source>there is a macro called “{0}” already; take another name</source>
        <translation>es gibt schon ein Makro „{0}“; nimm einen anderen Namen</translation>
    </message>
    <message>
        <source>this one</source>
        <translation>dieses</translation>
    </message>
    <message>
        <source>time asked</source>
        <translation>Mal gefragt</translation>
    </message>
    <message>
        <source>times asked</source>
        <translation>Mal gefragt</translation>
    </message>
    <message>
        <source>title, * for any words</source>
        <translation>Titel, * für beliebige Wörter</translation>
    </message>
    <message>
        <source>to</source>
        <translation>bis</translation>
    </message>
    <message>
        <source>trusted</source>
        <translation>vertraut</translation>
    </message>
    <message>
        <source>type</source>
        <translation>tippen</translation>
    </message>
    <message>
        <source>type &quot;hello&quot; into Name</source>
        <translation>schreibe &quot;hallo&quot; in Name</translation>
    </message>
    <message>
        <source>uncertain</source>
        <translation>ungewiss</translation>
    </message>
    <message>
        <source>under way</source>
        <translation>unterwegs</translation>
    </message>
    <message>
        <source>uninstall</source>
        <translation>deinstallieren</translation>
    </message>
    <message>
        <source>use this</source>
        <translation>verwenden</translation>
    </message>
    <message>
        <source>verified</source>
        <translation>bestätigt</translation>
    </message>
    <message>
        <source>wait until &quot;Saved&quot; appears</source>
        <translation>warte bis &quot;Gespeichert&quot; erscheint</translation>
    </message>
    <message>
        <source>wants a key</source>
        <translation>verlangt einen Schlüssel</translation>
    </message>
    <message>
        <source>was</source>
        <translation>war</translation>
    </message>
    <message>
        <source>were</source>
        <translation>waren</translation>
    </message>
    <message>
        <source>what can be read</source>
        <translation>was zu lesen ist</translation>
    </message>
    <message>
        <source>what has the focus</source>
        <translation>was den Fokus hat</translation>
    </message>
    <message>
        <source>what is easy to undo runs in apps that you allowed</source>
        <translation>was leicht rückgängig zu machen ist, läuft in erlaubten Programmen</translation>
    </message>
    <message>
        <source>what it holds; on or off for a box</source>
        <translation>was es enthält; ein oder aus bei einem Kästchen</translation>
    </message>
    <message>
        <source>what password fields get</source>
        <translation>was Passwortfelder bekommen</translation>
    </message>
    <message>
        <source>what you or a trusted macro name runs; of a goal what is easy to undo</source>
        <translation>was du oder ein vertrautes Makro nennt, läuft; von einem Ziel, was leicht rückgängig zu machen ist</translation>
    </message>
    <message>
        <source>where it was</source>
        <translation>wo es war</translation>
    </message>
    <message>
        <source>will be played; what it asks, it asks as you chose</source>
        <translation>wird abgespielt; was es fragt, fragt es, wie du gewählt hast</translation>
    </message>
    <message>
        <source>will do this without a model</source>
        <translation>macht das ohne Modell</translation>
    </message>
    <message>
        <source>with ; between</source>
        <translation>mit ; dazwischen</translation>
    </message>
    <message>
        <source>within {0:g} s</source>
        <translation>innerhalb von {0:g} s</translation>
    </message>
    <message>
        <source>written by hand</source>
        <translation>von Hand geschrieben</translation>
    </message>
    <message>
        <source>yes or no</source>
        <translation>Ja oder Nein</translation>
    </message>
    <message>
        <source>you</source>
        <translation>du</translation>
    </message>
    <message>
        <source>you moved it {0} px</source>
        <translation>du hast es um {0} px verschoben</translation>
    </message>
    <message>
        <source>your mark</source>
        <translation>dein Kennzeichen</translation>
    </message>
    <message>
        <source>{0:,.0f} ms</source>
        <translation>{0:,.0f} ms</translation>
    </message>
    <message>
        <source>{0:,} of </source>
        <translation>{0:,} von </translation>
    </message>
    <message>
        <source>{0:,} rows</source>
        <translation>{0:,} Zeilen</translation>
    </message>
    <message>
        <source>{0:,} steps</source>
        <translation>{0:,} Schritte</translation>
    </message>
    <message>
        <source>{0:,} there</source>
        <translation>{0:,} gefunden</translation>
    </message>
    <message>
        <source>{0:,} tokens reused, {1:,} read</source>
        <translation>{0:,} Token wiederverwendet, {1:,} gelesen</translation>
    </message>
    <message>
        <source>{0:.0%} of the prompt reused</source>
        <translation>{0:.0%} der Eingabe wiederverwendet</translation>
    </message>
    <message>
        <source>{0:.0f} % sure, </source>
        <translation>{0:.0f} % sicher, </translation>
    </message>
    <message>
        <source>{0:.1f} s · {1:.1f} s looking for targets</source>
        <translation>{0:.1f} s · {1:.1f} s Suche nach Zielen</translation>
    </message>
    <message>
        <source>{0:g}x the recorded pace</source>
        <translation>{0:g}-faches Tempo der Aufnahme</translation>
    </message>
    <message>
        <source>{0} (Ctrl+P)</source>
        <translation>{0} (Ctrl+P)</translation>
    </message>
    <message>
        <source>{0} Choose another key in Settings.</source>
        <translation>{0} Wähle in den Einstellungen eine andere Taste.</translation>
    </message>
    <message>
        <source>{0} GB</source>
        <translation>{0} GB</translation>
    </message>
    <message>
        <source>{0} GB in {1}</source>
        <translation>{0} GB in {1}</translation>
    </message>
    <message>
        <source>{0} GB used</source>
        <translation>{0} GB belegt</translation>
    </message>
    <message>
        <source>{0} The keys stay {1}.</source>
        <translation>{0} Die Tasten bleiben {1}.</translation>
    </message>
    <message>
        <source>{0} The model wrote: {1}</source>
        <translation>{0} Das Modell schrieb: {1}</translation>
    </message>
    <message>
        <source>{0} cannot be used: {1}. Make it writable, or choose another folder.</source>
        <translation>{0} ist nicht brauchbar: {1}. Mach den Ordner beschreibbar, oder wähle einen anderen.</translation>
    </message>
    <message>
        <source>{0} cut off before the end. What was done up to then is kept, but for a step in the middle of which it ended.</source>
        <translation>{0} vor dem Ende abgebrochen. Was bis dahin getan wurde, ist da, außer einem Schritt, in dessen Mitte es endete.</translation>
    </message>
    <message>
        <source>{0} days ago</source>
        <translation>vor {0} Tagen</translation>
    </message>
    <message>
        <source>{0} done</source>
        <translation>{0} getan</translation>
    </message>
    <message>
        <source>{0} done in {1}, {2} seen, asked {3}</source>
        <translation>{0} getan in {1}, {2} gesehen, {3} gefragt</translation>
    </message>
    <message>
        <source>{0} files</source>
        <translation>{0} Dateien</translation>
    </message>
    <message>
        <source>{0} here</source>
        <translation>{0} hier</translation>
    </message>
    <message>
        <source>{0} hold</source>
        <translation>{0} halten</translation>
    </message>
    <message>
        <source>{0} hours ago</source>
        <translation>vor {0} Stunden</translation>
    </message>
    <message>
        <source>{0} is at work</source>
        <translation>{0} arbeitet</translation>
    </message>
    <message>
        <source>{0} is being loaded</source>
        <translation>{0} wird geladen</translation>
    </message>
    <message>
        <source>{0} is being loaded.</source>
        <translation>{0} wird geladen.</translation>
    </message>
    <message>
        <source>{0} is being tried</source>
        <translation>{0} wird probiert</translation>
    </message>
    <message>
        <source>{0} is loaded</source>
        <translation>{0} ist geladen</translation>
    </message>
    <message>
        <source>{0} is no value. Write a line as name = value.</source>
        <translation>{0} ist kein Wert. Schreibe eine Zeile als name = wert.</translation>
    </message>
    <message>
        <source>{0} is not loaded</source>
        <translation>{0} ist nicht geladen</translation>
    </message>
    <message>
        <source>{0} is not loaded.</source>
        <translation>{0} ist nicht geladen.</translation>
    </message>
    <message>
        <source>{0} is used for: {1}. Choose another.</source>
        <translation>{0} ist belegt für: {1}. Wähle eine andere.</translation>
    </message>
    <message>
        <source>{0} let go</source>
        <translation>{0} loslassen</translation>
    </message>
    <message>
        <source>{0} limited</source>
        <translation>{0} begrenzt</translation>
    </message>
    <message>
        <source>{0} limited on this computer.</source>
        <translation>{0} auf diesem Computer eingeschränkt.</translation>
    </message>
    <message>
        <source>{0} lines</source>
        <translation>{0} Zeilen</translation>
    </message>
    <message>
        <source>{0} macros are called so; say play and the folder of one: {1}</source>
        <translation>{0} Makros heißen so; sag „play“ und den Ordner von einem: {1}</translation>
    </message>
    <message>
        <source>{0} may</source>
        <translation>{0} darf</translation>
    </message>
    <message>
        <source>{0} minutes ago</source>
        <translation>vor {0} Minuten</translation>
    </message>
    <message>
        <source>{0} missing or cannot be used.</source>
        <translation>{0} nicht da oder unbrauchbar.</translation>
    </message>
    <message>
        <source>{0} models</source>
        <translation>{0} Modelle</translation>
    </message>
    <message>
        <source>{0} more above</source>
        <translation>{0} weitere darüber</translation>
    </message>
    <message>
        <source>{0} more below</source>
        <translation>{0} weitere darunter</translation>
    </message>
    <message>
        <source>{0} not verified</source>
        <translation>{0} nicht geprüft</translation>
    </message>
    <message>
        <source>{0} of the model server</source>
        <translation>{0} des Modellservers</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} von {1}</translation>
    </message>
    <message>
        <source>{0} of {1} GB used</source>
        <translation>{0} von {1} GB belegt</translation>
    </message>
    <message>
        <source>{0} on {1} takes goals</source>
        <translation>{0} auf {1} nimmt Ziele an</translation>
    </message>
    <message>
        <source>{0} on {1}, one of {2} servers, takes goals</source>
        <translation>{0} auf {1}, einem von {2} Servern, nimmt Ziele an</translation>
    </message>
    <message>
        <source>{0} plays “{1}” from anywhere.</source>
        <translation>{0} spielt „{1}“ von überall ab.</translation>
    </message>
    <message>
        <source>{0} promises are</source>
        <translation>{0} Zusagen sind</translation>
    </message>
    <message>
        <source>{0} recorded.</source>
        <translation>{0} aufgenommen.</translation>
    </message>
    <message>
        <source>{0} recordings were</source>
        <translation>{0} Aufnahmen wurden</translation>
    </message>
    <message>
        <source>{0} shown</source>
        <translation>{0} gezeigt</translation>
    </message>
    <message>
        <source>{0} shown in {1}, nothing was sent</source>
        <translation>{0} gezeigt in {1}, nichts wurde gesendet</translation>
    </message>
    <message>
        <source>{0} steps</source>
        <translation>{0} Schritte</translation>
    </message>
    <message>
        <source>{0} this run: {1}</source>
        <translation>Diesen Lauf – {0}: {1}</translation>
    </message>
    <message>
        <source>{0} times</source>
        <translation>{0}-mal</translation>
    </message>
    <message>
        <source>{0} values are</source>
        <translation>{0} Werte sind</translation>
    </message>
    <message>
        <source>{0} {1:.1f} s</source>
        <translation>{0} {1:.1f} s</translation>
    </message>
    <message>
        <source>{0} {1} GB</source>
        <translation>{0} {1} GB</translation>
    </message>
    <message>
        <source>{0} {1} or newer. {2}</source>
        <translation>{0} {1} oder neuer. {2}</translation>
    </message>
    <message>
        <source>{0} {1} still being made when deskhand ended. The run is in the history: open it there and press Save as macro.</source>
        <translation>{0} {1} noch nicht fertig, als deskhand endete. Der Lauf ist im Verlauf: Öffne ihn dort, und drücke „Als Makro speichern“.</translation>
    </message>
    <message>
        <source>{0} · nothing moves till then</source>
        <translation>{0} · bis dahin bewegt sich nichts</translation>
    </message>
    <message>
        <source>{0}, at most {1:g} s</source>
        <translation>{0}, höchstens {1:g} s</translation>
    </message>
    <message>
        <source>{0}, moved {1} px</source>
        <translation>{0}, um {1} px verschoben</translation>
    </message>
    <message>
        <source>{0}, not for commercial use</source>
        <translation>{0}, nicht für gewerbliche Zwecke</translation>
    </message>
    <message>
        <source>{0}, shown now</source>
        <translation>{0}, jetzt gezeigt</translation>
    </message>
    <message>
        <source>{0}. It is not lost: it is offered again at the next recording ({1}).</source>
        <translation>{0}. Es ist nicht verloren: Bei der nächsten Aufnahme wird es wieder angeboten ({1}).</translation>
    </message>
    <message>
        <source>{0}. It is not played before that is mended.{1}</source>
        <translation>{0}. Vorher wird es nicht abgespielt.{1}</translation>
    </message>
    <message>
        <source>{0}. This is what the disk has of it</source>
        <translation>{0}. Dies ist, was auf der Platte davon ist</translation>
    </message>
    <message>
        <source>{0}: at most</source>
        <translation>{0}: höchstens</translation>
    </message>
    <message>
        <source>{0}: parameter</source>
        <translation>{0}: Parameter</translation>
    </message>
    <message>
        <source>{0}: what is looked at</source>
        <translation>{0}: was angesehen wird</translation>
    </message>
    <message>
        <source>{0}:{1:02d} left</source>
        <translation>noch {0}:{1:02d}</translation>
    </message>
    <message>
        <source>{0}:{1:02} · {2:.1f} s looking for targets</source>
        <translation>{0}:{1:02} · {2:.1f} s Suche nach Zielen</translation>
    </message>
    <message>
        <source>{0}; take another name</source>
        <translation>{0}; nimm einen anderen Namen</translation>
    </message>
    <message>
        <source>{0}; the first {1}:</source>
        <translation>{0}; die ersten {1}:</translation>
    </message>
    <message>
        <source>{0}[*] - deskhand macro editor</source>
        <translation>{0}[*] - deskhand Makro-Editor</translation>
    </message>
    <message>
        <source>{0}failed after {1}.</source>
        <translation>{0}nach {1} fehlgeschlagen.</translation>
    </message>
    <message>
        <source>{0}{1} in {2}</source>
        <translation>{0}{1} in {2}</translation>
    </message>
    <message>
        <source>{0}{1}: {2}, {3:,.0f} ms</source>
        <translation>{0}{1}: {2}, {3:,.0f} ms</translation>
    </message>
    <message>
        <source>{2} of the {0} promises are limited on this computer, {1} hold. These limits come from your desktop. What you can do is listed below.</source>
        <translation>{2} von {0} Zusagen sind auf diesem Computer eingeschränkt, {1} gelten. Das liegt an deinem Desktop. Was du tun kannst, steht unten.</translation>
    </message>
    <message>
        <source>“{0}” cannot be played: {1}</source>
        <translation>„{0}“ lässt sich nicht abspielen: {1}</translation>
    </message>
    <message>
        <source>“{0}” has edits that are not saved.</source>
        <translation>„{0}“ hat ungespeicherte Änderungen.</translation>
    </message>
    <message>
        <source>“{0}” has {1} letters; 2 to 60 can be used.</source>
        <translation>„{0}“ hat {1} Zeichen; 2 bis 60 gehen.</translation>
    </message>
    <message>
        <source>“{0}” is asked about step by step from here on.</source>
        <translation>„{0}“ wird ab jetzt Schritt für Schritt gefragt.</translation>
    </message>
    <message>
        <source>“{0}” is in your macros.</source>
        <translation>„{0}“ ist in deinen Makros.</translation>
    </message>
    <message>
        <source>“{0}” is open in the editor and has edits that are not saved. Removed with it, they come back with it; saved as another macro, they stay here.</source>
        <translation>„{0}“ ist im Editor offen und hat ungespeicherte Änderungen. Mit ihnen entfernt, kommen sie mit ihm zurück; als anderes Makro gespeichert, bleiben sie hier.</translation>
    </message>
    <message>
        <source>“{0}” is trusted as it is; any change of it is asked about again.</source>
        <translation>„{0}“ wird so vertraut, wie es ist; bei jeder Änderung wird wieder gefragt.</translation>
    </message>
    <message>
        <source>“{name}” is not what it was in that run: it was edited, or another macro took its folder. It is played as it is now.</source>
        <translation>„{name}“ ist nicht, was es in jenem Lauf war: Es wurde bearbeitet, oder ein anderes Makro hat seinen Ordner. Es wird gespielt, wie es jetzt ist.</translation>
    </message>
    <message>
        <source>• a picture of your screen, if its model sees pictures</source>
        <translation>• ein Bild deines Bildschirms, wenn sein Modell Bilder sieht</translation>
    </message>
    <message>
        <source>• names, texts and states of what is on your screen</source>
        <translation>• Namen, Texte und Zustände dessen, was auf deinem Bildschirm ist</translation>
    </message>
    <message>
        <source>• the words of your task, and what was done for it so far</source>
        <translation>• die Worte deiner Aufgabe und was bisher dafür getan wurde</translation>
    </message>
</context>
</TS>
