"""A Qt form whose things change places in the moment of a press, before the press reaches one.

With `takes` as its argument the field that came under the pointer gets the press; with `follows` the
button got it, and its things move because of that.
"""

import sys

from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton, QWidget

HIGH, LOW = (40, 40, 200, 40), (40, 160, 200, 40)


class Save(QPushButton):
    def __init__(self, form, city, how):
        super().__init__("Save", form)
        self._city, self._how = city, how

    def mousePressEvent(self, event):
        self._city.setGeometry(*HIGH)
        self.setGeometry(*LOW)
        if self._how == "follows":
            super().mousePressEvent(event)
        else:
            self._city.setFocus()


def main():
    application = QApplication(sys.argv)
    form = QWidget()
    form.setWindowTitle("deskhand-restless-form")
    form.resize(400, 260)
    city = QLineEdit(form)
    city.setAccessibleName("City")
    city.setGeometry(*LOW)
    other = QPushButton("Other", form)
    other.setGeometry(260, 200, 100, 40)
    save = Save(form, city, sys.argv[1])
    save.setGeometry(*HIGH)
    form.show()
    other.setFocus()
    application.exec()


main()
