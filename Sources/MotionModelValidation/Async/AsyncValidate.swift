public import MotionModel

/// A rule that has to ask somebody, such as a server whether a name is free: for forms.
///
/// ```swift
/// AsyncValidate(\.name, "nameIsFree") { name in try await server.isFree(name) }
///
/// AsyncValidate("addressExists", on: \.street, \.city) { try await post.knows($0.street, $0.city) }
/// ```
///
/// Only ``Validatable/validateAsync(isolation:in:latest:)`` checks it. Saving does not wait for anybody: where a rule has to hold in
/// the store, declare one that needs no waiting too.
///
/// It is asked only when no other rule finds an error at its columns. One that throws is reported as ``RuleName/failed``; one
/// that is cancelled reports nothing.
public struct AsyncValidate<Record: Model>: ValidationRule {
  /// What the rule is made of.
  public let validations: Validations<Record>

  /// Makes a rule for the value of a column.
  ///
  /// - Parameters:
  ///   - column: The column.
  ///   - rule: The rule's name.
  ///   - isMet: Finds out whether a value keeps to it.
  public init<Value: Sendable>(
    _ column: any KeyPath<Record, Value> & Sendable, _ rule: RuleName,
    _ isMet: @escaping @Sendable (Value) async throws -> Bool
  ) {
    self.init(rule, [Field(column, of: "AsyncValidate")]) { try await isMet($0[keyPath: column]) }
  }

  /// Makes a rule for several columns.
  ///
  /// - Parameters:
  ///   - rule: The rule's name.
  ///   - columns: The columns that it is about; each has an error when it is broken.
  ///   - isMet: Finds out whether a record keeps to it. It must look at no other columns.
  public init<each Value>(
    _ rule: RuleName, on columns: repeat any KeyPath<Record, each Value> & Sendable,
    isMet: @escaping @Sendable (Record) async throws -> Bool
  ) {
    var fields: [Field<Record>] = []
    for keyPath in repeat each columns { fields.append(Field(keyPath, of: "AsyncValidate")) }
    self.init(rule, fields, isMet)
  }

  private init(
    _ rule: RuleName, _ fields: [Field<Record>], _ isMet: @escaping @Sendable (Record) async throws -> Bool
  ) {
    let check = Check<Record>(rule, fields, .asynchronous { try await isMet($0) ? [] : [.broken] })
    validations = Validations([check])
  }
}
