import java.awt.BorderLayout;
import java.awt.FlowLayout;
import java.awt.GridLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import javax.swing.*;
import javax.swing.table.DefaultTableModel;
import javax.swing.tree.DefaultMutableTreeNode;
import javax.swing.tree.TreePath;

/** Swing: eine Ladenkasse mit Werkzeugleiste, Tabelle, Baum, Drehfeldern und Reglern. */
public class Kasse {
    static final Map<String, Supplier<Object>> FELDER = new LinkedHashMap<>();
    static final Map<String, Integer> KLICKS = new LinkedHashMap<>();
    static String zuletzt = "";

    static void zaehle(String name) {
        KLICKS.merge(name, 1, Integer::sum);
    }

    static JButton knopf(String text) {
        JButton knopf = new JButton(text);
        knopf.addActionListener(e -> zaehle(text));
        return knopf;
    }

    static JMenuItem eintrag(String text) {
        JMenuItem eintrag = new JMenuItem(text);
        eintrag.addActionListener(e -> zaehle("menü " + text));
        return eintrag;
    }

    static JMenuBar menues() {
        JMenuBar leiste = new JMenuBar();
        JMenu kasse = new JMenu("Kasse");
        kasse.add(eintrag("Kasse öffnen"));
        kasse.add(eintrag("Zwischenstand"));
        JMenu bericht = new JMenu("Bericht");
        bericht.add(eintrag("Tagesbericht"));
        bericht.add(eintrag("Monatsbericht"));
        kasse.add(bericht);
        leiste.add(kasse);
        JMenu ansicht = new JMenu("Ansicht");
        JCheckBoxMenuItem gross = new JCheckBoxMenuItem("Große Schrift");
        FELDER.put("Große Schrift", gross::isSelected);
        ansicht.add(gross);
        ButtonGroup gruppe = new ButtonGroup();
        for (String text : new String[] {"Netto", "Brutto"}) {
            JRadioButtonMenuItem wahl = new JRadioButtonMenuItem(text, text.equals("Brutto"));
            gruppe.add(wahl);
            ansicht.add(wahl);
            FELDER.put("menü " + text, wahl::isSelected);
        }
        leiste.add(ansicht);
        return leiste;
    }

    static void benannt(JPanel feld, String text, JComponent teil) {
        JLabel schild = new JLabel(text);
        schild.setLabelFor(teil);
        feld.add(schild);
        feld.add(teil);
    }

    static JComponent verkauf() {
        JPanel seite = new JPanel(new BorderLayout(10, 10));
        JPanel oben = new JPanel(new GridLayout(0, 2, 8, 8));
        JTextField artikel = new JTextField(14);
        FELDER.put("Artikelnummer", artikel::getText);
        benannt(oben, "Artikelnummer", artikel);
        JSpinner stueck = new JSpinner(new SpinnerNumberModel(1, 1, 99, 1));
        FELDER.put("Stück", stueck::getValue);
        benannt(oben, "Stück", stueck);
        JComboBox<String> zahlart = new JComboBox<>(new String[] {"bar", "Karte", "Gutschein"});
        FELDER.put("Zahlart", zahlart::getSelectedItem);
        benannt(oben, "Zahlart", zahlart);
        JSlider rabatt = new JSlider(0, 50, 0);
        rabatt.setMajorTickSpacing(10);
        rabatt.setPaintLabels(true);
        rabatt.setPaintTicks(true);
        FELDER.put("Rabatt", rabatt::getValue);
        benannt(oben, "Rabatt in Prozent", rabatt);
        JCheckBox bon = new JCheckBox("Kassenbon drucken", true);
        FELDER.put("Kassenbon", bon::isSelected);
        oben.add(bon);
        JCheckBox tuete = new JCheckBox("Tüte berechnen");
        FELDER.put("Tüte", tuete::isSelected);
        oben.add(tuete);
        ButtonGroup gruppe = new ButtonGroup();
        JPanel reihe = new JPanel(new FlowLayout(FlowLayout.LEFT));
        for (String text : new String[] {"Laufkunde", "Stammkunde", "Personal"}) {
            JToggleButton wahl = new JToggleButton(text, text.equals("Laufkunde"));
            gruppe.add(wahl);
            reihe.add(wahl);
            FELDER.put(text, wahl::isSelected);
        }
        oben.add(new JLabel("Kunde"));
        oben.add(reihe);
        seite.add(oben, BorderLayout.NORTH);
        JPanel unten = new JPanel(new FlowLayout());
        unten.add(knopf("Buchen"));
        unten.add(knopf("Storno"));
        unten.add(knopf("Parken"));
        seite.add(unten, BorderLayout.SOUTH);
        return seite;
    }

    static JComponent sortiment() {
        DefaultMutableTreeNode wurzel = new DefaultMutableTreeNode("Laden");
        DefaultMutableTreeNode tee = new DefaultMutableTreeNode("Tee");
        DefaultMutableTreeNode kaffee = new DefaultMutableTreeNode("Kaffee");
        for (String t : new String[] {"Pfefferminze", "Kamille"}) tee.add(new DefaultMutableTreeNode(t));
        for (String t : new String[] {"Espresso", "Filter"}) kaffee.add(new DefaultMutableTreeNode(t));
        wurzel.add(tee);
        wurzel.add(kaffee);
        JTree baum = new JTree(wurzel);
        FELDER.put("offen Tee", () -> baum.isExpanded(new TreePath(tee.getPath())));
        FELDER.put("offen Kaffee", () -> baum.isExpanded(new TreePath(kaffee.getPath())));
        FELDER.put("Ware", () -> {
            TreePath ort = baum.getSelectionPath();
            return ort == null ? "" : ort.getLastPathComponent().toString();
        });
        DefaultTableModel modell = new DefaultTableModel(
            new Object[][] {
                {"Pfefferminze", "2,40", false}, {"Kamille", "1,90", false},
                {"Espresso", "6,80", true}, {"Filter", "5,20", false}},
            new Object[] {"Ware", "Preis", "Nachbestellen"}) {
            @Override
            public Class<?> getColumnClass(int spalte) {
                return spalte == 2 ? Boolean.class : String.class;
            }
        };
        JTable tabelle = new JTable(modell);
        tabelle.putClientProperty("terminateEditOnFocusLost", true);
        tabelle.setRowHeight(24);
        FELDER.put("Zeilen", () -> {
            List<String> zeilen = new ArrayList<>();
            for (Object zeile : modell.getDataVector()) zeilen.add(zeile.toString());
            return zeilen;
        });
        JSplitPane teiler = new JSplitPane(
            JSplitPane.HORIZONTAL_SPLIT, new JScrollPane(baum), new JScrollPane(tabelle));
        teiler.setDividerLocation(200);
        teiler.setDividerSize(10);
        FELDER.put("Teiler", teiler::getDividerLocation);
        return teiler;
    }

    static JComponent personal() {
        JPanel seite = new JPanel(new BorderLayout(8, 8));
        JList<String> liste = new JList<>(new String[] {"Anke", "Bernd", "Carla", "Dörte", "Emil"});
        FELDER.put("Dienst", liste::getSelectedValuesList);
        seite.add(new JLabel("Heute im Dienst"), BorderLayout.NORTH);
        seite.add(new JScrollPane(liste), BorderLayout.CENTER);
        JTextArea notiz = new JTextArea("Schlüssel hängt im Büro.", 5, 30);
        FELDER.put("Übergabe", notiz::getText);
        JPanel unten = new JPanel(new BorderLayout());
        JLabel schild = new JLabel("Übergabe");
        schild.setLabelFor(notiz);
        unten.add(schild, BorderLayout.NORTH);
        unten.add(new JScrollPane(notiz), BorderLayout.CENTER);
        seite.add(unten, BorderLayout.SOUTH);
        return seite;
    }

    static String json(Object wert) {
        if (wert instanceof Number || wert instanceof Boolean) return wert.toString();
        if (wert instanceof List<?> liste) {
            List<String> teile = new ArrayList<>();
            for (Object teil : liste) teile.add(json(teil));
            return "[" + String.join(",", teile) + "]";
        }
        return "\"" + String.valueOf(wert).replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + "\"";
    }

    static void schreibe(JTabbedPane reiter) {
        List<String> teile = new ArrayList<>();
        FELDER.forEach((name, lies) -> teile.add(json(name) + ":" + json(lies.get())));
        KLICKS.forEach((name, zahl) -> teile.add(json("clicks " + name) + ":" + zahl));
        teile.add("\"Reiter\":" + json(reiter.getTitleAt(reiter.getSelectedIndex())));
        String text = "{" + String.join(",", teile) + "}";
        if (text.equals(zuletzt)) return;
        try {
            Path pfad = Path.of(System.getenv("STRANGERS_STATE"));
            Path neu = Path.of(pfad + ".neu");
            Files.writeString(neu, text);
            Files.move(neu, pfad, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
            zuletzt = text;
        } catch (java.io.IOException fehler) {
            throw new java.io.UncheckedIOException(fehler);
        }
    }

    public static void main(String[] argumente) {
        SwingUtilities.invokeLater(() -> {
            JFrame fenster = new JFrame("Ladenkasse");
            fenster.setDefaultCloseOperation(JFrame.EXIT_ON_CLOSE);
            fenster.setJMenuBar(menues());
            JToolBar leiste = new JToolBar();
            leiste.add(knopf("Neuer Bon"));
            leiste.add(knopf("Letzter Bon"));
            leiste.addSeparator();
            leiste.add(knopf("Hilfe"));
            fenster.add(leiste, BorderLayout.NORTH);
            JTabbedPane reiter = new JTabbedPane();
            reiter.addTab("Verkauf", verkauf());
            reiter.addTab("Sortiment", sortiment());
            reiter.addTab("Personal", personal());
            String start = String.join("", Arrays.asList(argumente));
            if (!start.isEmpty()) reiter.setSelectedIndex(reiter.indexOfTab(start));
            fenster.add(reiter, BorderLayout.CENTER);
            fenster.setSize(760, 520);
            fenster.setVisible(true);
            new Timer(120, e -> schreibe(reiter)).start();
        });
    }
}
