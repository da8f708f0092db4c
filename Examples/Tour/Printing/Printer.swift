import Foundation
import MotionModel

/// Prints chapters, examples and tables in lines of one width.
///
/// Strings are aligned by characters, so accents do not disturb the columns.
struct Printer {
  /// The greatest number of characters of a line.
  private let width = 112
  private let style = Style.ofStandardOutput

  /// Begins a chapter.
  func chapter(_ title: String, _ introduction: String) {
    print("\n" + style.bold(title.uppercased() + " " + rule(width - title.count - 1)))
    note(introduction)
  }

  /// Prints sentences, in as many lines as they need.
  func note(_ text: String) {
    print()
    for line in text.wrapped(to: width, breaksWords: false) { print(line) }
  }

  /// Prints lines of code or of a file, as far as they fit.
  func code(_ lines: [String]) {
    print()
    for line in lines { print("  " + line.cut(to: width - 2)) }
  }

  /// Prints pieces of code, each beside its result.
  func examples(_ examples: (code: String, result: Any?)...) {
    self.examples(examples.map { ($0.code, Self.describe($0.result)) })
  }

  /// Prints pieces of code, each beside a text.
  func examples(_ examples: [(code: String, text: String)]) {
    print()
    let left = examples.map { $0.code.split(separator: "\n").map(String.init) }
    let column = left.joined().reduce(0) { max($0, $1.count) } + 3
    for (code, example) in zip(left, examples) {
      // The result is printed beside the last line of the code.
      let result = example.text.wrapped(to: width - column - 4, breaksWords: false)
      let empty = Array(repeating: "", count: max(0, code.count - 1))
      rows(code, empty + result, column)
    }
  }

  /// Prints pieces of code, each above the error that it throws.
  func refusals(_ refusals: (code: String, sentence: String)...) {
    for refusal in refusals {
      print("\n  \(refusal.code)")
      for (index, line) in refusal.sentence.wrapped(to: width - 6, breaksWords: false).enumerated() {
        print("    " + style.dim(index == 0 ? "→ " : "  ") + line)
      }
    }
  }

  /// Prints a question, and the function that answers it, beside the lines of the answer.
  func question(_ question: String, _ code: String, _ answer: [String]) {
    print()
    rows(question.wrapped(to: 44, breaksWords: false) + ["  " + code], answer.isEmpty ? ["none"] : answer, 50)
  }

  /// Prints rows under a header. Columns in which all rows have numbers are aligned to the right.
  func table(_ header: [String], _ rows: [[String]]) {
    print()
    let lines = aligned([header] + rows)
    for (index, line) in lines.enumerated() {
      print("  " + (index == 0 ? style.dim(line) : line))
    }
  }

  /// Returns the rows as lines, with cells padded so that each column has one width.
  func aligned(_ rows: [[String]]) -> [String] {
    let columns = rows.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in rows.reduce(0) { max($0, $1[column].count) } }
    // The first row may be a header.
    let isNumeric = (0..<columns).map { column in rows.dropFirst().allSatisfy { $0[column].isNumeric } }
    return rows.map { row in
      let cells = row.indices.map { row[$0].padded(to: widths[$0], onTheLeft: isNumeric[$0]) }
      return cells.joined(separator: "   ").withoutTrailingSpaces
    }
  }

  // MARK: - Parts

  private func rows(_ left: [String], _ right: [String], _ column: Int) {
    for index in 0..<max(left.count, right.count) {
      let first = index < left.count ? left[index] : ""
      let second = index < right.count ? right[index] : ""
      print(("  " + first.padded(to: column) + second).withoutTrailingSpaces)
    }
  }

  private func rule(_ count: Int) -> String { String(repeating: "─", count: max(0, count)) }

  /// Formats a value as Swift code, without `Optional(…)`.
  static func describe(_ value: Any?) -> String {
    switch value {
    case nil: "nil"
    case let text as String: text.quoted
    case let texts as [String]: "[" + texts.map(\.quoted).joined(separator: ", ") + "]"
    case let value?: "\(value)"
    }
  }
}

extension String {
  fileprivate var withoutTrailingSpaces: String { lastIndex { $0 != " " }.map { String(self[...$0]) } ?? "" }
}

/// The text styles of a terminal, which a file does not have.
private struct Style {
  let isTerminal: Bool

  static var ofStandardOutput: Style { Style(isTerminal: isatty(STDOUT_FILENO) == 1) }

  func bold(_ text: String) -> String { escaped("1", text) }

  func dim(_ text: String) -> String { escaped("2", text) }

  private func escaped(_ code: String, _ text: String) -> String {
    isTerminal ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
