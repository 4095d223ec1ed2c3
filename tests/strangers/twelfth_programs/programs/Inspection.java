import java.awt.BorderLayout;
import java.awt.Dimension;
import java.awt.FlowLayout;
import java.awt.GridBagConstraints;
import java.awt.GridBagLayout;
import java.awt.Insets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import javax.swing.*;
import javax.swing.table.DefaultTableModel;

/** The inspection of a vehicle at a test station: the vehicle, the checks, the result. */
public class Inspection {
    private final Map<String, Supplier<Object>> reads = new LinkedHashMap<>();
    private final Map<String, Integer> counts = new LinkedHashMap<>();
    private final JFrame frame = new JFrame("Vehicle Inspection - Bay 2");
    private final JTabbedPane tabs = new JTabbedPane();
    private String last = "";
    private String certificate = "none";

    public static void main(String[] words) {
        SwingUtilities.invokeLater(() -> new Inspection().show(words[0]));
    }

    private void show(String start) {
        frame.setDefaultCloseOperation(JFrame.EXIT_ON_CLOSE);
        frame.setJMenuBar(menus());
        tabs.addTab("Vehicle", vehicle());
        tabs.addTab("Checks", checks());
        tabs.addTab("Result", result());
        tabs.setSelectedIndex(start.equals("vehicle") ? 0 : start.equals("checks") ? 1 : 2);
        frame.add(tabs);
        reads.put("tab", () -> tabs.getTitleAt(tabs.getSelectedIndex()));
        reads.put("certificate", () -> certificate);
        frame.setSize(900, 620);
        frame.setLocation(60, 40);
        frame.setVisible(true);
        write();
        new Timer(120, event -> write()).start();
    }

    private void count(String name) {
        counts.merge(name, 1, Integer::sum);
    }

    private JMenuItem counted(String name) {
        counts.put(name, 0);
        JMenuItem item = new JMenuItem(name);
        item.addActionListener(event -> count(name));
        return item;
    }

    private JMenuBar menus() {
        JMenuBar bar = new JMenuBar();
        JMenu file = new JMenu("File");
        file.add(counted("Print report"));
        file.add(counted("Send to owner"));
        JMenu view = new JMenu("View");
        JCheckBoxMenuItem hints = new JCheckBoxMenuItem("Show hints", true);
        view.add(hints);
        reads.put("hints", hints::isSelected);
        JMenu units = new JMenu("Units");
        ButtonGroup group = new ButtonGroup();
        JRadioButtonMenuItem km = new JRadioButtonMenuItem("Kilometres", true);
        JRadioButtonMenuItem miles = new JRadioButtonMenuItem("Miles");
        group.add(km);
        group.add(miles);
        units.add(km);
        units.add(miles);
        view.add(units);
        reads.put("units", () -> km.isSelected() ? "Kilometres" : "Miles");
        bar.add(file);
        bar.add(view);
        return bar;
    }

    private void row(JPanel page, int at, String text, JComponent field) {
        GridBagConstraints where = new GridBagConstraints();
        where.insets = new Insets(7, 10, 7, 10);
        where.anchor = GridBagConstraints.WEST;
        where.gridy = at;
        JLabel label = new JLabel(text);
        label.setLabelFor(field);
        page.add(label, where);
        where.gridx = 1;
        where.weightx = 1;
        where.fill = GridBagConstraints.HORIZONTAL;
        page.add(field, where);
    }

    private JPanel top(JPanel page) {
        JPanel outer = new JPanel(new BorderLayout());
        outer.add(page, BorderLayout.NORTH);
        return outer;
    }

    private JSpinner spinner(int value, int low, int high, int step) {
        JSpinner spinner = new JSpinner(new SpinnerNumberModel(value, low, high, step));
        spinner.setEditor(new JSpinner.NumberEditor(spinner, "#"));
        return spinner;
    }

    private String textOf(JSpinner spinner) {
        return ((JSpinner.DefaultEditor) spinner.getEditor()).getTextField().getText();
    }

    private JPanel vehicle() {
        JPanel page = new JPanel(new GridBagLayout());
        JTextField plate = new JTextField();
        JTextField owner = new JTextField("Fleet of Harlow Bakery");
        row(page, 0, "Number plate", plate);
        row(page, 1, "Owner", owner);
        JPanel kinds = new JPanel(new FlowLayout(FlowLayout.LEFT, 8, 0));
        ButtonGroup group = new ButtonGroup();
        JRadioButton[] radios = {
            new JRadioButton("Car", true), new JRadioButton("Van"), new JRadioButton("Motorcycle")
        };
        for (JRadioButton radio : radios) {
            group.add(radio);
            kinds.add(radio);
        }
        row(page, 2, "Kind", kinds);
        JComboBox<String> fuel =
            new JComboBox<>(new String[] {"Petrol", "Diesel", "Electric", "Hybrid", "Gas"});
        row(page, 3, "Fuel", fuel);
        JSpinner year = spinner(2018, 1960, 2026, 1);
        row(page, 4, "First registered", year);
        JSpinner distance = spinner(50000, 0, 900000, 1000);
        row(page, 5, "Distance driven", distance);
        JPanel extras = new JPanel(new FlowLayout(FlowLayout.LEFT, 8, 0));
        JCheckBox hook = new JCheckBox("Tow bar");
        JCheckBox rack = new JCheckBox("Roof rack");
        extras.add(hook);
        extras.add(rack);
        row(page, 6, "Extras", extras);
        counts.put("Look up plate", 0);
        JButton look = new JButton("Look up plate");
        look.addActionListener(event -> count("Look up plate"));
        row(page, 7, "", look);
        reads.put("plate", plate::getText);
        reads.put("owner", owner::getText);
        reads.put("kind", () -> {
            for (JRadioButton radio : radios) {
                if (radio.isSelected()) {
                    return radio.getText();
                }
            }
            return "";
        });
        reads.put("fuel", fuel::getSelectedItem);
        reads.put("year", () -> textOf(year));
        reads.put("distance", () -> textOf(distance));
        reads.put("tow bar", hook::isSelected);
        reads.put("roof rack", rack::isSelected);
        return top(page);
    }

    private JPanel checks() {
        String[] items = {"Headlights", "Brakes", "Tyres", "Windscreen", "Exhaust", "Horn"};
        DefaultTableModel model = new DefaultTableModel(new Object[] {"Item", "Passed", "Remark"}, 0) {
            @Override
            public Class<?> getColumnClass(int column) {
                return column == 1 ? Boolean.class : String.class;
            }

            @Override
            public boolean isCellEditable(int row, int column) {
                return column > 0;
            }
        };
        for (String item : items) {
            model.addRow(new Object[] {item, item.equals("Horn"), ""});
        }
        JTable table = new JTable(model);
        table.setRowHeight(30);
        table.setSelectionMode(ListSelectionModel.SINGLE_SELECTION);
        table.getColumnModel().getColumn(2).setPreferredWidth(400);
        for (int row = 0; row < items.length; row++) {
            int at = row;
            reads.put("passed " + items[row], () -> model.getValueAt(at, 1));
            reads.put("remark " + items[row], () -> model.getValueAt(at, 2));
        }
        JPanel page = new JPanel(new BorderLayout(8, 8));
        page.setBorder(BorderFactory.createEmptyBorder(10, 10, 10, 10));
        page.add(new JScrollPane(table), BorderLayout.CENTER);
        JPanel buttons = new JPanel(new FlowLayout(FlowLayout.LEFT));
        JButton all = new JButton("Pass all");
        all.addActionListener(event -> {
            for (int row = 0; row < items.length; row++) {
                model.setValueAt(true, row, 1);
            }
        });
        buttons.add(all);
        JToggleButton lamp = new JToggleButton("Pit lamp");
        buttons.add(lamp);
        reads.put("pit lamp", lamp::isSelected);
        page.add(buttons, BorderLayout.SOUTH);
        return page;
    }

    private JPanel result() {
        JPanel page = new JPanel(new GridBagLayout());
        JSlider brake = new JSlider(0, 100, 50);
        brake.setMajorTickSpacing(20);
        brake.setMinorTickSpacing(5);
        brake.setPaintTicks(true);
        brake.setPaintLabels(true);
        row(page, 0, "Brake force in %", brake);
        JComboBox<String> mechanic =
            new JComboBox<>(new String[] {"A. Dunn", "K. Osei", "P. Varga", "T. Whitlock"});
        row(page, 1, "Inspector", mechanic);
        JList<String> faults =
            new JList<>(new String[] {"No faults", "Minor faults", "Major faults", "Dangerous"});
        faults.setSelectionMode(ListSelectionModel.SINGLE_SELECTION);
        faults.setSelectedIndex(0);
        faults.setBorder(BorderFactory.createEtchedBorder());
        row(page, 2, "Grade", faults);
        JTextArea remarks = new JTextArea(4, 30);
        remarks.setLineWrap(true);
        JScrollPane pane = new JScrollPane(remarks);
        pane.setMinimumSize(new Dimension(300, 80));
        row(page, 3, "Remarks", pane);
        JSpinner months = spinner(12, 1, 36, 1);
        row(page, 4, "Valid for (months)", months);
        JCheckBox again = new JCheckBox("Retest needed");
        row(page, 5, "", again);
        JPanel buttons = new JPanel(new FlowLayout(FlowLayout.LEFT, 8, 0));
        JButton issue = new JButton("Issue certificate");
        issue.addActionListener(event -> {
            Object[] answers = {"Issue", "Go back"};
            int answer = JOptionPane.showOptionDialog(
                frame, "Issue the certificate for this vehicle?", "Certificate",
                JOptionPane.DEFAULT_OPTION, JOptionPane.QUESTION_MESSAGE, null, answers,
                answers[1]);
            if (answer == 0) {
                certificate = "issued";
            }
        });
        counts.put("Save draft", 0);
        JButton draft = new JButton("Save draft");
        draft.addActionListener(event -> count("Save draft"));
        buttons.add(draft);
        buttons.add(issue);
        row(page, 6, "", buttons);
        reads.put("brake force", brake::getValue);
        reads.put("inspector", mechanic::getSelectedItem);
        reads.put("grade", faults::getSelectedValue);
        reads.put("remarks", remarks::getText);
        reads.put("months", () -> textOf(months));
        reads.put("retest", again::isSelected);
        return top(page);
    }

    private String quoted(Object value) {
        if (value == null || value instanceof Boolean || value instanceof Number) {
            return String.valueOf(value);
        }
        String text = value.toString().replace("\\", "\\\\").replace("\"", "\\\"");
        return '"' + text.replace("\n", "\\n").replace("\t", "\\t") + '"';
    }

    private void write() {
        StringBuilder text = new StringBuilder("{");
        reads.forEach((name, read) -> text.append(quoted(name) + ": " + quoted(read.get()) + ", "));
        counts.forEach((name, number) -> text.append(quoted("clicks " + name) + ": " + number + ", "));
        String all = text.substring(0, text.length() - 2) + "}";
        if (all.equals(last)) {
            return;
        }
        last = all;
        try {
            Path path = Path.of(System.getenv("STRANGERS_STATE"));
            Path fresh = path.resolveSibling("state.new");
            Files.writeString(fresh, all);
            Files.move(fresh, path, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } catch (java.io.IOException failed) {
            last = "";
        }
    }
}
