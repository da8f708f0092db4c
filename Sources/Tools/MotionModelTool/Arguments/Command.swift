/// A command of the tool, as data: from it come how arguments are read, the help, and what shells complete.
struct Command: Sendable {
  let name: String
  /// One sentence without a subject: `Prints the records of a file.`
  let summary: String
  /// What a reader of the help has to know besides, in paragraphs.
  var discussion: [String] = []
  var parameters: [Parameter] = []
  var options: [Option] = []
  var examples: [Example] = []
  let run: @Sendable (Invocation) throws -> ToolStatus

  struct Example: Sendable {
    /// The arguments behind the name of the tool, as typed in a shell.
    let line: String
    let meaning: String
  }

  /// All options, with those that every command has.
  var allOptions: [Option] { options + Option.common }

  /// The line of usage.
  var usage: String {
    (["\(Tool.name) \(name)", "[options]"] + parameters.map(\.usage)).joined(separator: " ")
  }
}
