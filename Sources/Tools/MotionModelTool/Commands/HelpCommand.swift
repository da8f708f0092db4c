extension Command {
  private static let topic = Parameter(
    name: "COMMAND", help: "The command; all commands if it is missing.", arity: .optional,
    completion: .commands)
  private static let version = Option(name: "version", help: "Prints the version of the tool.")

  static let help = Command(
    name: "help",
    summary: "Explains the commands.",
    parameters: [topic],
    options: [version],
    examples: [.init(line: "help query", meaning: "Explain how records are queried.")]
  ) { call in
    if call.arguments.has(version) {
      try call.console.writeLine("\(Tool.name) \(Tool.version)")
    } else if let name = call.arguments[topic] {
      guard let command = Tool.commands.first(where: { $0.name == name }) else {
        throw UsageError(unknown: "command", name, known: Tool.names)
      }
      try call.console.write(Help.text(of: command, call.style))
    } else {
      try call.console.write(Help.overview(call.style))
    }
    return .success
  }
}
