import java.awt.*;
import java.awt.event.*;
import java.nio.file.*;
import java.util.*;
import java.util.List;
import java.util.function.Supplier;
import javax.swing.*;
import javax.swing.table.*;
import javax.swing.tree.*;

/** A vet's desk (Swing): one visit, the plan of the day, the medicine cupboard. */
public class VetDesk {
    static final Map<String, Supplier<Object>> read = new LinkedHashMap<>();
    static final Map<String, Object> S = new LinkedHashMap<>();
    static String last = "";

    static String json(Object o) {
        if (o == null) return "null";
        if (o instanceof Number || o instanceof Boolean) return o.toString();
        if (o instanceof Collection<?> c) {
            StringJoiner j = new StringJoiner(", ", "[", "]");
            for (Object x : c) j.add(json(x));
            return j.toString();
        }
        StringBuilder b = new StringBuilder("\"");
        for (char c : o.toString().toCharArray()) {
            if (c == '"' || c == '\\') b.append('\\').append(c);
            else if (c == '\n') b.append("\\n");
            else b.append(c);
        }
        return b.append('"').toString();
    }

    static void save() {
        Map<String, Object> all = new LinkedHashMap<>(S);
        read.forEach((k, f) -> all.put(k, f.get()));
        StringJoiner j = new StringJoiner(", ", "{", "}");
        all.forEach((k, v) -> j.add(json(k) + ": " + json(v)));
        if (j.toString().equals(last)) return;
        last = j.toString();
        try {
            Path p = Path.of(System.getenv("STRANGERS_STATE"));
            Path n = Path.of(p + ".new");
            Files.writeString(n, last);
            Files.move(n, p, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (Exception e) { e.printStackTrace(); }
    }

    static JButton counted(String text) {
        JButton b = new JButton(text);
        String k = "clicks " + text.toLowerCase();
        S.put(k, 0);
        b.addActionListener(e -> S.put(k, (Integer) S.get(k) + 1));
        return b;
    }

    static int row = 0;

    static void line(JPanel p, String text, JComponent c) {
        GridBagConstraints g = new GridBagConstraints();
        g.gridy = row++; g.insets = new Insets(4, 6, 4, 6); g.anchor = GridBagConstraints.WEST;
        JLabel l = new JLabel(text);
        l.setLabelFor(c);
        g.gridx = 0; p.add(l, g);
        g.gridx = 1; g.weightx = 1; g.fill = GridBagConstraints.HORIZONTAL; p.add(c, g);
    }

    static JTextField field(String key, String text) {
        JTextField f = new JTextField(text, 22);
        read.put(key, f::getText);
        return f;
    }

    static JPanel radios(String key, String on, String... names) {
        JPanel p = new JPanel(new FlowLayout(FlowLayout.LEFT, 8, 0));
        ButtonGroup g = new ButtonGroup();
        List<JRadioButton> all = new ArrayList<>();
        for (String n : names) {
            JRadioButton b = new JRadioButton(n, n.equals(on));
            g.add(b); p.add(b); all.add(b);
        }
        read.put(key, () -> all.stream().filter(AbstractButton::isSelected).map(AbstractButton::getText).findFirst().orElse(""));
        return p;
    }

    static JCheckBox tick(String text, boolean on) {
        JCheckBox b = new JCheckBox(text, on);
        read.put(text.toLowerCase(), b::isSelected);
        return b;
    }

    static JComponent visit(JFrame f) {
        f.setTitle("Vet Desk - Visit");
        JTabbedPane tabs = new JTabbedPane();
        read.put("tab", () -> tabs.getTitleAt(tabs.getSelectedIndex()));
        JPanel p = new JPanel(new GridBagLayout());
        line(p, "Animal", field("animal", "Biscuit"));
        line(p, "Owner", field("owner", "Greta Wenzel"));
        JComboBox<String> kind = new JComboBox<>(new String[] {"Dog", "Cat", "Rabbit", "Parrot", "Tortoise"});
        read.put("kind", kind::getSelectedItem);
        line(p, "Kind", kind);
        JComboBox<String> breed = new JComboBox<>(new String[] {"Beagle", "Collie", "Pug", "Mixed"});
        breed.setEditable(true);
        read.put("breed", () -> ((JTextField) breed.getEditor().getEditorComponent()).getText());
        line(p, "Breed", breed);
        JSpinner kg = new JSpinner(new SpinnerNumberModel(11.5, 0.0, 90.0, 0.5));
        read.put("weight", kg::getValue);
        line(p, "Weight (kg)", kg);
        JSlider pain = new JSlider(0, 10, 2);
        pain.setMajorTickSpacing(2); pain.setPaintTicks(true); pain.setPaintLabels(true); pain.setSnapToTicks(false);
        read.put("pain", pain::getValue);
        line(p, "Pain", pain);
        line(p, "Sex", radios("sex", "female", "female", "male", "not known"));
        line(p, "", tick("Chipped", false));
        line(p, "", tick("Insured", true));
        tabs.addTab("Animal", p);
        JPanel q = new JPanel(new BorderLayout(6, 6));
        JTextArea t = new JTextArea("Limps on the left hind leg.\nEats well.\nCheck again in two weeks.");
        t.setFont(t.getFont().deriveFont(14f));
        t.getAccessibleContext().setAccessibleName("Findings");
        read.put("findings", t::getText);
        q.add(new JLabel("Findings"), BorderLayout.NORTH);
        q.add(new JScrollPane(t), BorderLayout.CENTER);
        tabs.addTab("Findings", q);
        JPanel r = new JPanel();
        r.setLayout(new BoxLayout(r, BoxLayout.Y_AXIS));
        for (String n : new String[] {"Rabies", "Distemper", "Kennel cough", "Lyme"}) r.add(tick(n, n.equals("Rabies")));
        tabs.addTab("Vaccinations", r);
        JPanel south = new JPanel();
        south.add(counted("Save visit"));
        south.add(counted("Print card"));
        JPanel all = new JPanel(new BorderLayout());
        all.add(tabs); all.add(south, BorderLayout.SOUTH);
        return all;
    }

    static JComponent plan(JFrame f) {
        f.setTitle("Vet Desk - Plan of the day");
        DefaultTableModel m = new DefaultTableModel(new Object[][] {
            {"08:30", "Biscuit", "Control", "1", false}, {"09:00", "Mitzi", "Teeth", "2", false}, {"09:45", "Hoppel", "Claws", "1", true}, {"10:15", "Rex", "Vaccination", "2", false}, {"11:00", "Coco", "Feathers", "3", false}},
            new Object[] {"Time", "Animal", "Reason", "Room", "Arrived"}) {
            public Class<?> getColumnClass(int c) { return c == 4 ? Boolean.class : String.class; }
            public boolean isCellEditable(int r, int c) { return c >= 2; }
        };
        JTable t = new JTable(m);
        t.setRowHeight(26);
        t.setAutoCreateRowSorter(true);
        t.putClientProperty("terminateEditOnFocusLost", true);
        t.getColumnModel().getColumn(3).setCellEditor(new DefaultCellEditor(new JComboBox<>(new String[] {"1", "2", "3", "Theatre"})));
        for (int i = 0; i < m.getRowCount(); i++) {
            int r = i; String a = (String) m.getValueAt(i, 1);
            read.put("reason " + a, () -> m.getValueAt(r, 2));
            read.put("room " + a, () -> m.getValueAt(r, 3));
            read.put("arrived " + a, () -> m.getValueAt(r, 4));
        }
        read.put("order", () -> { List<Object> o = new ArrayList<>(); for (int i = 0; i < t.getRowCount(); i++) o.add(t.getValueAt(i, 1)); return o; });
        S.put("called", ""); S.put("exported", ""); S.put("vet", "both vets"); S.put("opened", "");
        JPopupMenu pop = new JPopupMenu();
        JMenuItem call = new JMenuItem("Call from the waiting room");
        call.addActionListener(e -> S.put("called", t.getValueAt(t.getSelectedRow(), 1)));
        JMenuItem open = new JMenuItem("Open file card");
        open.addActionListener(e -> S.put("opened", t.getValueAt(t.getSelectedRow(), 1)));
        pop.add(open); pop.add(call);
        t.addMouseListener(new MouseAdapter() {
            public void mousePressed(MouseEvent e) {
                if (e.getButton() != 3) return;
                int r = t.rowAtPoint(e.getPoint());
                if (r < 0) return;
                t.setRowSelectionInterval(r, r);
                pop.show(t, e.getX(), e.getY());
            }
        });
        JMenuBar bar = new JMenuBar();
        JMenu day = new JMenu("Day");
        JMenu exp = new JMenu("Export");
        for (String n : new String[] {"as PDF", "as calendar file"}) { JMenuItem i = new JMenuItem(n); i.addActionListener(e -> S.put("exported", n)); exp.add(i); }
        day.add(exp);
        JCheckBoxMenuItem sh = new JCheckBoxMenuItem("Show breaks");
        read.put("breaks", sh::isSelected);
        day.add(sh);
        JMenu vet = new JMenu("Vet");
        ButtonGroup g = new ButtonGroup();
        for (String n : new String[] {"both vets", "Dr. Amara", "Dr. Feld"}) { JRadioButtonMenuItem i = new JRadioButtonMenuItem(n, n.equals("both vets")); g.add(i); i.addActionListener(e -> S.put("vet", n)); vet.add(i); }
        bar.add(day); bar.add(vet);
        f.setJMenuBar(bar);
        JToolBar tb = new JToolBar();
        for (String[] n : new String[][] {{"+", "New appointment"}, {"⟳", "Refresh"}, {"◀", "Previous day"}, {"▶", "Next day"}}) {
            JButton b = new JButton(n[0]);
            b.setToolTipText(n[1]);
            String k = "clicks " + n[1].toLowerCase();
            S.put(k, 0);
            b.addActionListener(e -> S.put(k, (Integer) S.get(k) + 1));
            tb.add(b);
        }
        JPanel p = new JPanel(new BorderLayout());
        p.add(tb, BorderLayout.NORTH); p.add(new JScrollPane(t));
        return p;
    }

    static JComponent cupboard(JFrame f) {
        f.setTitle("Vet Desk - Medicine cupboard");
        DefaultMutableTreeNode top = new DefaultMutableTreeNode("Cupboard");
        String[][] parts = {{"Antibiotics", "Amoxil", "Doxin"}, {"Pain relief", "Metacam", "Tramal"}, {"Dressings", "Gauze", "Bandage", "Plaster"}};
        for (String[] s : parts) { DefaultMutableTreeNode n = new DefaultMutableTreeNode(s[0]); for (int i = 1; i < s.length; i++) n.add(new DefaultMutableTreeNode(s[i])); top.add(n); }
        JTree tree = new JTree(top);
        tree.setRowHeight(24);
        read.put("chosen", () -> tree.getSelectionPath() == null ? "" : tree.getSelectionPath().getLastPathComponent().toString());
        read.put("unfolded", () -> { List<String> o = new ArrayList<>(); for (int i = 0; i < top.getChildCount(); i++) { DefaultMutableTreeNode n = (DefaultMutableTreeNode) top.getChildAt(i); if (tree.isExpanded(new TreePath(n.getPath()))) o.add(n.toString()); } return o; });
        JPanel p = new JPanel(new GridBagLayout());
        row = 0;
        JSpinner n = new JSpinner(new SpinnerNumberModel(1, 1, 50, 1));
        read.put("packs", n::getValue);
        line(p, "Packs", n);
        JSpinner d = new JSpinner(new SpinnerDateModel(new GregorianCalendar(2026, 5, 1).getTime(), null, null, Calendar.DAY_OF_MONTH));
        d.setEditor(new JSpinner.DateEditor(d, "yyyy-MM-dd"));
        read.put("needed by", () -> new java.text.SimpleDateFormat("yyyy-MM-dd").format(d.getValue()));
        line(p, "Needed by", d);
        DefaultListModel<String> want = new DefaultListModel<>();
        JList<String> list = new JList<>(want);
        read.put("wanted", () -> Collections.list(want.elements()));
        JButton add = new JButton("Put on the list");
        add.addActionListener(e -> { String c = (String) read.get("chosen").get(); if (!c.isEmpty() && tree.getSelectionPath().getPathCount() == 3) want.addElement(n.getValue() + " x " + c); });
        line(p, "", add);
        JScrollPane ls = new JScrollPane(list);
        ls.setPreferredSize(new Dimension(240, 110));
        line(p, "Shopping list", ls);
        JList<String> who = new JList<>(new String[] {"Reception", "Dr. Amara", "Dr. Feld", "Night service", "Trainees"});
        who.setVisibleRowCount(5);
        read.put("inform", who::getSelectedValuesList);
        line(p, "Inform", new JScrollPane(who));
        JButton note = new JButton("Note...");
        S.put("note", ""); S.put("dialog", "");
        note.addActionListener(e -> {
            JDialog dl = new JDialog(f, "Note on the list", false);
            JTextField tf = new JTextField(24);
            JButton ok = new JButton("OK"), no = new JButton("Cancel");
            JPanel in = new JPanel();
            in.add(new JLabel("Note")); in.add(tf); in.add(ok); in.add(no);
            ok.addActionListener(x -> { S.put("note", tf.getText()); dl.dispose(); });
            no.addActionListener(x -> dl.dispose());
            dl.add(in); dl.pack(); dl.setLocationRelativeTo(f); dl.setVisible(true);
        });
        line(p, "", note);
        JSplitPane sp = new JSplitPane(JSplitPane.HORIZONTAL_SPLIT, new JScrollPane(tree), p);
        sp.setDividerLocation(300);
        read.put("divider", () -> sp.getDividerLocation());
        return sp;
    }

    public static void main(String[] a) {
        SwingUtilities.invokeLater(() -> {
            JFrame f = new JFrame();
            f.setContentPane((JPanel) wrap(switch (a[0]) { case "visit" -> visit(f); case "plan" -> plan(f); default -> cupboard(f); }));
            f.setDefaultCloseOperation(JFrame.EXIT_ON_CLOSE);
            f.setSize(800, 540);
            f.setLocation(120, 60);
            f.setVisible(true);
            new javax.swing.Timer(150, e -> save()).start();
        });
    }

    static JPanel wrap(JComponent c) { JPanel p = new JPanel(new BorderLayout()); p.add(c); return p; }
}
