import java.awt.BorderLayout;
import java.awt.Dimension;
import java.awt.FlowLayout;
import java.awt.GridLayout;
import java.awt.event.MouseAdapter;
import java.awt.event.MouseEvent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import javax.swing.*;
import javax.swing.table.DefaultTableModel;
import javax.swing.tree.DefaultMutableTreeNode;
import javax.swing.tree.TreePath;

/** A Swing store room: a tree beside a table, tabs, spinners, a popup menu. */
public class StoreRoom {
    static final Map<String, Supplier<Object>> fields = new LinkedHashMap<>();
    static final Map<String, Integer> clicks = new LinkedHashMap<>();
    static String last = "";
    static JFrame frame;

    static void count(String name) {
        clicks.merge(name, 1, Integer::sum);
    }

    static JButton button(String name) {
        JButton made = new JButton(name);
        made.addActionListener(e -> count(name));
        return made;
    }

    static JMenuBar menus() {
        JMenuBar bar = new JMenuBar();
        JMenu stock = new JMenu("Stock");
        for (String name : new String[] {"Count shelf", "Order again", "Write off"}) {
            JMenuItem item = new JMenuItem(name);
            item.addActionListener(e -> count("menu " + name));
            stock.add(item);
        }
        JMenu show = new JMenu("Show");
        ButtonGroup group = new ButtonGroup();
        for (String name : new String[] {"Everything", "Low stock only", "Expired only"}) {
            JRadioButtonMenuItem item = new JRadioButtonMenuItem(name, name.equals("Everything"));
            group.add(item);
            show.add(item);
            fields.put("show " + name, item::isSelected);
        }
        JCheckBoxMenuItem prices = new JCheckBoxMenuItem("Prices", true);
        show.addSeparator();
        show.add(prices);
        fields.put("Prices", prices::isSelected);
        bar.add(stock);
        bar.add(show);
        return bar;
    }

    static JComponent shelves() {
        DefaultMutableTreeNode root = new DefaultMutableTreeNode("Store room");
        String[][] groups = {
            {"Cleaning", "Soap", "Buckets"}, {"Paper", "Envelopes", "Labels", "Cardboard"},
            {"Tools", "Screws", "Tape"}
        };
        for (String[] group : groups) {
            DefaultMutableTreeNode node = new DefaultMutableTreeNode(group[0]);
            for (int i = 1; i < group.length; i++) node.add(new DefaultMutableTreeNode(group[i]));
            root.add(node);
        }
        JTree tree = new JTree(root);
        tree.getAccessibleContext().setAccessibleName("Shelves");
        fields.put("shelf", () -> {
            TreePath path = tree.getSelectionPath();
            return path == null ? "" : path.getLastPathComponent().toString();
        });
        fields.put("unfolded", () -> {
            List<String> open = new ArrayList<>();
            for (int i = 0; i < tree.getRowCount(); i++)
                if (i > 0 && tree.isExpanded(i))
                    open.add(tree.getPathForRow(i).getLastPathComponent().toString());
            return open;
        });
        DefaultTableModel model = new DefaultTableModel(
            new Object[][] {
                {"Soap", "24", "Aisle A"}, {"Labels", "310", "Aisle B"},
                {"Tape", "7", "Aisle C"}, {"Buckets", "5", "Aisle A"}
            },
            new Object[] {"Article", "Pieces", "Place"});
        JTable table = new JTable(model);
        table.setRowHeight(24);
        fields.put("table", () -> {
            List<String> rows = new ArrayList<>();
            for (int r = 0; r < model.getRowCount(); r++)
                rows.add(model.getValueAt(r, 0) + " " + model.getValueAt(r, 1) + " "
                    + model.getValueAt(r, 2));
            return rows;
        });
        JPopupMenu popup = new JPopupMenu();
        for (String name : new String[] {"Reserve", "Move to another aisle", "Show history"}) {
            JMenuItem item = new JMenuItem(name);
            item.addActionListener(e -> {
                int row = table.getSelectedRow();
                count(name + ": " + (row < 0 ? "" : model.getValueAt(row, 0)));
            });
            popup.add(item);
        }
        table.addMouseListener(new MouseAdapter() {
            void at(MouseEvent e) {
                if (!e.isPopupTrigger()) return;
                int row = table.rowAtPoint(e.getPoint());
                if (row < 0) return;
                table.setRowSelectionInterval(row, row);
                popup.show(table, e.getX(), e.getY());
            }

            @Override public void mousePressed(MouseEvent e) { at(e); }

            @Override public void mouseReleased(MouseEvent e) { at(e); }
        });
        JPanel right = new JPanel(new BorderLayout());
        right.add(new JScrollPane(table), BorderLayout.CENTER);
        JPanel line = new JPanel(new FlowLayout(FlowLayout.LEFT));
        line.add(button("Take out"));
        line.add(button("Put back"));
        JToggleButton lock = new JToggleButton("Stocktaking");
        fields.put("Stocktaking", lock::isSelected);
        line.add(lock);
        right.add(line, BorderLayout.SOUTH);
        JSplitPane split = new JSplitPane(JSplitPane.HORIZONTAL_SPLIT, new JScrollPane(tree), right);
        split.setDividerLocation(230);
        return split;
    }

    static JComponent delivery() {
        JPanel page = new JPanel(new FlowLayout(FlowLayout.LEFT));
        JPanel form = new JPanel(new GridLayout(0, 2, 8, 8));
        JTextField supplier = new JTextField(16);
        add(form, "Supplier", supplier);
        fields.put("Supplier", supplier::getText);
        JSpinner crates = new JSpinner(new SpinnerNumberModel(1, 1, 60, 1));
        add(form, "Crates", crates);
        fields.put("Crates", crates::getValue);
        JComboBox<String> dock = new JComboBox<>(new String[] {"Dock 1", "Dock 2", "Yard", "Front door"});
        add(form, "Unload at", dock);
        fields.put("Unload at", dock::getSelectedItem);
        JSlider cold = new JSlider(-10, 30, 15);
        cold.setMajorTickSpacing(10);
        cold.setPaintTicks(true);
        cold.setPaintLabels(true);
        add(form, "Temperature", cold);
        fields.put("Temperature", cold::getValue);
        JCheckBox damaged = new JCheckBox("Damaged on arrival");
        form.add(damaged);
        fields.put("Damaged on arrival", damaged::isSelected);
        JCheckBox complete = new JCheckBox("Delivery complete", true);
        form.add(complete);
        fields.put("Delivery complete", complete::isSelected);
        JTextArea remark = new JTextArea("Two crates wet.", 4, 20);
        add(form, "Remark", remark);
        fields.put("Remark", remark::getText);
        form.add(button("Accept delivery"));
        JButton refuse = new JButton("Refuse...");
        refuse.addActionListener(e -> {
            int answer = JOptionPane.showConfirmDialog(
                frame, "Refuse this delivery?", "Refuse", JOptionPane.YES_NO_OPTION);
            count("refuse answer " + answer);
        });
        form.add(refuse);
        page.add(form);
        return page;
    }

    static void add(JPanel form, String name, JComponent field) {
        JLabel label = new JLabel(name);
        label.setLabelFor(field);
        form.add(label);
        form.add(field);
    }

    static String json(Object value) {
        if (value instanceof List<?> list) {
            List<String> parts = new ArrayList<>();
            for (Object part : list) parts.add(json(part));
            return "[" + String.join(", ", parts) + "]";
        }
        if (value instanceof Boolean || value instanceof Integer) return value.toString();
        String text = String.valueOf(value).replace("\\", "\\\\").replace("\"", "\\\"");
        return "\"" + text.replace("\n", "\\n") + "\"";
    }

    static void write(JTabbedPane tabs) {
        Map<String, Object> state = new LinkedHashMap<>();
        fields.forEach((name, read) -> state.put(name, read.get()));
        clicks.forEach((name, number) -> state.put("clicks " + name, number));
        state.put("tab", tabs.getTitleAt(tabs.getSelectedIndex()));
        List<String> parts = new ArrayList<>();
        state.forEach((name, value) -> parts.add(json(name) + ": " + json(value)));
        String text = "{" + String.join(", ", parts) + "}";
        if (text.equals(last)) return;
        try {
            Path path = Path.of(System.getenv("STRANGERS_STATE"));
            Path fresh = Path.of(path + ".new");
            Files.writeString(fresh, text);
            Files.move(fresh, path, StandardCopyOption.REPLACE_EXISTING);
            last = text;
        } catch (java.io.IOException why) {
            why.printStackTrace();
        }
    }

    public static void main(String[] args) {
        SwingUtilities.invokeLater(() -> {
            frame = new JFrame("Store Room");
            frame.setDefaultCloseOperation(JFrame.EXIT_ON_CLOSE);
            frame.setJMenuBar(menus());
            JTabbedPane tabs = new JTabbedPane();
            tabs.addTab("Shelves", shelves());
            tabs.addTab("Delivery", delivery());
            if (args.length > 0 && args[0].equals("Delivery")) tabs.setSelectedIndex(1);
            frame.add(tabs);
            frame.setPreferredSize(new Dimension(760, 480));
            frame.pack();
            frame.setLocation(80, 60);
            frame.setVisible(true);
            new Timer(150, e -> write(tabs)).start();
        });
    }
}
