#!/usr/bin/env python3
# Plays the example EditDialog at a pseudo-terminal: answers its questions, and looks at the terminal that it leaves.
# Usage: Scripts/Support/test-terminal.py PATH-OF-EDITDIALOG
import os, pty, select, signal, sys, termios, time

program = sys.argv[1]
signals = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGABRT)


class Person:
    """Runs the example at a terminal of its own."""

    def __init__(self):
        self.output, self.seen = b"", 0
        self.keyboard, self.screen = pty.openpty()
        self.mode = termios.tcgetattr(self.screen)
        self.child = os.fork()
        if self.child == 0:
            os.setsid()
            for descriptor in (0, 1, 2):
                os.dup2(self.screen, descriptor)
            for number in signals:
                signal.signal(number, signal.SIG_DFL)  # whoever runs this may ignore some
            os.environ.update(TERM="xterm", SWIFT_BACKTRACE="enable=no")
            os.execv(program, [program, "questions"])

    def read(self, seconds):
        if select.select([self.keyboard], [], [], seconds)[0]:
            self.output += os.read(self.keyboard, 65536)
            return True
        return False

    def wait(self, text):
        """Waits until a text is shown behind those that were waited for."""
        text, end = text.encode(), time.monotonic() + 300
        while text not in self.output[self.seen:]:
            if time.monotonic() > end:
                sys.exit(f"{text!r} was not shown: {self.output[self.seen:]!r}")
            self.read(0.1)
        self.seen = self.output.index(text, self.seen) + len(text)

    def press(self, keys):
        os.write(self.keyboard, keys.encode())

    def end(self):
        """Waits for the end of the process, checks that the terminal is as it was, and returns the status."""
        end, result = time.monotonic() + 300, (0, 0)
        while result == (0, 0):
            assert time.monotonic() < end, "The example does not end."
            self.read(0.05)
            result = os.waitpid(self.child, os.WNOHANG)
        while self.read(0.2):
            pass
        assert termios.tcgetattr(self.screen) == self.mode, "The terminal is not as it was."
        return result[1]


# A line that is edited, a wrong answer, a child, and saving.
person = Person()
person.wait("> ")
person.press("Fed\x7fed the cat\r")
person.wait("Priority")
person.press("12\r")
person.wait("! must be")
person.press("2\r")
person.wait("1 edits")
person.press("+\r")
person.wait("Name")
person.press("bob\r")
person.wait("2 bob (new)")
person.press("\r")
person.wait("Review")
person.press("\r")
person.wait("Feed the cat (2): ann, bob")
assert person.end() == 0

# The end of the input leaves the questions.
person = Person()
person.wait("> ")
person.press("\x04")
person.wait("not saved, 0 changed")
assert person.end() == 0

# A signal ends the process, and leaves the terminal as it was.
for number in signals:
    person = Person()
    person.wait("> ")
    os.kill(person.child, number)
    assert os.WTERMSIG(person.end()) == number
print("The example works at a terminal.")
