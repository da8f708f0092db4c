import MotionModelValues

extension Recording {
  /// The source of a test that replays the recording, for a file of Swift Testing: the recording is in it as text.
  ///
  /// The test calls a function `replay(_:in:)` of the program's tests for each step, with a `switch` over the steps'
  /// names.
  ///
  /// - Parameters:
  ///   - name: The name of the suite, a type.
  ///   - models: The names of the models of the records that the store had.
  public func testSource(named name: String, models: [String] = []) -> String {
    let names = Set(steps.map(\.name)).sorted().map { JSONFormat.written(.string($0)) }.joined(separator: ", ")
    let text = text.escapedForSource
    let pounds = String(repeating: "#", count: text.longestRunOfPounds + 1)
    return """
      import MotionModel
      import MotionModelReplay
      import Testing

      /// Replays what a program did. The function `replay(_:in:)` takes a step: \(names.escapedForSource).
      @Suite struct \(name) {
        @Test func `the recorded steps give the recorded results`() throws {
          try Recording(text: recording).replay(models: [\(models.map { "\($0).self" }.joined(separator: ", "))]) { step, session in
            try replay(step, in: session)
          }
        }
      }

      private let recording = \(pounds)\"\"\"
      \(text.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n"))
        \"\"\"\(pounds)

      """
  }
}

extension String {
  /// The same JSON with escapes for the characters that do not belong into a source.
  fileprivate var escapedForSource: String {
    var escaped = ""
    for scalar in unicodeScalars {
      if scalar.isEscapedInSource {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        escaped += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      } else {
        escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// How many number signs follow each other at most. To a compiler, one with a combining character is one, too.
  fileprivate var longestRunOfPounds: Int {
    var (longest, run) = (0, 0)
    for scalar in unicodeScalars {
      run = scalar == "#" ? run + 1 : 0
      longest = max(longest, run)
    }
    return longest
  }
}

extension Unicode.Scalar {
  /// Whether the compiler refuses the character, or it changes what readers see of others: how lines end, and in which
  /// direction they run. All of these have four digits.
  fileprivate var isEscapedInSource: Bool {
    if isASCII { return self == "\u{7F}" }
    return switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    case .format: properties.isBidiControl || self == "\u{FEFF}"
    default: false
    }
  }
}
