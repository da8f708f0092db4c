import MotionModel

/// The formats as they are named on the command line.
enum FormatName {
  static let all = FileFormat.allCases.map { name(of: $0) }

  static func name(of format: FileFormat) -> String {
    switch format {
    case .jsonLines: "jsonl"
    case .binary: "plist"
    case .csvWithSemicolons: "csv-semicolons"
    default: format.rawValue
    }
  }

  /// Returns the format of a name; nil if there is none.
  static func format(_ name: String) -> FileFormat? { FileFormat.allCases.first { self.name(of: $0) == name } }
}
