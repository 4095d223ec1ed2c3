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
        <source> and </source>
        <translation> und </translation>
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
        <source> or </source>
        <translation> oder </translation>
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
        <source>&quot;{0}&quot; holds {1} letters that are not the expected ones</source>
        <translation>„{0}“ enthält {1} Zeichen, die nicht die erwarteten sind</translation>
    </message>
    <message>
        <source>&quot;{0}&quot; is not shown</source>
        <translation>„{0}“ ist nicht zu sehen</translation>
    </message>
    <message>
        <source>&quot;{0}&quot; is off</source>
        <translation>„{0}“ ist aus</translation>
    </message>
    <message>
        <source>&quot;{0}&quot; is on</source>
        <translation>„{0}“ ist an</translation>
    </message>
    <message>
        <source>&quot;{0}&quot; is shown</source>
        <translation>„{0}“ ist zu sehen</translation>
    </message>
    <message>
        <source>&quot;{0}&quot; was not found</source>
        <translation>„{0}“ wurde nicht gefunden</translation>
    </message>
    <message>
        <source>&quot;{0}&quot;: it calls something off</source>
        <translation>„{0}“: Das bricht etwas ab</translation>
    </message>
    <message>
        <source>&quot;{0}&quot;: you want to be asked about it</source>
        <translation>„{0}“: Danach willst du gefragt werden</translation>
    </message>
    <message>
        <source>&quot;{0}&quot;: {1}</source>
        <translation>„{0}“: {1}</translation>
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
        <source>, then </source>
        <translation>, dann </translation>
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
        <source>1 character</source>
        <translation>1 Zeichen</translation>
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
        <source>1 of {0} was typed</source>
        <translation>1 von {0} wurde getippt</translation>
    </message>
    <message>
        <source>1 of {1} steps was done.</source>
        <translation>1 von {1} Schritten wurde getan.</translation>
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
        <source>1 step was done.</source>
        <translation>1 Schritt wurde getan.</translation>
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
        <source>A click would press {0}, which takes no text.</source>
        <translation>Ein Klick würde {0} drücken, und das nimmt keinen Text.</translation>
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
        <source>A menu that came up during this run is still open: press Esc to close it.</source>
        <translation>Ein Menü, das während dieser Aufgabe aufging, ist noch offen: Drücke Esc, um es zu schließen.</translation>
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
        <source>Add {0} to the selection</source>
        <translation>{0} zur Auswahl hinzufügen</translation>
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
        <source>Ask a question</source>
        <translation>Eine Frage stellen</translation>
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
        <source>Ask: {0}</source>
        <translation>Fragen: {0}</translation>
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
        <source>Check a window&apos;s title</source>
        <translation>Den Titel eines Fensters prüfen</translation>
    </message>
    <message>
        <source>Check that</source>
        <translation>Prüfen, dass</translation>
    </message>
    <message>
        <source>Check that a window&apos;s title contains {0}</source>
        <translation>Prüfen, ob der Titel eines Fensters {0} enthält</translation>
    </message>
    <message>
        <source>Check that {0}</source>
        <translation>Prüfen: {0}</translation>
    </message>
    <message>
        <source>Check that {0} contains {1}</source>
        <translation>Prüfen, ob {0} {1} enthält</translation>
    </message>
    <message>
        <source>Check that {0} is gone</source>
        <translation>Prüfen, ob {0} weg ist</translation>
    </message>
    <message>
        <source>Check that {0} is shown</source>
        <translation>Prüfen, ob {0} zu sehen ist</translation>
    </message>
    <message>
        <source>Check that {0} is {1}</source>
        <translation>Prüfen, ob {0} gleich {1} ist</translation>
    </message>
    <message>
        <source>Check what a field holds</source>
        <translation>Prüfen, was in einem Feld steht</translation>
    </message>
    <message>
        <source>Check what is on the screen</source>
        <translation>Prüfen, was auf dem Bildschirm ist</translation>
    </message>
    <message>
        <source>Check whether a box is on</source>
        <translation>Prüfen, ob ein Kästchen an ist</translation>
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
        <source>Choose the day {0} of the calendar</source>
        <translation>Den Tag {0} im Kalender wählen</translation>
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
        <source>Choose {0}</source>
        <translation>{0} wählen</translation>
    </message>
    <message>
        <source>Clear {0}</source>
        <translation>{0} leeren</translation>
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
        <source>Click the field, to {0:a}</source>
        <translation>Auf das Feld klicken, für: {0}</translation>
    </message>
    <message>
        <source>Click the picture, or use the arrows and Enter. Esc leaves it.</source>
        <translation>Klicke auf das Bild, oder nimm Pfeiltasten und Enter. Esc verlässt es.</translation>
    </message>
    <message>
        <source>Click {0}</source>
        <translation>Auf {0} klicken</translation>
    </message>
    <message>
        <source>Click {0} and press {1}</source>
        <translation>Auf {0} klicken und {1} drücken</translation>
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
        <source>Close the tab</source>
        <translation>Den Reiter schließen</translation>
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
        <source>Close {0}</source>
        <translation>{0} schließen</translation>
    </message>
    <message>
        <source>Collapse {0}</source>
        <translation>{0} einklappen</translation>
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
        <source>Copy {0} and paste it at {1}</source>
        <translation>{0} kopieren und bei {1} einfügen</translation>
    </message>
    <message>
        <source>Cut</source>
        <translation>Ausschneiden</translation>
    </message>
    <message>
        <source>Cut {0} and paste it at {1}</source>
        <translation>{0} ausschneiden und bei {1} einfügen</translation>
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
        <source>Decrease {0}</source>
        <translation>{0} verringern</translation>
    </message>
    <message>
        <source>Decrease {0} by {1}</source>
        <translation>{0} um {1} verringern</translation>
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
        <source>Delete can remove what is selected</source>
        <translation>Entf kann entfernen, was ausgewählt ist</translation>
    </message>
    <message>
        <source>Delete column</source>
        <translation>Spalte löschen</translation>
    </message>
    <message>
        <source>Delete for good</source>
        <translation>Endgültig löschen</translation>
    </message>
    <message>
        <source>Delete row</source>
        <translation>Zeile löschen</translation>
    </message>
    <message>
        <source>Delete what was recorded before it was cut off? Nobody can bring it back.</source>
        <translation>Löschen, was bis zum Abbruch aufgenommen wurde? Niemand kann es zurückholen.</translation>
    </message>
    <message>
        <source>Delete {0}</source>
        <translation>{0} löschen</translation>
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
        <source>Did not happen</source>
        <translation>Nicht geschehen</translation>
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
        <source>Do the macro {0}</source>
        <translation>Das Makro {0} ausführen</translation>
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
        <source>Do this step yourself, then press Go on.</source>
        <translation>Tu diesen Schritt selbst und drücke dann „Weiter“.</translation>
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
        <source>Double-click the first part of {0}</source>
        <translation>Auf den ersten Teil von {0} doppelklicken</translation>
    </message>
    <message>
        <source>Double-click {0}</source>
        <translation>Auf {0} doppelklicken</translation>
    </message>
    <message>
        <source>Drag</source>
        <translation>Ziehen</translation>
    </message>
    <message>
        <source>Drag the knob of {0} to {1}</source>
        <translation>Den Knopf von {0} auf {1} ziehen</translation>
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
        <source>Drag to {0}</source>
        <translation>Nach {0} ziehen</translation>
    </message>
    <message>
        <source>Drag {0} to {1}</source>
        <translation>{0} nach {1} ziehen</translation>
    </message>
    <message>
        <source>Drag {0} {1}</source>
        <translation>{0} {1} ziehen</translation>
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
        <source>Dry run: 1 step was shown, nothing was sent.</source>
        <translation>Probelauf: 1 Schritt wurde gezeigt, nichts wurde gesendet.</translation>
    </message>
    <message>
        <source>Dry run: {0} steps were shown, nothing was sent.</source>
        <translation>Probelauf: {0} Schritte wurden gezeigt, nichts wurde gesendet.</translation>
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
        <source>Effect seen</source>
        <translation>Wirkung gesehen</translation>
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
        <source>End the task</source>
        <translation>Die Aufgabe beenden</translation>
    </message>
    <message>
        <source>Enter can change an account</source>
        <translation>Enter kann ein Konto ändern</translation>
    </message>
    <message>
        <source>Enter can send the message</source>
        <translation>Enter kann die Nachricht senden</translation>
    </message>
    <message>
        <source>Enter can submit or set off something</source>
        <translation>Enter kann etwas abschicken oder auslösen</translation>
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
        <source>Enter submits it</source>
        <translation>Enter schickt es ab</translation>
    </message>
    <message>
        <source>Esc twice</source>
        <translation>zweimal Esc</translation>
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
        <source>Expand {0}</source>
        <translation>{0} ausklappen</translation>
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
        <source>Fill in what opens: {0}</source>
        <translation>Das ausfüllen, was aufgeht: {0}</translation>
    </message>
    <message>
        <source>Fill in {0}</source>
        <translation>{0} eintragen</translation>
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
        <source>For each row of the table</source>
        <translation>Für jede Zeile der Tabelle</translation>
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
        <source>Go back</source>
        <translation>Zurück gehen</translation>
    </message>
    <message>
        <source>Go forward</source>
        <translation>Vorwärts gehen</translation>
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
        <source>Go to the beginning of the text</source>
        <translation>Zum Anfang des Textes gehen</translation>
    </message>
    <message>
        <source>Go to the end of the text</source>
        <translation>Zum Ende des Textes gehen</translation>
    </message>
    <message>
        <source>Go to the field</source>
        <translation>Zum Eingabefeld</translation>
    </message>
    <message>
        <source>Go to the next tab</source>
        <translation>Zum nächsten Reiter gehen</translation>
    </message>
    <message>
        <source>Go to the previous tab</source>
        <translation>Zum vorigen Reiter gehen</translation>
    </message>
    <message>
        <source>Go to the tab {0}</source>
        <translation>Zum Reiter {0} gehen</translation>
    </message>
    <message>
        <source>Go to {0}</source>
        <translation>Zu {0} gehen</translation>
    </message>
    <message>
        <source>Go up one folder</source>
        <translation>Einen Ordner nach oben gehen</translation>
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
        <source>Hide column</source>
        <translation>Spalte ausblenden</translation>
    </message>
    <message>
        <source>Hide row</source>
        <translation>Zeile ausblenden</translation>
    </message>
    <message>
        <source>History</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>Hold the {0} button down on {1}</source>
        <translation>Maustaste ({0}) über {1} gedrückt halten</translation>
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
        <source>Hold {0} down</source>
        <translation>{0} gedrückt halten</translation>
    </message>
    <message>
        <source>Hold {0}, tap {1}</source>
        <translation>{0} halten, {1} tippen</translation>
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
        <source>If {0}</source>
        <translation>Wenn: {0}</translation>
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
        <source>In a terminal no text can be worked on by the keyboard. Nothing was done.</source>
        <translation>In einem Terminal lässt sich mit der Tastatur kein Text bearbeiten. Es wurde nichts getan.</translation>
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
        <source>Increase {0}</source>
        <translation>{0} erhöhen</translation>
    </message>
    <message>
        <source>Increase {0} by {1}</source>
        <translation>{0} um {1} erhöhen</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>Insert column</source>
        <translation>Spalte einfügen</translation>
    </message>
    <message>
        <source>Insert row</source>
        <translation>Zeile einfügen</translation>
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
        <source>It could not be made sure that every key came up: tap Shift, Ctrl, Alt and the mouse buttons.</source>
        <translation>Es war nicht sicher, dass jede Taste losgelassen ist: Tippe Umschalt, Strg, Alt und die Maustasten an.</translation>
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
        <source>It is not known whether the text arrived: {0} can no longer be read, so nothing more was pressed.</source>
        <translation>Es ist nicht bekannt, ob der Text ankam: {0} ist nicht mehr zu lesen, darum wurde nichts weiter gedrückt.</translation>
    </message>
    <message>
        <source>It is not said where to paste it. Nothing was done.</source>
        <translation>Es ist nicht gesagt, wo es einzufügen ist. Es wurde nichts getan.</translation>
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
        <source>It is selected already.</source>
        <translation>Es ist schon ausgewählt.</translation>
    </message>
    <message>
        <source>It is so already.</source>
        <translation>Es ist schon so.</translation>
    </message>
    <message>
        <source>It is typed where the focus is. To go on here, pause and type a sample yourself.</source>
        <translation>Er wird dort getippt, wo der Fokus ist. Um hier weiterzumachen, halte an und tippe selbst ein Beispiel.</translation>
    </message>
    <message>
        <source>It is {0} already.</source>
        <translation>Es ist schon {0}.</translation>
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
        <source>Landed, effect not seen</source>
        <translation>Angekommen, Wirkung nicht gesehen</translation>
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
        <source>Left out, without your consent or a usable address: {0}.</source>
        <translation>Ausgelassen, ohne deine Zustimmung oder brauchbare Adresse: {0}.</translation>
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
        <source>Let the {0} button go on {1}</source>
        <translation>Maustaste ({0}) über {1} loslassen</translation>
    </message>
    <message>
        <source>Let {0} go</source>
        <translation>{0} loslassen</translation>
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
        <source>Look at {0}</source>
        <translation>{0} ansehen</translation>
    </message>
    <message>
        <source>Look for {0}</source>
        <translation>{0} suchen</translation>
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
        <source>Make {0} narrower</source>
        <translation>{0} schmaler machen</translation>
    </message>
    <message>
        <source>Make {0} wider</source>
        <translation>{0} breiter machen</translation>
    </message>
    <message>
        <source>Make {0} {1}</source>
        <translation>{0} so gestalten: {1}</translation>
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
        <source>Maximise {0}</source>
        <translation>{0} maximieren</translation>
    </message>
    <message>
        <source>Memory: {0}</source>
        <translation>Speicher: {0}</translation>
    </message>
    <message>
        <source>Middle-click {0}</source>
        <translation>Mit der mittleren Taste auf {0} klicken</translation>
    </message>
    <message>
        <source>Minimise</source>
        <translation>Minimieren</translation>
    </message>
    <message>
        <source>Minimise {0}</source>
        <translation>{0} minimieren</translation>
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
        <source>Move the pointer to {0}</source>
        <translation>Den Zeiger zu {0} bewegen</translation>
    </message>
    <message>
        <source>Move the pointer to {0}, to see whether that opens it</source>
        <translation>Den Zeiger zu {0} bewegen, um zu sehen, ob sich das öffnet</translation>
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
        <source>New folder</source>
        <translation>Neuer Ordner</translation>
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
        <source>No file manager is in front. Open one at the folder first. Nothing was done.</source>
        <translation>Vorne ist kein Dateimanager. Öffne erst einen bei dem Ordner. Es wurde nichts getan.</translation>
    </message>
    <message>
        <source>No graphics card of NVIDIA or AMD was found. On the processor a step takes minutes; these fit the main memory of {0:.0f} GB:</source>
        <translation>Keine Grafikkarte von NVIDIA oder AMD gefunden. Auf dem Prozessor dauert ein Schritt Minuten; in den Hauptspeicher von {0:.0f} GB passen:</translation>
    </message>
    <message>
        <source>No graphics card would be used, and a CPU takes minutes for each step: a model server, here or elsewhere, does better.</source>
        <translation>Es würde keine Grafikkarte verwendet, und ein Prozessor braucht Minuten für jeden Schritt: Ein Modellserver, hier oder anderswo, ist besser.</translation>
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
        <source>No text that can be changed has the keyboard here. Nothing was typed.</source>
        <translation>Kein Text, der sich ändern lässt, hat hier die Tastatur. Es wurde nichts getippt.</translation>
    </message>
    <message>
        <source>No window is open that could take the text. Nothing was typed.</source>
        <translation>Es ist kein Fenster offen, das den Text nehmen könnte. Es wurde nichts getippt.</translation>
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
        <source>Not allowed: {0}. {1}</source>
        <translation>Nicht erlaubt: {0}. {1}</translation>
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
        <source>Not done: {0}: {1}. {2}</source>
        <translation>Nicht getan: {0}: {1}. {2}</translation>
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
        <source>Not seen: {0}: {1}. {2}</source>
        <translation>Nicht gesehen: {0}: {1}. {2}</translation>
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
        <source>Nothing else was kept, as you wished. Steps: {0}.</source>
        <translation>Mehr wurde nicht behalten, wie du es wolltest. Schritte: {0}.</translation>
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
        <source>Nothing tells whether what has the keyboard in {0} takes text, and letters could press something.</source>
        <translation>Nichts verrät, ob das, was in {0} die Tastatur hat, Text nimmt, und Buchstaben könnten etwas drücken.</translation>
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
        <source>Nothing was sent.</source>
        <translation>Es wurde nichts gesendet.</translation>
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
        <source>Only the first step can be shown: the next depends on what it does.</source>
        <translation>Nur der erste Schritt lässt sich zeigen: Der nächste hängt davon ab, was er bewirkt.</translation>
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
        <source>Open a new tab</source>
        <translation>Einen neuen Reiter öffnen</translation>
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
        <source>Open {0}</source>
        <translation>{0} öffnen</translation>
    </message>
    <message>
        <source>Open {0} and choose {1}</source>
        <translation>{0} öffnen und {1} wählen</translation>
    </message>
    <message>
        <source>Open {0}, to set it to {1}</source>
        <translation>{0} öffnen, um es auf {1} zu stellen</translation>
    </message>
    <message>
        <source>Open {0}, to sort by {1}</source>
        <translation>{0} öffnen, um nach {1} zu ordnen</translation>
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
        <source>Passed over for now, no answer from: {0}.</source>
        <translation>Vorerst übergangen, keine Antwort von: {0}.</translation>
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
        <source>Paused, </source>
        <translation>Angehalten, </translation>
    </message>
    <message>
        <source>Paused, because a menu of this assistant was opened.</source>
        <translation>Angehalten, weil ein Menü dieses Assistenten geöffnet wurde.</translation>
    </message>
    <message>
        <source>Paused, because nobody answered.</source>
        <translation>Angehalten, weil niemand geantwortet hat.</translation>
    </message>
    <message>
        <source>Paused, because the screen was locked.</source>
        <translation>Angehalten, weil der Bildschirm gesperrt wurde.</translation>
    </message>
    <message>
        <source>Paused, because you moved the mouse.</source>
        <translation>Angehalten, weil du die Maus bewegt hast.</translation>
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
        <source>Press Ctrl+L, for a field to write in</source>
        <translation>Strg+L drücken, für ein Feld zum Schreiben</translation>
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
        <source>Press Delete</source>
        <translation>Entf drücken</translation>
    </message>
    <message>
        <source>Press Delete, to empty {0}</source>
        <translation>Entf drücken, um {0} zu leeren</translation>
    </message>
    <message>
        <source>Press Enter after it</source>
        <translation>Danach Enter drücken</translation>
    </message>
    <message>
        <source>Press Enter, so that {0} takes the colour</source>
        <translation>Enter drücken, damit {0} die Farbe nimmt</translation>
    </message>
    <message>
        <source>Press Enter, so that {0} takes {1}</source>
        <translation>Enter drücken, damit {0} {1} nimmt</translation>
    </message>
    <message>
        <source>Press Home, to bring {0} to {1} first</source>
        <translation>Pos1 drücken, um {0} erst auf {1} zu bringen</translation>
    </message>
    <message>
        <source>Press Page Down in the open list, to get to {0}</source>
        <translation>Bild-ab in der offenen Liste drücken, um zu {0} zu kommen</translation>
    </message>
    <message>
        <source>Press a number to take it, or say more.</source>
        <translation>Drücke eine Zahl, um sie zu nehmen, oder sage mehr.</translation>
    </message>
    <message>
        <source>Press arrow keys, {0}</source>
        <translation>Pfeiltasten drücken, {0}</translation>
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
        <source>Press the back button on {0}</source>
        <translation>Die Zurück-Taste der Maus auf {0} drücken</translation>
    </message>
    <message>
        <source>Press the button that sends the form</source>
        <translation>Den Knopf drücken, der das Formular absendet</translation>
    </message>
    <message>
        <source>Press the field before you type again.</source>
        <translation>Klicke auf das Feld, bevor du wieder tippst.</translation>
    </message>
    <message>
        <source>Press the forward button on {0}</source>
        <translation>Die Vor-Taste der Maus auf {0} drücken</translation>
    </message>
    <message>
        <source>Press the head of the column {0}</source>
        <translation>Den Kopf der Spalte {0} drücken</translation>
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
        <source>Press {0}</source>
        <translation>{0} drücken</translation>
    </message>
    <message>
        <source>Press {0} near {1}</source>
        <translation>{0} bei {1} drücken</translation>
    </message>
    <message>
        <source>Press {0}, so that {1} takes {2}</source>
        <translation>{0} drücken, damit {1} {2} nimmt</translation>
    </message>
    <message>
        <source>Press {0}, to bring {1} from {2} to {3}</source>
        <translation>{0} drücken, um {1} von {2} auf {3} zu bringen</translation>
    </message>
    <message>
        <source>Press {0}, to turn the calendar to {1}/{2}</source>
        <translation>{0} drücken, um den Kalender auf {1}/{2} zu blättern</translation>
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
        <source>Promise 1: nothing is sent without your approval</source>
        <translation>Zusage 1: Nichts wird ohne deine Zustimmung gesendet</translation>
    </message>
    <message>
        <source>Promise 2: stop works at any moment</source>
        <translation>Zusage 2: Stopp geht in jedem Augenblick</translation>
    </message>
    <message>
        <source>Promise 3: it cannot press its own buttons or read passwords</source>
        <translation>Zusage 3: Es kann weder die eigenen Knöpfe drücken noch Passwörter lesen</translation>
    </message>
    <message>
        <source>Promise 4: nothing leaves this computer unless you say so</source>
        <translation>Zusage 4: Nichts verlässt diesen Computer, wenn du es nicht sagst</translation>
    </message>
    <message>
        <source>Promise 5: what was done is on disk</source>
        <translation>Zusage 5: Was getan wurde, ist auf der Platte</translation>
    </message>
    <message>
        <source>Promise 6: what it reads is data, never code</source>
        <translation>Zusage 6: Was es liest, sind Daten, nie Code</translation>
    </message>
    <message>
        <source>Promise 7: “done” means that every step landed, and what was not seen is said</source>
        <translation>Zusage 7: „Fertig“ heißt, dass jeder Schritt angekommen ist; was nicht gesehen wurde, wird gesagt</translation>
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
        <source>Put text on the clipboard</source>
        <translation>Text in die Zwischenablage legen</translation>
    </message>
    <message>
        <source>Put the cursor before {0}</source>
        <translation>Den Textzeiger vor {0} setzen</translation>
    </message>
    <message>
        <source>Put the cursor behind {0}</source>
        <translation>Den Textzeiger hinter {0} setzen</translation>
    </message>
    <message>
        <source>Put this into the field</source>
        <translation>In das Feld übernehmen</translation>
    </message>
    <message>
        <source>Put {0} on the clipboard</source>
        <translation>{0} in die Zwischenablage legen</translation>
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
        <source>Read the text back</source>
        <translation>Den Text zurücklesen</translation>
    </message>
    <message>
        <source>Read what is shown</source>
        <translation>Lesen, was zu sehen ist</translation>
    </message>
    <message>
        <source>Read whether {0} holds {1}</source>
        <translation>Lesen, ob {0} {1} enthält</translation>
    </message>
    <message>
        <source>Read whether {0} is {1}</source>
        <translation>Lesen, ob {0} {1} ist</translation>
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
        <source>Release {0}</source>
        <translation>{0} loslassen</translation>
    </message>
    <message>
        <source>Reload</source>
        <translation>Neu laden</translation>
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
        <source>Repeat at most {0} times, until {1}</source>
        <translation>Höchstens {0}-mal wiederholen, bis {1}</translation>
    </message>
    <message>
        <source>Repeat {0} times</source>
        <translation>{0}-mal wiederholen</translation>
    </message>
    <message>
        <source>Replace each time {0} with {1}</source>
        <translation>{0} jedes Mal durch {1} ersetzen</translation>
    </message>
    <message>
        <source>Replace what the field holds</source>
        <translation>Ersetzen, was das Feld enthält</translation>
    </message>
    <message>
        <source>Replace {0} with {1}</source>
        <translation>{0} durch {1} ersetzen</translation>
    </message>
    <message>
        <source>Reset to defaults</source>
        <translation>Zurücksetzen</translation>
    </message>
    <message>
        <source>Right-click {0}</source>
        <translation>Mit rechts auf {0} klicken</translation>
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
        <source>Save it as {0}</source>
        <translation>Speichern als {0}</translation>
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
        <source>Say into which field it is to be typed.</source>
        <translation>Sage, in welches Feld es zu tippen ist.</translation>
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
        <source>Scroll down until {0} is shown</source>
        <translation>Nach unten scrollen, bis {0} zu sehen ist</translation>
    </message>
    <message>
        <source>Scroll down {0}</source>
        <translation>Nach unten scrollen: {0}</translation>
    </message>
    <message>
        <source>Scroll left until {0} is shown</source>
        <translation>Nach links scrollen, bis {0} zu sehen ist</translation>
    </message>
    <message>
        <source>Scroll left {0}</source>
        <translation>Nach links scrollen: {0}</translation>
    </message>
    <message>
        <source>Scroll right until {0} is shown</source>
        <translation>Nach rechts scrollen, bis {0} zu sehen ist</translation>
    </message>
    <message>
        <source>Scroll right {0}</source>
        <translation>Nach rechts scrollen: {0}</translation>
    </message>
    <message>
        <source>Scroll to the bottom</source>
        <translation>Ganz nach unten scrollen</translation>
    </message>
    <message>
        <source>Scroll to the top</source>
        <translation>Ganz nach oben scrollen</translation>
    </message>
    <message>
        <source>Scroll up until {0} is shown</source>
        <translation>Nach oben scrollen, bis {0} zu sehen ist</translation>
    </message>
    <message>
        <source>Scroll up {0}</source>
        <translation>Nach oben scrollen: {0}</translation>
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
        <source>Select {0}</source>
        <translation>{0} auswählen</translation>
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
        <source>Set {0} to {1}</source>
        <translation>{0} auf {1} stellen</translation>
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
        <source>Show a grid</source>
        <translation>Ein Raster zeigen</translation>
    </message>
    <message>
        <source>Show a plan</source>
        <translation>Einen Plan zeigen</translation>
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
        <source>Show numbers</source>
        <translation>Nummern zeigen</translation>
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
        <source>Something failed inside deskhand, and what you asked for last may not have happened. Where it failed is kept in {0}, without anything that you typed.</source>
        <translation>In deskhand ist etwas fehlgeschlagen, und was du zuletzt verlangt hast, ist vielleicht nicht geschehen. Wo es fehlschlug, steht in {0}, ohne das, was du getippt hast.</translation>
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
        <source>Sort by {0}</source>
        <translation>Nach {0} ordnen</translation>
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
        <source>Start {0}</source>
        <translation>{0} starten</translation>
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
        <source>Step {0} of {1}</source>
        <translation>Schritt {0} von {1}</translation>
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
        <source>Stop is in the window and in the pill on the screen only</source>
        <translation>Stopp gibt es nur im Fenster und in der Anzeige auf dem Bildschirm</translation>
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
        <source>Stopped, because a menu of this assistant was opened.</source>
        <translation>Gestoppt, weil ein Menü dieses Assistenten geöffnet wurde.</translation>
    </message>
    <message>
        <source>Stopped, because another program took away what keeps two tasks off one display.</source>
        <translation>Gestoppt, weil ein anderes Programm das weggenommen hat, was zwei Aufgaben von einem Bildschirm fernhält.</translation>
    </message>
    <message>
        <source>Stopped, because the computer slept.</source>
        <translation>Gestoppt, weil der Computer schlief.</translation>
    </message>
    <message>
        <source>Stopped, because the pointer was pushed into the stop corner.</source>
        <translation>Gestoppt, weil der Zeiger in die Stopp-Ecke geschoben wurde.</translation>
    </message>
    <message>
        <source>Stopped, because the screen was locked.</source>
        <translation>Gestoppt, weil der Bildschirm gesperrt wurde.</translation>
    </message>
    <message>
        <source>Stopped, because you took over.</source>
        <translation>Gestoppt, weil du übernommen hast.</translation>
    </message>
    <message>
        <source>Stopped, because {0}.</source>
        <translation>Gestoppt: {0}.</translation>
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
        <source>Switch to the new window</source>
        <translation>Zum neuen Fenster wechseln</translation>
    </message>
    <message>
        <source>Switch to the next window</source>
        <translation>Zum nächsten Fenster wechseln</translation>
    </message>
    <message>
        <source>Switch to {0}</source>
        <translation>Zu {0} wechseln</translation>
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
        <source>The check</source>
        <translation>Die Prüfung</translation>
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
        <source>The effect was not seen: {0}.</source>
        <translation>Die Wirkung wurde nicht gesehen: {0}.</translation>
    </message>
    <message>
        <source>The end could not be recorded either.</source>
        <translation>Auch das Ende ließ sich nicht aufzeichnen.</translation>
    </message>
    <message>
        <source>The end could not be recorded: {0}.</source>
        <translation>Das Ende ließ sich nicht aufzeichnen: {0}.</translation>
    </message>
    <message>
        <source>The end of this run was not recorded.</source>
        <translation>Das Ende dieses Laufs wurde nicht aufgezeichnet.</translation>
    </message>
    <message>
        <source>The field changed after you approved, so I looked again</source>
        <translation>Das Feld hat sich nach deiner Zustimmung geändert, darum habe ich neu hingesehen</translation>
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
        <source>The keyboard is on {0}, which takes no text: letters could press it.</source>
        <translation>Die Tastatur ist auf {0}, und das nimmt keinen Text: Buchstaben könnten es drücken.</translation>
    </message>
    <message>
        <source>The keys go to {0}.</source>
        <translation>Die Tasten gehen an {0}.</translation>
    </message>
    <message>
        <source>The limit of {0} steps is reached. {1}</source>
        <translation>Die Grenze von {0} Schritten ist erreicht. {1}</translation>
    </message>
    <message>
        <source>The line is in the clipboard.</source>
        <translation>Die Zeile ist in der Zwischenablage.</translation>
    </message>
    <message>
        <source>The list of {0} is still open.</source>
        <translation>Die Liste von {0} ist noch offen.</translation>
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
        <source>The model asks nothing more.</source>
        <translation>Das Modell fragt nichts weiter.</translation>
    </message>
    <message>
        <source>The model asks: “{0}”</source>
        <translation>Das Modell fragt: „{0}“</translation>
    </message>
    <message>
        <source>The model chose a step again that is done already, so it has nothing more to do. Whether the task is done is not known: look at it.</source>
        <translation>Das Modell hat wieder einen Schritt gewählt, der schon getan ist, hat also nichts mehr zu tun. Ob die Aufgabe fertig ist, ist nicht bekannt: Sieh nach.</translation>
    </message>
    <message>
        <source>The model for this task runs on {0}. What it is told goes there.</source>
        <translation>Das Modell für diese Aufgabe läuft auf {0}. Was ihm gesagt wird, geht dorthin.</translation>
    </message>
    <message>
        <source>The model is not sure what fits best; its own choice stands first.</source>
        <translation>Das Modell ist nicht sicher, was am besten passt; seine eigene Wahl steht vorn.</translation>
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
        <source>The model says nothing more.</source>
        <translation>Das Modell sagt nichts weiter.</translation>
    </message>
    <message>
        <source>The model says: “{0}”</source>
        <translation>Das Modell sagt: „{0}“</translation>
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
        <source>The process that sends input ended; everything it held was released.</source>
        <translation>Der Prozess, der die Eingaben sendet, ist beendet; alles, was er hielt, wurde losgelassen.</translation>
    </message>
    <message>
        <source>The program does not tell where its text cursor stands, or it went elsewhere: {0} was not reached.</source>
        <translation>Das Programm verrät nicht, wo sein Textzeiger steht, oder er ging woandershin: {0} wurde nicht erreicht.</translation>
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
        <source>The run ended by an error of mine, not of yours. Nothing is held down; the steps so far are kept. Look at the screen before you start the task again.</source>
        <translation>Die Aufgabe endete durch einen Fehler von mir, nicht von dir. Nichts wird gehalten; die Schritte bis hierher sind aufgezeichnet. Sieh auf den Bildschirm, bevor du die Aufgabe neu startest.</translation>
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
        <source>The step was cut short ({0}). {1}</source>
        <translation>Der Schritt wurde abgebrochen ({0}). {1}</translation>
    </message>
    <message>
        <source>The system gives me no further thread. Nothing is held down; the steps so far are kept. Close a program, then start the task again.</source>
        <translation>Das System gibt mir keinen weiteren Thread. Nichts wird gehalten; die Schritte bis hierher sind aufgezeichnet. Schließe ein Programm und starte die Aufgabe dann neu.</translation>
    </message>
    <message>
        <source>The system refused what a step needs: {0}. Nothing is held down; the steps so far are kept. Look at the screen before you start the task again.</source>
        <translation>Das System verweigert, was ein Schritt braucht: {0}. Nichts wird gehalten; die Schritte bis hierher sind aufgezeichnet. Sieh auf den Bildschirm, bevor du die Aufgabe neu startest.</translation>
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
        <source>The task holds a password. It is not sent to a model server; keep it with `deskhand secret` and write ${{secret:NAME}} in its place.</source>
        <translation>Die Aufgabe enthält ein Passwort. Es wird an keinen Modellserver gesendet; bewahre es mit `deskhand secret` auf und schreibe ${{secret:NAME}} an seine Stelle.</translation>
    </message>
    <message>
        <source>The task waits for your answer: on its card, or in the window of deskhand.</source>
        <translation>Die Aufgabe wartet auf deine Antwort: auf ihrer Karte oder im Fenster von deskhand.</translation>
    </message>
    <message>
        <source>The text did not arrive: {0} is as it was, so nothing more was pressed.</source>
        <translation>Der Text kam nicht an: {0} ist, wie es war, darum wurde nichts weiter gedrückt.</translation>
    </message>
    <message>
        <source>The text was to be changed, and reads now: {0}.</source>
        <translation>Der Text sollte geändert werden und lautet jetzt: {0}.</translation>
    </message>
    <message>
        <source>The time for this task is up. {0}</source>
        <translation>Die Zeit für diese Aufgabe ist um. {0}</translation>
    </message>
    <message>
        <source>The time to answer went by, so I looked again.</source>
        <translation>Die Zeit zum Antworten verging, darum habe ich neu hingesehen.</translation>
    </message>
    <message>
        <source>The window came up a moment ago, so I waited and looked again</source>
        <translation>Das Fenster kam gerade erst, darum habe ich gewartet und neu hingesehen</translation>
    </message>
    <message>
        <source>The {0} was renamed. </source>
        <translation>Umbenannt wurde: {0}. </translation>
    </message>
    <message>
        <source>Then: {0}</source>
        <translation>Danach: {0}</translation>
    </message>
    <message>
        <source>There is no candidate {0}; the numbers are {1}. {2}</source>
        <translation>Es gibt keinen Treffer {0}; die Nummern sind {1}. {2}</translation>
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
        <source>There is not enough memory left to go on. Nothing is held down; the steps so far are kept. Close a program, then start the task again.</source>
        <translation>Der Speicher reicht nicht, um weiterzumachen. Nichts wird gehalten; die Schritte bis hierher sind aufgezeichnet. Schließe ein Programm und starte die Aufgabe dann neu.</translation>
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
        <source>This program has not told yet what is on its page. Try again in a moment.</source>
        <translation>Dieses Programm hat noch nicht gesagt, was auf seiner Seite ist. Versuche es gleich noch einmal.</translation>
    </message>
    <message>
        <source>This program lists no menu entry for search and replace. Nothing was done.</source>
        <translation>Dieses Programm hat keinen Menüeintrag zum Suchen und Ersetzen. Es wurde nichts getan.</translation>
    </message>
    <message>
        <source>This program shows its fields, lists and boxes only when it is woken; I could only read its text.</source>
        <translation>Dieses Programm zeigt seine Felder, Listen und Kästchen nur, wenn es geweckt wird; ich konnte nur seinen Text lesen.</translation>
    </message>
    <message>
        <source>This program tells nothing of its text, so I cannot write it anew. Nothing was done.</source>
        <translation>Dieses Programm sagt nichts von seinem Text, darum kann ich ihn nicht neu schreiben. Es wurde nichts getan.</translation>
    </message>
    <message>
        <source>This server is not used yet</source>
        <translation>Dieser Server wird noch nicht benutzt</translation>
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
        <source>Three times and nothing changed: {0}. {1}</source>
        <translation>Dreimal, und nichts hat sich geändert: {0}. {1}</translation>
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
        <source>Too many questions: {0}</source>
        <translation>Zu viele Fragen: {0}</translation>
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
        <source>Triple-click {0}</source>
        <translation>Auf {0} dreifach klicken</translation>
    </message>
    <message>
        <source>Triple-click {0}, to select what it holds</source>
        <translation>Auf {0} dreifach klicken, um den Inhalt auszuwählen</translation>
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
        <source>Turn off {0}</source>
        <translation>{0} ausschalten</translation>
    </message>
    <message>
        <source>Turn on dark mode in the settings</source>
        <translation>Schalte in den Einstellungen den dunklen Modus ein</translation>
    </message>
    <message>
        <source>Turn on {0}</source>
        <translation>{0} einschalten</translation>
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
        <source>Type into a password field</source>
        <translation>In ein Passwortfeld tippen</translation>
    </message>
    <message>
        <source>Type it yourself, then press Go on.</source>
        <translation>Tippe es selbst und drücke dann „Weiter“.</translation>
    </message>
    <message>
        <source>Type text</source>
        <translation>Text tippen</translation>
    </message>
    <message>
        <source>Type {0}</source>
        <translation>{0} tippen</translation>
    </message>
    <message>
        <source>Type {0} in {1}</source>
        <translation>{0} in {1} tippen</translation>
    </message>
    <message>
        <source>Type {0} into {1}</source>
        <translation>{0} in {1} tippen</translation>
    </message>
    <message>
        <source>Type {0} into {1}, for {2}</source>
        <translation>{0} in {1} tippen, für {2}</translation>
    </message>
    <message>
        <source>Type {0} into {1}, so that it holds {2}</source>
        <translation>{0} in {1} tippen, damit es {2} enthält</translation>
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
        <source>Wait until a window&apos;s title contains {0}</source>
        <translation>Warten, bis der Titel eines Fensters {0} enthält</translation>
    </message>
    <message>
        <source>Wait until {0} is gone</source>
        <translation>Warten, bis {0} weg ist</translation>
    </message>
    <message>
        <source>Wait until {0} is shown</source>
        <translation>Warten, bis {0} zu sehen ist</translation>
    </message>
    <message>
        <source>Wait {0:g} s</source>
        <translation>{0:g} s warten</translation>
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
        <source>Wayland does not tell which window is under the pointer</source>
        <translation>Wayland verrät nicht, welches Fenster unter dem Zeiger ist</translation>
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
        <source>What a model on this computer needs</source>
        <translation>Was ein Modell auf diesem Computer braucht</translation>
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
        <source>What the main job needs</source>
        <translation>Was die Hauptarbeit braucht</translation>
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
        <source>Whether it would run here is not known, for torch does not start: see deskhand doctor.</source>
        <translation>Ob es hier laufen würde, ist nicht bekannt, denn torch startet nicht: siehe deskhand doctor.</translation>
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
        <source>Without a name</source>
        <translation>Ohne Namen</translation>
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
        <source>Write in {0}</source>
        <translation>In {0} schreiben</translation>
    </message>
    <message>
        <source>Write something first.</source>
        <translation>Schreibe zuerst etwas.</translation>
    </message>
    <message>
        <source>Write where the cursor is</source>
        <translation>Schreiben, wo der Textzeiger steht</translation>
    </message>
    <message>
        <source>Write {0} before {1}</source>
        <translation>{0} vor {1} schreiben</translation>
    </message>
    <message>
        <source>Write {0} behind {1}</source>
        <translation>{0} hinter {1} schreiben</translation>
    </message>
    <message>
        <source>Write {0} in {1} case</source>
        <translation>{0} in anderer Schreibweise ({1}) schreiben</translation>
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
        <source>X11 does not keep programs apart</source>
        <translation>X11 hält Programme nicht auseinander</translation>
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
        <source>You rejected it. {0}</source>
        <translation>Du hast es abgelehnt. {0}</translation>
    </message>
    <message>
        <source>You rejected it: {0}. {1}</source>
        <translation>Du hast es abgelehnt: {0}. {1}</translation>
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
        <source>`deskhand stop` could not be made to work: {0}. Check the folder {1}</source>
        <translation>`deskhand stop` ließ sich nicht einrichten: {0}. Prüfe den Ordner {1}</translation>
    </message>
    <message>
        <source>a changed target cannot be noticed, so nothing is sent</source>
        <translation>ein geändertes Ziel fällt nicht auf, darum wird nichts gesendet</translation>
    </message>
    <message>
        <source>a dialog, a group</source>
        <translation>ein Dialog, eine Gruppe</translation>
    </message>
    <message>
        <source>a field for the parts of a colour</source>
        <translation>ein Feld für die Teile einer Farbe</translation>
    </message>
    <message>
        <source>a file could not be written through: {0}</source>
        <translation>eine Datei ließ sich nicht durchschreiben: {0}</translation>
    </message>
    <message>
        <source>a folder is made</source>
        <translation>ein Ordner wird angelegt</translation>
    </message>
    <message>
        <source>a held key or button shows nothing by itself</source>
        <translation>eine gehaltene Taste zeigt für sich nichts</translation>
    </message>
    <message>
        <source>a key</source>
        <translation>eine Taste</translation>
    </message>
    <message>
        <source>a key for the open list</source>
        <translation>eine Taste für die offene Liste</translation>
    </message>
    <message>
        <source>a key may stay down when the executor is killed</source>
        <translation>eine Taste kann unten bleiben, wenn der ausführende Prozess abgebrochen wird</translation>
    </message>
    <message>
        <source>a letter outside of a text is a command there</source>
        <translation>ein Buchstabe außerhalb eines Textes ist dort ein Befehl</translation>
    </message>
    <message>
        <source>a link is opened</source>
        <translation>ein Link wird geöffnet</translation>
    </message>
    <message>
        <source>a lock that nobody else tells of is not noticed while a task runs, and a macro does not begin by itself</source>
        <translation>eine Sperre, die sonst niemand meldet, fällt während einer Aufgabe nicht auf, und ein Makro beginnt nicht von selbst</translation>
    </message>
    <message>
        <source>a menu of this assistant is open and would get this; close it first</source>
        <translation>ein Menü dieses Assistenten ist offen und bekäme das; schließe es zuerst</translation>
    </message>
    <message>
        <source>a menu or list of {0} is open and would get this; close it first</source>
        <translation>ein Menü oder eine Liste von {0} ist offen und bekäme das; schließe es zuerst</translation>
    </message>
    <message>
        <source>a menu or list opened</source>
        <translation>ein Menü oder eine Liste ging auf</translation>
    </message>
    <message>
        <source>a middle click can paste or open something</source>
        <translation>ein Klick mit der mittleren Taste kann etwas einfügen oder öffnen</translation>
    </message>
    <message>
        <source>a panel or a notification can start or answer anything</source>
        <translation>eine Leiste oder eine Benachrichtigung kann alles starten oder beantworten</translation>
    </message>
    <message>
        <source>a password field is never read</source>
        <translation>ein Passwortfeld wird nie gelesen</translation>
    </message>
    <message>
        <source>a password field looks like any other, so its dots may be on a kept picture</source>
        <translation>ein Passwortfeld sieht aus wie jedes andere, darum können seine Punkte auf einem aufbewahrten Bild sein</translation>
    </message>
    <message>
        <source>a pixel that the model named</source>
        <translation>ein Pixel, das das Modell genannt hat</translation>
    </message>
    <message>
        <source>a pixel you named</source>
        <translation>ein Pixel, das du genannt hast</translation>
    </message>
    <message>
        <source>a program</source>
        <translation>einem Programm</translation>
    </message>
    <message>
        <source>a program holds the mouse, as open menus, password prompts and games do, and would get this; close its menu with Esc, or end there yourself what holds it, then go on</source>
        <translation>ein Programm hält die Maus, wie es offene Menüs, Passwortabfragen und Spiele tun, und bekäme das; schließe sein Menü mit Esc, oder beende dort selbst, was sie hält, und mach dann weiter</translation>
    </message>
    <message>
        <source>a program is started</source>
        <translation>ein Programm wird gestartet</translation>
    </message>
    <message>
        <source>a question opened, and nothing is done before it is answered</source>
        <translation>eine Frage ging auf, und vor der Antwort geschieht nichts</translation>
    </message>
    <message>
        <source>a run may lose steps when the power goes</source>
        <translation>wenn der Strom ausfällt, können einer Aufgabe Schritte fehlen</translation>
    </message>
    <message>
        <source>a secret is only typed</source>
        <translation>ein Geheimnis wird nur getippt</translation>
    </message>
    <message>
        <source>a secret is only typed and never put on the clipboard, which every program reads</source>
        <translation>ein Geheimnis wird nur getippt und nie in die Zwischenablage gelegt, die jedes Programm liest</translation>
    </message>
    <message>
        <source>a setting is changed</source>
        <translation>eine Einstellung wird geändert</translation>
    </message>
    <message>
        <source>a step before it was not seen to arrive</source>
        <translation>ein Schritt davor kam nicht sichtbar an</translation>
    </message>
    <message>
        <source>a step takes 1-2 MB; a run pauses when the disk is full</source>
        <translation>ein Schritt braucht 1-2 MB; eine Aufgabe hält an, wenn die Platte voll ist</translation>
    </message>
    <message>
        <source>a terminal cannot stop a run</source>
        <translation>ein Terminal kann eine Aufgabe nicht stoppen</translation>
    </message>
    <message>
        <source>a window closed</source>
        <translation>ein Fenster ging zu</translation>
    </message>
    <message>
        <source>a window is closed</source>
        <translation>ein Fenster wird geschlossen</translation>
    </message>
    <message>
        <source>a window of this assistant has the keyboard focus; it never types into its own windows</source>
        <translation>ein Fenster dieses Assistenten hat die Tastatur; er tippt nie in die eigenen Fenster</translation>
    </message>
    <message>
        <source>a window of this assistant lies at {0},{1}; it never clicks its own windows</source>
        <translation>bei {0},{1} liegt ein Fenster dieses Assistenten; er klickt nie auf die eigenen Fenster</translation>
    </message>
    <message>
        <source>a window of {0}</source>
        <translation>ein Fenster von {0}</translation>
    </message>
    <message>
        <source>a window of {0} was clicked but did not take the keyboard focus; nothing was typed</source>
        <translation>ein Fenster von {0} wurde angeklickt, nahm aber nicht den Fokus der Tastatur; es wurde nichts getippt</translation>
    </message>
    <message>
        <source>a window opened</source>
        <translation>ein Fenster ging auf</translation>
    </message>
    <message>
        <source>a window without a title</source>
        <translation>ein Fenster ohne Titel</translation>
    </message>
    <message>
        <source>a {0} without a name</source>
        <translation>{0} ohne Namen</translation>
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
        <source>above {0}</source>
        <translation>über {0}</translation>
    </message>
    <message>
        <source>accept</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>access</source>
        <translation>Zugriff</translation>
    </message>
    <message>
        <source>accessibility</source>
        <translation>Bedienungshilfe</translation>
    </message>
    <message>
        <source>account page</source>
        <translation>Kontoseite</translation>
    </message>
    <message>
        <source>all of the text</source>
        <translation>den ganzen Text</translation>
    </message>
    <message>
        <source>always last</source>
        <translation>immer zuletzt</translation>
    </message>
    <message>
        <source>an amount of money stands beside it</source>
        <translation>daneben steht ein Geldbetrag</translation>
    </message>
    <message>
        <source>an error of mine ({0}); try again</source>
        <translation>ein Fehler von mir ({0}); versuch es noch einmal</translation>
    </message>
    <message>
        <source>an installed application</source>
        <translation>ein installiertes Programm</translation>
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
        <source>and {0} more</source>
        <translation>und {0} weitere</translation>
    </message>
    <message>
        <source>another action was carried out since</source>
        <translation>seitdem wurde eine andere Aktion ausgeführt</translation>
    </message>
    <message>
        <source>another field had the keyboard after the press; nothing was typed</source>
        <translation>nach dem Druck hatte ein anderes Feld die Tastatur; es wurde nichts getippt</translation>
    </message>
    <message>
        <source>another number is read in it</source>
        <translation>darin ist eine andere Zahl zu lesen</translation>
    </message>
    <message>
        <source>another part of the text is selected</source>
        <translation>ein anderer Teil des Textes ist ausgewählt</translation>
    </message>
    <message>
        <source>another program</source>
        <translation>einem anderen Programm</translation>
    </message>
    <message>
        <source>another program holds the keyboard, as password prompts and screen locks do; type there yourself, then go on</source>
        <translation>ein anderes Programm hält die Tastatur, wie es Passwortabfragen und Bildschirmsperren tun; tippe dort selbst und mach dann weiter</translation>
    </message>
    <message>
        <source>another program took the desktop</source>
        <translation>ein anderes Programm hat den Desktop übernommen</translation>
    </message>
    <message>
        <source>another run holds this desktop (process {0}). Wait for it, or end it with: deskhand stop</source>
        <translation>eine andere Aufgabe hält diesen Schreibtisch (Prozess {0}). Warte auf sie, oder beende sie mit: deskhand stop</translation>
    </message>
    <message>
        <source>another user can change your records</source>
        <translation>ein anderer Benutzer kann deine Aufzeichnungen ändern</translation>
    </message>
    <message>
        <source>another window came after the target was looked for; nothing was pressed</source>
        <translation>ein anderes Fenster kam, nachdem das Ziel gesucht war; es wurde nichts gedrückt</translation>
    </message>
    <message>
        <source>another window came over the one with the keyboard focus</source>
        <translation>ein anderes Fenster kam über das mit der Tastatur</translation>
    </message>
    <message>
        <source>another window came over the target&apos;s</source>
        <translation>ein anderes Fenster kam über das des Ziels</translation>
    </message>
    <message>
        <source>another window came to lie at the target</source>
        <translation>ein anderes Fenster liegt jetzt am Ziel</translation>
    </message>
    <message>
        <source>another window came to lie at the target: {0}</source>
        <translation>ein anderes Fenster liegt jetzt am Ziel: {0}</translation>
    </message>
    <message>
        <source>another window has the focus</source>
        <translation>ein anderes Fenster hat den Fokus</translation>
    </message>
    <message>
        <source>another window is in front</source>
        <translation>ein anderes Fenster ist vorne</translation>
    </message>
    <message>
        <source>another window took the keyboard focus</source>
        <translation>ein anderes Fenster hat die Tastatur übernommen</translation>
    </message>
    <message>
        <source>another window took the keyboard focus while text was typed</source>
        <translation>ein anderes Fenster hat die Tastatur übernommen, während Text getippt wurde</translation>
    </message>
    <message>
        <source>another {0}</source>
        <translation>etwas anderes: {0}</translation>
    </message>
    <message>
        <source>any program on this display can read keys, see windows and imitate your click</source>
        <translation>jedes Programm auf diesem Bildschirm kann Tasten lesen, Fenster sehen und deinen Klick nachmachen</translation>
    </message>
    <message>
        <source>anywhere</source>
        <translation>irgendwo</translation>
    </message>
    <message>
        <source>as many characters as were typed are in the field</source>
        <translation>im Feld sind so viele Zeichen, wie getippt wurden</translation>
    </message>
    <message>
        <source>as many characters as were typed came to the field</source>
        <translation>zum Feld kamen so viele Zeichen hinzu, wie getippt wurden</translation>
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
        <source>at {0}</source>
        <translation>bei {0}</translation>
    </message>
    <message>
        <source>at {0}, {1}</source>
        <translation>bei {0}, {1}</translation>
    </message>
    <message>
        <source>authorisation prompt</source>
        <translation>Anmeldung für besondere Rechte</translation>
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
        <source>banking</source>
        <translation>Bankgeschäfte</translation>
    </message>
    <message>
        <source>below</source>
        <translation>unter</translation>
    </message>
    <message>
        <source>below {0}</source>
        <translation>unter {0}</translation>
    </message>
    <message>
        <source>beside it stands &quot;{0}&quot;: {1}</source>
        <translation>daneben steht „{0}“: {1}</translation>
    </message>
    <message>
        <source>bottom left</source>
        <translation>unten links</translation>
    </message>
    <message>
        <source>bottom right</source>
        <translation>unten rechts</translation>
    </message>
    <message>
        <source>box, seen beside its words</source>
        <translation>Kästchen, neben seinen Worten gesehen</translation>
    </message>
    <message>
        <source>browser</source>
        <translation>Browser</translation>
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
        <source>button</source>
        <translation>Knopf</translation>
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
        <source>call</source>
        <translation>Anruf</translation>
    </message>
    <message>
        <source>came to its end, but not all of it could be seen</source>
        <translation>kam ans Ende, aber nicht alles war zu sehen</translation>
    </message>
    <message>
        <source>can be reached from any terminal of yours</source>
        <translation>ist von jedem deiner Terminals zu erreichen</translation>
    </message>
    <message>
        <source>cannot be recognised without accessibility</source>
        <translation>sind ohne Bedienungshilfen nicht zu erkennen</translation>
    </message>
    <message>
        <source>cannot use {0}: {1}; check that the folder is yours</source>
        <translation>{0} lässt sich nicht benutzen: {1}; prüfe, ob der Ordner dir gehört</translation>
    </message>
    <message>
        <source>cell</source>
        <translation>Zelle</translation>
    </message>
    <message>
        <source>change</source>
        <translation>ändern</translation>
    </message>
    <message>
        <source>changed pixels and text decide; more steps end as “not seen”</source>
        <translation>geänderte Pixel und Text entscheiden; mehr Schritte enden als „nicht gesehen“</translation>
    </message>
    <message>
        <source>chat</source>
        <translation>Chat</translation>
    </message>
    <message>
        <source>checkbox</source>
        <translation>Kästchen</translation>
    </message>
    <message>
        <source>checkpoint code</source>
        <translation>Code von Modellen</translation>
    </message>
    <message>
        <source>chmod -R go= the data and settings folders</source>
        <translation>chmod -R go= für die Ordner mit Daten und Einstellungen</translation>
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
        <source>choose 4 bit in Settings, which would fit</source>
        <translation>wähle in den Einstellungen 4 Bit, das würde passen</translation>
    </message>
    <message>
        <source>choose another key in Settings</source>
        <translation>wähle in den Einstellungen eine andere Taste</translation>
    </message>
    <message>
        <source>choose another place for your model on the Model page to keep it here</source>
        <translation>wähle auf der Seite Modell einen anderen Ort für dein Modell, damit es hier bleibt</translation>
    </message>
    <message>
        <source>chosen by the model at {0}</source>
        <translation>gewählt vom Modell auf {0}</translation>
    </message>
    <message>
        <source>chosen by you</source>
        <translation>von dir gewählt</translation>
    </message>
    <message>
        <source>chosen by {0}</source>
        <translation>gewählt von {0}</translation>
    </message>
    <message>
        <source>chown them to you</source>
        <translation>gib sie dir mit chown</translation>
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
        <source>clock</source>
        <translation>Uhr</translation>
    </message>
    <message>
        <source>close</source>
        <translation>schließen</translation>
    </message>
    <message>
        <source>close what else uses that memory</source>
        <translation>schließe, was diesen Speicher sonst belegt</translation>
    </message>
    <message>
        <source>column header</source>
        <translation>Spaltenkopf</translation>
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
        <source>copies</source>
        <translation>Kopien</translation>
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
        <source>day of the calendar</source>
        <translation>Tag des Kalenders</translation>
    </message>
    <message>
        <source>dead-man</source>
        <translation>Wächter</translation>
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
        <source>deskhand closed unexpectedly. Nothing is held down; {0}.</source>
        <translation>deskhand wurde unerwartet beendet. Nichts wird gehalten; {0}.</translation>
    </message>
    <message>
        <source>deskhand command bar</source>
        <translation>deskhand Befehlsleiste</translation>
    </message>
    <message>
        <source>deskhand ended before it saw what became of this</source>
        <translation>deskhand endete, bevor es sah, was daraus wurde</translation>
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
        <source>development environment</source>
        <translation>Entwicklungsumgebung</translation>
    </message>
    <message>
        <source>dialog</source>
        <translation>Dialog</translation>
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
        <source>did not start</source>
        <translation>ist nicht gestartet</translation>
    </message>
    <message>
        <source>discard</source>
        <translation>verwerfen</translation>
    </message>
    <message>
        <source>disk tool</source>
        <translation>Werkzeug für Datenträger</translation>
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
        <source>drop-down list</source>
        <translation>Auswahlliste</translation>
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
        <source>effects are seen as changed pixels only</source>
        <translation>Wirkungen sind nur als geänderte Pixel zu sehen</translation>
    </message>
    <message>
        <source>effects seen</source>
        <translation>Wirkungen gesehen</translation>
    </message>
    <message>
        <source>end the sharing while a task runs, unless it is you</source>
        <translation>beende das Teilen, während eine Aufgabe läuft, außer du bist es selbst</translation>
    </message>
    <message>
        <source>end the sharing while a task shows what must stay here</source>
        <translation>beende das Teilen, während eine Aufgabe zeigt, was hier bleiben muss</translation>
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
        <source>field</source>
        <translation>Feld</translation>
    </message>
    <message>
        <source>fields and boxes cannot be read back</source>
        <translation>Felder und Kästchen lassen sich nicht zurücklesen</translation>
    </message>
    <message>
        <source>fields are read back, pictures compared</source>
        <translation>Felder werden zurückgelesen, Bilder verglichen</translation>
    </message>
    <message>
        <source>file manager</source>
        <translation>Dateimanager</translation>
    </message>
    <message>
        <source>file system</source>
        <translation>Dateisystem</translation>
    </message>
    <message>
        <source>first </source>
        <translation>erste </translation>
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
        <source>forward</source>
        <translation>vor</translation>
    </message>
    <message>
        <source>found by its name</source>
        <translation>am Namen gefunden</translation>
    </message>
    <message>
        <source>found by its picture, elsewhere in the window</source>
        <translation>am Bild gefunden, anderswo im Fenster</translation>
    </message>
    <message>
        <source>found by its picture, where it was</source>
        <translation>am Bild gefunden, an seinem Platz</translation>
    </message>
    <message>
        <source>found by its text</source>
        <translation>am Text gefunden</translation>
    </message>
    <message>
        <source>found by the model</source>
        <translation>vom Modell gefunden</translation>
    </message>
    <message>
        <source>found by the texts around it</source>
        <translation>an den Texten ringsum gefunden</translation>
    </message>
    <message>
        <source>found by you</source>
        <translation>von dir gezeigt</translation>
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
        <source>free {0} MB</source>
        <translation>gib {0} MB frei</translation>
    </message>
    <message>
        <source>goes over a table</source>
        <translation>geht eine Tabelle durch</translation>
    </message>
    <message>
        <source>group</source>
        <translation>Gruppe</translation>
    </message>
    <message>
        <source>heading</source>
        <translation>Überschrift</translation>
    </message>
    <message>
        <source>hold</source>
        <translation>halten</translation>
    </message>
    <message>
        <source>how this model points was never tested (Calibrate)</source>
        <translation>wie dieses Modell zeigt, wurde nie geprüft (Kalibrieren)</translation>
    </message>
    <message>
        <source>icon</source>
        <translation>Symbol</translation>
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
        <source>in a call it can switch the microphone, the camera or the screen</source>
        <translation>in einem Anruf kann es Mikrofon, Kamera oder Bildschirm umschalten</translation>
    </message>
    <message>
        <source>in a call keys can switch the microphone, the camera or the screen</source>
        <translation>in einem Anruf können Tasten Mikrofon, Kamera oder Bildschirm umschalten</translation>
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
        <source>inside {0}; only windows in it can be seen and worked</source>
        <translation>in {0}; nur Fenster darin sind zu sehen und zu bedienen</translation>
    </message>
    <message>
        <source>into {0}</source>
        <translation>in {0}</translation>
    </message>
    <message>
        <source>it</source>
        <translation>es</translation>
    </message>
    <message>
        <source>it acts on what is selected</source>
        <translation>es wirkt auf das, was ausgewählt ist</translation>
    </message>
    <message>
        <source>it answers the question {0}</source>
        <translation>es beantwortet die Frage {0}</translation>
    </message>
    <message>
        <source>it answers what stands beside it</source>
        <translation>es beantwortet, was daneben steht</translation>
    </message>
    <message>
        <source>it calls something off</source>
        <translation>es bricht etwas ab</translation>
    </message>
    <message>
        <source>it can bind you to something</source>
        <translation>es kann dich an etwas binden</translation>
    </message>
    <message>
        <source>it can change a running system</source>
        <translation>es kann ein laufendes System ändern</translation>
    </message>
    <message>
        <source>it can change who gets in, what others may do, or where money or mail goes</source>
        <translation>es kann ändern, wer hineinkommt, was andere dürfen oder wohin Geld oder Post geht</translation>
    </message>
    <message>
        <source>it can close the window or the program</source>
        <translation>es kann das Fenster oder das Programm schließen</translation>
    </message>
    <message>
        <source>it can cost money</source>
        <translation>es kann Geld kosten</translation>
    </message>
    <message>
        <source>it can delete for good</source>
        <translation>es kann endgültig löschen</translation>
    </message>
    <message>
        <source>it can delete more than one letter</source>
        <translation>es kann mehr als einen Buchstaben löschen</translation>
    </message>
    <message>
        <source>it can delete rows</source>
        <translation>es kann Zeilen löschen</translation>
    </message>
    <message>
        <source>it can delete something</source>
        <translation>es kann etwas löschen</translation>
    </message>
    <message>
        <source>it can delete, or end the input</source>
        <translation>es kann löschen oder die Eingabe beenden</translation>
    </message>
    <message>
        <source>it can end or give up something you have</source>
        <translation>es kann etwas beenden oder aufgeben, das du hast</translation>
    </message>
    <message>
        <source>it can end the session or switch the computer off</source>
        <translation>es kann die Sitzung beenden oder den Computer ausschalten</translation>
    </message>
    <message>
        <source>it can erase a whole disk</source>
        <translation>es kann einen ganzen Datenträger löschen</translation>
    </message>
    <message>
        <source>it can give access to something</source>
        <translation>es kann Zugang zu etwas geben</translation>
    </message>
    <message>
        <source>it can lock or end the session</source>
        <translation>es kann die Sitzung sperren oder beenden</translation>
    </message>
    <message>
        <source>it can move or delete files</source>
        <translation>es kann Dateien verschieben oder löschen</translation>
    </message>
    <message>
        <source>it can put the computer to sleep</source>
        <translation>es kann den Computer schlafen legen</translation>
    </message>
    <message>
        <source>it can remove a program</source>
        <translation>es kann ein Programm entfernen</translation>
    </message>
    <message>
        <source>it can replace what is there</source>
        <translation>es kann ersetzen, was da ist</translation>
    </message>
    <message>
        <source>it can run code</source>
        <translation>es kann Code ausführen</translation>
    </message>
    <message>
        <source>it can send something to others</source>
        <translation>es kann etwas an andere senden</translation>
    </message>
    <message>
        <source>it can send what was written</source>
        <translation>es kann senden, was geschrieben wurde</translation>
    </message>
    <message>
        <source>it can start a tool that shares pictures of the screen</source>
        <translation>es kann ein Werkzeug starten, das Bilder vom Bildschirm teilt</translation>
    </message>
    <message>
        <source>it can take a right or a connection away</source>
        <translation>es kann ein Recht oder eine Verbindung wegnehmen</translation>
    </message>
    <message>
        <source>it cannot be taken back</source>
        <translation>es lässt sich nicht zurücknehmen</translation>
    </message>
    <message>
        <source>it changed at the target</source>
        <translation>am Ziel hat sich etwas geändert</translation>
    </message>
    <message>
        <source>it changed under the pointer</source>
        <translation>unter dem Zeiger hat sich etwas geändert</translation>
    </message>
    <message>
        <source>it could not be read, by an error of mine ({0})</source>
        <translation>es war wegen eines Fehlers von mir nicht lesbar ({0})</translation>
    </message>
    <message>
        <source>it goes to a launcher, which can start anything</source>
        <translation>es geht an einen Starter, der alles starten kann</translation>
    </message>
    <message>
        <source>it goes to a terminal</source>
        <translation>es geht an ein Terminal</translation>
    </message>
    <message>
        <source>it had not done a step</source>
        <translation>noch kein Schritt war getan</translation>
    </message>
    <message>
        <source>it has an effect beyond this screen</source>
        <translation>es wirkt über diesen Bildschirm hinaus</translation>
    </message>
    <message>
        <source>it has no effect on the screen</source>
        <translation>es wirkt nicht auf den Bildschirm</translation>
    </message>
    <message>
        <source>it has no name</source>
        <translation>es hat keinen Namen</translation>
    </message>
    <message>
        <source>it has the keyboard</source>
        <translation>es hat die Tastatur</translation>
    </message>
    <message>
        <source>it has the keyboard now</source>
        <translation>es hat jetzt die Tastatur</translation>
    </message>
    <message>
        <source>it has to come over that connection, and not at all once it is cut</source>
        <translation>sie muss über diese Verbindung kommen, und gar nicht mehr, wenn sie abreißt</translation>
    </message>
    <message>
        <source>it holds {0}</source>
        <translation>es enthält {0}</translation>
    </message>
    <message>
        <source>it holds {0}, and was to hold {1}</source>
        <translation>es enthält {0} und sollte {1} enthalten</translation>
    </message>
    <message>
        <source>it holds {0}, as it did before</source>
        <translation>es enthält {0}, wie zuvor</translation>
    </message>
    <message>
        <source>it is called &quot;{0}&quot; and shows &quot;{1}&quot;</source>
        <translation>es heißt „{0}“ und zeigt „{1}“</translation>
    </message>
    <message>
        <source>it is closed</source>
        <translation>es ist zu</translation>
    </message>
    <message>
        <source>it is gone with what it stood in, as an entry goes with its menu</source>
        <translation>es ist weg mit dem, worin es stand, wie ein Eintrag mit seinem Menü</translation>
    </message>
    <message>
        <source>it is greyed out</source>
        <translation>es ist ausgegraut</translation>
    </message>
    <message>
        <source>it is in a dialog and its name is not known</source>
        <translation>es ist in einem Dialog, und sein Name ist nicht bekannt</translation>
    </message>
    <message>
        <source>it is not known how much of it was sent</source>
        <translation>es ist nicht bekannt, wie viel davon gesendet wurde</translation>
    </message>
    <message>
        <source>it is not selected</source>
        <translation>es ist nicht ausgewählt</translation>
    </message>
    <message>
        <source>it is not so</source>
        <translation>es ist nicht so</translation>
    </message>
    <message>
        <source>it is off</source>
        <translation>es ist aus</translation>
    </message>
    <message>
        <source>it is on</source>
        <translation>es ist an</translation>
    </message>
    <message>
        <source>it is on, as before</source>
        <translation>es ist an, wie zuvor</translation>
    </message>
    <message>
        <source>it is open</source>
        <translation>es ist offen</translation>
    </message>
    <message>
        <source>it is opened</source>
        <translation>es wird geöffnet</translation>
    </message>
    <message>
        <source>it is selected</source>
        <translation>es ist ausgewählt</translation>
    </message>
    <message>
        <source>it is selected, as before</source>
        <translation>es ist ausgewählt, wie zuvor</translation>
    </message>
    <message>
        <source>it is still closed</source>
        <translation>es ist noch zu</translation>
    </message>
    <message>
        <source>it is still off</source>
        <translation>es ist noch aus</translation>
    </message>
    <message>
        <source>it is still on</source>
        <translation>es ist noch an</translation>
    </message>
    <message>
        <source>it is still open</source>
        <translation>es ist noch offen</translation>
    </message>
    <message>
        <source>it is the main button of a dialog and its name is not known</source>
        <translation>es ist der Hauptknopf eines Dialogs, und sein Name ist nicht bekannt</translation>
    </message>
    <message>
        <source>it leads to {0}</source>
        <translation>es führt zu {0}</translation>
    </message>
    <message>
        <source>it lies in memory: all runs are gone after a restart</source>
        <translation>es liegt im Arbeitsspeicher: Nach einem Neustart sind alle Aufgaben weg</translation>
    </message>
    <message>
        <source>it lies where it was dragged to</source>
        <translation>es liegt, wohin es gezogen wurde</translation>
    </message>
    <message>
        <source>it looked pressed while the button was down</source>
        <translation>es sah gedrückt aus, während die Taste unten war</translation>
    </message>
    <message>
        <source>it may have been done already: what came of it is not known</source>
        <translation>es kann schon getan sein: Was daraus wurde, ist nicht bekannt</translation>
    </message>
    <message>
        <source>it moved away as it was pressed</source>
        <translation>es rückte weg, als es gedrückt wurde</translation>
    </message>
    <message>
        <source>it moved away while the button was down</source>
        <translation>es rückte weg, während die Taste unten war</translation>
    </message>
    <message>
        <source>it names an amount of money</source>
        <translation>es nennt einen Geldbetrag</translation>
    </message>
    <message>
        <source>it only shows something</source>
        <translation>es zeigt nur etwas</translation>
    </message>
    <message>
        <source>it opens a file that can be a program</source>
        <translation>es öffnet eine Datei, die ein Programm sein kann</translation>
    </message>
    <message>
        <source>it opens a place for commands</source>
        <translation>es öffnet einen Platz für Befehle</translation>
    </message>
    <message>
        <source>it opens a private window or a command list</source>
        <translation>es öffnet ein privates Fenster oder eine Befehlsliste</translation>
    </message>
    <message>
        <source>it opens the menu of the window, and a letter then closes it</source>
        <translation>es öffnet das Menü des Fensters, und ein Buchstabe schließt es dann</translation>
    </message>
    <message>
        <source>it opens the start menu</source>
        <translation>es öffnet das Startmenü</translation>
    </message>
    <message>
        <source>it opens tools in which text becomes code</source>
        <translation>es öffnet Werkzeuge, in denen Text zu Code wird</translation>
    </message>
    <message>
        <source>it puts something into a basket, which is paid for later</source>
        <translation>es legt etwas in einen Warenkorb, der später bezahlt wird</translation>
    </message>
    <message>
        <source>it refuses</source>
        <translation>es lehnt ab</translation>
    </message>
    <message>
        <source>it replaces a whole text</source>
        <translation>es ersetzt einen ganzen Text</translation>
    </message>
    <message>
        <source>it says that a file is on disk before it is; a power cut loses steps</source>
        <translation>es meldet eine Datei als geschrieben, bevor sie es ist; ein Stromausfall kostet Schritte</translation>
    </message>
    <message>
        <source>it says that this cannot be taken back</source>
        <translation>es sagt, dass sich das nicht zurücknehmen lässt</translation>
    </message>
    <message>
        <source>it shows a sign, and no word tells what it does</source>
        <translation>es zeigt ein Zeichen, und kein Wort sagt, was es tut</translation>
    </message>
    <message>
        <source>it stands at {0}</source>
        <translation>es steht auf {0}</translation>
    </message>
    <message>
        <source>it still holds {0}</source>
        <translation>es enthält noch {0}</translation>
    </message>
    <message>
        <source>it takes no values, found {0}</source>
        <translation>es nimmt keine Werte, gefunden {0}</translation>
    </message>
    <message>
        <source>it takes something from one program to another</source>
        <translation>es nimmt etwas von einem Programm in ein anderes mit</translation>
    </message>
    <message>
        <source>it was cut short</source>
        <translation>es wurde abgebrochen</translation>
    </message>
    <message>
        <source>it was used</source>
        <translation>sie wurde schon benutzt</translation>
    </message>
    <message>
        <source>its accessible name</source>
        <translation>sein Name für die Bedienungshilfe</translation>
    </message>
    <message>
        <source>its effect could not be seen</source>
        <translation>seine Wirkung war nicht zu sehen</translation>
    </message>
    <message>
        <source>its effect was not looked at</source>
        <translation>nach seiner Wirkung wurde nicht gesehen</translation>
    </message>
    <message>
        <source>its file name</source>
        <translation>sein Dateiname</translation>
    </message>
    <message>
        <source>its icon has Stop</source>
        <translation>das Symbol hat Stopp</translation>
    </message>
    <message>
        <source>its knob is where it was</source>
        <translation>sein Knopf ist, wo er war</translation>
    </message>
    <message>
        <source>its knob stands elsewhere</source>
        <translation>sein Knopf steht woanders</translation>
    </message>
    <message>
        <source>its knob stands where it was dragged to</source>
        <translation>sein Knopf steht, wohin er gezogen wurde</translation>
    </message>
    <message>
        <source>its label forces a direction of writing and may read otherwise</source>
        <translation>sein Name erzwingt eine Schreibrichtung und kann sich anders lesen</translation>
    </message>
    <message>
        <source>its label is in a script that I know no words of</source>
        <translation>sein Name ist in einer Schrift, von der ich keine Wörter kenne</translation>
    </message>
    <message>
        <source>its program describes it with &quot;{0}&quot;: {1}</source>
        <translation>sein Programm beschreibt es mit „{0}“: {1}</translation>
    </message>
    <message>
        <source>its row changed places</source>
        <translation>seine Zeile hat den Platz gewechselt</translation>
    </message>
    <message>
        <source>its window came to the front</source>
        <translation>sein Fenster kam nach vorne</translation>
    </message>
    <message>
        <source>its window changed</source>
        <translation>sein Fenster hat sich geändert</translation>
    </message>
    <message>
        <source>its window opened</source>
        <translation>sein Fenster ging auf</translation>
    </message>
    <message>
        <source>just now</source>
        <translation>gerade eben</translation>
    </message>
    <message>
        <source>keep a terminal on this computer ready: deskhand stop</source>
        <translation>halte auf diesem Computer ein Terminal bereit: deskhand stop</translation>
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
        <source>label</source>
        <translation>Beschriftung</translation>
    </message>
    <message>
        <source>landmarks</source>
        <translation>Merkpunkte</translation>
    </message>
    <message>
        <source>last </source>
        <translation>letzte </translation>
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
        <source>launcher</source>
        <translation>Starter</translation>
    </message>
    <message>
        <source>leave every program at “ask” in Settings, Apps</source>
        <translation>lass in den Einstellungen unter Programme jedes auf „Fragen“</translation>
    </message>
    <message>
        <source>left</source>
        <translation>links</translation>
    </message>
    <message>
        <source>left of</source>
        <translation>links von</translation>
    </message>
    <message>
        <source>left of {0}</source>
        <translation>links von {0}</translation>
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
        <source>lets go of every key when another process of ours dies</source>
        <translation>lässt jede Taste los, wenn ein anderer Prozess von uns stirbt</translation>
    </message>
    <message>
        <source>link</source>
        <translation>Link</translation>
    </message>
    <message>
        <source>list</source>
        <translation>Liste</translation>
    </message>
    <message>
        <source>list item</source>
        <translation>Listeneintrag</translation>
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
        <source>lock screen</source>
        <translation>Sperrbildschirm</translation>
    </message>
    <message>
        <source>lock with i3lock, slock or xsecurelock, which are known, or start a screen saver that reports to the desktop when it locks</source>
        <translation>sperre mit i3lock, slock oder xsecurelock, die bekannt sind, oder starte einen Bildschirmschoner, der dem Schreibtisch meldet, wenn er sperrt</translation>
    </message>
    <message>
        <source>log in to an X11 (Xorg) session</source>
        <translation>melde dich in einer X11-Sitzung (Xorg) an</translation>
    </message>
    <message>
        <source>log out and in again, so that the desktop&apos;s services start anew</source>
        <translation>melde dich ab und wieder an, damit die Dienste des Schreibtischs neu starten</translation>
    </message>
    <message>
        <source>made of a run</source>
        <translation>aus einem Lauf gemacht</translation>
    </message>
    <message>
        <source>mail</source>
        <translation>E-Mail</translation>
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
        <source>memory was short, so the model saw less than usual</source>
        <translation>der Speicher war knapp, darum sah das Modell weniger als sonst</translation>
    </message>
    <message>
        <source>mend accessibility</source>
        <translation>richte die Bedienungshilfen</translation>
    </message>
    <message>
        <source>mend accessibility and text reading</source>
        <translation>richte Bedienungshilfen und Texterkennung</translation>
    </message>
    <message>
        <source>mend accessibility; until then leave logins to yourself</source>
        <translation>richte die Bedienungshilfen; bis dahin melde dich selbst an</translation>
    </message>
    <message>
        <source>menu</source>
        <translation>Menü</translation>
    </message>
    <message>
        <source>menu bar</source>
        <translation>Menüleiste</translation>
    </message>
    <message>
        <source>menu item</source>
        <translation>Menüeintrag</translation>
    </message>
    <message>
        <source>middle</source>
        <translation>Mitte</translation>
    </message>
    <message>
        <source>model server</source>
        <translation>Modellserver</translation>
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
        <source>never pressed, never on a picture</source>
        <translation>nie gedrückt, nie auf einem Bild</translation>
    </message>
    <message>
        <source>never pressed; without a compositor marks are opaque bars</source>
        <translation>nie gedrückt; ohne Compositor sind Markierungen deckende Balken</translation>
    </message>
    <message>
        <source>never run: no code, no pickle and no chat template of a checkpoint</source>
        <translation>nie ausgeführt: kein Code, kein Pickle und keine Chat-Vorlage eines Modells</translation>
    </message>
    <message>
        <source>no action is prepared under this nonce; prepare the action first</source>
        <translation>unter dieser Nummer ist keine Aktion vorbereitet; bereite die Aktion zuerst vor</translation>
    </message>
    <message>
        <source>no button of the mouse is the {0} one as it is set up now (xmodmap -pp shows it); set the buttons up again, then try again</source>
        <translation>so wie die Maus jetzt eingestellt ist, ist keine ihrer Tasten „{0}“ (xmodmap -pp zeigt es); stelle die Tasten wieder ein und versuche es noch einmal</translation>
    </message>
    <message>
        <source>no change</source>
        <translation>keine Änderung</translation>
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
        <source>no service of this desktop tells of them</source>
        <translation>kein Dienst dieses Schreibtischs meldet sie</translation>
    </message>
    <message>
        <source>no socket: {0}</source>
        <translation>kein Socket: {0}</translation>
    </message>
    <message>
        <source>no text field is known to have the focus, and letters can be commands</source>
        <translation>es ist kein Textfeld mit Fokus bekannt, und Buchstaben können Befehle sein</translation>
    </message>
    <message>
        <source>no window opened</source>
        <translation>es ging kein Fenster auf</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
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
        <source>none on another computer is configured</source>
        <translation>keiner auf einem anderen Computer ist eingestellt</translation>
    </message>
    <message>
        <source>not all of the text was typed</source>
        <translation>nicht der ganze Text wurde getippt</translation>
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
        <source>not known, writes come through</source>
        <translation>nicht bekannt, Geschriebenes kommt an</translation>
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
        <source>not run</source>
        <translation>nicht gelaufen</translation>
    </message>
    <message>
        <source>not seen</source>
        <translation>nicht gesehen</translation>
    </message>
    <message>
        <source>not so</source>
        <translation>nicht so</translation>
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
        <source>not yours: {0}</source>
        <translation>nicht deine: {0}</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>nothing could be sent for {0:.0f} seconds; the display did not answer, or this process was stopped. Look at the screen, then go on</source>
        <translation>seit {0:.0f} Sekunden konnte nichts gesendet werden; der Bildschirm antwortete nicht, oder dieser Prozess war angehalten. Sieh auf den Bildschirm und mach dann weiter</translation>
    </message>
    <message>
        <source>nothing here bears the words of your task</source>
        <translation>nichts hier trägt die Wörter deiner Aufgabe</translation>
    </message>
    <message>
        <source>nothing is sent in a dry run</source>
        <translation>in einem Probelauf wird nichts gesendet</translation>
    </message>
    <message>
        <source>nothing moved under the pointer; the end may be reached</source>
        <translation>unter dem Zeiger hat sich nichts bewegt; vielleicht ist das Ende erreicht</translation>
    </message>
    <message>
        <source>nothing moved; the end may be reached</source>
        <translation>nichts hat sich bewegt; vielleicht ist das Ende erreicht</translation>
    </message>
    <message>
        <source>nothing moves till then</source>
        <translation>bis dahin bewegt sich nichts</translation>
    </message>
    <message>
        <source>nothing on the screen changed</source>
        <translation>auf dem Bildschirm hat sich nichts geändert</translation>
    </message>
    <message>
        <source>nothing on the screen could be read</source>
        <translation>auf dem Bildschirm war nichts zu lesen</translation>
    </message>
    <message>
        <source>nothing was sent</source>
        <translation>es wurde nichts gesendet</translation>
    </message>
    <message>
        <source>number</source>
        <translation>Zahl</translation>
    </message>
    <message>
        <source>number field</source>
        <translation>Zahlenfeld</translation>
    </message>
    <message>
        <source>off</source>
        <translation>aus</translation>
    </message>
    <message>
        <source>off, as you set it</source>
        <translation>aus, wie du es eingestellt hast</translation>
    </message>
    <message>
        <source>on</source>
        <translation>an</translation>
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
        <source>one looks for something there</source>
        <translation>dort sucht man etwas</translation>
    </message>
    <message>
        <source>one of {0}</source>
        <translation>eines von {0}</translation>
    </message>
    <message>
        <source>only a dot changed</source>
        <translation>nur ein Punkt hat sich geändert</translation>
    </message>
    <message>
        <source>only a text cursor or a tooltip changed</source>
        <translation>nur ein Textzeiger oder eine Kurzhilfe hat sich geändert</translation>
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
        <source>only known lockers are looked for; a lock by any other program is not noticed</source>
        <translation>nur nach bekannten Sperrprogrammen wird gesucht; eine Sperre durch ein anderes fällt nicht auf</translation>
    </message>
    <message>
        <source>only shown</source>
        <translation>nur gezeigt</translation>
    </message>
    <message>
        <source>only the focus or a highlight left it</source>
        <translation>nur der Fokus oder eine Hervorhebung ging weg</translation>
    </message>
    <message>
        <source>only the keyboard focus moved</source>
        <translation>nur der Fokus der Tastatur hat gewechselt</translation>
    </message>
    <message>
        <source>only the main button of the dialog looked pressed</source>
        <translation>nur der Hauptknopf des Dialogs sah gedrückt aus</translation>
    </message>
    <message>
        <source>only the thing itself changed its looks</source>
        <translation>nur das Ding selbst sieht anders aus</translation>
    </message>
    <message>
        <source>only what lies under the pointer looks otherwise</source>
        <translation>nur was unter dem Zeiger liegt, sieht anders aus</translation>
    </message>
    <message>
        <source>only what moves by itself changed</source>
        <translation>nur was sich von selbst bewegt, hat sich geändert</translation>
    </message>
    <message>
        <source>only you</source>
        <translation>nur du</translation>
    </message>
    <message>
        <source>open</source>
        <translation>offen</translation>
    </message>
    <message>
        <source>open to others: {0}</source>
        <translation>offen für andere: {0}</translation>
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
        <source>other hands</source>
        <translation>fremde Hände</translation>
    </message>
    <message>
        <source>other programs</source>
        <translation>andere Programme</translation>
    </message>
    <message>
        <source>other users of this computer can read what was on your screen</source>
        <translation>andere Benutzer dieses Computers können lesen, was auf deinem Bildschirm war</translation>
    </message>
    <message>
        <source>others can hear or see you or your screen</source>
        <translation>andere können dich oder deinen Bildschirm hören oder sehen</translation>
    </message>
    <message>
        <source>others can see it afterwards</source>
        <translation>andere können es danach sehen</translation>
    </message>
    <message>
        <source>otherwise</source>
        <translation>sonst</translation>
    </message>
    <message>
        <source>overwrite</source>
        <translation>überschreiben</translation>
    </message>
    <message>
        <source>own windows</source>
        <translation>eigene Fenster</translation>
    </message>
    <message>
        <source>p95 {0:.1f} s, without waiting for you</source>
        <translation>p95 {0:.1f} s, ohne das Warten auf dich</translation>
    </message>
    <message>
        <source>package manager</source>
        <translation>Paketverwaltung</translation>
    </message>
    <message>
        <source>panel</source>
        <translation>Leiste</translation>
    </message>
    <message>
        <source>panel or notification</source>
        <translation>Leiste oder Benachrichtigung</translation>
    </message>
    <message>
        <source>partly done</source>
        <translation>teilweise fertig</translation>
    </message>
    <message>
        <source>password</source>
        <translation>Passwort</translation>
    </message>
    <message>
        <source>password field, by its role</source>
        <translation>Passwortfeld, an seiner Art erkannt</translation>
    </message>
    <message>
        <source>password fields</source>
        <translation>Passwortfelder</translation>
    </message>
    <message>
        <source>password manager</source>
        <translation>Passwortverwaltung</translation>
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
        <source>place</source>
        <translation>Platz</translation>
    </message>
    <message>
        <source>place for commands</source>
        <translation>Platz für Befehle</translation>
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
        <source>press and release that key yourself</source>
        <translation>drücke diese Taste selbst und lass sie los</translation>
    </message>
    <message>
        <source>press this card to type</source>
        <translation>drücke auf diese Karte, um zu tippen</translation>
    </message>
    <message>
        <source>progress bar</source>
        <translation>Fortschrittsbalken</translation>
    </message>
    <message>
        <source>publish</source>
        <translation>veröffentlichen</translation>
    </message>
    <message>
        <source>pyautogui cannot press what the mouse is set up for here: a button and the wheel are swapped; choose the x11 backend</source>
        <translation>pyautogui kann nicht drücken, wofür die Maus hier eingestellt ist: Eine Taste und das Rad sind vertauscht; wähle das Backend x11</translation>
    </message>
    <message>
        <source>pyautogui has no mouse button {0}; it has left, middle and right</source>
        <translation>pyautogui hat keine Maustaste {0}; es hat links, Mitte und rechts</translation>
    </message>
    <message>
        <source>radio button</source>
        <translation>Optionsfeld</translation>
    </message>
    <message>
        <source>read back, exact</source>
        <translation>zurückgelesen, genau</translation>
    </message>
    <message>
        <source>read back, it differs: {0} letters found, {1} typed</source>
        <translation>zurückgelesen, es ist anders: {0} Zeichen gefunden, {1} getippt</translation>
    </message>
    <message>
        <source>read back, it is in the field</source>
        <translation>zurückgelesen, es ist im Feld</translation>
    </message>
    <message>
        <source>read back, the field has the keyboard and holds it, as it did before</source>
        <translation>zurückgelesen, das Feld hat die Tastatur und enthält es, wie zuvor</translation>
    </message>
    <message>
        <source>read back, the field holds it, as it did before</source>
        <translation>zurückgelesen, das Feld enthält es, wie zuvor</translation>
    </message>
    <message>
        <source>read back, the field is as it was</source>
        <translation>zurückgelesen, das Feld ist, wie es war</translation>
    </message>
    <message>
        <source>read back, the same letters in another case</source>
        <translation>zurückgelesen, dieselben Buchstaben, anders groß und klein</translation>
    </message>
    <message>
        <source>read, exact</source>
        <translation>gelesen, genau</translation>
    </message>
    <message>
        <source>receipts</source>
        <translation>Belege</translation>
    </message>
    <message>
        <source>recognised where programs mark them</source>
        <translation>werden erkannt, wo Programme sie kennzeichnen</translation>
    </message>
    <message>
        <source>recorded</source>
        <translation>aufgenommen</translation>
    </message>
    <message>
        <source>reject</source>
        <translation>nein</translation>
    </message>
    <message>
        <source>rejected</source>
        <translation>abgelehnt</translation>
    </message>
    <message>
        <source>remote or virtual machine</source>
        <translation>entfernte oder virtuelle Maschine</translation>
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
        <source>right</source>
        <translation>rechts</translation>
    </message>
    <message>
        <source>right of</source>
        <translation>rechts von</translation>
    </message>
    <message>
        <source>right of {0}</source>
        <translation>rechts von {0}</translation>
    </message>
    <message>
        <source>room</source>
        <translation>Platz</translation>
    </message>
    <message>
        <source>row</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>row header</source>
        <translation>Zeilenkopf</translation>
    </message>
    <message>
        <source>rules for a program cannot be trusted on this display</source>
        <translation>auf Regeln für ein Programm ist auf diesem Bildschirm kein Verlass</translation>
    </message>
    <message>
        <source>run only programs here that you trust</source>
        <translation>starte hier nur Programme, denen du vertraust</translation>
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
        <source>screen</source>
        <translation>Bildschirm</translation>
    </message>
    <message>
        <source>screen corner</source>
        <translation>Bildschirmecke</translation>
    </message>
    <message>
        <source>screen locks</source>
        <translation>Bildschirmsperren</translation>
    </message>
    <message>
        <source>scroll bar</source>
        <translation>Bildlaufleiste</translation>
    </message>
    <message>
        <source>second </source>
        <translation>zweite </translation>
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
        <source>set DESKHAND_HOME to a folder on a local disk</source>
        <translation>setze DESKHAND_HOME auf einen Ordner auf einer Platte in diesem Computer</translation>
    </message>
    <message>
        <source>set DESKHAND_HOME to a folder outside it</source>
        <translation>setze DESKHAND_HOME auf einen Ordner außerhalb davon</translation>
    </message>
    <message>
        <source>set DESKHAND_HOME to a mounted volume</source>
        <translation>setze DESKHAND_HOME auf ein eingehängtes Volume</translation>
    </message>
    <message>
        <source>set the clock: timedatectl set-ntp true</source>
        <translation>stelle die Uhr: timedatectl set-ntp true</translation>
    </message>
    <message>
        <source>shown to you</source>
        <translation>dir gezeigt</translation>
    </message>
    <message>
        <source>simple commands need no AI model, everything else goes to it</source>
        <translation>einfache Befehle brauchen kein KI-Modell, alles andere geht an eins</translation>
    </message>
    <message>
        <source>slider</source>
        <translation>Regler</translation>
    </message>
    <message>
        <source>small letters, digits, _</source>
        <translation>kleine Buchstaben, Ziffern, _</translation>
    </message>
    <message>
        <source>something</source>
        <translation>etwas</translation>
    </message>
    <message>
        <source>something asks for your consent</source>
        <translation>etwas bittet um deine Zustimmung</translation>
    </message>
    <message>
        <source>something changed elsewhere on the screen</source>
        <translation>anderswo auf dem Bildschirm hat sich etwas geändert</translation>
    </message>
    <message>
        <source>something changed outside the window</source>
        <translation>außerhalb des Fensters hat sich etwas geändert</translation>
    </message>
    <message>
        <source>something changes</source>
        <translation>etwas ändert sich</translation>
    </message>
    <message>
        <source>something is dragged</source>
        <translation>etwas wird gezogen</translation>
    </message>
    <message>
        <source>something is moved</source>
        <translation>etwas wird verschoben</translation>
    </message>
    <message>
        <source>something may be dropped here</source>
        <translation>hier kann etwas abgelegt werden</translation>
    </message>
    <message>
        <source>something that takes no text has got the keyboard, which letters could press; nothing was sent</source>
        <translation>etwas, das keinen Text nimmt, hat die Tastatur bekommen, und Buchstaben könnten es drücken; es wurde nichts gesendet</translation>
    </message>
    <message>
        <source>stands {0:.0f} days before this program was installed</source>
        <translation>steht {0:.0f} Tage vor der Installation dieses Programms</translation>
    </message>
    <message>
        <source>start</source>
        <translation>starten</translation>
    </message>
    <message>
        <source>start a panel that has a tray</source>
        <translation>starte eine Leiste mit Infobereich</translation>
    </message>
    <message>
        <source>status</source>
        <translation>Status</translation>
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
        <source>step {0} of {1}</source>
        <translation>Schritt {0} von {1}</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>steps that were done: {0}</source>
        <translation>getane Schritte: {0}</translation>
    </message>
    <message>
        <source>steps up to {0} are kept</source>
        <translation>die Schritte bis {0} sind aufgezeichnet</translation>
    </message>
    <message>
        <source>stop key</source>
        <translation>Stopptaste</translation>
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
        <source>stopped while it was being sent</source>
        <translation>gestoppt, während es gesendet wurde</translation>
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
        <source>switch</source>
        <translation>Schalter</translation>
    </message>
    <message>
        <source>system settings</source>
        <translation>Systemeinstellungen</translation>
    </message>
    <message>
        <source>tab</source>
        <translation>Reiter</translation>
    </message>
    <message>
        <source>tab list</source>
        <translation>Reiterleiste</translation>
    </message>
    <message>
        <source>tab, the neighbour of the selected one</source>
        <translation>Reiter, der Nachbar des gewählten</translation>
    </message>
    <message>
        <source>table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>taken for what {0} means</source>
        <translation>verstanden als das, was {0} bedeutet</translation>
    </message>
    <message>
        <source>target</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <source>terminal</source>
        <translation>Terminal</translation>
    </message>
    <message>
        <source>text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>text cannot be put on the clipboard here; type it instead</source>
        <translation>hier lässt sich kein Text in die Zwischenablage legen; tippe ihn stattdessen</translation>
    </message>
    <message>
        <source>text on screen</source>
        <translation>Text am Bildschirm</translation>
    </message>
    <message>
        <source>text read from the picture</source>
        <translation>Text, vom Bild gelesen</translation>
    </message>
    <message>
        <source>text, read from the picture</source>
        <translation>Text, vom Bild gelesen</translation>
    </message>
    <message>
        <source>texts of the row, with ; between</source>
        <translation>Texte der Zeile, mit ; dazwischen</translation>
    </message>
    <message>
        <source>that is my own window</source>
        <translation>das ist mein eigenes Fenster</translation>
    </message>
    <message>
        <source>that is myself</source>
        <translation>das bin ich selbst</translation>
    </message>
    <message>
        <source>the action was not accepted: its verdict is {0}</source>
        <translation>die Aktion wurde nicht angenommen: Das Urteil ist {0}</translation>
    </message>
    <message>
        <source>the active window</source>
        <translation>das aktive Fenster</translation>
    </message>
    <message>
        <source>the approval came more than {0:g} seconds after the look at the screen; look again</source>
        <translation>die Zustimmung kam mehr als {0:g} Sekunden nach dem Blick auf den Bildschirm; sieh neu hin</translation>
    </message>
    <message>
        <source>the approval is for another action than the one that was prepared</source>
        <translation>die Zustimmung gilt einer anderen Aktion als der vorbereiteten</translation>
    </message>
    <message>
        <source>the approval was made {0:.0f} seconds ago and is good for {1:g}. Look again</source>
        <translation>die Zustimmung ist {0:.0f} Sekunden alt und gilt {1:g}. Sieh neu hin</translation>
    </message>
    <message>
        <source>the approval was made {0:.3f} seconds ago, the look at the screen {1:.3f}; an approval must come after it. Look again</source>
        <translation>die Zustimmung ist {0:.3f} Sekunden alt, der Blick auf den Bildschirm {1:.3f}; eine Zustimmung muss danach kommen. Sieh neu hin</translation>
    </message>
    <message>
        <source>the assistant&apos;s window went away</source>
        <translation>das Fenster des Assistenten ist weg</translation>
    </message>
    <message>
        <source>the box of the step before</source>
        <translation>das Feld vom Schritt davor</translation>
    </message>
    <message>
        <source>the button beside the name of the month</source>
        <translation>der Knopf neben dem Namen des Monats</translation>
    </message>
    <message>
        <source>the cell of the step before</source>
        <translation>die Zelle vom Schritt davor</translation>
    </message>
    <message>
        <source>the clipboard</source>
        <translation>die Zwischenablage</translation>
    </message>
    <message>
        <source>the clipboard is not looked at</source>
        <translation>die Zwischenablage wird nicht angesehen</translation>
    </message>
    <message>
        <source>the clipboard is used</source>
        <translation>die Zwischenablage wird benutzt</translation>
    </message>
    <message>
        <source>the computer slept</source>
        <translation>der Computer hat geschlafen</translation>
    </message>
    <message>
        <source>the computer slept meanwhile</source>
        <translation>der Computer hat inzwischen geschlafen</translation>
    </message>
    <message>
        <source>the computer slept meanwhile; look at the screen, then start the task again</source>
        <translation>der Computer hat inzwischen geschlafen; sieh auf den Bildschirm und starte die Aufgabe dann neu</translation>
    </message>
    <message>
        <source>the content moved</source>
        <translation>der Inhalt hat sich bewegt</translation>
    </message>
    <message>
        <source>the desktop</source>
        <translation>der Schreibtisch</translation>
    </message>
    <message>
        <source>the desktop changed its size while the action was sent</source>
        <translation>der Schreibtisch hat seine Größe geändert, während die Aktion gesendet wurde</translation>
    </message>
    <message>
        <source>the desktop may have given these keys any meaning</source>
        <translation>der Schreibtisch kann diesen Tasten irgendeine Bedeutung gegeben haben</translation>
    </message>
    <message>
        <source>the desktop was number {0} and is number {1}</source>
        <translation>der Schreibtisch war Nummer {0} und ist Nummer {1}</translation>
    </message>
    <message>
        <source>the desktop was {0} and is {1}</source>
        <translation>der Schreibtisch war {0} und ist {1}</translation>
    </message>
    <message>
        <source>the dialog asks something that I know no word of</source>
        <translation>der Dialog fragt etwas, von dem ich kein Wort kenne</translation>
    </message>
    <message>
        <source>the dialog asks whether to call something off</source>
        <translation>der Dialog fragt, ob etwas abzubrechen ist</translation>
    </message>
    <message>
        <source>the dialog names an amount of money</source>
        <translation>der Dialog nennt einen Geldbetrag</translation>
    </message>
    <message>
        <source>the dialog says &quot;{0}&quot;: {1}</source>
        <translation>der Dialog sagt „{0}“: {1}</translation>
    </message>
    <message>
        <source>the disk of another computer: locks and order of writes are not kept for sure</source>
        <translation>die Platte eines anderen Computers: Sperren und Reihenfolge des Schreibens sind nicht sicher</translation>
    </message>
    <message>
        <source>the editor of “{0}” was closed</source>
        <translation>der Editor von „{0}“ wurde geschlossen</translation>
    </message>
    <message>
        <source>the field</source>
        <translation>das Feld</translation>
    </message>
    <message>
        <source>the field asks for something secret</source>
        <translation>das Feld fragt nach etwas Geheimem</translation>
    </message>
    <message>
        <source>the field changed the text: {0} letters found, {1} typed</source>
        <translation>das Feld hat den Text geändert: {0} Zeichen gefunden, {1} getippt</translation>
    </message>
    <message>
        <source>the field holds another number of characters than were typed</source>
        <translation>im Feld sind nicht so viele Zeichen, wie getippt wurden</translation>
    </message>
    <message>
        <source>the field of the part that is open</source>
        <translation>das Feld des Teils, der offen ist</translation>
    </message>
    <message>
        <source>the field of the step before</source>
        <translation>das Feld vom Schritt davor</translation>
    </message>
    <message>
        <source>the field took something that is not read for sure</source>
        <translation>das Feld hat etwas genommen, das nicht sicher zu lesen ist</translation>
    </message>
    <message>
        <source>the field took something, which is never read</source>
        <translation>das Feld hat etwas genommen, das nie gelesen wird</translation>
    </message>
    <message>
        <source>the head of a column</source>
        <translation>der Kopf einer Spalte</translation>
    </message>
    <message>
        <source>the history shows wrong days; nothing else rests on it</source>
        <translation>der Verlauf zeigt falsche Tage; sonst hängt nichts daran</translation>
    </message>
    <message>
        <source>the input method “{0}” ({1}) is on and may make other letters of what is typed; switch to a plain keyboard layout, then try again</source>
        <translation>die Eingabemethode „{0}“ ({1}) ist an und kann aus dem Getippten andere Buchstaben machen; wechsle zu einer einfachen Tastaturbelegung und versuche es dann noch einmal</translation>
    </message>
    <message>
        <source>the keyboard focus</source>
        <translation>der Fokus der Tastatur</translation>
    </message>
    <message>
        <source>the keyboard focus is in a window of this assistant, which it never touches by itself</source>
        <translation>die Tastatur ist in einem Fenster dieses Assistenten, das er nie von selbst anrührt</translation>
    </message>
    <message>
        <source>the keyboard focus went to {0} before the first key</source>
        <translation>die Tastatur ging vor der ersten Taste an {0}</translation>
    </message>
    <message>
        <source>the keyboard layout was changed, or Caps Lock switched on, while the text was typed; the rest of it was not sent</source>
        <translation>die Tastaturbelegung wurde geändert oder die Feststelltaste eingeschaltet, während der Text getippt wurde; der Rest davon wurde nicht gesendet</translation>
    </message>
    <message>
        <source>the kill key is not heard ({0}); nothing is sent. Restart the assistant</source>
        <translation>die Stopptaste wird nicht gehört ({0}); es wird nichts gesendet. Starte den Assistenten neu</translation>
    </message>
    <message>
        <source>the kill key was pressed</source>
        <translation>die Stopptaste wurde gedrückt</translation>
    </message>
    <message>
        <source>the layer of a container: all runs are gone with the container</source>
        <translation>die Schicht eines Containers: Mit dem Container sind alle Aufgaben weg</translation>
    </message>
    <message>
        <source>the menu or list closed</source>
        <translation>das Menü oder die Liste ging zu</translation>
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
        <source>the number is read in it</source>
        <translation>die Zahl ist darin zu lesen</translation>
    </message>
    <message>
        <source>the only field of the page</source>
        <translation>das einzige Feld der Seite</translation>
    </message>
    <message>
        <source>the only field seen</source>
        <translation>das einzige Feld, das zu sehen ist</translation>
    </message>
    <message>
        <source>the only one of {0} with {1}</source>
        <translation>das einzige von {0} mit {1}</translation>
    </message>
    <message>
        <source>the page gives orders to assistants, and that is not from you</source>
        <translation>die Seite gibt Assistenten Befehle, und die sind nicht von dir</translation>
    </message>
    <message>
        <source>the page holds the settings of an account or a running system</source>
        <translation>die Seite enthält Einstellungen eines Kontos oder eines laufenden Systems</translation>
    </message>
    <message>
        <source>the page is left</source>
        <translation>die Seite wird verlassen</translation>
    </message>
    <message>
        <source>the page takes a payment</source>
        <translation>die Seite nimmt eine Zahlung an</translation>
    </message>
    <message>
        <source>the picture around the target changed since it was approved</source>
        <translation>das Bild um das Ziel hat sich seit der Zustimmung geändert</translation>
    </message>
    <message>
        <source>the picture at the target changed before it could be shown to you</source>
        <translation>das Bild am Ziel hat sich geändert, bevor es dir gezeigt werden konnte</translation>
    </message>
    <message>
        <source>the place</source>
        <translation>die Stelle</translation>
    </message>
    <message>
        <source>the pointer is not there</source>
        <translation>der Zeiger ist nicht dort</translation>
    </message>
    <message>
        <source>the pointer is there</source>
        <translation>der Zeiger ist dort</translation>
    </message>
    <message>
        <source>the pointer was pushed into the stop corner</source>
        <translation>der Zeiger wurde in die Stopp-Ecke geschoben</translation>
    </message>
    <message>
        <source>the policy asks for more care</source>
        <translation>wer den Schritt vorschlägt, bittet um mehr Vorsicht</translation>
    </message>
    <message>
        <source>the press went to {0}, which had come to its place</source>
        <translation>der Klick ging an {0}, das an seine Stelle gekommen war</translation>
    </message>
    <message>
        <source>the process that releases keys after a crash does not start; nothing is sent without it. Restart the assistant</source>
        <translation>der Prozess, der nach einem Absturz die Tasten loslässt, startet nicht; ohne ihn wird nichts gesendet. Starte den Assistenten neu</translation>
    </message>
    <message>
        <source>the question is about keeping or calling off, so that a no may lose something</source>
        <translation>die Frage ist, ob etwas behalten oder abgebrochen wird, sodass ein Nein etwas verlieren kann</translation>
    </message>
    <message>
        <source>the records lie in {0}</source>
        <translation>die Aufzeichnungen liegen in {0}</translation>
    </message>
    <message>
        <source>the right edge of {0}</source>
        <translation>den rechten Rand von {0}</translation>
    </message>
    <message>
        <source>the run was stopped or began anew</source>
        <translation>die Aufgabe wurde gestoppt oder begann neu</translation>
    </message>
    <message>
        <source>the same action was sent {0} times and nothing on the screen changed; say what to do instead</source>
        <translation>dieselbe Aktion wurde {0}-mal gesendet, und auf dem Bildschirm hat sich nichts geändert; sage, was stattdessen zu tun ist</translation>
    </message>
    <message>
        <source>the same step</source>
        <translation>derselbe Schritt</translation>
    </message>
    <message>
        <source>the screen is locked; nothing is sent to a locked screen. Unlock it to go on</source>
        <translation>der Bildschirm ist gesperrt; an einen gesperrten Bildschirm wird nichts gesendet. Entsperre ihn, um weiterzumachen</translation>
    </message>
    <message>
        <source>the screen was changing by itself</source>
        <translation>der Bildschirm hat sich von selbst geändert</translation>
    </message>
    <message>
        <source>the screen was locked</source>
        <translation>der Bildschirm wurde gesperrt</translation>
    </message>
    <message>
        <source>the screen was locked; nothing more is sent. Unlock it to go on</source>
        <translation>der Bildschirm wurde gesperrt; es wird nichts mehr gesendet. Entsperre ihn, um weiterzumachen</translation>
    </message>
    <message>
        <source>the secret {0}</source>
        <translation>das Geheimnis {0}</translation>
    </message>
    <message>
        <source>the secret “{0}”</source>
        <translation>das Geheimnis „{0}“</translation>
    </message>
    <message>
        <source>the secret “{0}” cannot be typed here: it holds a character that no key gives, or the keyboard has no room for it; nothing more was typed</source>
        <translation>das Geheimnis „{0}“ lässt sich hier nicht tippen: Es enthält ein Zeichen, das keine Taste gibt, oder die Tastatur hat keinen Platz dafür; mehr wurde nicht getippt</translation>
    </message>
    <message>
        <source>the secret “{0}” is longer than one action may type; raise the limit in the settings</source>
        <translation>das Geheimnis „{0}“ ist länger, als eine Aktion tippen darf; erhöhe die Grenze in den Einstellungen</translation>
    </message>
    <message>
        <source>the secret “{0}” is only for {1}, and the keys would go to {2}</source>
        <translation>das Geheimnis „{0}“ ist nur für {1}, und die Tasten gingen an {2}</translation>
    </message>
    <message>
        <source>the selection</source>
        <translation>die Auswahl</translation>
    </message>
    <message>
        <source>the service of that folder copies pictures of your screen to other computers</source>
        <translation>der Dienst dieses Ordners kopiert Bilder deines Bildschirms auf andere Computer</translation>
    </message>
    <message>
        <source>the size of the desktop changed meanwhile</source>
        <translation>die Größe des Schreibtischs hat sich inzwischen geändert</translation>
    </message>
    <message>
        <source>the step {0} is not valid: {1}; nothing was sent</source>
        <translation>der Schritt {0} ist nicht gültig: {1}; es wurde nichts gesendet</translation>
    </message>
    <message>
        <source>the stop key was pressed</source>
        <translation>die Stopptaste wurde gedrückt</translation>
    </message>
    <message>
        <source>the system asked the executor to end</source>
        <translation>das System hat den ausführenden Prozess beendet</translation>
    </message>
    <message>
        <source>the system does not tell which program this is</source>
        <translation>das System verrät nicht, welches Programm das ist</translation>
    </message>
    <message>
        <source>the target changed since the last look</source>
        <translation>das Ziel hat sich seit dem letzten Blick geändert</translation>
    </message>
    <message>
        <source>the target lies in a window of this assistant, which it never touches by itself</source>
        <translation>das Ziel liegt in einem Fenster dieses Assistenten, das er nie von selbst anrührt</translation>
    </message>
    <message>
        <source>the target {0},{1} is off the screen; expected 0,0 to {2},{3}</source>
        <translation>das Ziel {0},{1} liegt außerhalb des Bildschirms; erwartet wird 0,0 bis {2},{3}</translation>
    </message>
    <message>
        <source>the text asks for administrator rights</source>
        <translation>der Text verlangt Verwalterrechte</translation>
    </message>
    <message>
        <source>the text beside a field</source>
        <translation>der Text neben einem Feld</translation>
    </message>
    <message>
        <source>the text can erase a disk</source>
        <translation>der Text kann einen Datenträger löschen</translation>
    </message>
    <message>
        <source>the text changes access rights</source>
        <translation>der Text ändert Zugriffsrechte</translation>
    </message>
    <message>
        <source>the text cursor</source>
        <translation>der Textzeiger</translation>
    </message>
    <message>
        <source>the text cursor moved</source>
        <translation>der Textzeiger hat sich bewegt</translation>
    </message>
    <message>
        <source>the text cursor stands there already</source>
        <translation>der Textzeiger steht schon dort</translation>
    </message>
    <message>
        <source>the text cursor went elsewhere</source>
        <translation>der Textzeiger ging woandershin</translation>
    </message>
    <message>
        <source>the text deletes data</source>
        <translation>der Text löscht Daten</translation>
    </message>
    <message>
        <source>the text deletes files</source>
        <translation>der Text löscht Dateien</translation>
    </message>
    <message>
        <source>the text floods the computer with processes</source>
        <translation>der Text überflutet den Computer mit Prozessen</translation>
    </message>
    <message>
        <source>the text has a control character (U+{0:04X}) at position {1}; only new lines and tabs can be typed. Remove it</source>
        <translation>der Text hat ein Steuerzeichen (U+{0:04X}) an Stelle {1}; nur neue Zeilen und Tabulatoren lassen sich tippen. Entferne es</translation>
    </message>
    <message>
        <source>the text has half of a character pair (a lone surrogate); remove it</source>
        <translation>der Text hat ein halbes Zeichenpaar (ein einzelnes Surrogat); entferne es</translation>
    </message>
    <message>
        <source>the text has line breaks, each presses Enter</source>
        <translation>der Text hat Zeilenumbrüche, jeder drückt Enter</translation>
    </message>
    <message>
        <source>the text has {0} characters; one action may type {1}. Split it, or raise the limit in the settings</source>
        <translation>der Text hat {0} Zeichen; eine Aktion darf {1} tippen. Teile ihn, oder erhöhe die Grenze in den Einstellungen</translation>
    </message>
    <message>
        <source>the text holds hidden characters</source>
        <translation>der Text enthält versteckte Zeichen</translation>
    </message>
    <message>
        <source>the text holds {0}...}} together with other text, or with a name that no secret can have; a secret is typed in a step of its own. To type the sign itself write {1}</source>
        <translation>der Text enthält {0}...}} zusammen mit anderem Text oder mit einem Namen, den kein Geheimnis haben kann; ein Geheimnis wird in einem eigenen Schritt getippt. Um das Zeichen selbst zu tippen, schreibe {1}</translation>
    </message>
    <message>
        <source>the text in the field has another length</source>
        <translation>der Text im Feld hat eine andere Länge</translation>
    </message>
    <message>
        <source>the text is a formula that reaches out of its sheet</source>
        <translation>der Text ist eine Formel, die aus ihrem Blatt hinausreicht</translation>
    </message>
    <message>
        <source>the text is a {0} address</source>
        <translation>der Text ist eine Adresse der Art {0}</translation>
    </message>
    <message>
        <source>the text is in its field, and nothing shows that Enter did anything</source>
        <translation>der Text ist in seinem Feld, und nichts zeigt, dass Enter etwas getan hat</translation>
    </message>
    <message>
        <source>the text is read in its field</source>
        <translation>der Text ist in seinem Feld zu lesen</translation>
    </message>
    <message>
        <source>the text looks like a key or a password</source>
        <translation>der Text sieht wie ein Schlüssel oder ein Passwort aus</translation>
    </message>
    <message>
        <source>the text looks like a one-time code</source>
        <translation>der Text sieht wie ein Einmalcode aus</translation>
    </message>
    <message>
        <source>the text loses history</source>
        <translation>der Text wirft Verlauf weg</translation>
    </message>
    <message>
        <source>the text names a file that runs by itself or holds keys</source>
        <translation>der Text nennt eine Datei, die von selbst läuft oder Schlüssel enthält</translation>
    </message>
    <message>
        <source>the text names files of another machine</source>
        <translation>der Text nennt Dateien eines anderen Rechners</translation>
    </message>
    <message>
        <source>the text of &quot;{0}&quot; cannot be read</source>
        <translation>der Text von „{0}“ ist nicht zu lesen</translation>
    </message>
    <message>
        <source>the text runs a PowerShell command</source>
        <translation>der Text führt einen PowerShell-Befehl aus</translation>
    </message>
    <message>
        <source>the text runs a command</source>
        <translation>der Text führt einen Befehl aus</translation>
    </message>
    <message>
        <source>the text runs a script from the network</source>
        <translation>der Text führt ein Skript aus dem Netz aus</translation>
    </message>
    <message>
        <source>the text runs code</source>
        <translation>der Text führt Code aus</translation>
    </message>
    <message>
        <source>the text stops programs or the computer</source>
        <translation>der Text beendet Programme oder den Computer</translation>
    </message>
    <message>
        <source>the text writes to the system</source>
        <translation>der Text schreibt ins System</translation>
    </message>
    <message>
        <source>the thing to press moved, went away or answers no more after it was found; nothing was pressed</source>
        <translation>das Ziel rückte weg, verschwand oder antwortet nicht mehr, seit es gefunden wurde; es wurde nichts gedrückt</translation>
    </message>
    <message>
        <source>the usual keys</source>
        <translation>die üblichen Tasten</translation>
    </message>
    <message>
        <source>the window</source>
        <translation>das Fenster</translation>
    </message>
    <message>
        <source>the window at the target</source>
        <translation>das Fenster am Ziel</translation>
    </message>
    <message>
        <source>the window came up a moment ago</source>
        <translation>das Fenster kam gerade erst</translation>
    </message>
    <message>
        <source>the window got another title; look again</source>
        <translation>das Fenster hat einen anderen Titel bekommen; sieh neu hin</translation>
    </message>
    <message>
        <source>the window has the same size</source>
        <translation>das Fenster ist so groß wie zuvor</translation>
    </message>
    <message>
        <source>the window is closed</source>
        <translation>das Fenster ist geschlossen</translation>
    </message>
    <message>
        <source>the window is in front</source>
        <translation>das Fenster ist vorne</translation>
    </message>
    <message>
        <source>the window is larger</source>
        <translation>das Fenster ist größer</translation>
    </message>
    <message>
        <source>the window is minimised</source>
        <translation>das Fenster ist minimiert</translation>
    </message>
    <message>
        <source>the window is not in front</source>
        <translation>das Fenster ist nicht vorne</translation>
    </message>
    <message>
        <source>the window is open and asks something</source>
        <translation>das Fenster ist offen und fragt etwas</translation>
    </message>
    <message>
        <source>the window is still open</source>
        <translation>das Fenster ist noch offen</translation>
    </message>
    <message>
        <source>the window is still shown</source>
        <translation>das Fenster ist noch zu sehen</translation>
    </message>
    <message>
        <source>the window of {0}</source>
        <translation>das Fenster von {0}</translation>
    </message>
    <message>
        <source>the window with the keyboard focus got another title: {0}</source>
        <translation>das Fenster mit der Tastatur hat einen anderen Titel bekommen: {0}</translation>
    </message>
    <message>
        <source>the window without a title</source>
        <translation>das Fenster ohne Titel</translation>
    </message>
    <message>
        <source>the window {0}</source>
        <translation>das Fenster {0}</translation>
    </message>
    <message>
        <source>the window&apos;s title changed</source>
        <translation>der Titel des Fensters hat sich geändert</translation>
    </message>
    <message>
        <source>the window&apos;s title changed, and its bar gave the keyboard away</source>
        <translation>der Titel des Fensters hat sich geändert, und seine Leiste hat die Tastatur abgegeben</translation>
    </message>
    <message>
        <source>the window&apos;s title says that something is not saved</source>
        <translation>der Titel des Fensters sagt, dass etwas nicht gespeichert ist</translation>
    </message>
    <message>
        <source>the word that tells its state</source>
        <translation>das Wort, das seinen Zustand nennt</translation>
    </message>
    <message>
        <source>the {0}</source>
        <translation>{0}</translation>
    </message>
    <message>
        <source>the {0} near {1}</source>
        <translation>{0} bei {1}</translation>
    </message>
    <message>
        <source>the {0} on the picture</source>
        <translation>{0} auf dem Bild</translation>
    </message>
    <message>
        <source>the {0} without a name at {1}, {2}</source>
        <translation>{0} ohne Namen bei {1}, {2}</translation>
    </message>
    <message>
        <source>the {0} without a name {1}</source>
        <translation>{0} ohne Namen {1}</translation>
    </message>
    <message>
        <source>the {0} {1}</source>
        <translation>{0} {1}</translation>
    </message>
    <message>
        <source>the {0}line{1}</source>
        <translation>die {0}Zeile{1}</translation>
    </message>
    <message>
        <source>the {0}paragraph{1}</source>
        <translation>den {0}Absatz{1}</translation>
    </message>
    <message>
        <source>the {0}sentence{1}</source>
        <translation>den {0}Satz{1}</translation>
    </message>
    <message>
        <source>the {0}word{1}</source>
        <translation>das {0}Wort{1}</translation>
    </message>
    <message>
        <source>their programs run on {0} or here, X11 does not say which</source>
        <translation>die Programme laufen auf {0} oder hier, X11 sagt nicht, welches wo</translation>
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
        <source>there is a window called &quot;{0}&quot;</source>
        <translation>es gibt ein Fenster namens „{0}“</translation>
    </message>
    <message>
        <source>there is no other window to switch to</source>
        <translation>es gibt kein anderes Fenster, zu dem sich wechseln lässt</translation>
    </message>
    <message>
        <source>there is no secret called “{0}”; add it with: deskhand secret set {0}</source>
        <translation>es gibt kein Geheimnis namens „{0}“; lege es an mit: deskhand secret set {0}</translation>
    </message>
    <message>
        <source>there is no window called &quot;{0}&quot;</source>
        <translation>es gibt kein Fenster namens „{0}“</translation>
    </message>
    <message>
        <source>there is no window {0} ({1}) any more</source>
        <translation>das Fenster {0} ({1}) gibt es nicht mehr</translation>
    </message>
    <message>
        <source>these keys belong to the system</source>
        <translation>diese Tasten gehören dem System</translation>
    </message>
    <message>
        <source>these keys can have an effect</source>
        <translation>diese Tasten können etwas bewirken</translation>
    </message>
    <message>
        <source>thing</source>
        <translation>Ding</translation>
    </message>
    <message>
        <source>third </source>
        <translation>dritte </translation>
    </message>
    <message>
        <source>this approval is no longer good ({0}); prepare the action again</source>
        <translation>diese Zustimmung gilt nicht mehr ({0}); bereite die Aktion noch einmal vor</translation>
    </message>
    <message>
        <source>this changes system settings</source>
        <translation>das ändert Systemeinstellungen</translation>
    </message>
    <message>
        <source>this desktop has none</source>
        <translation>dieser Schreibtisch hat keinen</translation>
    </message>
    <message>
        <source>this desktop is worked over {0}</source>
        <translation>dieser Schreibtisch wird über {0} bedient</translation>
    </message>
    <message>
        <source>this field shows what is typed, and {0} would be seen</source>
        <translation>dieses Feld zeigt, was getippt wird, und {0} wäre zu sehen</translation>
    </message>
    <message>
        <source>this is a password field</source>
        <translation>das ist ein Passwortfeld</translation>
    </message>
    <message>
        <source>this is a password manager</source>
        <translation>das ist eine Passwortverwaltung</translation>
    </message>
    <message>
        <source>this is a window of this assistant, which it never touches by itself</source>
        <translation>das ist ein Fenster dieses Assistenten, das er nie von selbst anrührt</translation>
    </message>
    <message>
        <source>this is a {0} window</source>
        <translation>das ist ein Fenster dieser Art: {0}</translation>
    </message>
    <message>
        <source>this is no approval: its verdict is “{0}”, by “{1}”; expected one of {2} and who decided</source>
        <translation>das ist keine Zustimmung: Das Urteil ist „{0}“, von „{1}“; erwartet wird eines von {2} und wer entschied</translation>
    </message>
    <message>
        <source>this is not allowed</source>
        <translation>das ist nicht erlaubt</translation>
    </message>
    <message>
        <source>this is not known to be a password field, and {0} may be seen</source>
        <translation>es ist nicht als Passwortfeld bekannt, und {0} ist vielleicht zu sehen</translation>
    </message>
    <message>
        <source>this is the first step in {0}</source>
        <translation>das ist der erste Schritt in {0}</translation>
    </message>
    <message>
        <source>this is the first step on another site</source>
        <translation>das ist der erste Schritt auf einer anderen Website</translation>
    </message>
    <message>
        <source>this is the frame of a window, with the button that closes it</source>
        <translation>das ist der Rahmen eines Fensters mit dem Knopf, der es schließt</translation>
    </message>
    <message>
        <source>this is the lock or login screen</source>
        <translation>das ist der Sperr- oder Anmeldebildschirm</translation>
    </message>
    <message>
        <source>this key stops me</source>
        <translation>diese Taste stoppt mich</translation>
    </message>
    <message>
        <source>this macro is not trusted yet</source>
        <translation>diesem Makro wird noch nicht vertraut</translation>
    </message>
    <message>
        <source>this macro is not trusted yet, so each step is asked about</source>
        <translation>diesem Makro wird noch nicht vertraut, darum wird nach jedem Schritt gefragt</translation>
    </message>
    <message>
        <source>this one</source>
        <translation>dieses</translation>
    </message>
    <message>
        <source>this page holds the settings of an account or of a running system</source>
        <translation>diese Seite enthält die Einstellungen eines Kontos oder eines laufenden Systems</translation>
    </message>
    <message>
        <source>this process could leave its memory behind in a crash; no secret is read into it</source>
        <translation>dieser Prozess könnte bei einem Absturz seinen Speicher hinterlassen; es wird kein Geheimnis hineingelesen</translation>
    </message>
    <message>
        <source>this prompt asks for your authority</source>
        <translation>diese Abfrage verlangt deine Berechtigung</translation>
    </message>
    <message>
        <source>this run has lasted longer than its {0:g} seconds; start it again with a higher limit</source>
        <translation>diese Aufgabe dauert länger als ihre {0:g} Sekunden; starte sie mit einer höheren Grenze neu</translation>
    </message>
    <message>
        <source>this run has used its {0} steps; start it again with a higher limit</source>
        <translation>diese Aufgabe hat ihre {0} Schritte verbraucht; starte sie mit einer höheren Grenze neu</translation>
    </message>
    <message>
        <source>this step needs your decision, and nobody is there to ask</source>
        <translation>dieser Schritt braucht deine Entscheidung, und niemand ist da, der gefragt werden kann</translation>
    </message>
    <message>
        <source>this window</source>
        <translation>diesem Fenster</translation>
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
        <source>to get to the place</source>
        <translation>um zu der Stelle zu kommen</translation>
    </message>
    <message>
        <source>to put the cursor before {0}</source>
        <translation>um den Textzeiger vor {0} zu setzen</translation>
    </message>
    <message>
        <source>to put the cursor behind {0}</source>
        <translation>um den Textzeiger hinter {0} zu setzen</translation>
    </message>
    <message>
        <source>to select {0}</source>
        <translation>um {0} auszuwählen</translation>
    </message>
    <message>
        <source>told apart by program and place</source>
        <translation>nach Programm und Platz unterschieden</translation>
    </message>
    <message>
        <source>told apart by program and place, on {0} monitors</source>
        <translation>nach Programm und Platz unterschieden, auf {0} Bildschirmen</translation>
    </message>
    <message>
        <source>told by {0}</source>
        <translation>gemeldet von {0}</translation>
    </message>
    <message>
        <source>toolbar</source>
        <translation>Werkzeugleiste</translation>
    </message>
    <message>
        <source>tooltip</source>
        <translation>Kurzhilfe</translation>
    </message>
    <message>
        <source>top left</source>
        <translation>oben links</translation>
    </message>
    <message>
        <source>top right</source>
        <translation>oben rechts</translation>
    </message>
    <message>
        <source>tray</source>
        <translation>Infobereich</translation>
    </message>
    <message>
        <source>tree</source>
        <translation>Baum</translation>
    </message>
    <message>
        <source>tree item</source>
        <translation>Eintrag im Baum</translation>
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
        <source>typed, and the program holds {0} until the field is left</source>
        <translation>getippt, und das Programm hält {0}, bis das Feld verlassen wird</translation>
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
        <source>unsaved work can be lost</source>
        <translation>nicht Gespeichertes kann verloren gehen</translation>
    </message>
    <message>
        <source>use a model server on another computer</source>
        <translation>nimm einen Modellserver auf einem anderen Computer</translation>
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
        <source>waited {0:g} s</source>
        <translation>{0:g} s gewartet</translation>
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
        <source>what had the keyboard when the keys were approved has it no more; nothing was sent</source>
        <translation>was bei deiner Zustimmung die Tastatur hatte, hat sie nicht mehr; es wurde nichts gesendet</translation>
    </message>
    <message>
        <source>what has the focus</source>
        <translation>was den Fokus hat</translation>
    </message>
    <message>
        <source>what is dropped there is thrown away</source>
        <translation>was dort abgelegt wird, wird weggeworfen</translation>
    </message>
    <message>
        <source>what is easy to undo runs in apps that you allowed</source>
        <translation>was leicht rückgängig zu machen ist, läuft in erlaubten Programmen</translation>
    </message>
    <message>
        <source>what is on the screen leaves this computer that way, not by deskhand</source>
        <translation>was auf dem Bildschirm ist, verlässt auf diesem Weg den Computer, nicht durch deskhand</translation>
    </message>
    <message>
        <source>what is on your screen goes there while a goal is worked on, because you set it so</source>
        <translation>was auf deinem Bildschirm ist, geht dorthin, während an einem Ziel gearbeitet wird, weil du es so eingestellt hast</translation>
    </message>
    <message>
        <source>what is read in the field differs: {0} letters, {1} typed</source>
        <translation>im Feld ist etwas anderes zu lesen: {0} Zeichen, {1} getippt</translation>
    </message>
    <message>
        <source>what it holds; on or off for a box</source>
        <translation>was es enthält; ein oder aus bei einem Kästchen</translation>
    </message>
    <message>
        <source>what lay at the target moved before it was pressed; nothing was pressed</source>
        <translation>was am Ziel lag, rückte weg, bevor es gedrückt wurde; es wurde nichts gedrückt</translation>
    </message>
    <message>
        <source>what password fields get</source>
        <translation>was Passwortfelder bekommen</translation>
    </message>
    <message>
        <source>what this control does is not known, and it can reach far</source>
        <translation>was dieses Element tut, ist nicht bekannt, und es kann weit reichen</translation>
    </message>
    <message>
        <source>what was typed is not read back; more steps end as “not seen”</source>
        <translation>was getippt wurde, wird nicht zurückgelesen; mehr Schritte enden als „nicht gesehen“</translation>
    </message>
    <message>
        <source>what would get this changes all the time; nothing more was sent. Try again</source>
        <translation>was das bekäme, ändert sich immerzu; es wurde nichts mehr gesendet. Versuche es noch einmal</translation>
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
        <source>where its knob stands now cannot be seen</source>
        <translation>wo sein Knopf jetzt steht, ist nicht zu sehen</translation>
    </message>
    <message>
        <source>whether it is on cannot be read on the picture</source>
        <translation>ob es an ist, lässt sich auf dem Bild nicht lesen</translation>
    </message>
    <message>
        <source>who sits at the other end can accept a card as you can</source>
        <translation>wer am anderen Ende sitzt, kann wie du einer Karte zustimmen</translation>
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
        <source>window</source>
        <translation>Fenster</translation>
    </message>
    <message>
        <source>window, found by its title</source>
        <translation>Fenster, am Titel gefunden</translation>
    </message>
    <message>
        <source>windows</source>
        <translation>Fenster</translation>
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
        <source>you stopped it</source>
        <translation>du hast es gestoppt</translation>
    </message>
    <message>
        <source>you stopped it while the target was looked at</source>
        <translation>du hast es gestoppt, während das Ziel angesehen wurde</translation>
    </message>
    <message>
        <source>you used the mouse or the keyboard</source>
        <translation>du hast die Maus oder die Tastatur benutzt</translation>
    </message>
    <message>
        <source>your mark</source>
        <translation>dein Kennzeichen</translation>
    </message>
    <message>
        <source>your rules do not allow it</source>
        <translation>deine Regeln erlauben es nicht</translation>
    </message>
    <message>
        <source>your words do not name it, they seem to mean it</source>
        <translation>deine Worte nennen es nicht, sie scheinen es zu meinen</translation>
    </message>
    <message>
        <source>{0:,.0f} ms</source>
        <translation>{0:,.0f} ms</translation>
    </message>
    <message>
        <source>{0:,} MB free</source>
        <translation>{0:,} MB frei</translation>
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
        <source>{0:.}. I tried {1} times. {2}</source>
        <translation>{0:.}. Ich habe es {1}-mal versucht. {2}</translation>
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
        <source>{0} ({1} was taken as {2})</source>
        <translation>{0} ({1} verstanden als {2})</translation>
    </message>
    <message>
        <source>{0} Choose another key in Settings.</source>
        <translation>{0} Wähle in den Einstellungen eine andere Taste.</translation>
    </message>
    <message>
        <source>{0} Click a field first, or say into which field or window. Nothing was typed.</source>
        <translation>{0} Klicke zuerst auf ein Feld, oder sage, in welches Feld oder Fenster. Es wurde nichts getippt.</translation>
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
        <source>{0} It was open before that was switched on: close it and open it again.</source>
        <translation>{0} Es war schon offen, als das eingeschaltet wurde: Schließe es und öffne es wieder.</translation>
    </message>
    <message>
        <source>{0} Nothing is held down. {1}</source>
        <translation>{0} Nichts wird gehalten. {1}</translation>
    </message>
    <message>
        <source>{0} Nothing more was typed.</source>
        <translation>{0} Mehr wurde nicht getippt.</translation>
    </message>
    <message>
        <source>{0} Say a percentage, or to which end it goes.</source>
        <translation>{0} Sage einen Prozentwert oder an welches Ende es soll.</translation>
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
        <source>{0} To wake such programs: {1}</source>
        <translation>{0} Um solche Programme zu wecken: {1}</translation>
    </message>
    <message>
        <source>{0} To wake such programs: {1} (then close this one and open it again)</source>
        <translation>{0} Um solche Programme zu wecken: {1} (dann dieses schließen und wieder öffnen)</translation>
    </message>
    <message>
        <source>{0} and {1} more</source>
        <translation>{0} und {1} weitere</translation>
    </message>
    <message>
        <source>{0} at {1}</source>
        <translation>{0} bei {1}</translation>
    </message>
    <message>
        <source>{0} beside the one from the step before</source>
        <translation>{0} neben dem vom Schritt davor</translation>
    </message>
    <message>
        <source>{0} between the two lists</source>
        <translation>{0} zwischen den beiden Listen</translation>
    </message>
    <message>
        <source>{0} can show this screen</source>
        <translation>{0} kann diesen Bildschirm zeigen</translation>
    </message>
    <message>
        <source>{0} cannot be used: {1}. Make it writable, or choose another folder.</source>
        <translation>{0} ist nicht brauchbar: {1}. Mach den Ordner beschreibbar, oder wähle einen anderen.</translation>
    </message>
    <message>
        <source>{0} cannot stop a run, so none can start</source>
        <translation>{0} kann keine Aufgabe stoppen, darum kann keine beginnen</translation>
    </message>
    <message>
        <source>{0} characters</source>
        <translation>{0} Zeichen</translation>
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
        <source>{0} do not answer</source>
        <translation>{0} antworten nicht</translation>
    </message>
    <message>
        <source>{0} does not answer</source>
        <translation>{0} antwortet nicht</translation>
    </message>
    <message>
        <source>{0} does not show the colour {1} now.</source>
        <translation>{0} zeigt jetzt nicht die Farbe {1}.</translation>
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
        <source>{0} goes to the page that is open: look at its address</source>
        <translation>{0} geht an die offene Seite: Sieh auf ihre Adresse</translation>
    </message>
    <message>
        <source>{0} had the keyboard after the press on {1}; nothing was typed</source>
        <translation>nach dem Druck auf {1} hatte {0} die Tastatur; es wurde nichts getippt</translation>
    </message>
    <message>
        <source>{0} has opened no fields for a colour that I know.</source>
        <translation>{0} hat keine Felder für eine Farbe geöffnet, die ich kenne.</translation>
    </message>
    <message>
        <source>{0} has {1:.1f} GB of memory free and this model needs {2:.1f}: {3}.</source>
        <translation>{0} hat {1:.1f} GB Speicher frei, und dieses Modell braucht {2:.1f}: {3}.</translation>
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
        <source>{0} holds one line only. Nothing was typed.</source>
        <translation>{0} hat nur eine Zeile. Es wurde nichts getippt.</translation>
    </message>
    <message>
        <source>{0} holds {1}</source>
        <translation>{0} enthält {1}</translation>
    </message>
    <message>
        <source>{0} hours ago</source>
        <translation>vor {0} Stunden</translation>
    </message>
    <message>
        <source>{0} in {1}</source>
        <translation>{0} in {1}</translation>
    </message>
    <message>
        <source>{0} is a slider, and the picture does not tell between which numbers. Nothing was moved.</source>
        <translation>{0} ist ein Regler, und das Bild verrät nicht, zwischen welchen Zahlen. Es wurde nichts bewegt.</translation>
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
        <source>{0} is filled in then.</source>
        <translation>Dann wird {0} eingetragen.</translation>
    </message>
    <message>
        <source>{0} is for the user and not for the machine</source>
        <translation>{0} ist für den Benutzer und nicht für die Maschine</translation>
    </message>
    <message>
        <source>{0} is gone</source>
        <translation>{0} ist weg</translation>
    </message>
    <message>
        <source>{0} is held down; let it go, then try again</source>
        <translation>{0} wird gehalten; lass es los und versuche es noch einmal</translation>
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
        <source>{0} is not carried out with mouse and keyboard</source>
        <translation>{0} wird nicht mit Maus und Tastatur ausgeführt</translation>
    </message>
    <message>
        <source>{0} is not for this program</source>
        <translation>{0} ist nicht für dieses Programm</translation>
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
        <source>{0} is open</source>
        <translation>{0} ist offen</translation>
    </message>
    <message>
        <source>{0} is set to &quot;{1}&quot;</source>
        <translation>{0} ist auf „{1}“ gestellt</translation>
    </message>
    <message>
        <source>{0} is shown</source>
        <translation>{0} ist zu sehen</translation>
    </message>
    <message>
        <source>{0} is so already.</source>
        <translation>{0} ist schon so.</translation>
    </message>
    <message>
        <source>{0} is there</source>
        <translation>{0} ist da</translation>
    </message>
    <message>
        <source>{0} is typed</source>
        <translation>{0} wird getippt</translation>
    </message>
    <message>
        <source>{0} is typed where the model chose</source>
        <translation>{0} wird dort getippt, wo es das Modell will</translation>
    </message>
    <message>
        <source>{0} is used for: {1}. Choose another.</source>
        <translation>{0} ist belegt für: {1}. Wähle eine andere.</translation>
    </message>
    <message>
        <source>{0} is {1}</source>
        <translation>{0} ist {1}</translation>
    </message>
    <message>
        <source>{0} let go</source>
        <translation>{0} loslassen</translation>
    </message>
    <message>
        <source>{0} lies over {1} in the same window and would get this; nothing was pressed. Close or move it first</source>
        <translation>{0} liegt im selben Fenster über {1} und bekäme das; es wurde nichts gedrückt. Schließe oder verschiebe es zuerst</translation>
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
        <source>{0} may go into any program: look whose field it is</source>
        <translation>{0} kann in jedes Programm gehen: Sieh nach, wessen Feld es ist</translation>
    </message>
    <message>
        <source>{0} menus that came up during this run are still open: press Esc once for each.</source>
        <translation>{0} Menüs, die während dieser Aufgabe aufgingen, sind noch offen: Drücke für jedes einmal Esc.</translation>
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
        <source>{0} more of the same reply dropped: each step needs its own look</source>
        <translation>{0} weitere derselben Antwort verworfen: Jeder Schritt braucht seinen eigenen Blick</translation>
    </message>
    <message>
        <source>{0} moved or changed its size</source>
        <translation>{0} hat sich bewegt oder seine Größe geändert</translation>
    </message>
    <message>
        <source>{0} names no secret: a secret is written {1}</source>
        <translation>{0} nennt kein Geheimnis: Ein Geheimnis schreibt man {1}</translation>
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
        <source>{0} of {1} steps were done.</source>
        <translation>{0} von {1} Schritten wurden getan.</translation>
    </message>
    <message>
        <source>{0} of {1} were typed</source>
        <translation>{0} von {1} wurden getippt</translation>
    </message>
    <message>
        <source>{0} on a model server would fit</source>
        <translation>{0} auf einem Modellserver würde passen</translation>
    </message>
    <message>
        <source>{0} on {1}</source>
        <translation>{0}, auf {1}</translation>
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
        <source>{0} px down</source>
        <translation>{0} px nach unten</translation>
    </message>
    <message>
        <source>{0} px to the left</source>
        <translation>{0} px nach links</translation>
    </message>
    <message>
        <source>{0} px to the right</source>
        <translation>{0} px nach rechts</translation>
    </message>
    <message>
        <source>{0} px up</source>
        <translation>{0} px nach oben</translation>
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
        <source>{0} runs</source>
        <translation>{0} läuft</translation>
    </message>
    <message>
        <source>{0} seen beside its label</source>
        <translation>{0}, neben der Beschriftung gesehen</translation>
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
        <source>{0} shows no field to type in after a double-click. Nothing was typed.</source>
        <translation>{0} zeigt nach einem Doppelklick kein Feld zum Tippen. Es wurde nichts getippt.</translation>
    </message>
    <message>
        <source>{0} shows this screen on another computer</source>
        <translation>{0} zeigt diesen Bildschirm auf einem anderen Computer</translation>
    </message>
    <message>
        <source>{0} steps</source>
        <translation>{0} Schritte</translation>
    </message>
    <message>
        <source>{0} steps were done.</source>
        <translation>{0} Schritte wurden getan.</translation>
    </message>
    <message>
        <source>{0} that closes it</source>
        <translation>{0}, schließt es</translation>
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
        <source>{0} to {1}</source>
        <translation>{0} bis {1}</translation>
    </message>
    <message>
        <source>{0} values are</source>
        <translation>{0} Werte sind</translation>
    </message>
    <message>
        <source>{0} was pressed, and its button does not show it.</source>
        <translation>{0} wurde gedrückt, und sein Knopf zeigt es nicht.</translation>
    </message>
    <message>
        <source>{0} was {1} and is {2}</source>
        <translation>{0}: war {1}, ist jetzt {2}</translation>
    </message>
    <message>
        <source>{0} while the text was typed; the rest of it was not sent</source>
        <translation>{0}, während der Text getippt wurde; der Rest davon wurde nicht gesendet</translation>
    </message>
    <message>
        <source>{0} with {1}</source>
        <translation>{0} mit {1}</translation>
    </message>
    <message>
        <source>{0} would fit here</source>
        <translation>{0} würde hier passen</translation>
    </message>
    <message>
        <source>{0} would start this assistant, which it never does by itself; start it yourself</source>
        <translation>{0} würde diesen Assistenten starten, was er nie von selbst tut; starte ihn selbst</translation>
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
        <source>{0} {1} times</source>
        <translation>{0}, {1}-mal</translation>
    </message>
    <message>
        <source>{0} {1}. Nothing was done.</source>
        <translation>{0} {1}. Es wurde nichts getan.</translation>
    </message>
    <message>
        <source>{0} · nothing moves till then</source>
        <translation>{0} · bis dahin bewegt sich nichts</translation>
    </message>
    <message>
        <source>{0}+click {1}</source>
        <translation>Mit {0} auf {1} klicken</translation>
    </message>
    <message>
        <source>{0}+double-click {1}</source>
        <translation>Mit {0} auf {1} doppelklicken</translation>
    </message>
    <message>
        <source>{0}+middle-click {1}</source>
        <translation>Mit {0} und der mittleren Taste auf {1} klicken</translation>
    </message>
    <message>
        <source>{0}+right-click {1}</source>
        <translation>Mit {0} und rechts auf {1} klicken</translation>
    </message>
    <message>
        <source>{0}+triple-click {1}</source>
        <translation>Mit {0} auf {1} dreifach klicken</translation>
    </message>
    <message>
        <source>{0}, and its file does not tell which program that is</source>
        <translation>{0}, und seine Datei verrät nicht, welches Programm das ist</translation>
    </message>
    <message>
        <source>{0}, as it was before</source>
        <translation>{0}, wie zuvor</translation>
    </message>
    <message>
        <source>{0}, at most {1:g} s</source>
        <translation>{0}, höchstens {1:g} s</translation>
    </message>
    <message>
        <source>{0}, by its accessible name</source>
        <translation>{0}, am zugänglichen Namen erkannt</translation>
    </message>
    <message>
        <source>{0}, by its name {1} in the list</source>
        <translation>{0}, mit seinem Namen {1} in der Liste</translation>
    </message>
    <message>
        <source>{0}, by its short name {1}</source>
        <translation>{0}, mit dem Kurznamen {1}</translation>
    </message>
    <message>
        <source>{0}, by the number that was shown on it</source>
        <translation>{0}, mit der Nummer, die darauf gezeigt wurde</translation>
    </message>
    <message>
        <source>{0}, by the picture that stands for its name</source>
        <translation>{0}, durch das Bild, das für den Namen steht</translation>
    </message>
    <message>
        <source>{0}, chosen by you</source>
        <translation>{0}, von dir gewählt</translation>
    </message>
    <message>
        <source>{0}, found by a similar name ({1:.0f} %)</source>
        <translation>{0}, an einem ähnlichen Namen gefunden ({1:.0f} %)</translation>
    </message>
    <message>
        <source>{0}, found by its name</source>
        <translation>{0}, am Namen gefunden</translation>
    </message>
    <message>
        <source>{0}, found by its place in the list</source>
        <translation>{0}, an seiner Stelle in der Liste gefunden</translation>
    </message>
    <message>
        <source>{0}, found by the start of its name</source>
        <translation>{0}, am Anfang des Namens gefunden</translation>
    </message>
    <message>
        <source>{0}, found by the text beside it</source>
        <translation>{0}, am Text daneben gefunden</translation>
    </message>
    <message>
        <source>{0}, found by what it shows</source>
        <translation>{0}, daran gefunden, was es zeigt</translation>
    </message>
    <message>
        <source>{0}, found by words in its name</source>
        <translation>{0}, an Wörtern im Namen gefunden</translation>
    </message>
    <message>
        <source>{0}, from far away ({1})</source>
        <translation>{0}, aus der Ferne ({1})</translation>
    </message>
    <message>
        <source>{0}, in the list that has opened</source>
        <translation>{0}, in der Liste, die aufging</translation>
    </message>
    <message>
        <source>{0}, in the row of the heads of the table</source>
        <translation>{0}, in der Kopfzeile der Tabelle</translation>
    </message>
    <message>
        <source>{0}, in the row of {1}</source>
        <translation>{0}, in der Zeile von {1}</translation>
    </message>
    <message>
        <source>{0}, it has the focus</source>
        <translation>{0}, hat den Fokus</translation>
    </message>
    <message>
        <source>{0}, moved by you to {1}</source>
        <translation>{0}, von dir nach {1} verschoben</translation>
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
        <source>{0}, number {1} at {2}</source>
        <translation>{0}, Nummer {1} bei {2}</translation>
    </message>
    <message>
        <source>{0}, on {1}</source>
        <translation>{0}, auf {1}</translation>
    </message>
    <message>
        <source>{0}, over the network</source>
        <translation>{0}, über das Netz</translation>
    </message>
    <message>
        <source>{0}, replacing what is there</source>
        <translation>{0}, ersetzt, was dort steht</translation>
    </message>
    <message>
        <source>{0}, replacing {1}</source>
        <translation>{0}, ersetzt {1}</translation>
    </message>
    <message>
        <source>{0}, shown now</source>
        <translation>{0}, jetzt gezeigt</translation>
    </message>
    <message>
        <source>{0}, the one from the step before</source>
        <translation>{0} vom Schritt davor</translation>
    </message>
    <message>
        <source>{0}, the only one that all the words fit</source>
        <translation>{0}, zu dem als einzigem alle Wörter passen</translation>
    </message>
    <message>
        <source>{0}, the only one that offers it</source>
        <translation>{0}, bietet es als einziges an</translation>
    </message>
    <message>
        <source>{0}, the only one that saves</source>
        <translation>{0}, speichert als einziges</translation>
    </message>
    <message>
        <source>{0}, the other of two</source>
        <translation>{0}, das andere von zweien</translation>
    </message>
    <message>
        <source>{0}, the text that is meant</source>
        <translation>{0}, der gemeinte Text</translation>
    </message>
    <message>
        <source>{0}, then Enter</source>
        <translation>{0}, dann Enter</translation>
    </message>
    <message>
        <source>{0}, then press Enter</source>
        <translation>{0}, dann Enter drücken</translation>
    </message>
    <message>
        <source>{0}, then: {1}</source>
        <translation>{0}, dann: {1}</translation>
    </message>
    <message>
        <source>{0}, to bring {1} to {2}</source>
        <translation>{0}, um {1} auf {2} zu bringen</translation>
    </message>
    <message>
        <source>{0}, which may make other letters of what is typed, does not answer; start it again or end it, then try again</source>
        <translation>{0}, das aus dem Getippten andere Buchstaben machen kann, antwortet nicht; starte es neu oder beende es und versuche es dann noch einmal</translation>
    </message>
    <message>
        <source>{0}, which the press before has only selected</source>
        <translation>{0}, vom Klick davor nur ausgewählt</translation>
    </message>
    <message>
        <source>{0}, {1} of {2} in reading order</source>
        <translation>{0}, {1} von {2} in Lesereihenfolge</translation>
    </message>
    <message>
        <source>{0}, {1} times</source>
        <translation>{0}, {1}-mal</translation>
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
        <source>{0}: {1}. Nothing more was done.</source>
        <translation>{0}: {1}. Mehr wurde nicht getan.</translation>
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
        <source>{0}; it may have another DESKHAND_HOME or be of another user</source>
        <translation>{0}; sie hat vielleicht ein anderes DESKHAND_HOME oder gehört einem anderen Benutzer</translation>
    </message>
    <message>
        <source>{0}; left out: {1}</source>
        <translation>{0}; weggelassen: {1}</translation>
    </message>
    <message>
        <source>{0}; look again</source>
        <translation>{0}; sieh neu hin</translation>
    </message>
    <message>
        <source>{0}; start a new task to go on</source>
        <translation>{0}; beginne eine neue Aufgabe, um weiterzumachen</translation>
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
        <source>{0}; {1} does something elsewhere too</source>
        <translation>{0}; {1} tut anderswo auch etwas</translation>
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
        <source>“{0}”</source>
        <translation>„{0}“</translation>
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
