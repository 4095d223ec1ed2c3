import java.awt.*;
import java.awt.event.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import java.util.List;
import javax.swing.*;
import javax.swing.event.*;
import javax.swing.table.*;
import javax.swing.tree.*;

/** Kursverwaltung einer Volkshochschule. */
public class Volkshochschule {
    static Map<String, Integer> pressed = new TreeMap<>();
    static String last = "";

    static void hit(String n) { pressed.merge(n, 1, Integer::sum); }

    static String q(Object o) {
        if (o instanceof Boolean || o instanceof Integer) return o.toString();
        if (o instanceof List<?> l) {
            StringJoiner j = new StringJoiner(",", "[", "]");
            for (Object x : l) j.add(q(x));
            return j.toString();
        }
        return "\"" + String.valueOf(o).replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + "\"";
    }

    static JPanel row(String label, JComponent c) {
        JPanel p = new JPanel(new FlowLayout(FlowLayout.LEFT));
        JLabel l = new JLabel(label);
        l.setPreferredSize(new Dimension(170, 24));
        l.setLabelFor(c);
        p.add(l);
        p.add(c);
        return p;
    }

    public static void main(String[] a) {
        Locale.setDefault(Locale.GERMANY);
        SwingUtilities.invokeLater(Volkshochschule::build);
    }

    static void build() {
        JFrame f = new JFrame("Kursverwaltung – VHS Oberland");
        f.setDefaultCloseOperation(JFrame.EXIT_ON_CLOSE);
        JMenuBar bar = new JMenuBar();
        JMenu kurs = new JMenu("Kurs");
        for (String n : new String[] {"Kurs anlegen", "Kurs kopieren"}) {
            JMenuItem i = new JMenuItem(n);
            i.addActionListener(e -> hit(n));
            kurs.add(i);
        }
        JMenu liste = new JMenu("Liste erstellen");
        for (String n : new String[] {"Teilnehmerliste", "Anwesenheitsliste", "Raumschild"}) {
            JMenuItem i = new JMenuItem(n);
            i.addActionListener(e -> hit(n));
            liste.add(i);
        }
        kurs.add(liste);
        bar.add(kurs);
        JMenu ans = new JMenu("Ansicht");
        JCheckBoxMenuItem voll = new JCheckBoxMenuItem("Ausgebuchte ausblenden");
        ans.add(voll);
        bar.add(ans);
        f.setJMenuBar(bar);

        JTextField titel = new JTextField("Aquarell für Einsteiger", 24);
        JSpinner plaetze = new JSpinner(new SpinnerNumberModel(12, 1, 40, 1));
        JComboBox<String> raum = new JComboBox<>(new String[] {"Raum 101", "Raum 204", "Werkraum", "Turnsaal", "Lehrküche"});
        JComboBox<String> leitung = new JComboBox<>(new String[] {"Edith Rauscher", "Pavel Dvorak", "Yvonne Gisler"});
        leitung.setEditable(true);
        JSlider dauer = new JSlider(45, 180, 90);
        dauer.setMajorTickSpacing(45);
        dauer.setMinorTickSpacing(15);
        dauer.setSnapToTicks(true);
        dauer.setPaintTicks(true);
        dauer.setPaintLabels(true);
        JCheckBox anf = new JCheckBox("Keine Vorkenntnisse nötig", true);
        JCheckBox mat = new JCheckBox("Material selbst mitbringen");
        JCheckBox online = new JCheckBox("Auch online");
        JRadioButton[] tag = {new JRadioButton("Vormittag"), new JRadioButton("Nachmittag"), new JRadioButton("Abend", true)};
        ButtonGroup g = new ButtonGroup();
        JPanel zeit = new JPanel();
        for (JRadioButton b : tag) { g.add(b); zeit.add(b); }
        JTextArea text = new JTextArea("Wir malen draußen, wenn das Wetter hält.", 3, 40);
        text.setBorder(BorderFactory.createLineBorder(Color.GRAY));
        JPanel p = new JPanel();
        p.setLayout(new BoxLayout(p, BoxLayout.Y_AXIS));
        p.add(row("Kurstitel", titel));
        p.add(row("Plätze", plaetze));
        p.add(row("Raum", raum));
        p.add(row("Leitung", leitung));
        p.add(row("Dauer in Minuten", dauer));
        p.add(row("Tageszeit", zeit));
        JPanel cb = new JPanel(new FlowLayout(FlowLayout.LEFT));
        cb.add(anf); cb.add(mat); cb.add(online);
        p.add(cb);
        p.add(row("Beschreibung", text));
        JPanel bt = new JPanel(new FlowLayout(FlowLayout.LEFT));
        for (String n : new String[] {"Zwischenspeichern", "Vorschau", "Eingaben verwerfen"}) {
            JButton b = new JButton(n);
            b.addActionListener(e -> hit(n));
            bt.add(b);
        }
        p.add(bt);

        DefaultTableModel model = new DefaultTableModel(new Object[][] {
            {"Aumüller, Jana", "Grafing", false}, {"Beck, Rüdiger", "Ebersberg", true},
            {"Imhof, Regula", "Aßling", false}, {"Schratt, Leo", "Grafing", false}},
            new Object[] {"Name", "Ort", "Anwesend"}) {
            public Class<?> getColumnClass(int c) { return c == 2 ? Boolean.class : String.class; }
        };
        JTable table = new JTable(model);
        table.setRowHeight(24);
        JPopupMenu pop = new JPopupMenu();
        List<String> warte = new ArrayList<>();
        JMenuItem w = new JMenuItem("Auf die Warteliste setzen");
        w.addActionListener(e -> warte.add((String) model.getValueAt(table.getSelectedRow(), 0)));
        JMenuItem w2 = new JMenuItem("Bescheinigung drucken");
        w2.addActionListener(e -> hit("Bescheinigung"));
        pop.add(w); pop.add(w2);
        table.addMouseListener(new MouseAdapter() {
            void show(MouseEvent e) {
                if (e.isPopupTrigger()) {
                    int r = table.rowAtPoint(e.getPoint());
                    if (r >= 0) { table.setRowSelectionInterval(r, r); pop.show(table, e.getX(), e.getY()); }
                }
            }
            public void mousePressed(MouseEvent e) { show(e); }
            public void mouseReleased(MouseEvent e) { show(e); }
        });

        DefaultMutableTreeNode root = new DefaultMutableTreeNode("Programm");
        String[][] t = {{"Sprachen", "Italienisch", "Norwegisch", "Gebärdensprache"}, {"Gesundheit", "Yoga", "Rückenschule"}, {"Handwerk", "Drechseln", "Nähen"}};
        for (String[] s : t) {
            DefaultMutableTreeNode n = new DefaultMutableTreeNode(s[0]);
            for (int i = 1; i < s.length; i++) n.add(new DefaultMutableTreeNode(s[i]));
            root.add(n);
        }
        JTree tree = new JTree(root);
        JList<String> tage = new JList<>(new String[] {"Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag"});
        JPanel pr = new JPanel(new GridLayout(1, 2, 10, 0));
        pr.add(new JScrollPane(tree));
        JPanel ta = new JPanel(new BorderLayout());
        ta.add(new JLabel("Kurstage (mehrere mit Strg)"), BorderLayout.NORTH);
        ta.add(new JScrollPane(tage));
        pr.add(ta);

        JTabbedPane tabs = new JTabbedPane();
        tabs.add("Kursdaten", p);
        tabs.add("Teilnehmende", new JScrollPane(table));
        tabs.add("Programm", pr);
        f.add(tabs);
        f.setSize(820, 600);
        f.setLocation(50, 30);
        f.setVisible(true);
        new javax.swing.Timer(150, e -> {
            Map<String, Object> s = new LinkedHashMap<>();
            s.put("titel", titel.getText());
            s.put("plätze", plaetze.getValue());
            s.put("raum", raum.getSelectedItem());
            s.put("leitung", leitung.getSelectedItem());
            s.put("dauer", dauer.getValue());
            s.put("vorkenntnisse", anf.isSelected());
            s.put("material", mat.isSelected());
            s.put("online", online.isSelected());
            for (JRadioButton b : tag) if (b.isSelected()) s.put("tageszeit", b.getText());
            s.put("beschreibung", text.getText());
            s.put("ausblenden", voll.isSelected());
            for (int r = 0; r < 4; r++) {
                s.put("ort " + r, model.getValueAt(r, 1));
                s.put("name " + r, model.getValueAt(r, 0));
                s.put("anwesend " + r, model.getValueAt(r, 2));
            }
            s.put("offen reiter", tabs.getTitleAt(tabs.getSelectedIndex()));
            s.put("warteliste", new ArrayList<>(warte));
            s.put("kurs", tree.getSelectionPath() == null ? "" : tree.getSelectionPath().getLastPathComponent().toString());
            List<String> offen = new ArrayList<>();
            for (int r = 0; r < tree.getRowCount(); r++)
                if (tree.isExpanded(r)) offen.add(tree.getPathForRow(r).getLastPathComponent().toString());
            s.put("offen zweige", offen);
            s.put("tage", new ArrayList<>(tage.getSelectedValuesList()));
            pressed.forEach((k, v) -> s.put("clicks " + k, v));
            StringJoiner j = new StringJoiner(",", "{", "}");
            s.forEach((k, v) -> j.add(q(k) + ":" + q(v)));
            String now = j.toString();
            if (!now.equals(last)) {
                last = now;
                try {
                    Path path = Path.of(System.getenv("STRANGERS_STATE"));
                    Path neu = Path.of(path + ".neu");
                    Files.write(neu, now.getBytes(StandardCharsets.UTF_8));
                    Files.move(neu, path, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
                } catch (Exception x) { throw new RuntimeException(x); }
            }
        }).start();
    }
}
