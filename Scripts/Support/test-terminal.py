#!/usr/bin/env python3
# Plays the example EditDialog at a pseudo-terminal: fills in its form, and looks at the terminal that it leaves.
# Usage: Scripts/Support/test-terminal.py PATH-OF-EDITDIALOG
import os, pty, select, signal, sys, termios, time

program = sys.argv[1]
signals = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGABRT)
epilogue = b"\x1b[?2004l\x1b[?7h\x1b[0m\x1b[?25h\x1b[?1049l"


class Person:
    """Runs the example at a terminal of its own."""

    def __init__(self, way):
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
            os.execv(program, [program, way])

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


# The whole screen: a wrong name, its error, a right one, a child, and saving.
person = Person("form")
person.wait("Esc leave")
person.press("\x15\t")
person.wait("can't be blank")
person.press("\x1b[ZFeed the cat")
person.press("\x1b[6~\x1b[6~\rbob\x13")
person.wait("Feed the cat (3): ann, bob")
assert person.end() == 0
assert epilogue in person.output

# Escape asks.
person = Person("form")
person.wait("Esc leave")
person.press("x\x1b")
person.wait("Leave without saving?")
person.press("y")
person.wait("not saved (chosen), 1 changed")
assert person.end() == 0

# A signal ends the process, and leaves the terminal as it was.
for number in signals:
    person = Person("form")
    person.wait("Esc leave")
    os.kill(person.child, number)
    assert os.WTERMSIG(person.end()) == number
    assert epilogue in person.output

# Questions, and a line that is edited.
person = Person("questions")
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

# The end of the input, at a terminal and in a pipe.
person = Person("questions")
person.wait("> ")
person.press("\x04")
person.wait("not saved (endOfInput), 0 changed")
assert person.end() == 0
print("The example works at a terminal.")
