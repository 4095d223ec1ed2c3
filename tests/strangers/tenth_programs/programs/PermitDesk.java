import java.awt.*;
import java.awt.event.*;
import java.io.IOException;
import java.nio.file.*;
import java.text.SimpleDateFormat;
import java.util.*;
import java.util.List;
import java.util.function.Supplier;
import javax.swing.*;
import javax.swing.table.DefaultTableModel;
import javax.swing.tree.*;

/** The building office of a town, in Swing; it writes what its widgets hold to a file. */
public class PermitDesk {
    static final Map<String, Supplier<Object>> FIELDS = new TreeMap<>();
    static final Map<String, Integer> CLICKS = new TreeMap<>();
    static final String[][] CASES = {
        {"B-201", "Garage, Elm Road 3", "Kowal"}, {"B-202", "Attic, Mill Lane 9", "Sandoz"},
        {"B-203", "Fence, Quay 12", "Kowal"}, {"B-204", "Carport, Elm Road 8", "Thorne"}};
    static String last = "";
    static JFrame frame;

    static void count(String name) {
        CLICKS.merge(name, 1, Integer::sum);
    }

    static void known(String name) {
        CLICKS.putIfAbsent(name, 0);
    }

    static String json(Object value) {
        if (value instanceof Boolean || value instanceof Number) {
            return value.toString();
        }
        if (value instanceof List<?> list) {
            StringJoiner all = new StringJoiner(", ", "[", "]");
            list.forEach(one -> all.add(json(one)));
            return all.toString();
        }
        String text = String.valueOf(value);
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
    }

    static void write() {
        StringBuilder out = new StringBuilder("{");
        FIELDS.forEach((k, v) -> out.append(json(k)).append(": ").append(json(v.get())).append(", "));
        CLICKS.forEach((k, v) -> out.append(json("clicks " + k)).append(": ").append(v).append(", "));
        List<Object> open = new ArrayList<>();
        for (Window window : Window.getWindows()) {
            if (window instanceof JDialog dialog && dialog.isVisible()) {
                open.add(dialog.getTitle());
            }
        }
        out.append("\"dialogs\": ").append(json(open)).append("}");
        if (out.toString().equals(last)) {
            return;
        }
        try {
            Path path = Path.of(System.getenv("STRANGERS_STATE"));
            Path next = Path.of(path + ".new");
            Files.writeString(next, out);
            Files.move(next, path, StandardCopyOption.REPLACE_EXISTING);
            last = out.toString();
        } catch (IOException failure) {
            throw new IllegalStateException(failure);
        }
    }

    static JButton button(String text) {
        JButton button = new JButton(text);
        known(text);
        button.addActionListener(event -> count(text));
        return button;
    }

    static JPanel applicant() {
        JPanel panel = new JPanel(new GridBagLayout());
        GridBagConstraints at = new GridBagConstraints();
        at.insets = new Insets(5, 8, 5, 8);
        at.anchor = GridBagConstraints.WEST;
        at.gridy = 0;
        JTextField name = new JTextField(22);
        JTextField street = new JTextField("Elm Road 3", 22);
        JComboBox<String> kind = new JComboBox<>(new String[] {"Owner", "Tenant", "Architect", "Neighbour"});
        JComboBox<String> district = new JComboBox<>(new String[] {"Old Town", "Harbour", "Westfield"});
        district.setEditable(true);
        JSpinner floors = new JSpinner(new SpinnerNumberModel(2, 1, 12, 1));
        JSpinner day = new JSpinner(new SpinnerDateModel(
            new GregorianCalendar(2026, Calendar.APRIL, 20).getTime(), null, null, Calendar.DAY_OF_MONTH));
        day.setEditor(new JSpinner.DateEditor(day, "dd/MM/yyyy"));
        JSlider noise = new JSlider(0, 10, 3);
        noise.setMajorTickSpacing(1);
        noise.setPaintTicks(true);
        noise.setPaintLabels(true);
        noise.setSnapToTicks(true);
        Object[][] rows = {{"Applicant", name}, {"Street", street}, {"Acts as", kind}, {"District", district},
            {"Floors", floors}, {"Start of work", day}, {"Noise level", noise}};
        for (Object[] row : rows) {
            JLabel label = new JLabel((String) row[0]);
            label.setLabelFor((Component) row[1]);
            at.gridx = 0;
            panel.add(label, at);
            at.gridx = 1;
            panel.add((Component) row[1], at);
            at.gridy++;
        }
        FIELDS.put("Applicant", name::getText);
        FIELDS.put("Street", street::getText);
        FIELDS.put("Acts as", kind::getSelectedItem);
        FIELDS.put("District", () -> district.getSelectedItem());
        FIELDS.put("Floors", floors::getValue);
        FIELDS.put("Start of work", () -> new SimpleDateFormat("yyyy-MM-dd").format(day.getValue()));
        FIELDS.put("Noise level", noise::getValue);
        JPanel checks = new JPanel();
        for (String text : new String[] {"Listed building", "Scaffold on the pavement", "Neighbours informed"}) {
            JCheckBox box = new JCheckBox(text, text.startsWith("Neighbours"));
            FIELDS.put(text, box::isSelected);
            checks.add(box);
        }
        at.gridx = 0;
        at.gridwidth = 2;
        panel.add(checks, at);
        at.gridy++;
        JPanel radios = new JPanel();
        radios.setBorder(BorderFactory.createTitledBorder("Answer by"));
        ButtonGroup group = new ButtonGroup();
        for (String text : new String[] {"Letter", "E-mail", "Collected at the desk"}) {
            JRadioButton radio = new JRadioButton(text, text.equals("Letter"));
            group.add(radio);
            FIELDS.put("by " + text, radio::isSelected);
            radios.add(radio);
        }
        panel.add(radios, at);
        at.gridy++;
        JPanel line = new JPanel();
        line.add(button("Check address"));
        line.add(button("Park the form"));
        panel.add(line, at);
        return panel;
    }

    static JPanel cases() {
        JPanel panel = new JPanel(new BorderLayout(8, 8));
        DefaultTableModel model = new DefaultTableModel(new String[] {"Number", "Project", "Clerk", "Urgent"}, 0) {
            @Override public Class<?> getColumnClass(int column) {
                return column == 3 ? Boolean.class : String.class;
            }

            @Override public boolean isCellEditable(int row, int column) {
                return column > 1;
            }
        };
        for (String[] row : CASES) {
            model.addRow(new Object[] {row[0], row[1], row[2], row[0].equals("B-203")});
        }
        JTable table = new JTable(model);
        table.setRowHeight(24);
        table.setAutoCreateRowSorter(true);
        table.getColumnModel().getColumn(1).setPreferredWidth(260);
        for (int i = 0; i < CASES.length; i++) {
            int row = i;
            FIELDS.put("clerk " + CASES[i][0], () -> model.getValueAt(row, 2));
            FIELDS.put("urgent " + CASES[i][0], () -> model.getValueAt(row, 3));
            for (String text : new String[] {"Open file", "Copy number", "Hand over"}) {
                known(text + " " + CASES[i][0]);
            }
        }
        FIELDS.put("order", () -> {
            List<Object> all = new ArrayList<>();
            for (int i = 0; i < table.getRowCount(); i++) {
                all.add(table.getValueAt(i, 0));
            }
            return all;
        });
        FIELDS.put("cases", () -> {
            List<Object> all = new ArrayList<>();
            for (int i : table.getSelectedRows()) {
                all.add(table.getValueAt(i, 0));
            }
            return all;
        });
        table.addMouseListener(new MouseAdapter() {
            @Override public void mousePressed(MouseEvent event) {
                int row = table.rowAtPoint(event.getPoint());
                if (!event.isPopupTrigger() || row < 0) {
                    return;
                }
                table.setRowSelectionInterval(row, row);
                String number = (String) table.getValueAt(row, 0);
                JPopupMenu menu = new JPopupMenu();
                for (String text : new String[] {"Open file", "Copy number", "Hand over"}) {
                    JMenuItem item = new JMenuItem(text);
                    item.addActionListener(e -> count(text + " " + number));
                    menu.add(item);
                }
                menu.show(table, event.getX(), event.getY());
            }
        });
        panel.add(new JScrollPane(table), BorderLayout.CENTER);
        JPanel line = new JPanel();
        line.add(button("Assign to me"));
        line.add(button("Show on map"));
        JButton add = new JButton("Add note...");
        add.addActionListener(event -> {
            JTextField text = new JTextField(24);
            JCheckBox pin = new JCheckBox("Pin to the top");
            int answer = JOptionPane.showConfirmDialog(frame, new Object[] {"Text of the note", text, pin},
                "Add note", JOptionPane.OK_CANCEL_OPTION);
            if (answer == JOptionPane.OK_OPTION) {
                note = text.getText() + (pin.isSelected() ? " (pinned)" : "");
            }
        });
        FIELDS.put("note", () -> note);
        line.add(add);
        panel.add(line, BorderLayout.SOUTH);
        return panel;
    }

    static String note = "";

    static JPanel archive() {
        JPanel panel = new JPanel(new BorderLayout(8, 8));
        DefaultMutableTreeNode root = new DefaultMutableTreeNode("Archive");
        String[][] years = {{"2023", "Bridge", "School roof"}, {"2024", "Market hall", "Playground"}};
        JTree tree = new JTree(root);
        for (String[] year : years) {
            DefaultMutableTreeNode node = new DefaultMutableTreeNode(year[0]);
            for (int i = 1; i < year.length; i++) {
                node.add(new DefaultMutableTreeNode(year[i]));
            }
            root.add(node);
        }
        ((DefaultTreeModel) tree.getModel()).reload();
        tree.expandRow(0);
        for (int i = 0; i < years.length; i++) {
            TreePath path = new TreePath(new Object[] {root, root.getChildAt(i)});
            FIELDS.put("open " + years[i][0], () -> tree.isExpanded(path));
        }
        FIELDS.put("archive", () -> tree.getSelectionPath() == null ? ""
            : tree.getSelectionPath().getLastPathComponent().toString());
        panel.add(new JScrollPane(tree), BorderLayout.CENTER);
        JTextArea text = new JTextArea("Boxes are in the cellar.\nKey at the porter.", 5, 30);
        FIELDS.put("Remarks", text::getText);
        JPanel right = new JPanel(new BorderLayout());
        right.add(new JLabel("Remarks"), BorderLayout.NORTH);
        right.add(new JScrollPane(text), BorderLayout.CENTER);
        JList<String> shelves = new JList<>(new String[] {"Shelf A", "Shelf B", "Shelf C", "Shelf D"});
        FIELDS.put("shelves", () -> new ArrayList<Object>(shelves.getSelectedValuesList()));
        right.add(new JScrollPane(shelves), BorderLayout.SOUTH);
        panel.add(right, BorderLayout.EAST);
        return panel;
    }

    static void entry(JMenu menu, String text) {
        JMenuItem item = new JMenuItem(text);
        known("menu " + text);
        item.addActionListener(event -> count("menu " + text));
        menu.add(item);
    }

    static JMenuBar menus() {
        JMenuBar bar = new JMenuBar();
        JMenu file = new JMenu("Case");
        entry(file, "New case");
        entry(file, "Print cover sheet");
        JMenu pile = new JMenu("Put on");
        entry(pile, "Waiting pile");
        entry(pile, "Done pile");
        file.add(pile);
        bar.add(file);
        JMenu view = new JMenu("View");
        for (String text : new String[] {"Closed cases", "Status line"}) {
            JCheckBoxMenuItem item = new JCheckBoxMenuItem(text, text.startsWith("Status"));
            FIELDS.put("view " + text, item::isSelected);
            view.add(item);
        }
        bar.add(view);
        JMenu help = new JMenu("Help");
        entry(help, "Building code");
        bar.add(help);
        return bar;
    }

    static JToolBar tools() {
        JToolBar bar = new JToolBar();
        bar.setFloatable(false);
        for (String[] tool : new String[][] {{"Home", "FileChooser.homeFolderIcon"},
            {"New folder", "FileChooser.newFolderIcon"}, {"Save", "FileView.floppyDriveIcon"}}) {
            JButton button = new JButton(UIManager.getIcon(tool[1]));
            button.setToolTipText(tool[0]);
            known("tool " + tool[0]);
            button.addActionListener(event -> count("tool " + tool[0]));
            bar.add(button);
        }
        JToggleButton lock = new JToggleButton("Read only");
        FIELDS.put("Read only", lock::isSelected);
        bar.add(lock);
        return bar;
    }

    public static void main(String[] args) {
        SwingUtilities.invokeLater(() -> {
            frame = new JFrame("Permit Desk");
            frame.setDefaultCloseOperation(WindowConstants.EXIT_ON_CLOSE);
            JTabbedPane tabs = new JTabbedPane();
            tabs.addTab("Applicant", applicant());
            tabs.addTab("Cases", cases());
            tabs.addTab("Archive", archive());
            frame.setJMenuBar(menus());
            frame.add(tools(), BorderLayout.NORTH);
            frame.add(tabs, BorderLayout.CENTER);
            frame.setBounds(160, 60, 800, 580);
            frame.setVisible(true);
            for (int i = 0; i < tabs.getTabCount(); i++) {
                if (tabs.getTitleAt(i).equals(args[0])) {
                    tabs.setSelectedIndex(i);
                }
            }
            FIELDS.put("tab", () -> tabs.getTitleAt(tabs.getSelectedIndex()));
            new javax.swing.Timer(150, event -> write()).start();
        });
    }
}
