/// The arguments of one call of a command, sorted into parameters and options.
struct Arguments: Sendable {
  private var positional: [String: [String]] = [:]
  private var options: [String: [String]] = [:]

  /// The value of a parameter that takes one, or of the first of several.
  subscript(parameter: Parameter) -> String? { positional[parameter.name]?.first }

  /// The values of a parameter that takes several.
  func all(_ parameter: Parameter) -> [String] { positional[parameter.name] ?? [] }

  /// The value of an option; nil if it was not given. An option that is given twice has its last value.
  subscript(option: Option) -> String? { options[option.name]?.last }

  /// All values of an option that may be repeated.
  func all(_ option: Option) -> [String] { options[option.name] ?? [] }

  /// Whether an option was given.
  func has(_ option: Option) -> Bool { options[option.name] != nil }

  /// The value of an option that is a number, at least zero.
  func count(_ option: Option) throws(UsageError) -> Int? {
    guard let text = self[option] else { return nil }
    guard let number = Int(text), number >= 0 else {
      throw UsageError("--\(option.name) expects a whole number that is not negative, and got \(text).")
    }
    return number
  }

  /// The value of an option that lists names, separated by commas.
  func names(_ option: Option) -> [String]? {
    self[option].map { $0.split(separator: ",").map { $0.trimmingSpaces } }
  }
}

extension Arguments {
  /// Reads the arguments of a command.
  ///
  /// Options may stand anywhere before `--`. What looks like a negative number is a parameter, and so is a single `-`.
  init(_ words: [String], of command: Command) throws(UsageError) {
    var rest = words[...]
    var values: [String] = []
    while let word = rest.popFirst() {
      if word == "--" {
        values += rest
        break
      }
      if Self.isOption(word) { try read(word, &rest, of: command) } else { values.append(word) }
    }
    // Who asks for help need not give the rest.
    if !has(.help) { try assign(values, of: command) }
  }

  private static func isOption(_ word: String) -> Bool {
    word.hasPrefix("-") && word != "-" && Double(word) == nil
  }

  private mutating func read(
    _ word: String, _ rest: inout ArraySlice<String>, of command: Command
  ) throws(UsageError) {
    let (option, attached) = try Self.option(word, of: command)
    guard option.value != nil else {
      if attached != nil { throw UsageError("--\(option.name) takes no value.") }
      return options[option.name] = [""]
    }
    guard let value = attached ?? rest.popFirst() else {
      throw UsageError("--\(option.name) expects a value: \(option.spelling).")
    }
    if let choices = option.choices, !choices.contains(value) {
      throw UsageError("--\(option.name) expects one of \(choices.joined(separator: ", ")), and got \(value).")
    }
    if has(option) && !option.isRepeatable { throw UsageError("--\(option.name) is given twice.") }
    options[option.name, default: []].append(value)
  }

  /// Returns the option that a word names, and the value in the same word, as in `--limit=5` and `-n5`.
  private static func option(
    _ word: String, of command: Command
  ) throws(UsageError) -> (Option, attached: String?) {
    if word.hasPrefix("--") {
      let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if let option = command.allOptions.first(where: { $0.name == parts[0] }) {
        return (option, parts.count > 1 ? String(parts[1]) : nil)
      }
      throw UsageError(unknown: "option", "--\(parts[0])", known: command.allOptions.map { "--\($0.name)" })
    }
    let letter = word.dropFirst().first
    if let option = command.allOptions.first(where: { $0.letter == letter }) {
      let attached = word.dropFirst(2)
      return (option, attached.isEmpty ? nil : String(attached))
    }
    throw UsageError(unknown: "option", word, known: command.allOptions.map { "--\($0.name)" })
  }

  private mutating func assign(_ values: [String], of command: Command) throws(UsageError) {
    var rest = values[...]
    for (index, parameter) in command.parameters.enumerated() {
      // An optional parameter gets the arguments that the required ones behind it leave.
      let needed = parameter.arity == .one ? 0 : command.parameters[(index + 1)...].count(where: \.isNeeded)
      let left = max(0, rest.count - needed)
      let count = parameter.isRepeated ? left : min(1, left)
      if count == 0 && parameter.isNeeded {
        throw UsageError("\(parameter.name) is missing: \(command.usage)")
      }
      positional[parameter.name] = Array(rest.prefix(count))
      rest = rest.dropFirst(count)
    }
    if let extra = rest.first { throw UsageError("\(extra) is one argument too many: \(command.usage)") }
  }
}

extension StringProtocol {
  /// The string without spaces at both ends.
  var trimmingSpaces: String {
    let start = drop { $0 == " " || $0 == "\t" }
    guard let end = start.lastIndex(where: { $0 != " " && $0 != "\t" }) else { return "" }
    return String(start[...end])
  }
}
