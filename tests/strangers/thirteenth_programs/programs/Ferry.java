import java.awt.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.*;
import javax.swing.*;
import javax.swing.table.DefaultTableModel;

/** The boarding desk of a ferry: the ticket, the lanes, the crossing. */
public class Ferry {
    final Map<String, Supplier<Object>> reads = new LinkedHashMap<>();
    final Map<String, Integer> clicks = new LinkedHashMap<>();
    final JFrame frame = new JFrame("Ferry Boarding");
    final JTabbedPane tabs = new JTabbedPane();
    String last = "";

    public static void main(String[] args) {
        SwingUtilities.invokeLater(() -> new Ferry(args[0]));
    }

    Ferry(String start) {
        tabs.addTab("Ticket", ticket());
        tabs.addTab("Lanes", lanes());
        tabs.addTab("Crossing", crossing());
        tabs.setSelectedIndex(List.of("ticket", "lanes", "crossing").indexOf(start));
        reads.put("tab", () -> tabs.getTitleAt(tabs.getSelectedIndex()));
        JMenuBar bar = new JMenuBar();
        JMenu ramp = new JMenu("Ramp");
        for (String name : List.of("Lower the ramp", "Sound the horn")) {
            JMenuItem item = new JMenuItem(name);
            clicks.put(name, 0);
            item.addActionListener(e -> clicks.merge(name, 1, Integer::sum));
            ramp.add(item);
        }
        JCheckBoxMenuItem lights = new JCheckBoxMenuItem("Deck lights");
        ramp.add(lights);
        reads.put("deck lights", lights::isSelected);
        bar.add(ramp);
        frame.setJMenuBar(bar);
        frame.add(tabs);
        frame.setSize(1200, 740);
        frame.setLocation(20, 10);
        frame.setDefaultCloseOperation(JFrame.EXIT_ON_CLOSE);
        frame.setVisible(true);
        write();
        new javax.swing.Timer(120, e -> write()).start();
    }

    int at;

    <T extends JComponent> T line(JPanel page, String name, T child) {
        GridBagConstraints c = new GridBagConstraints();
        c.gridy = at++;
        c.anchor = GridBagConstraints.WEST;
        c.insets = new Insets(6, 12, 6, 12);
        JLabel label = new JLabel(name);
        label.setLabelFor(child);
        page.add(label, c);
        c.gridx = 1;
        c.weightx = 1;
        page.add(child, c);
        return child;
    }

    void end(JPanel page) {
        GridBagConstraints c = new GridBagConstraints();
        c.gridy = at++;
        c.weighty = 1;
        page.add(new JLabel(), c);
    }

    JPanel group(String key, String chosen, String... names) {
        JPanel row = new JPanel(new FlowLayout(FlowLayout.LEFT, 8, 0));
        ButtonGroup group = new ButtonGroup();
        List<JRadioButton> all = new ArrayList<>();
        for (String name : names) {
            JRadioButton one = new JRadioButton(name, name.equals(chosen));
            group.add(one);
            row.add(one);
            all.add(one);
        }
        reads.put(key, () -> all.stream().filter(b -> b.isSelected()).map(b -> b.getText()).findFirst().orElse(""));
        return row;
    }

    JComponent ticket() {
        JPanel page = new JPanel(new GridBagLayout());
        at = 0;
        JTextField plate = line(page, "Number plate", new JTextField(18));
        reads.put("number plate", plate::getText);
        JTextField driver = line(page, "Driver", new JTextField("Kirsten Dahl", 24));
        reads.put("driver", driver::getText);
        JComboBox<String> kind = line(page, "Vehicle", new JComboBox<>(new String[] {"Car", "Car with trailer", "Motorbike", "Camper van", "Lorry", "On foot"}));
        reads.put("vehicle", kind::getSelectedItem);
        JSpinner adults = line(page, "Adults", new JSpinner(new SpinnerNumberModel(1, 0, 50, 1)));
        JSpinner children = line(page, "Children", new JSpinner(new SpinnerNumberModel(0, 0, 50, 1)));
        reads.put("adults", () -> shown(adults));
        reads.put("children", () -> shown(children));
        line(page, "Trip", group("trip", "Single", "Single", "Day return", "Open return"));
        JPanel row = new JPanel(new FlowLayout(FlowLayout.LEFT, 8, 0));
        for (String name : List.of("Dog on board", "Cabin", "Wheelchair")) {
            JCheckBox box = new JCheckBox(name);
            row.add(box);
            reads.put(name.toLowerCase(), box::isSelected);
        }
        line(page, "Extras", row);
        JTextArea remark = new JTextArea(4, 36);
        JScrollPane scroll = new JScrollPane(remark);
        JScrollPane shown = line(page, "Remark", scroll);
        remark.getAccessibleContext().setAccessibleName("Remark");
        reads.put("remark", remark::getText);
        JPanel buttons = new JPanel(new FlowLayout(FlowLayout.LEFT, 8, 0));
        JButton sell = new JButton("Sell ticket"), wipe = new JButton("Clear form");
        int[] sold = {0};
        sell.addActionListener(e -> {
            int answer = JOptionPane.showOptionDialog(frame, "Has the fare been paid?", "Sell ticket",
                JOptionPane.DEFAULT_OPTION, JOptionPane.QUESTION_MESSAGE, null, new Object[] {"Paid in cash", "Paid by card", "Cancel"}, null);
            if (answer == 0 || answer == 1) {
                sold[0]++;
                paid = answer == 0 ? "cash" : "card";
            }
        });
        wipe.addActionListener(e -> {
            plate.setText("");
            driver.setText("");
            remark.setText("");
        });
        reads.put("tickets sold", () -> sold[0]);
        reads.put("paid", () -> paid);
        buttons.add(sell);
        buttons.add(wipe);
        line(page, "", buttons);
        end(page);
        return page;
    }

    String paid = "";

    static String shown(JSpinner box) {
        return ((JSpinner.DefaultEditor) box.getEditor()).getTextField().getText();
    }

    JComponent lanes() {
        JPanel page = new JPanel(new BorderLayout(8, 8));
        DefaultTableModel model = new DefaultTableModel(new Object[] {"Plate", "Vehicle", "Lane", "On board"}, 0) {
            public Class<?> getColumnClass(int c) {
                return c == 3 ? Boolean.class : String.class;
            }
        };
        model.addRow(new Object[] {"KV 2210", "Camper van", "1", false});
        model.addRow(new Object[] {"AR 8841", "Car", "1", false});
        model.addRow(new Object[] {"ZD 1907", "Lorry", "3", true});
        model.addRow(new Object[] {"PM 5532", "Motorbike", "2", false});
        model.addRow(new Object[] {"HL 4006", "Car", "2", false});
        JTable table = new JTable(model);
        table.setRowHeight(28);
        table.getColumnModel().getColumn(2).setCellEditor(new DefaultCellEditor(new JComboBox<>(new String[] {"1", "2", "3", "Waiting"})));
        page.add(new JScrollPane(table));
        reads.put("queue", () -> IntStream.range(0, model.getRowCount())
            .mapToObj(r -> model.getValueAt(r, 0) + " | " + model.getValueAt(r, 1) + " | " + model.getValueAt(r, 2)).collect(Collectors.toList()));
        reads.put("on board", () -> IntStream.range(0, model.getRowCount())
            .filter(r -> (Boolean) model.getValueAt(r, 3)).mapToObj(r -> model.getValueAt(r, 0)).collect(Collectors.toList()));
        JPanel buttons = new JPanel(new FlowLayout(FlowLayout.LEFT));
        JButton off = new JButton("Turn away"), up = new JButton("Let go first");
        off.addActionListener(e -> {
            if (table.getSelectedRow() >= 0) model.removeRow(table.getSelectedRow());
        });
        up.addActionListener(e -> {
            int row = table.getSelectedRow();
            if (row > 0) {
                model.moveRow(row, row, 0);
                table.setRowSelectionInterval(0, 0);
            }
        });
        buttons.add(off);
        buttons.add(up);
        for (int lane = 1; lane <= 3; lane++) {
            JToggleButton open = new JToggleButton("Close lane " + lane);
            buttons.add(open);
            reads.put("lane " + lane + " closed", open::isSelected);
        }
        page.add(buttons, BorderLayout.SOUTH);
        return page;
    }

    JComponent crossing() {
        JPanel page = new JPanel(new GridBagLayout());
        at = 0;
        JComboBox<String> port = line(page, "Next port", new JComboBox<>(new String[] {"Sandvik", "Hollow Bay", "Port Ellery", "Skerry Island"}));
        reads.put("next port", port::getSelectedItem);
        JTextField leave = line(page, "Leaves at", new JTextField("14:20", 10));
        reads.put("leaves at", leave::getText);
        JSlider speed = line(page, "Speed in knots", new JSlider(0, 20, 12));
        speed.setMajorTickSpacing(5);
        speed.setMinorTickSpacing(1);
        speed.setPaintTicks(true);
        speed.setPaintLabels(true);
        speed.setPreferredSize(new Dimension(380, 50));
        reads.put("speed", speed::getValue);
        line(page, "Sea", group("sea", "Calm", "Calm", "Choppy", "Rough"));
        JList<String> crew = new JList<>(new String[] {"Captain Roe", "Mate Bligh", "Engineer Sato", "Deckhand Irons", "Deckhand Quill"});
        crew.setVisibleRowCount(5);
        crew.setSelectedIndex(0);
        crew.setSelectionMode(ListSelectionModel.SINGLE_SELECTION);
        JScrollPane list = new JScrollPane(crew);
        list.setPreferredSize(new Dimension(260, 110));
        line(page, "On watch", list);
        crew.getAccessibleContext().setAccessibleName("On watch");
        reads.put("on watch", crew::getSelectedValue);
        JCheckBox delayed = line(page, "", new JCheckBox("Crossing is delayed"));
        reads.put("delayed", delayed::isSelected);
        JTextField message = line(page, "Message on the screens", new JTextField("Welcome aboard", 36));
        reads.put("message", message::getText);
        JButton tell = line(page, "", new JButton("Show message"));
        clicks.put("Show message", 0);
        tell.addActionListener(e -> clicks.merge("Show message", 1, Integer::sum));
        end(page);
        return page;
    }

    static String json(Object value) {
        if (value instanceof Number || value instanceof Boolean) return value.toString();
        if (value instanceof List<?> list) return list.stream().map(Ferry::json).collect(Collectors.joining(", ", "[", "]"));
        return '"' + String.valueOf(value).replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n").replace("\t", "\\t") + '"';
    }

    void write() {
        StringJoiner all = new StringJoiner(", ", "{", "}");
        reads.forEach((k, v) -> all.add(json(k) + ": " + json(v.get())));
        clicks.forEach((k, v) -> all.add(json("clicks " + k) + ": " + v));
        String text = all.toString();
        if (text.equals(last)) return;
        try {
            Path path = Path.of(System.getenv("STRANGERS_STATE")), part = Path.of(path + ".new");
            Files.write(part, text.getBytes(StandardCharsets.UTF_8));
            Files.move(part, path, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
            last = text;
        } catch (java.io.IOException e) {
            e.printStackTrace();
        }
    }
}
