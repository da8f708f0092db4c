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
    if uses("Crate") || uses("adapter.") {
      program = [
        "let adapter = BytesAdapter()",
        "let store = Store(ids: .ofWorld, notificationCenter: nil, adapters: [adapter])",
      ]
    }
    if uses(" history.") { program.append("let history = UndoHistory(of: store)") }
    if uses("folder.") {
      program += ["let folder = FileManager.default.temporaryDirectory", "let models = World.models"]
    }
    program += histories(of: "store", "store")
    program.append("try Store.with(store) {")
    for line in lines {
      program.append("  " + line)
      let words = line.split(separator: " ")
      guard words.first == "let", words[1].hasPrefix("branch") else { continue }
      let indentation = line.prefix { $0 == " " }
      program += histories(of: "\(words[1])", "\(words[1]).store").map { "  \(indentation)\($0)" }
    }
    return (program + ["}"]).joined(separator: "\n")
  }

  /// The declarations of a store's histories that lines use.
  private func histories(of name: String, _ store: String) -> [String] {
    let histories = [
      ("\(name)History", "UndoHistory(of: \(store))"),
      ("\(name)PartHistory", "UndoHistory(of: \(store), excluding: [Remark.self, Permit.self], recording: .groups)"),
    ]
    return histories.filter { name, _ in lines.contains { $0.contains("\(name).") } }.map { "let \($0) = \($1)" }
  }

  /// Marks a line that begins with `try` as one that throws.
  func refuse(_ number: Int, _ refusal: Refusal) {
    lines[number].replace("try ", with: "try? ", maxReplacements: 1)
    lines[number] += "  // \(refusal)"
  }
}
