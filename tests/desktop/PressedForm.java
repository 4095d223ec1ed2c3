import java.awt.*;
import java.io.*;
import java.nio.file.*;
import javax.swing.*;

/** Buttons in Swing: one that answers, one that only logs, a greyed one; a menu; a field. Logs what they took. */
public class PressedForm {
    static PrintStream log;

    static void told(String what) {
        log.println(what);
        log.flush();
    }

    public static void main(String[] arguments) throws Exception {
        log = new PrintStream(new FileOutputStream(arguments[0], true));
        SwingUtilities.invokeLater(PressedForm::show);
    }

    static void show() {
        JFrame frame = new JFrame("Pressed form");
        JMenuBar bar = new JMenuBar();
        JMenu menu = new JMenu("File");
        JMenuItem open = new JMenuItem("Import"), grey = new JMenuItem("Export");
        open.addActionListener(event -> told("Import"));
        grey.setEnabled(false);
        menu.add(open);
        menu.add(grey);
        bar.add(menu);
        frame.setJMenuBar(bar);
        JPanel panel = new JPanel(new FlowLayout(FlowLayout.LEFT, 20, 30));
        JLabel said = new JLabel("Nothing yet.");
        JButton live = new JButton("Live"), silent = new JButton("Silent"), greyed = new JButton("Greyed");
        live.addActionListener(event -> {
            told("Live");
            said.setText("Pressed, and here comes a long line of text, number " + System.nanoTime());
        });
        silent.addActionListener(event -> told("Silent"));
        greyed.addActionListener(event -> told("Greyed"));
        greyed.setEnabled(false);
        for (JComponent part : new JComponent[] {live, silent, greyed}) panel.add(part);
        frame.add(panel);
        frame.add(said, BorderLayout.SOUTH);
        frame.setBounds(100, 100, 560, 320);
        frame.setDefaultCloseOperation(JFrame.EXIT_ON_CLOSE);
        frame.setVisible(true);
        live.requestFocusInWindow();
    }
}
