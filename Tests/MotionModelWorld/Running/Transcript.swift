/// Records a run as a Swift program that can be pasted into a test.
final class Transcript {
  private var lines: [String] = []
  private var indentation = 0

  /// Adds a line.
  ///
  /// - Returns: Its number.
  @discardableResult
  func add(_ line: String) -> Int {
    lines.append(String(repeating: "  ", count: indentation) + line)
    return lines.count - 1
  }

  /// Adds a line that begins a block.
  @discardableResult
  func open(_ line: String) -> Int {
    defer { indentation += 1 }
    return add(line)
  }

  func close(_ line: String = "}") {
    indentation -= 1
    add(line)
  }

  /// The program: the declarations that the lines use, and the lines.
  var program: String {
    let uses = { (name: String) in self.lines.contains { $0.contains(name) } }
    var program = ["let store = Store(ids: .ofWorld, notificationCenter: nil)"]
    if uses("folder.") {
      program += ["let folder = FileManager.default.temporaryDirectory", "let models = World.models"]
    }
    if uses("storeHistory.") { program.append("let storeHistory = UndoHistory(of: store)") }
    program.append("try Store.with(store) {")
    for line in lines {
      program.append("  " + line)
      let words = line.split(separator: " ")
      guard words.first == "let", words[1].hasPrefix("branch"), uses("\(words[1])History.") else { continue }
      let indentation = line.prefix { $0 == " " }
      program.append("  \(indentation)let \(words[1])History = UndoHistory(of: \(words[1]).store)")
    }
    return (program + ["}"]).joined(separator: "\n")
  }

  /// Marks a line that begins with `try` as one that throws.
  func refuse(_ number: Int, _ refusal: Refusal) {
    lines[number].replace("try ", with: "try? ", maxReplacements: 1)
    lines[number] += "  // \(refusal)"
  }
}
