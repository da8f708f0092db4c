/// An argument of a command that is known by its position.
struct Parameter: Sendable {
  enum Arity: Sendable {
    case one, optional, any, atLeastOne
  }

  /// The name, in capitals as the help has it: `FILE`.
  let name: String
  let help: String
  var arity = Arity.one
  var completion = Completion.none

  /// The parameter in a line of usage: `FILE`, `[MODEL]`, `ID…`.
  var usage: String {
    switch arity {
    case .one: name
    case .optional: "[\(name)]"
    case .any: "[\(name)…]"
    case .atLeastOne: "\(name)…"
    }
  }

  /// Whether a command needs the argument.
  var isNeeded: Bool { arity == .one || arity == .atLeastOne }

  /// Whether it takes all arguments that are left.
  var isRepeated: Bool { arity == .any || arity == .atLeastOne }
}

/// What a shell offers for an argument or the value of an option.
enum Completion: Sendable, Hashable {
  case none
  case file
  case words([String])
  /// The names of the commands. They are not words here, because a command is among them that has this completion.
  case commands

  /// The words; nil where there is no list of them.
  var words: [String]? {
    switch self {
    case .none, .file: nil
    case .words(let words): words
    case .commands: Tool.names
    }
  }
}

extension Parameter {
  static let file = Parameter(
    name: "FILE", help: "A file of records in any format; - for standard input.", completion: .file)
  static let model = Parameter(
    name: "MODEL", help: "The name of a model in the file; it may be missing where the file has one.", arity: .optional)
  static let optionalModel = Parameter(
    name: "MODEL", help: "The name of a model in the file; all models if it is missing.", arity: .optional)
  static let condition = Parameter(
    name: "CONDITION", help: "Which records: 'priority > 2 && name contains \"dog\"'.", arity: .optional)
}
