import MotionModel
import MotionModelInspector

/// The tool: its commands, and how one is run.
package enum Tool {
  static let name = "motionmodel"
  static let version = "0.1.0"
  static var names: [String] { commands.map(\.name) }
  static let summary = "Looks at files of MotionModel's records, and changes them, without the program that wrote them."

  /// All commands, in the order of the help.
  static let commands: [Command] = [
    .info, .cat, .query, .get, .set, .insert, .delete, .stats, .diff, .merge, .mergeDriver, .convert, .copy, .check,
    .repair, .log, .watch, .serve, .generate, .completions, .help,
  ]

  /// Runs a command in this process.
  ///
  /// - Parameters:
  ///   - words: The arguments, without the name of the tool.
  ///   - console: Where the command reads and writes.
  package static func run(_ words: [String], on console: Console) -> ToolStatus {
    var name = Self.name
    do {
      guard let first = words.first else {
        console.writeError(Help.overview(Style(option: "never", isTerminal: false, environment: [:])))
        return .usage
      }
      let (command, rest) = try Self.command(first, Array(words.dropFirst()))
      name += " \(command.name)"
      let arguments = try Arguments(rest, of: command)
      let style = Style(
        option: arguments[.color], isTerminal: console.isTerminal, environment: console.environment)
      let invocation = Invocation(arguments: arguments, console: console, style: style)
      let status =
        arguments.has(.help) ? try invocation.printHelp(of: command) : try command.run(invocation)
      try console.flush()
      return status
    } catch Console.OutputError.closed {
      return .success
    } catch {
      // What was found before the error comes before it.
      try? console.flush()
      return report(error, of: name, on: console)
    }
  }

  private static func command(_ name: String, _ rest: [String]) throws(UsageError) -> (Command, [String]) {
    switch name {
    case "--help", "-h": return (.help, rest)
    case "--version": return (.help, ["--version"])
    default:
      if let command = commands.first(where: { $0.name == name }) { return (command, rest) }
      throw UsageError(unknown: "command", name, known: names)
    }
  }

  private static func report(_ error: any Error, of name: String, on console: Console) -> ToolStatus {
    let isUsage = error is UsageError
    console.writeError("\(name): \(error)".printableLines + "\n" + (isUsage ? "See \(name) --help.\n" : ""))
    return isUsage || error is ConditionError ? .usage : error is Finding ? .finding : .file
  }
}

/// Nothing was found, in one sentence.
struct Finding: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
