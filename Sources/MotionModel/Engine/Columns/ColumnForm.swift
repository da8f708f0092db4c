/// How far `==` decides whether two values of a column are the same.
enum ColumnForm {
  /// Equal values are the same.
  case unique
  /// Equal values may differ, as strings in different normal forms do.
  case several
  /// Equal values may differ, and a value may be unequal to itself, as NaN is.
  case fractional
  /// A type of the user's, whose `==` may return anything.
  case open

  /// Returns whether replacing one value by the other changes nothing.
  @inline(__always)
  func isSame<Traits: ColumnTraits>(_ first: Traits.Value, _ second: Traits.Value, _ traits: Traits.Type) -> Bool {
    let isEqual = Traits.isEqual(first, second)
    return switch self {
    case .unique: isEqual
    case .several: isEqual && isExact(first, second, traits)
    case .fractional: isExact(first, second, traits)
    case .open: isSame(first, second, traits, isEqual)
    }
  }

  private func isExact<Traits: ColumnTraits>(
    _ first: Traits.Value, _ second: Traits.Value, _ traits: Traits.Type
  ) -> Bool {
    Traits.attribute(first).isExactly(Traits.attribute(second))
  }

  /// Values that cannot be encoded, such as documents nested too deep, are the same when they are equal.
  private func isSame<Traits: ColumnTraits>(
    _ first: Traits.Value, _ second: Traits.Value, _ traits: Traits.Type, _ isEqual: Bool
  ) -> Bool {
    guard let first = try? Traits.written(first), let second = try? Traits.written(second) else { return isEqual }
    return first.isExactly(second) || (isEqual && first.isExactlyInAnyOrder(second))
  }
}

extension ColumnForm {
  /// - Parameters:
  ///   - type: The type of a column.
  ///   - isStandard: Whether the Swift type of its values is one whose `==` is known. A type of the user's may be
  ///     stored as a number, and have an `==` that calls different numbers equal.
  init(_ type: ColumnType, isStandard: Bool) {
    let form = Self(type)
    self = form == .unique && !isStandard ? .several : form
  }

  private init(_ type: ColumnType) {
    self =
      switch type {
      case .string, .url: .several
      case .double, .float, .date: .fractional
      case .document, .custom: .open
      case .array(let type), .optional(let type), .enumeration(_, let type, _): Self(type)
      // The keys are strings.
      case .dictionary(let type): Self(type) == .unique ? .several : Self(type)
      case .bool, .int, .uint, .decimal, .uuid, .data: .unique
      }
  }
}
