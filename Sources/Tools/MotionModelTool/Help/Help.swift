import MotionModelValues

/// The help of the tool and of its commands.
enum Help {
  /// The width of lines.
  private static let width = 88

  static func text(of command: Command, _ style: Style) -> String {
    var lines = ["\(Tool.name) \(style(command.name, .bold)) — \(command.summary)", "", "Usage: \(command.usage)"]
    for paragraph in command.discussion { lines += [""] + paragraph.wrapped(to: width, breaksWords: false) }
    if !command.parameters.isEmpty {
      lines += ["", style("Arguments", .bold)] + list(command.parameters.map { ($0.name, $0.help) })
    }
    lines += ["", style("Options", .bold)] + list(command.allOptions.map { ($0.spelling, $0.fullHelp) })
    if !command.examples.isEmpty { lines += ["", style("Examples", .bold)] }
    for example in command.examples {
      lines += ["  \(example.meaning)", "    $ \(Tool.name) \(example.line)"]
    }
    return lines.joined(separator: "\n") + "\n"
  }

  static func overview(_ style: Style) -> String {
    var lines = ["\(style(Tool.name, .bold)) — \(Tool.summary)", "", "Usage: \(Tool.name) COMMAND [options] …"]
    lines += ["", style("Commands", .bold)] + list(Tool.commands.map { ($0.name, $0.summary) })
    lines += ["", style("Exit status", .bold)]
    lines += list(ToolStatus.allCases.map { ("\($0.rawValue)", $0.meaning) })
    lines += ["", "\(Tool.name) help COMMAND says more about a command."]
    return lines.joined(separator: "\n") + "\n"
  }

  /// Names with explanations beside them.
  private static func list(_ items: [(name: String, text: String)]) -> [String] {
    let indent = min(26, (items.map(\.name.displayWidth).max() ?? 0) + 4)
    let spaces = String(repeating: " ", count: indent)
    return items.flatMap { name, text in
      var lines = text.wrapped(to: width - indent, breaksWords: false).map { spaces + $0 }
      let start = "  " + name
      if start.displayWidth + 2 > indent { return [start] + lines }
      lines[0] = start.padded(to: indent) + lines[0].dropFirst(indent)
      return lines
    }
  }
}

extension Option {
  /// The help with the values that the option takes.
  var fullHelp: String { choices.map { "\(help) One of \($0.joined(separator: ", "))." } ?? help }
}
