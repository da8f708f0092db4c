/// The manual page, made from the commands.
enum Manual {
  /// The page in the language of roff, for section 1 of the manual.
  static var page: String {
    var lines = [
      ".TH \(Tool.name.uppercased()) 1 \"\" \"\(Tool.name) \(Tool.version)\"", ".SH NAME",
      "\(Tool.name) \\- \(escaped(Tool.summary))", ".SH SYNOPSIS", ".B \(Tool.name)", ".I command",
      "[options] ...", ".SH COMMANDS",
    ]
    for command in Tool.commands { lines += section(command) }
    lines.append(".SH EXIT STATUS")
    for status in ToolStatus.allCases { lines += [".TP", ".B \(status.rawValue)", escaped(status.meaning)] }
    lines += [
      ".SH ENVIRONMENT", ".TP", ".B NO_COLOR", "If it is set and not empty, nothing is coloured unless asked for.",
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  private static func section(_ command: Command) -> [String] {
    var lines = [".SS \(escaped(command.usage))", escaped(command.summary)]
    for paragraph in command.discussion { lines += [".PP", escaped(paragraph)] }
    for parameter in command.parameters { lines += [".TP", ".I \(escaped(parameter.name))", escaped(parameter.help)] }
    for option in command.allOptions { lines += [".TP", ".B \(escaped(option.spelling))", escaped(option.fullHelp)] }
    for example in command.examples {
      lines += [".PP", escaped(example.meaning), ".RS", ".nf", escaped("\(Tool.name) \(example.line)"), ".fi", ".RE"]
    }
    return lines
  }

  /// Text in which nothing is a command of roff.
  private static func escaped(_ text: String) -> String {
    let plain = text.unicodeScalars.reduce(into: "") { plain, scalar in
      switch scalar {
      case "\\": plain += #"\e"#
      case "-": plain += #"\-"#
      case _ where scalar.isASCII: plain.unicodeScalars.append(scalar)
      default: plain += #"\[u\#(String(scalar.value, radix: 16, uppercase: true))]"#
      }
    }
    return plain.hasPrefix(".") || plain.hasPrefix("'") ? "\\&" + plain : plain
  }
}
