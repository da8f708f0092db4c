import MotionModelValues

/// What a screen shows: as many lines as it has, and the place of the cursor.
struct ScreenFrame: Sendable, Hashable {
  var lines: [ScreenLine]
  /// The cursor's column and line, counted from 0; nil if it is not shown.
  var cursor: ScreenPlace?

  /// The lines without their looks, for tests.
  var text: String { lines.map(\.text).joined(separator: "\n") }
}

/// A place on a screen, counted from 0.
struct ScreenPlace: Sendable, Hashable {
  var column: Int
  var row: Int
}

/// A line of a screen. Its text has no control characters.
struct ScreenLine: Sendable, Hashable {
  var spans: [ScreenSpan]

  init(_ spans: ScreenSpan...) { self.spans = spans }

  init(_ text: String, _ look: ScreenLook = .plain) { spans = [ScreenSpan(text, look)] }

  var text: String { spans.map(\.text).joined() }
}

/// A part of a line that looks alike.
struct ScreenSpan: Sendable, Hashable {
  var text: String
  var look: ScreenLook

  init(_ text: String, _ look: ScreenLook = .plain) { (self.text, self.look) = (text, look) }
}

/// How a part of a line looks.
enum ScreenLook: Sendable, Hashable {
  case plain, heading, faint, error, entry, bar

  /// The parameters of the terminal's escape sequence; nil for plain text.
  var code: String? {
    switch self {
    case .plain: nil
    case .heading: "1"
    case .faint: "2"
    case .error: "31"
    case .entry: "4"
    case .bar: "7"
    }
  }
}
