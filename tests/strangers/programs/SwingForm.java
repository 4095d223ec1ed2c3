import java.awt.BorderLayout;
import java.awt.GridLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import javax.swing.*;

/** A Swing leave request; it writes what its widgets hold to a file. */
public class SwingForm {
    static final Map<String, Supplier<Object>> FIELDS = new TreeMap<>();
    static final Map<String, Integer> CLICKS = new TreeMap<>();
    static String last = "";

    static void count(String name) {
        CLICKS.merge(name, 1, Integer::sum);
    }

    static String json(Object value) {
        if (value instanceof Boolean || value instanceof Number) {
            return value.toString();
        }
        String text = String.valueOf(value);
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
    }

    static void write() {
        StringBuilder out = new StringBuilder("{");
        FIELDS.forEach((k, v) -> out.append(json(k)).append(": ").append(json(v.get())).append(", "));
        CLICKS.forEach((k, v) -> out.append(json("clicks " + k)).append(": ").append(v).append(", "));
        out.append("\"end\": true}");
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

    static void row(JPanel panel, String name, JComponent widget, Supplier<Object> read) {
        JLabel label = new JLabel(name);
        label.setLabelFor(widget);
        panel.add(label);
        panel.add(widget);
        FIELDS.put(name, read);
    }

    static JPanel request() {
        JPanel panel = new JPanel(new GridLayout(0, 2, 8, 8));
        JTextField name = new JTextField();
        row(panel, "Employee", name, name::getText);
        JTextField reason = new JTextField();
        row(panel, "Reason", reason, reason::getText);
        JComboBox<String> team = new JComboBox<>(new String[] {"Sales", "Support", "Finance", "Legal"});
        row(panel, "Team", team, team::getSelectedItem);
        JSpinner days = new JSpinner(new SpinnerNumberModel(1, 1, 30, 1));
        row(panel, "Days", days, days::getValue);
        JCheckBox half = new JCheckBox("Half days");
        JCheckBox notify = new JCheckBox("Notify manager", true);
        panel.add(half);
        panel.add(notify);
        FIELDS.put("Half days", half::isSelected);
        FIELDS.put("Notify manager", notify::isSelected);
        ButtonGroup group = new ButtonGroup();
        for (String kind : new String[] {"Paid leave", "Unpaid leave", "Sick leave"}) {
            JRadioButton radio = new JRadioButton(kind, kind.startsWith("Paid"));
            group.add(radio);
            panel.add(radio);
            FIELDS.put(kind, radio::isSelected);
        }
        panel.add(new JLabel(""));
        for (String text : new String[] {"Submit", "Withdraw"}) {
            JButton button = new JButton(text);
            button.addActionListener(event -> {
                count(text);
                if (text.equals("Withdraw")) {
                    int answer = JOptionPane.showConfirmDialog(
                        panel, "Withdraw the request?", "Withdraw", JOptionPane.YES_NO_OPTION);
                    count(answer == JOptionPane.YES_OPTION ? "answer yes" : "answer no");
                }
            });
            panel.add(button);
        }
        return panel;
    }

    static JMenuBar menus() {
        JMenuBar bar = new JMenuBar();
        String[][] all = {{"File", "New Request", "Save Draft", "Print"},
            {"View", "Calendar", "Team List"}, {"Help", "Rules"}};
        for (String[] entries : all) {
            JMenu menu = new JMenu(entries[0]);
            for (int i = 1; i < entries.length; i++) {
                String text = entries[i];
                JMenuItem item = new JMenuItem(text);
                item.addActionListener(event -> count("menu " + text));
                menu.add(item);
            }
            bar.add(menu);
        }
        return bar;
    }

    public static void main(String[] args) {
        SwingUtilities.invokeLater(() -> {
            JFrame frame = new JFrame("Leave Request");
            frame.setDefaultCloseOperation(WindowConstants.EXIT_ON_CLOSE);
            JTabbedPane tabs = new JTabbedPane();
            tabs.addTab("Request", request());
            JTextArea comment = new JTextArea();
            FIELDS.put("Comment", comment::getText);
            tabs.addTab("Comment", comment);
            JList<String> past = new JList<>(new String[] {"January", "March", "August"});
            FIELDS.put("History", () -> String.join(", ", past.getSelectedValuesList()));
            tabs.addTab("History", new JScrollPane(past));
            FIELDS.put("tab", () -> tabs.getTitleAt(tabs.getSelectedIndex()));
            tabs.setSelectedIndex(Math.max(0, tabs.indexOfTab(String.join("", args))));
            frame.setJMenuBar(menus());
            frame.add(tabs, BorderLayout.CENTER);
            frame.setSize(640, 420);
            frame.setLocation(200, 120);
            frame.setVisible(true);
            new Timer(120, event -> write()).start();
        });
    }
}
