import java.awt.BorderLayout;
import java.awt.Component;
import java.awt.Dimension;
import java.awt.FlowLayout;
import java.awt.GridBagConstraints;
import java.awt.GridBagLayout;
import java.awt.Insets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import javax.swing.*;
import javax.swing.table.DefaultTableModel;
import javax.swing.tree.DefaultMutableTreeNode;
import javax.swing.tree.TreePath;

/** The time sheet of one employee. */
public class Timesheet extends JFrame {
    private static final String[] TABS = {"Hours", "Absence", "Expenses"};
    private final Map<String, Supplier<Object>> reads = new LinkedHashMap<>();
    private final Map<String, Integer> counts = new LinkedHashMap<>();
    private String last = "";
    private String sent = "";
    private boolean asked;
    private final JTabbedPane tabs = new JTabbedPane();
    private final JLabel status = new JLabel("Not sent yet");

    private final DefaultTableModel hours = new DefaultTableModel(
        new Object[][] {
            {"Monday", "08:00", "16:30", "Warehouse", false},
            {"Tuesday", "08:00", "16:30", "Warehouse", false},
            {"Wednesday", "09:15", "17:00", "Front office", false},
            {"Thursday", "08:00", "12:00", "Stocktaking", false},
            {"Friday", "", "", "", false},
        },
        new Object[] {"Day", "Start", "End", "Project", "From home"}) {
        @Override
        public Class<?> getColumnClass(int column) {
            return column == 4 ? Boolean.class : String.class;
        }

        @Override
        public boolean isCellEditable(int row, int column) {
            return column != 0;
        }
    };
    private final JTable week = new JTable(hours);

    private final DefaultListModel<String> costs = new DefaultListModel<>();

    Timesheet(String start) {
        super("Time Sheet - Week 23");
        setDefaultCloseOperation(EXIT_ON_CLOSE);
        setJMenuBar(menus());
        tabs.addTab("Hours", hoursPage());
        tabs.addTab("Absence", absencePage());
        tabs.addTab("Expenses", expensesPage());
        add(new JSplitPane(JSplitPane.HORIZONTAL_SPLIT, projects(), tabs), BorderLayout.CENTER);
        JPanel bottom = new JPanel(new FlowLayout(FlowLayout.RIGHT));
        bottom.add(status);
        JButton check = new JButton("Check sheet");
        counting(check, "Check sheet");
        JButton send = new JButton("Send to payroll");
        send.addActionListener(event -> send());
        bottom.add(check);
        bottom.add(send);
        add(bottom, BorderLayout.SOUTH);
        reads.put("tab", () -> TABS[tabs.getSelectedIndex()]);
        reads.put("sent", () -> sent);
        reads.put("asked", () -> asked);
        for (int number = 0; number < TABS.length; number++) {
            if (TABS[number].equals(start)) {
                tabs.setSelectedIndex(number);
            }
        }
        setSize(1120, 650);
        setLocationRelativeTo(null);
        new Timer(120, event -> write()).start();
        write();
    }

    private void counting(AbstractButton button, String name) {
        counts.put(name, 0);
        button.addActionListener(event -> counts.merge(name, 1, Integer::sum));
    }

    private void send() {
        asked = true;
        int answer = JOptionPane.showConfirmDialog(
            this, "Send the sheet of week 23 to payroll?", "Send", JOptionPane.YES_NO_OPTION);
        asked = false;
        if (answer == JOptionPane.YES_OPTION) {
            sent = "week 23";
            status.setText("Sent to payroll");
        }
    }

    private JMenuBar menus() {
        JMenuBar bar = new JMenuBar();
        JMenu sheet = new JMenu("Sheet");
        for (String name : new String[] {"Copy last week", "Print", "Save as draft"}) {
            JMenuItem item = new JMenuItem(name);
            counting(item, name);
            sheet.add(item);
        }
        bar.add(sheet);
        JMenu show = new JMenu("Show");
        JCheckBoxMenuItem grid = new JCheckBoxMenuItem("Grid lines", true);
        grid.addActionListener(event -> week.setShowGrid(grid.isSelected()));
        reads.put("grid lines", grid::isSelected);
        JCheckBoxMenuItem weekend = new JCheckBoxMenuItem("Weekend", false);
        reads.put("weekend", weekend::isSelected);
        show.add(grid);
        show.add(weekend);
        show.addSeparator();
        ButtonGroup group = new ButtonGroup();
        for (String name : new String[] {"Hours and minutes", "Decimal hours"}) {
            JRadioButtonMenuItem item =
                new JRadioButtonMenuItem(name, name.startsWith("Hours"));
            group.add(item);
            reads.put("as " + name, item::isSelected);
            show.add(item);
        }
        bar.add(show);
        return bar;
    }

    private Component projects() {
        DefaultMutableTreeNode root = new DefaultMutableTreeNode("Projects");
        String[][] names = {
            {"Logistics", "Warehouse", "Stocktaking", "Returns"},
            {"Administration", "Front office", "Archive"},
            {"Training", "First aid", "Forklift licence"},
        };
        DefaultMutableTreeNode[] tops = new DefaultMutableTreeNode[names.length];
        for (int number = 0; number < names.length; number++) {
            tops[number] = new DefaultMutableTreeNode(names[number][0]);
            for (int at = 1; at < names[number].length; at++) {
                tops[number].add(new DefaultMutableTreeNode(names[number][at]));
            }
            root.add(tops[number]);
        }
        JTree tree = new JTree(root);
        tree.getAccessibleContext().setAccessibleName("Projects");
        for (DefaultMutableTreeNode top : tops) {
            reads.put("open " + top, () -> tree.isExpanded(new TreePath(top.getPath())));
        }
        reads.put("project", () -> {
            Object chosen = tree.getLastSelectedPathComponent();
            return chosen == null ? "" : chosen.toString();
        });
        JScrollPane pane = new JScrollPane(tree);
        pane.setPreferredSize(new Dimension(210, 400));
        return pane;
    }

    private Component hoursPage() {
        JPanel page = new JPanel(new BorderLayout(8, 8));
        page.setBorder(BorderFactory.createEmptyBorder(10, 10, 10, 10));
        week.setRowHeight(28);
        week.putClientProperty("terminateEditOnFocusLost", true);
        JComboBox<String> names = new JComboBox<>(
            new String[] {"", "Warehouse", "Stocktaking", "Returns", "Front office", "Archive"});
        week.getColumnModel().getColumn(3).setCellEditor(new DefaultCellEditor(names));
        for (int row = 0; row < hours.getRowCount(); row++) {
            int at = row;
            for (int column = 1; column < 5; column++) {
                int of = column;
                reads.put(
                    hours.getValueAt(row, 0) + " " + hours.getColumnName(column).toLowerCase(),
                    () -> hours.getValueAt(at, of));
            }
        }
        reads.put("row", () ->
            week.getSelectedRow() < 0 ? "" : hours.getValueAt(week.getSelectedRow(), 0));
        page.add(new JScrollPane(week), BorderLayout.CENTER);
        JPanel line = new JPanel(new FlowLayout(FlowLayout.LEFT));
        JButton clear = new JButton("Clear day");
        clear.addActionListener(event -> {
            int row = week.getSelectedRow();
            if (row >= 0) {
                for (int column = 1; column < 4; column++) {
                    hours.setValueAt("", row, column);
                }
                hours.setValueAt(false, row, 4);
            }
        });
        line.add(clear);
        JCheckBox round = new JCheckBox("Round to quarter hours");
        reads.put("round", round::isSelected);
        line.add(round);
        page.add(line, BorderLayout.SOUTH);
        return page;
    }

    private void field(JPanel page, int row, String text, JComponent made) {
        GridBagConstraints at = new GridBagConstraints();
        at.gridy = row;
        at.anchor = GridBagConstraints.NORTHWEST;
        at.insets = new Insets(7, 10, 7, 10);
        JLabel label = new JLabel(text);
        label.setLabelFor(made);
        page.add(label, at);
        page.add(made, at);
    }

    private JPanel top(JPanel form) {
        JPanel page = new JPanel(new FlowLayout(FlowLayout.LEFT));
        page.add(form);
        return page;
    }

    private JTextField text(String name, String value, int columns) {
        JTextField one = new JTextField(value, columns);
        reads.put(name, one::getText);
        return one;
    }

    private JComboBox<String> choice(String name, String... texts) {
        JComboBox<String> one = new JComboBox<>(texts);
        reads.put(name, one::getSelectedItem);
        return one;
    }

    private Component absencePage() {
        JPanel page = new JPanel(new GridBagLayout());
        field(page, 0, "Kind", choice("kind", "Holiday", "Sick leave", "Special leave", "Unpaid leave"));
        field(page, 1, "First day", text("first day", "", 12));
        field(page, 2, "Last day", text("last day", "", 12));
        JSpinner days = new JSpinner(new SpinnerNumberModel(1.0, 0.5, 30.0, 0.5));
        reads.put("days", ((JSpinner.DefaultEditor) days.getEditor()).getTextField()::getText);
        field(page, 3, "Working days", days);
        field(page, 4, "Stand-in", choice("stand-in", "Nobody", "Amara Diallo", "Felix Brandt", "Joan Mercer"));
        JCheckBox note = new JCheckBox("Doctor's note follows");
        reads.put("note follows", note::isSelected);
        field(page, 5, "", note);
        JPanel line = new JPanel(new FlowLayout(FlowLayout.LEFT, 6, 0));
        ButtonGroup group = new ButtonGroup();
        for (String name : new String[] {"Whole day", "Morning only", "Afternoon only"}) {
            JRadioButton radio = new JRadioButton(name, name.startsWith("Whole"));
            group.add(radio);
            reads.put("part " + name, radio::isSelected);
            line.add(radio);
        }
        field(page, 6, "Part of the day", line);
        JTextArea words = new JTextArea(4, 32);
        words.setLineWrap(true);
        reads.put("reason", words::getText);
        JScrollPane pane = new JScrollPane(words);
        words.getAccessibleContext().setAccessibleName("Reason");
        field(page, 7, "Reason", pane);
        JButton ask = new JButton("Request absence");
        counting(ask, "Request absence");
        field(page, 8, "", ask);
        return top(page);
    }

    private Component expensesPage() {
        JPanel page = new JPanel(new GridBagLayout());
        JTextField what = text("what", "", 24);
        field(page, 0, "What for", what);
        JTextField amount = text("amount", "", 10);
        field(page, 1, "Amount (EUR)", amount);
        JComboBox<String> paid = choice("paid with", "Own money", "Company card", "Petty cash");
        field(page, 2, "Paid with", paid);
        JSlider share = new JSlider(0, 100, 100);
        share.setMajorTickSpacing(25);
        share.setPaintTicks(true);
        share.setPaintLabels(true);
        share.setPreferredSize(new Dimension(300, 50));
        reads.put("share", share::getValue);
        field(page, 3, "Firm's share (%)", share);
        JCheckBox receipt = new JCheckBox("Receipt attached");
        reads.put("receipt", receipt::isSelected);
        field(page, 4, "", receipt);
        JButton add = new JButton("Add expense");
        field(page, 5, "", add);
        costs.addElement("Train ticket, 24.60");
        costs.addElement("Work gloves, 11.95");
        costs.addElement("Parking, 6.00");
        JList<String> list = new JList<>(costs);
        list.setSelectionMode(ListSelectionModel.SINGLE_SELECTION);
        list.setVisibleRowCount(6);
        list.setFixedCellWidth(300);
        reads.put("expenses", () -> String.join("; ", java.util.Collections.list(costs.elements())));
        reads.put("expense", () -> list.getSelectedValue() == null ? "" : list.getSelectedValue());
        add.addActionListener(event -> {
            if (!what.getText().isEmpty()) {
                costs.addElement(what.getText() + ", " + amount.getText());
                what.setText("");
                amount.setText("");
            }
        });
        field(page, 6, "Expenses so far", new JScrollPane(list));
        JButton remove = new JButton("Remove expense");
        remove.addActionListener(event -> {
            if (list.getSelectedIndex() >= 0) {
                costs.remove(list.getSelectedIndex());
            }
        });
        field(page, 7, "", remove);
        return top(page);
    }

    private static String quoted(Object value) {
        if (value instanceof Boolean || value instanceof Number) {
            return value.toString();
        }
        String text = value == null ? "" : value.toString();
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n")
            .replace("\t", "\\t") + '"';
    }

    private void write() {
        StringBuilder text = new StringBuilder("{");
        reads.forEach((name, read) ->
            text.append(quoted(name)).append(": ").append(quoted(read.get())).append(", "));
        counts.forEach((name, count) ->
            text.append(quoted("clicks " + name)).append(": ").append(count).append(", "));
        text.append("\"program\": \"Timesheet\"}");
        String now = text.toString();
        if (now.equals(last)) {
            return;
        }
        Path path = Path.of(System.getenv("STRANGERS_STATE"));
        Path fresh = path.resolveSibling("state.new");
        try {
            Files.writeString(fresh, now);
            Files.move(fresh, path, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
            last = now;
        } catch (IOException error) {
            System.err.println(error);
        }
    }

    public static void main(String[] arguments) {
        SwingUtilities.invokeLater(
            () -> new Timesheet(arguments.length > 0 ? arguments[0] : "").setVisible(true));
    }
}
