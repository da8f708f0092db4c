/// Writes down a run as a Swift program that can be pasted into a test.
final class Transcript {
  private(set) var lines: [String] = []
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

  /// Says of a line that begins with `try` that it throws.
  func refuse(_ number: Int, _ refusal: Refusal) {
    lines[number].replace("try ", with: "try? ", maxReplacements: 1)
    lines[number] += "  // \(refusal)"
  }
}
