import Foundation

extension AttributeValue: Hashable {
  /// Returns whether two values are of the same kind and equal: the integer 3 does not equal the fraction 3.0.
  public static func == (first: AttributeValue, second: AttributeValue) -> Bool {
    switch (first, second) {
    case (.null, .null): true
    case (.bool(let first), .bool(let second)): first == second
    case (.int(let first), .int(let second)): first == second
    case (.uint(let first), .uint(let second)): first == second
    case (.double(let first), .double(let second)): first == second
    case (.decimal(let first), .decimal(let second)): first == second
    case (.string(let first), .string(let second)): first == second
    case (.date(let first), .date(let second)): first == second
    case (.uuid(let first), .uuid(let second)): first == second
    case (.url(let first), .url(let second)): first == second
    case (.data(let first), .data(let second)): first == second
    case (.array, .array), (.dictionary, .dictionary): first.matchesParts(of: second, { _, _ in true }, ==)
    default: false
    }
  }

  /// Compares the contents of two arrays or dictionaries, with a list of pending pairs in place of recursion.
  ///
  /// - Parameters:
  ///   - areSameNames: Compares two names that are equal.
  ///   - areSame: Compares two values unless both are arrays or both are dictionaries.
  func matchesParts(
    of other: AttributeValue, _ areSameNames: (String, String) -> Bool,
    _ areSame: (AttributeValue, AttributeValue) -> Bool
  ) -> Bool {
    var pending = [(self, other)]
    func compare(_ value: AttributeValue, _ other: AttributeValue) -> Bool {
      guard value.hasParts && other.hasParts else { return areSame(value, other) }
      pending.append((value, other))
      return true
    }
    while let pair = pending.popLast() {
      switch pair {
      case (.array(let values), .array(let others)):
        guard values.count == others.count, zip(values, others).allSatisfy(compare) else { return false }
      case (.dictionary(let members), .dictionary(let others)):
        guard members.count == others.count else { return false }
        for (name, value) in members {
          guard let index = others.index(forKey: name), areSameNames(name, others.keys[index]),
            compare(value, others.values[index])
          else { return false }
        }
      default: return false
      }
    }
    return true
  }

  /// Hashes the value. Values nested more than eight deep are not hashed.
  public func hash(into hasher: inout Hasher) { hash(into: &hasher, levels: 8) }

  private func hash(into hasher: inout Hasher, levels: Int) {
    switch self {
    case .null: hasher.combine(0 as UInt8)
    case .bool(let value): hasher.combine(value)
    case .int(let value): hasher.combine(value)
    case .uint(let value): hasher.combine(value)
    case .double(let value): hasher.combine(value)
    case .decimal(let value): hasher.combine(value)
    case .string(let value): hasher.combine(value)
    case .date(let value): hasher.combine(value)
    case .uuid(let value): hasher.combine(value)
    case .url(let value): hasher.combine(value)
    case .data(let value): hasher.combine(value)
    case .array(let values):
      hasher.combine(values.count)
      if levels > 0 { for value in values { value.hash(into: &hasher, levels: levels - 1) } }
    case .dictionary(let members):
      hasher.combine(members.count)
      if levels > 0 { hasher.combine(Self.hash(of: members, levels: levels - 1)) }
    }
  }

  /// Returns a hash that does not depend on the order of a dictionary's members.
  private static func hash(of members: [String: AttributeValue], levels: Int) -> Int {
    members.reduce(0) { sum, member in
      var hasher = Hasher()
      hasher.combine(member.key)
      member.value.hash(into: &hasher, levels: levels)
      return sum ^ hasher.finalize()
    }
  }
}
