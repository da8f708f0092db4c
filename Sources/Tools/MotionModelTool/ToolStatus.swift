/// What a command reports to the shell. The numbers are documented and stay as they are.
package enum ToolStatus: Int32, Sendable, CaseIterable {
  /// The command has succeeded.
  case success = 0
  /// Files differ, nothing was found, a check found faults, or a merge has conflicts.
  case finding = 1
  /// The arguments cannot be understood.
  case usage = 2
  /// A file cannot be read or written.
  case file = 3

  /// When a command ends with this status, in a sentence for the help.
  var meaning: String {
    switch self {
    case .success: "The command did what was asked for."
    case .finding: "Files differ, nothing was found, a check found faults, or a merge has conflicts."
    case .usage: "The arguments or a condition cannot be understood."
    case .file: "A file cannot be read or written."
    }
  }
}
