import java.awt.BorderLayout;
import java.awt.FlowLayout;
import java.awt.GridBagConstraints;
import java.awt.GridBagLayout;
import java.awt.Insets;
import java.awt.event.MouseAdapter;
import java.awt.event.MouseEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import javax.swing.*;
import javax.swing.table.DefaultTableModel;

/** A Swing desk of a travel agent; it writes what its widgets hold to a file. */
public class TravelDesk {
    static final Map<String, Supplier<Object>> FIELDS = new TreeMap<>();
    static final Map<String, Integer> CLICKS = new TreeMap<>();
    static final String[][] TRIPS = {{"Lisbon", "May", "410"}, {"Vienna", "June", "295"},
        {"Tromso", "July", "760"}, {"Naples", "August", "380"}};
    static String last = "";
    static int row = 0;

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

    static void put(JPanel panel, String name, JComponent widget, Supplier<Object> read) {
        GridBagConstraints at = new GridBagConstraints();
        at.insets = new Insets(3, 6, 3, 6);
        at.gridy = row++;
        at.anchor = GridBagConstraints.WEST;
        JLabel label = new JLabel(name);
        label.setLabelFor(widget);
        panel.add(label, at);
        at.gridx = 1;
        at.fill = GridBagConstraints.HORIZONTAL;
        at.weightx = 1;
        panel.add(widget, at);
        FIELDS.put(name, read);
    }

    static JPanel traveller() {
        JPanel panel = new JPanel(new GridBagLayout());
        JTextField guest = new JTextField(18);
        put(panel, "Traveller", guest, guest::getText);
        JTextField passport = new JTextField(18);
        put(panel, "Passport no.", passport, passport::getText);
        JComboBox<String> meal = new JComboBox<>(
            new String[] {"No preference", "Vegetarian", "Kosher", "Halal"});
        put(panel, "Meal", meal, meal::getSelectedItem);
        JSpinner bags = new JSpinner(new SpinnerNumberModel(0, 0, 9, 1));
        put(panel, "Suitcases", bags, bags::getValue);
        JSlider budget = new JSlider(0, 100, 30);
        put(panel, "Budget", budget, budget::getValue);
        JTextArea wishes = new JTextArea(3, 18);
        put(panel, "Wishes", wishes, wishes::getText);
        JPanel seats = new JPanel(new FlowLayout(FlowLayout.LEFT));
        seats.setBorder(BorderFactory.createTitledBorder("Seat"));
        ButtonGroup group = new ButtonGroup();
        for (String name : new String[] {"Window", "Aisle", "Any seat"}) {
            JRadioButton radio = new JRadioButton(name, name.startsWith("Any"));
            group.add(radio);
            seats.add(radio);
            FIELDS.put(name, radio::isSelected);
        }
        JPanel ticks = new JPanel(new FlowLayout(FlowLayout.LEFT));
        for (String name : new String[] {"Travel insurance", "Airport taxi", "Text alerts"}) {
            JCheckBox box = new JCheckBox(name, name.startsWith("Text"));
            ticks.add(box);
            FIELDS.put(name, box::isSelected);
        }
        GridBagConstraints wide = new GridBagConstraints();
        wide.gridwidth = 2;
        wide.anchor = GridBagConstraints.WEST;
        wide.gridx = 0;
        wide.gridy = row++;
        panel.add(seats, wide);
        wide.gridy = row++;
        panel.add(ticks, wide);
        return panel;
    }

    static JComponent trips() {
        JTable table = new JTable(new DefaultTableModel(TRIPS, new String[] {"Town", "Month", "Price"}) {
            @Override
            public boolean isCellEditable(int line, int column) {
                return false;
            }
        });
        table.setRowHeight(24);
        table.addMouseListener(new MouseAdapter() {
            @Override
            public void mouseClicked(MouseEvent event) {
                if (event.getClickCount() == 2) {
                    count("double " + TRIPS[table.rowAtPoint(event.getPoint())][0]);
                }
            }
        });
        FIELDS.put("Trip", () -> table.getSelectedRow() < 0 ? "" : TRIPS[table.getSelectedRow()][0]);
        return new JScrollPane(table);
    }

    static JToolBar tools(JFrame frame) {
        JToolBar bar = new JToolBar();
        bar.setFloatable(false);
        for (String text : new String[] {"Seat plan", "Quote", "Add remark"}) {
            JButton button = new JButton(text);
            button.addActionListener(event -> {
                count(text);
                if (text.equals("Add remark")) {
                    String answer = JOptionPane.showInputDialog(frame, "Your remark:");
                    count(answer == null ? "no remark" : "remark " + answer);
                }
            });
            bar.add(button);
        }
        JToggleButton night = new JToggleButton("Night desk");
        FIELDS.put("Night desk", night::isSelected);
        bar.add(night);
        return bar;
    }

    static JMenuBar menus() {
        JMenuBar bar = new JMenuBar();
        String[][] all = {{"Trip", "New Trip", "Copy Trip", "Timetable"},
            {"Customer", "Address Book", "Birthdays"}};
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
        JCheckBoxMenuItem euro = new JCheckBoxMenuItem("Prices in Euro", true);
        FIELDS.put("Prices in Euro", euro::isSelected);
        bar.getMenu(0).add(euro);
        return bar;
    }

    public static void main(String[] args) {
        SwingUtilities.invokeLater(() -> {
            JFrame frame = new JFrame("Travel Desk");
            frame.setDefaultCloseOperation(WindowConstants.EXIT_ON_CLOSE);
            frame.setJMenuBar(menus());
            frame.add(tools(frame), BorderLayout.NORTH);
            JSplitPane split = new JSplitPane(
                JSplitPane.HORIZONTAL_SPLIT, traveller(), trips());
            split.setDividerLocation(420);
            frame.add(split, BorderLayout.CENTER);
            frame.setSize(820, 480);
            frame.setLocation(160, 110);
            frame.setVisible(true);
            new Timer(120, event -> write()).start();
        });
    }
}
