import MotionModel

/// A rule with the constraints that the schema implies, so that they need not be declared twice.
///
/// ```swift
/// static let validations = Validations<Customer> {
///   SchemaRules()                       // all of them
///   SchemaRules(.unique, .readOnly)     // some of them
/// }
/// ```
///
/// Before a save it reports what the store would refuse in the save:
///
/// - ``Kind/required``: a string that is not optional must not be blank (``RuleName/blank``). Values of other types
///   that are not optional are always present.
/// - ``Kind/unique``: no other record has the same value in a `.unique` column (``RuleName/taken``).
/// - ``Kind/readOnly``: a `.readOnly` column has its stored value (``RuleName/readOnly``).
///
/// - Complexity: O(1) for each column.
public struct SchemaRules<Record: Validatable>: ValidationRule {
  /// A constraint that a schema implies.
  public enum Kind: Sendable, Hashable, CaseIterable {
    /// Strings that are not optional are not blank.
    case required
    /// Values in unique columns are not taken.
    case unique
    /// Read-only columns keep their stored values.
    case readOnly
  }

  /// The validations that implement the rule.
  public let validations: Validations<Record>

  /// Creates the rules of some kinds, or of all kinds if none is given.
  public init(_ kinds: Kind...) {
    let kinds = kinds.isEmpty ? Kind.allCases : kinds
    validations = Validations(
      Record.schema.columns.flatMap { column in kinds.compactMap { Self.check($0, column) } })
  }

  private static func check(_ kind: Kind, _ column: Column<Record>) -> Check<Record>? {
    switch kind {
    case .required:
      column.type == .string && !column.isOptional && column.name != Record.schema.idName ? required(column) : nil
    case .unique: column.options.contains(.unique) ? unique(column) : nil
    case .readOnly: column.options.contains(.readOnly) ? readOnly(column) : nil
    }
  }

  private static func required(_ column: Column<Record>) -> Check<Record> {
    Check(
      .blank, [Field(column)],
      .record(nil) { record, _ in
        guard case .string(let text) = column[record], !text.isBlank else { return [.broken] }
        return []
      },
      keywords: .presence(of: String.self))
  }

  private static func unique(_ column: Column<Record>) -> Check<Record> {
    Check(
      .taken, [Field(column)],
      .comparison(
        { record, situation in
          situation.store.table(Record.self).hasOther(sharing: column, with: record) ? [.broken] : []
        },
        // The column's index answers as quickly as a comparison with the stored record.
        isSame: { _, _ in false }))
  }

  private static func readOnly(_ column: Column<Record>) -> Check<Record> {
    Check(
      .readOnly, [Field(column)],
      .record(nil) { record, situation in
        guard let stored = try situation.stored(record), column[stored] != column[record] else { return [] }
        return [.broken]
      })
  }
}

extension Field {
  /// Creates a field for a column.
  init(_ column: Column<Record>) {
    name = column.name
    isNil = { column[$0] == .null }
    isBlank = { record in
      switch column[record] {
      case .null: true
      case .string(let text): text.isBlank
      case .array(let elements): elements.isEmpty
      case .dictionary(let members): members.isEmpty
      default: false
      }
    }
    isEqual = { column[$0] == column[$1] }
  }
}
