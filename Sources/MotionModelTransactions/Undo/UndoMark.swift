import MotionModel

/// What a commit is for an ``UndoHistory``. One that is resumed later finds it in the metadata of the commit.
enum UndoMark: Sendable, Equatable {
  /// A step, or part of the step of a group, whose first commit has a number.
  case edit(name: String?, group: Int?)
  /// It undoes or redoes the step with a number, and is itself a step of a stack.
  ///
  /// Later steps have gone before it, because undoing them changed nothing; but not those from `before` on.
  case replay(onto: UndoSteps.Stack, name: String?, of: Int, before: Int?)

  var group: Int? { if case .edit(_, let group) = self { group } else { nil } }

  /// - Returns: Nil for a value that no history has written.
  init?(_ value: AttributeValue?) {
    if value == .bool(true) {
      self = .edit(name: nil, group: nil)
      return
    }
    guard case .dictionary(let members)? = value else { return nil }
    func number(_ key: String) -> Int? {
      if case .int(let number)? = members[key] { Int(exactly: number) } else { nil }
    }
    let name: String? = if case .string(let name)? = members["name"] { name } else { nil }
    if let group = number("group") {
      self = .edit(name: name, group: group)
    } else if let step = number("undoes") {
      self = .replay(onto: .redo, name: name, of: step, before: number("before"))
    } else if let step = number("redoes") {
      self = .replay(onto: .undo, name: name, of: step, before: number("before"))
    } else {
      return nil
    }
  }

  /// The value in the metadata.
  var value: AttributeValue {
    switch self {
    case .edit(_, nil): .bool(true)
    case .edit(let name, let group?): Self.value(name, ["group": group])
    case .replay(let stack, let name, let step, let next):
      Self.value(name, [stack == .redo ? "undoes" : "redoes": step, "before": next])
    }
  }

  private static func value(_ name: String?, _ numbers: [String: Int?]) -> AttributeValue {
    var members = numbers.compactMapValues { $0.map { AttributeValue.int(Int64($0)) } }
    members["name"] = name.map(AttributeValue.string)
    return .dictionary(members)
  }
}
