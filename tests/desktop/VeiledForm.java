import java.awt.*;
import java.io.*;
import java.nio.file.*;
import javax.swing.*;

/** A button in Swing under a veil that takes its presses: dim, solid, or solid once a file is there. Logs presses. */
public class VeiledForm {
    public static void main(String[] arguments) throws Exception {
        PrintStream log = new PrintStream(new FileOutputStream(arguments[1], true));
        SwingUtilities.invokeLater(() -> show(arguments[0], log, Paths.get(arguments[1] + ".veil")));
    }

    static void show(String veil, PrintStream log, Path sign) {
        JFrame frame = new JFrame("Veiled form");
        JPanel panel = new JPanel(new FlowLayout(FlowLayout.LEFT, 20, 40));
        for (String name : new String[] {"Sketch", "Beside"}) {
            JButton button = new JButton(name);
            button.setFont(new Font("SansSerif", Font.BOLD, 16));
            button.addActionListener(event -> log.println(name));
            panel.add(button);
        }
        frame.add(panel);
        int shade = veil.equals("dim") ? 60 : 255;
        JPanel over = new JPanel() {
            protected void paintComponent(Graphics g) {
                g.setColor(new Color(90, 90, 120, shade));
                g.fillRect(0, 0, 125, getHeight());
            }

            public boolean contains(int x, int y) {
                return x < 125;
            }
        };
        over.setOpaque(false);
        over.addMouseListener(new java.awt.event.MouseAdapter() {});
        frame.setGlassPane(over);
        frame.setBounds(100, 100, 460, 260);
        frame.setDefaultCloseOperation(JFrame.EXIT_ON_CLOSE);
        frame.setVisible(true);
        over.setVisible(!veil.equals("late"));
        new Timer(30, event -> {
            if (Files.exists(sign)) over.setVisible(true);
        }).start();
    }
}
