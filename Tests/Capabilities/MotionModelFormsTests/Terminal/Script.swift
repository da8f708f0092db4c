import MotionModelForms
import MotionModelFormsTerminal

/// A terminal that reads what a test says, and keeps what is written.
final class Script: FormTerminal {
  let columns = 60
  private(set) var output = ""
  /// The lines that were read as secrets.
  private(set) var hidden: [String] = []
  /// Runs before each line is read.
  var meanwhile: (Script) throws -> Void = { _ in }

  private var lines: [String]

  init(_ lines: [String]) { self.lines = lines }

  func readLine(after prompt: String, isHidden: Bool) throws -> String? {
    write(prompt)
    try meanwhile(self)
    if lines.isEmpty { return nil }
    write("\n")
    let line = lines.removeFirst()
    if isHidden { hidden.append(line) }
    return line
  }

  func write(_ text: String) { output += text }
}
