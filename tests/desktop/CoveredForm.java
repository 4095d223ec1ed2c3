import java.awt.*;
import java.io.*;
import javax.swing.*;

/** Buttons in Swing with things over them, and one in a tab. Logs what was pressed. */
public class CoveredForm {
    static PrintStream log;
    static JPanel page = new JPanel(null);

    public static void main(String[] arguments) throws Exception {
        log = new PrintStream(new FileOutputStream(arguments[0], true), true);
        SwingUtilities.invokeLater(CoveredForm::show);
    }

    static JButton button(String name) {
        JButton made = new JButton(name);
        made.addActionListener(event -> log.println(name));
        return made;
    }

    static void row(String name, int y, JComponent over) {
        JButton made = button(name);
        made.setBounds(20, y, 160, 30);
        page.add(made);
        if (over != null) {
            over.setBounds(0, y - 10, 300, 50);
            page.add(over, 0);
        }
    }

    static void show() {
        JFrame frame = new JFrame("covered-swing");
        JPanel veil = new JPanel();
        veil.getAccessibleContext().setAccessibleName("Veil");
        veil.addMouseListener(new java.awt.event.MouseAdapter() {});
        JPanel glass = new JPanel() {
            public boolean contains(int x, int y) {
                return false;
            }
        };
        glass.setOpaque(false);
        JLabel words = new JLabel("Loading, please wait");
        words.setOpaque(true);
        row("Free", 10, null);
        row("Under veil", 70, veil);
        row("Under glass", 130, glass);
        row("Under words", 190, words);
        JTabbedPane tabs = new JTabbedPane();
        tabs.addTab("One", button("In page"));
        tabs.addTab("Two", button("Behind"));
        tabs.setBounds(20, 250, 300, 80);
        page.add(tabs);
        row("Raised again", 350, new JPanel());
        page.setComponentZOrder(page.getComponent(page.getComponentCount() - 1), 0);
        frame.setContentPane(page);
        frame.setBounds(100, 100, 460, 440);
        frame.setDefaultCloseOperation(JFrame.EXIT_ON_CLOSE);
        frame.setVisible(true);
    }
}
