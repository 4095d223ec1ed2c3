import java.awt.*;
import java.awt.event.*;
import java.nio.file.*;
import java.util.*;
import java.util.List;
import javax.swing.*;
import javax.swing.table.*;
import javax.swing.tree.*;

/** The bookings and the fleet of a boat hire (Swing). */
public class BoatHire {
    static final Map<String, Object> counts = new TreeMap<>();
    static String last = "";

    static void count(String name) {
        counts.merge(name, 1, (a, b) -> (Integer) a + (Integer) b);
    }

    static String quote(String text) {
        StringBuilder made = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            if (c == '"' || c == '\\') made.append('\\').append(c);
            else if (c == '\n') made.append("\\n");
            else if (c == '\t') made.append("\\t");
            else made.append(c);
        }
        return made.append('"').toString();
    }

    static String json(Object value) {
        if (value == null) return "null";
        if (value instanceof Number || value instanceof Boolean) return value.toString();
        if (value instanceof Collection<?> list) {
            StringJoiner parts = new StringJoiner(", ", "[", "]");
            for (Object one : list) parts.add(json(one));
            return parts.toString();
        }
        if (value instanceof Map<?, ?> map) {
            StringJoiner parts = new StringJoiner(", ", "{", "}");
            for (Map.Entry<?, ?> one : map.entrySet())
                parts.add(quote(one.getKey().toString()) + ": " + json(one.getValue()));
            return parts.toString();
        }
        return quote(value.toString());
    }

    interface Holder {
        Map<String, Object> state();
    }

    static void watch(Holder holder) {
        new javax.swing.Timer(150, event -> {
            Map<String, Object> state = new TreeMap<>(holder.state());
            state.putAll(counts);
            String text = json(state);
            String name = System.getenv("STRANGERS_STATE");
            if (text.equals(last) || name == null) return;
            last = text;
            try {
                Path fresh = Path.of(name + ".new");
                Files.writeString(fresh, text);
                Files.move(fresh, Path.of(name), StandardCopyOption.REPLACE_EXISTING);
            } catch (java.io.IOException why) {
                why.printStackTrace();
            }
        }).start();
    }

    static JPanel row(Object... parts) {
        JPanel line = new JPanel(new FlowLayout(FlowLayout.LEFT, 8, 4));
        for (Object part : parts) line.add(part instanceof String text ? new JLabel(text) : (Component) part);
        return line;
    }

    static JComponent named(JComponent part, String name) {
        part.getAccessibleContext().setAccessibleName(name);
        return part;
    }

    static void bookings(JFrame frame) {
        frame.setTitle("Weir Boat Hire - Bookings");
        counts.put("log opened", 0);
        counts.put("reloaded", 0);
        Object[][] rows = {
            {"Kingfisher", "Dora Penn", "10:00", 2, Boolean.FALSE},
            {"Heron", "Rowing Club", "10:30", 6, Boolean.TRUE},
            {"Dragonfly", "Lewis Hart", "11:00", 3, Boolean.FALSE},
            {"Otter", "Family Sato", "13:15", 4, Boolean.FALSE},
            {"Moorhen", "Greta Holm", "14:00", 1, Boolean.TRUE},
        };
        DefaultTableModel model = new DefaultTableModel(rows, new Object[] {"Boat", "Hirer", "From", "People", "Back"}) {
            public Class<?> getColumnClass(int column) {
                return column == 4 ? Boolean.class : column == 3 ? Integer.class : String.class;
            }
            public boolean isCellEditable(int row, int column) {
                return column >= 2;
            }
        };
        JTable table = new JTable(model);
        table.putClientProperty("terminateEditOnFocusLost", true);
        table.setRowHeight(26);
        Map<String, Object> marks = new TreeMap<>();
        JPopupMenu popup = new JPopupMenu();
        for (String text : new String[] {"Add one hour", "Give a life jacket", "Call the hirer"}) {
            JMenuItem item = new JMenuItem(text);
            item.addActionListener(e -> marks.put((String) model.getValueAt(table.getSelectedRow(), 0), text));
            popup.add(item);
        }
        table.addMouseListener(new MouseAdapter() {
            public void mousePressed(MouseEvent event) { show(event); }
            public void mouseReleased(MouseEvent event) { show(event); }
            void show(MouseEvent event) {
                if (!event.isPopupTrigger()) return;
                int at = table.rowAtPoint(event.getPoint());
                if (at < 0) return;
                table.setRowSelectionInterval(at, at);
                popup.show(table, event.getX(), event.getY());
            }
        });
        JMenuBar bar = new JMenuBar();
        JMenu day = new JMenu("Day");
        JMenuItem reload = new JMenuItem("Load again");
        reload.addActionListener(e -> count("reloaded"));
        day.add(reload);
        JMenu weather = new JMenu("Weather");
        ButtonGroup group = new ButtonGroup();
        String[] sky = {"Sunny"};
        for (String text : new String[] {"Sunny", "Cloudy", "Rain", "Storm warning"}) {
            JRadioButtonMenuItem item = new JRadioButtonMenuItem(text, text.equals("Sunny"));
            item.addActionListener(e -> sky[0] = text);
            group.add(item);
            weather.add(item);
        }
        day.add(weather);
        bar.add(day);
        JMenu show = new JMenu("Show");
        JCheckBoxMenuItem late = new JCheckBoxMenuItem("Late boats in red");
        JCheckBoxMenuItem river = new JCheckBoxMenuItem("River level");
        show.add(late);
        show.add(river);
        bar.add(show);
        frame.setJMenuBar(bar);
        JToolBar tools = new JToolBar();
        tools.setFloatable(false);
        JButton log = new JButton(UIManager.getIcon("FileView.fileIcon"));
        log.setToolTipText("Open the river log");
        log.addActionListener(e -> {
            count("log opened");
            JOptionPane.showMessageDialog(frame, "Level at the weir: 1.12 m", "River log", JOptionPane.PLAIN_MESSAGE);
        });
        tools.add(log);
        JButton home = new JButton(UIManager.getIcon("FileChooser.homeFolderIcon"));
        home.setToolTipText("Back to today");
        tools.add(home);
        tools.addSeparator();
        JToggleButton flag = new JToggleButton("Red flag");
        tools.add(flag);
        frame.add(tools, BorderLayout.NORTH);
        frame.add(new JScrollPane(table));
        JComboBox<String> staff = new JComboBox<>(new String[] {"Nadia", "Colm", "Beatrix", "Jo"});
        named(staff, "At the jetty");
        JSpinner jackets = new JSpinner(new SpinnerNumberModel(14, 0, 60, 1));
        named(jackets, "Life jackets left");
        frame.add(row("At the jetty", staff, "Life jackets left", jackets), BorderLayout.SOUTH);
        frame.setSize(860, 460);
        watch(() -> {
            Map<String, Object> state = new TreeMap<>();
            for (int r = 0; r < model.getRowCount(); r++) {
                String boat = (String) model.getValueAt(r, 0);
                state.put("from " + boat, model.getValueAt(r, 2));
                state.put("people " + boat, model.getValueAt(r, 3));
                state.put("back " + boat, model.getValueAt(r, 4));
                state.put("mark " + boat, marks.getOrDefault(boat, ""));
            }
            state.put("weather", sky[0]);
            state.put("late", late.isSelected());
            state.put("river", river.isSelected());
            state.put("flag", flag.isSelected());
            state.put("staff", staff.getSelectedItem());
            state.put("jackets", jackets.getValue());
            int at = table.getSelectedRow();
            state.put("selected", at < 0 ? "" : model.getValueAt(at, 0));
            return state;
        });
    }

    static DefaultMutableTreeNode node(String name, String... parts) {
        DefaultMutableTreeNode top = new DefaultMutableTreeNode(name);
        for (String part : parts) top.add(new DefaultMutableTreeNode(part));
        return top;
    }

    static void fleet(JFrame frame) {
        frame.setTitle("Weir Boat Hire - Fleet");
        counts.put("kept", 0);
        DefaultMutableTreeNode root = node("Boats");
        root.add(node("Rowing boats", "Heron", "Otter"));
        root.add(node("Canoes", "Kingfisher", "Dragonfly"));
        root.add(node("Pedal boats", "Moorhen", "Coot"));
        JTree tree = new JTree(root);
        tree.getAccessibleContext().setAccessibleName("Boats");
        JTabbedPane tabs = new JTabbedPane();
        JTextField name = new JTextField("Heron", 18);
        named(name, "Name");
        JComboBox<String> berth = new JComboBox<>(new String[] {"North jetty", "South jetty", "Boathouse"});
        berth.setEditable(true);
        named(berth, "Berth");
        JSpinner seats = new JSpinner(new SpinnerNumberModel(6, 1, 12, 1));
        named(seats, "Seats");
        JCheckBox roof = new JCheckBox("Sun roof");
        JCheckBox motor = new JCheckBox("Electric motor");
        ButtonGroup group = new ButtonGroup();
        JPanel states = row("Condition");
        List<JRadioButton> radios = new ArrayList<>();
        for (String text : new String[] {"As new", "Good", "Needs paint", "Leaking"}) {
            JRadioButton radio = new JRadioButton(text, text.equals("Good"));
            group.add(radio);
            radios.add(radio);
            states.add(radio);
        }
        JSlider fuel = new JSlider(0, 100, 50);
        fuel.setMajorTickSpacing(25);
        fuel.setMinorTickSpacing(5);
        fuel.setSnapToTicks(true);
        fuel.setPaintTicks(true);
        fuel.setPaintLabels(true);
        named(fuel, "Battery");
        JPanel data = new JPanel();
        data.setLayout(new BoxLayout(data, BoxLayout.Y_AXIS));
        for (JPanel line : new JPanel[] {row("Name", name), row("Berth", berth), row("Seats", seats), row(roof, motor), states, row("Battery", fuel)})
            data.add(line);
        tabs.addTab("Details", data);
        JList<String> kit = new JList<>(new String[] {"Anchor", "Bailer", "Cushions", "First aid kit", "Lantern", "Spare oar"});
        named(kit, "On board");
        JPanel board = new JPanel(new BorderLayout());
        board.add(row("On board (hold Ctrl for several)"), BorderLayout.NORTH);
        board.add(new JScrollPane(kit));
        tabs.addTab("Equipment", board);
        JTextArea notes = new JTextArea("Varnished in April.\nRowlock on the left is loose.");
        named(notes, "Repairs");
        tabs.addTab("Repairs", new JScrollPane(notes));
        JButton keep = new JButton("Keep");
        keep.addActionListener(e -> count("kept"));
        JPanel right = new JPanel(new BorderLayout());
        right.add(tabs);
        right.add(row(keep), BorderLayout.SOUTH);
        JSplitPane split = new JSplitPane(JSplitPane.HORIZONTAL_SPLIT, new JScrollPane(tree), right);
        split.setDividerLocation(210);
        frame.add(split);
        frame.setSize(860, 460);
        watch(() -> {
            Map<String, Object> state = new TreeMap<>();
            for (int i = 0; i < root.getChildCount(); i++) {
                DefaultMutableTreeNode top = (DefaultMutableTreeNode) root.getChildAt(i);
                state.put("open " + top, tree.isExpanded(new TreePath(top.getPath())));
            }
            TreePath at = tree.getSelectionPath();
            state.put("boat", at == null ? "" : at.getLastPathComponent().toString());
            state.put("tab", tabs.getTitleAt(tabs.getSelectedIndex()));
            state.put("name", name.getText());
            state.put("berth", berth.getEditor().getItem());
            state.put("seats", seats.getValue());
            state.put("roof", roof.isSelected());
            state.put("motor", motor.isSelected());
            for (JRadioButton radio : radios) if (radio.isSelected()) state.put("condition", radio.getText());
            state.put("battery", fuel.getValue());
            state.put("kit", kit.getSelectedValuesList());
            state.put("notes", notes.getText());
            return state;
        });
    }

    public static void main(String[] arguments) {
        SwingUtilities.invokeLater(() -> {
            JFrame frame = new JFrame();
            frame.setDefaultCloseOperation(JFrame.EXIT_ON_CLOSE);
            if (arguments[0].equals("fleet")) fleet(frame);
            else bookings(frame);
            frame.setVisible(true);
        });
    }
}
