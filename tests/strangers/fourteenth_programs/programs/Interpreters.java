import java.awt.*;
import java.nio.file.*;
import java.util.*;
import java.util.List;
import java.util.function.Supplier;
import javax.swing.*;
import javax.swing.table.*;
import javax.swing.tree.*;

/** The desk of an agency for interpreters (Swing). */
public class Interpreters {
    static final Map<String, Supplier<Object>> reads = new LinkedHashMap<>();
    static final Map<String, Integer> counts = new LinkedHashMap<>();
    static String last = "";

    static String quoted(Object value) {
        if (value instanceof Boolean || value instanceof Integer) return value.toString();
        if (value instanceof List<?> list) {
            StringJoiner all = new StringJoiner(", ", "[", "]");
            for (Object one : list) all.add(quoted(one));
            return all.toString();
        }
        String text = value == null ? "" : value.toString();
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n").replace("\t", "\\t") + '"';
    }

    static void write() {
        StringJoiner all = new StringJoiner(", ", "{", "}");
        reads.forEach((name, read) -> all.add(quoted(name) + ": " + quoted(read.get())));
        counts.forEach((name, number) -> all.add(quoted("clicks " + name) + ": " + number));
        if (all.toString().equals(last)) return;
        last = all.toString();
        try {
            Path path = Path.of(System.getenv("STRANGERS_STATE"));
            Path fresh = Path.of(path + ".new");
            Files.writeString(fresh, last);
            Files.move(fresh, path, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } catch (java.io.IOException gone) {
            throw new RuntimeException(gone);
        }
    }

    static JButton button(String name, Runnable run) {
        JButton made = new JButton(name);
        if (run == null) counts.put(name, 0);
        made.addActionListener(e -> {
            if (run == null) counts.merge(name, 1, Integer::sum);
            else run.run();
        });
        return made;
    }

    static void line(JPanel form, int at, String text, JComponent field) {
        GridBagConstraints where = new GridBagConstraints();
        where.gridy = at;
        where.insets = new Insets(5, 6, 5, 6);
        where.anchor = GridBagConstraints.EAST;
        JLabel label = new JLabel(text);
        label.setLabelFor(field);
        form.add(label, where);
        where.gridx = 1;
        where.weightx = 1;
        where.anchor = GridBagConstraints.WEST;
        form.add(field, where);
    }

    static JPanel booking() {
        JPanel form = new JPanel(new GridBagLayout());
        JTextField client = new JTextField("County court", 24);
        JComboBox<String> language = new JComboBox<>(new String[] {"Arabic", "Farsi", "Polish", "Portuguese", "Tigrinya", "Vietnamese"});
        language.setSelectedItem("Polish");
        JTextField day = new JTextField("18/09/2026", 10);
        JSpinner hours = new JSpinner(new SpinnerNumberModel(2, 1, 10, 1));
        JSpinner people = new JSpinner(new SpinnerNumberModel(1, 1, 6, 1));
        JRadioButton face = new JRadioButton("On site", true), phone = new JRadioButton("By telephone"), video = new JRadioButton("By video");
        ButtonGroup group = new ButtonGroup();
        JPanel kinds = new JPanel(new FlowLayout(FlowLayout.LEFT, 4, 0));
        for (JRadioButton one : new JRadioButton[] {face, phone, video}) { group.add(one); kinds.add(one); }
        JCheckBox sworn = new JCheckBox("Sworn interpreter"), woman = new JCheckBox("Woman preferred"), travel = new JCheckBox("Travel is paid", true);
        JSlider fee = new JSlider(20, 120, 45);
        fee.setMajorTickSpacing(20);
        fee.setPaintLabels(true);
        fee.setPaintTicks(true);
        fee.setPreferredSize(new Dimension(320, 48));
        JTextArea brief = new JTextArea(3, 30);
        brief.setBorder(BorderFactory.createLineBorder(Color.GRAY));
        line(form, 0, "Client", client);
        line(form, 1, "Language", language);
        line(form, 2, "Day", day);
        line(form, 3, "Hours", hours);
        line(form, 4, "Interpreters", people);
        line(form, 5, "Kind", kinds);
        line(form, 6, "Fee per hour (€)", fee);
        JPanel ticks = new JPanel(new FlowLayout(FlowLayout.LEFT, 4, 0));
        for (JCheckBox one : new JCheckBox[] {sworn, woman, travel}) ticks.add(one);
        line(form, 7, "", ticks);
        line(form, 8, "Briefing", brief);
        JPanel low = new JPanel();
        low.add(button("Request", null));
        low.add(button("Save as template", null));
        line(form, 9, "", low);
        reads.put("client", client::getText);
        reads.put("language", language::getSelectedItem);
        reads.put("day", day::getText);
        reads.put("hours", () -> ((JSpinner.DefaultEditor) hours.getEditor()).getTextField().getText());
        reads.put("interpreters", () -> ((JSpinner.DefaultEditor) people.getEditor()).getTextField().getText());
        reads.put("kind", () -> face.isSelected() ? "on site" : phone.isSelected() ? "telephone" : "video");
        reads.put("fee", fee::getValue);
        reads.put("sworn", sworn::isSelected);
        reads.put("woman", woman::isSelected);
        reads.put("travel", travel::isSelected);
        reads.put("briefing", brief::getText);
        return form;
    }

    static JPanel jobs(JFrame frame) {
        JPanel page = new JPanel(new BorderLayout(8, 8));
        DefaultTableModel model = new DefaultTableModel(new Object[] {"Job", "Language", "Interpreter", "Confirmed"}, 0) {
            public Class<?> getColumnClass(int c) { return c == 3 ? Boolean.class : String.class; }
            public boolean isCellEditable(int r, int c) { return c >= 2; }
        };
        Object[][] rows = {
            {"Custody hearing", "Farsi", "Nadia Karimi", true}, {"Heart clinic", "Polish", "open", false}, {"Parents' evening", "Portuguese", "Rui Salgado", false},
            {"Asylum interview", "Tigrinya", "open", false}, {"Notary", "Arabic", "Samir Aziz", true}};
        for (Object[] row : rows) model.addRow(row);
        JTable table = new JTable(model);
        table.setRowHeight(26);
        table.setSelectionMode(ListSelectionModel.SINGLE_SELECTION);
        page.add(new JScrollPane(table), BorderLayout.CENTER);
        JPanel low = new JPanel(new FlowLayout(FlowLayout.LEFT));
        low.add(button("Assign…", () -> {
            int at = table.getSelectedRow();
            if (at < 0) return;
            JDialog ask = new JDialog(frame, "Assign interpreter", true);
            JPanel form = new JPanel(new GridBagLayout());
            JComboBox<String> who = new JComboBox<>(new String[] {"Nadia Karimi", "Rui Salgado", "Samir Aziz", "Ewa Zielinska", "Helen Tesfay"});
            JCheckBox tell = new JCheckBox("Tell the client");
            line(form, 0, "Interpreter", who);
            line(form, 1, "", tell);
            JPanel buttons = new JPanel();
            buttons.add(button("Assign", () -> {
                model.setValueAt(who.getSelectedItem(), at, 2);
                told = tell.isSelected() ? (String) model.getValueAt(at, 0) : told;
                ask.dispose();
            }));
            buttons.add(button("Cancel", ask::dispose));
            line(form, 2, "", buttons);
            ask.add(form);
            ask.pack();
            ask.setLocationRelativeTo(frame);
            ask.setVisible(true);
        }));
        low.add(button("Cancel job", () -> { if (table.getSelectedRow() >= 0) model.removeRow(table.getSelectedRow()); }));
        low.add(button("Print job sheet", null));
        page.add(low, BorderLayout.SOUTH);
        reads.put("jobs", () -> {
            List<String> all = new ArrayList<>();
            for (int r = 0; r < model.getRowCount(); r++)
                all.add(model.getValueAt(r, 0) + ": " + model.getValueAt(r, 2) + (Boolean.TRUE.equals(model.getValueAt(r, 3)) ? " (confirmed)" : ""));
            return all;
        });
        reads.put("selected job", () -> table.getSelectedRow() < 0 ? "" : model.getValueAt(table.getSelectedRow(), 0));
        reads.put("told", () -> told);
        return page;
    }

    static String told = "nobody";

    static JPanel people() {
        JPanel page = new JPanel(new GridLayout(1, 2, 10, 0));
        DefaultMutableTreeNode root = new DefaultMutableTreeNode("Interpreters");
        String[][] all = {{"Arabic", "Samir Aziz", "Layla Nour"}, {"Farsi", "Nadia Karimi"}, {"Polish", "Ewa Zielinska", "Adam Wrona"}};
        for (String[] one : all) {
            DefaultMutableTreeNode top = new DefaultMutableTreeNode(one[0]);
            for (int i = 1; i < one.length; i++) top.add(new DefaultMutableTreeNode(one[i]));
            root.add(top);
        }
        JTree tree = new JTree(root);
        tree.expandRow(0);
        tree.setRowHeight(24);
        page.add(new JScrollPane(tree));
        reads.put("selected person", () -> tree.getLastSelectedPathComponent() == null ? "" : tree.getLastSelectedPathComponent().toString());
        for (int i = 0; i < all.length; i++) {
            TreePath path = new TreePath(((DefaultMutableTreeNode) root.getChildAt(i)).getPath());
            reads.put("unfolded " + all[i][0], () -> tree.isExpanded(path));
        }
        JPanel side = new JPanel();
        side.setLayout(new BoxLayout(side, BoxLayout.Y_AXIS));
        JLabel title = new JLabel("Days off this week");
        side.add(title);
        String[] days = {"Monday", "Tuesday", "Wednesday", "Thursday", "Friday"};
        JList<String> free = new JList<>(days);
        title.setLabelFor(free);
        free.setFixedCellHeight(24);
        side.add(new JScrollPane(free));
        reads.put("days off", free::getSelectedValuesList);
        JToggleButton pause = new JToggleButton("Not available");
        side.add(Box.createVerticalStrut(8));
        side.add(pause);
        side.add(Box.createVerticalStrut(8));
        side.add(button("Call", null));
        side.add(Box.createVerticalStrut(8));
        side.add(button("Send a message", null));
        reads.put("not available", pause::isSelected);
        page.add(side);
        return page;
    }

    public static void main(String[] args) {
        SwingUtilities.invokeLater(() -> {
            JFrame frame = new JFrame("Babel Bridge – Interpreter desk");
            frame.setDefaultCloseOperation(JFrame.EXIT_ON_CLOSE);
            JMenuBar bar = new JMenuBar();
            JMenu desk = new JMenu("Desk"), view = new JMenu("View");
            for (String name : new String[] {"Export the week", "Lock the desk"}) {
                counts.put(name, 0);
                JMenuItem item = new JMenuItem(name);
                item.addActionListener(e -> counts.merge(name, 1, Integer::sum));
                desk.add(item);
            }
            for (String name : new String[] {"Show fees", "Show cancelled jobs"}) {
                JCheckBoxMenuItem item = new JCheckBoxMenuItem(name, name.equals("Show fees"));
                view.add(item);
                reads.put(name, item::isSelected);
            }
            bar.add(desk);
            bar.add(view);
            frame.setJMenuBar(bar);
            JTabbedPane tabs = new JTabbedPane();
            tabs.addTab("New request", booking());
            tabs.addTab("Jobs", jobs(frame));
            tabs.addTab("People", people());
            tabs.setSelectedIndex(List.of("request", "jobs", "people").indexOf(args[0]));
            reads.put("tab", () -> tabs.getTitleAt(tabs.getSelectedIndex()));
            frame.add(tabs);
            frame.setSize(900, 600);
            frame.setLocation(60, 40);
            frame.setVisible(true);
            write();
            new javax.swing.Timer(120, e -> write()).start();
        });
    }
}
