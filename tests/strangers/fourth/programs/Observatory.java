import java.awt.BorderLayout;
import java.awt.FlowLayout;
import java.awt.GridLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import javax.swing.*;
import javax.swing.table.DefaultTableModel;
import javax.swing.tree.DefaultMutableTreeNode;
import javax.swing.tree.TreePath;

/** The desk of a small observatory in Swing; what it holds is written to a file. */
public class Observatory {
    static final Map<String, Supplier<Object>> HELD = new TreeMap<>();
    static final Map<String, Object> HITS = new TreeMap<>();
    static String told = "";

    static String json(Object value) {
        if (value instanceof Boolean || value instanceof Number) {
            return value.toString();
        }
        if (value instanceof Collection<?> items) {
            return items.stream().map(Observatory::json).collect(Collectors.joining(", ", "[", "]"));
        }
        String text = String.valueOf(value);
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
    }

    static void tell() {
        Map<String, Object> all = new TreeMap<>(HITS);
        HELD.forEach((name, read) -> all.put(name, read.get()));
        String text = all.entrySet().stream()
                .map(e -> json(e.getKey()) + ": " + json(e.getValue()))
                .collect(Collectors.joining(", ", "{", "}"));
        if (text.equals(told)) {
            return;
        }
        try {
            Path path = Path.of(System.getenv("STRANGERS_STATE"));
            Path next = Path.of(path + ".new");
            Files.writeString(next, text);
            Files.move(next, path, StandardCopyOption.REPLACE_EXISTING);
            told = text;
        } catch (IOException failure) {
            throw new IllegalStateException(failure);
        }
    }

    static void hit(String name) {
        HITS.merge("clicks " + name, 1, (a, b) -> (Integer) a + (Integer) b);
    }

    static JButton button(String text) {
        JButton made = new JButton(text);
        made.addActionListener(e -> hit(text));
        return made;
    }

    static void field(JPanel panel, String name, JComponent widget, Supplier<Object> read) {
        JLabel label = new JLabel(name);
        label.setLabelFor(widget);
        panel.add(label);
        JPanel holder = new JPanel(new FlowLayout(FlowLayout.LEFT));
        holder.add(widget);
        panel.add(holder);
        HELD.put(name, read);
    }

    static JPanel telescope() {
        JPanel panel = new JPanel(new GridLayout(0, 2, 6, 2));
        panel.setBorder(BorderFactory.createEmptyBorder(10, 10, 10, 10));
        JTextField target = new JTextField("Vega", 16);
        field(panel, "Target", target, target::getText);
        JComboBox<String> filter = new JComboBox<>(new String[] {"None", "Red", "Green", "Infrared"});
        field(panel, "Filter", filter, filter::getSelectedItem);
        JSpinner frames = new JSpinner(new SpinnerNumberModel(10, 1, 500, 1));
        field(panel, "Frames", frames, frames::getValue);
        JSlider gain = new JSlider(0, 100, 25);
        gain.setMajorTickSpacing(25);
        gain.setPaintTicks(true);
        gain.setPaintLabels(true);
        field(panel, "Gain", gain, gain::getValue);
        JCheckBox cool = new JCheckBox("Cool the camera");
        HELD.put("Cool the camera", cool::isSelected);
        panel.add(cool);
        JToggleButton follow = new JToggleButton("Follow the target");
        HELD.put("Follow the target", follow::isSelected);
        JPanel holder = new JPanel(new FlowLayout(FlowLayout.LEFT));
        holder.add(follow);
        panel.add(holder);
        ButtonGroup group = new ButtonGroup();
        JPanel domes = new JPanel(new FlowLayout(FlowLayout.LEFT));
        for (String name : List.of("Closed", "Half open", "Open")) {
            JRadioButton radio = new JRadioButton(name, name.equals("Closed"));
            group.add(radio);
            domes.add(radio);
            HELD.put("dome " + name, radio::isSelected);
        }
        panel.add(new JLabel("Dome"));
        panel.add(domes);
        panel.add(button("Take pictures"));
        panel.add(button("Park telescope"));
        return panel;
    }

    static JPanel nights() {
        JPanel panel = new JPanel(new BorderLayout(6, 6));
        Object[][] rows = {
            {"Mon", "Ilse", "clear", 4}, {"Tue", "Raj", "cloudy", 0}, {"Wed", "Ilse", "clear", 6},
            {"Thu", "Mona", "mist", 1}, {"Fri", "Raj", "clear", 5},
        };
        DefaultTableModel model = new DefaultTableModel(
                rows, new Object[] {"Night", "Observer", "Sky", "Hours"});
        JTable table = new JTable(model);
        table.setRowHeight(24);
        HELD.put("nights", () -> {
            List<Object> found = new ArrayList<>();
            for (int r = 0; r < model.getRowCount(); r++) {
                int row = r;
                found.add(Arrays.asList(0, 1, 2, 3).stream()
                        .map(c -> String.valueOf(model.getValueAt(row, c)))
                        .collect(Collectors.joining(" ")));
            }
            return found;
        });
        HELD.put("night", () -> {
            List<Object> found = new ArrayList<>();
            for (int row : table.getSelectedRows()) {
                found.add(table.getValueAt(row, 0));
            }
            return found;
        });
        panel.add(new JScrollPane(table), BorderLayout.CENTER);
        JPanel foot = new JPanel(new FlowLayout(FlowLayout.LEFT));
        foot.add(button("Print nights"));
        panel.add(foot, BorderLayout.SOUTH);
        return panel;
    }

    static JPanel sky() {
        JPanel panel = new JPanel(new GridLayout(1, 2, 8, 8));
        DefaultMutableTreeNode root = new DefaultMutableTreeNode("Sky");
        Map<String, List<String>> groups = new TreeMap<>(Map.of(
                "Planets", List.of("Mars", "Saturn"), "Clusters", List.of("Pleiades", "Beehive"),
                "Galaxies", List.of("Andromeda", "Whirlpool")));
        Map<String, DefaultMutableTreeNode> nodes = new TreeMap<>();
        groups.forEach((name, members) -> {
            DefaultMutableTreeNode node = new DefaultMutableTreeNode(name);
            members.forEach(m -> node.add(new DefaultMutableTreeNode(m)));
            nodes.put(name, node);
            root.add(node);
        });
        JTree tree = new JTree(root);
        nodes.forEach((name, node) ->
                HELD.put("open " + name, () -> tree.isExpanded(new TreePath(node.getPath()))));
        HELD.put("object", () -> tree.getSelectionPath() == null
                ? "" : tree.getSelectionPath().getLastPathComponent().toString());
        panel.add(new JScrollPane(tree));
        JList<String> lenses = new JList<>(
                new String[] {"10 mm", "15 mm", "25 mm", "32 mm", "40 mm", "Barlow"});
        HELD.put("eyepieces", () -> lenses.getSelectedValuesList());
        JPanel right = new JPanel(new BorderLayout());
        right.add(new JLabel("Eyepieces to lay out"), BorderLayout.NORTH);
        right.add(new JScrollPane(lenses), BorderLayout.CENTER);
        JTextArea remarks = new JTextArea("moon too bright", 5, 20);
        HELD.put("remarks", remarks::getText);
        JPanel low = new JPanel(new BorderLayout());
        JLabel label = new JLabel("Remarks");
        label.setLabelFor(remarks);
        low.add(label, BorderLayout.NORTH);
        low.add(new JScrollPane(remarks), BorderLayout.CENTER);
        right.add(low, BorderLayout.SOUTH);
        panel.add(right);
        return panel;
    }

    static JMenuBar menus(JFrame frame) {
        JMenuBar bar = new JMenuBar();
        JMenu night = new JMenu("Night");
        for (String text : List.of("Begin night", "Write report", "About")) {
            JMenuItem item = new JMenuItem(text);
            item.addActionListener(e -> {
                hit("menu " + text);
                if (text.equals("About")) {
                    JOptionPane.showMessageDialog(frame, "Hill Observatory desk");
                }
            });
            night.add(item);
        }
        JMenu chart = new JMenu("Chart");
        for (String text : List.of("Show names", "Show lines")) {
            JCheckBoxMenuItem item = new JCheckBoxMenuItem(text, text.equals("Show names"));
            HELD.put(text, item::isSelected);
            chart.add(item);
        }
        JMenu half = new JMenu("Half of the sky");
        ButtonGroup group = new ButtonGroup();
        for (String text : List.of("Northern", "Southern")) {
            JRadioButtonMenuItem item = new JRadioButtonMenuItem(text, text.equals("Northern"));
            group.add(item);
            HELD.put(text, item::isSelected);
            half.add(item);
        }
        chart.add(half);
        bar.add(night);
        bar.add(chart);
        return bar;
    }

    public static void main(String[] words) {
        SwingUtilities.invokeLater(() -> {
            JFrame frame = new JFrame("Hill Observatory");
            frame.setDefaultCloseOperation(WindowConstants.EXIT_ON_CLOSE);
            frame.setJMenuBar(menus(frame));
            JTabbedPane tabs = new JTabbedPane();
            tabs.addTab("Telescope", telescope());
            tabs.addTab("Nights", nights());
            tabs.addTab("Sky", sky());
            String start = words.length > 0 ? words[0] : "";
            for (int i = 0; i < tabs.getTabCount(); i++) {
                if (tabs.getTitleAt(i).equals(start)) {
                    tabs.setSelectedIndex(i);
                }
            }
            HELD.put("tab", () -> tabs.getTitleAt(tabs.getSelectedIndex()));
            frame.add(tabs);
            frame.setSize(760, 480);
            frame.setLocation(120, 80);
            frame.setVisible(true);
            new Timer(150, e -> tell()).start();
        });
    }
}
