import MotionModel

/// An asynchronous rule for forms, for example one that asks a server whether a name is free.
///
/// ```swift
/// AsyncValidate(\.name, "nameIsFree") { name in try await server.isFree(name) }
///
/// AsyncValidate("addressExists", on: \.street, \.city) { try await post.knows($0.street, $0.city) }
/// ```
///
/// Only ``Validatable/validateAsync(isolation:in:latest:)`` checks it. Saving does not wait, so declare a
/// synchronous rule too if the rule has to hold in the store.
///
/// It runs only if no other rule finds an error in its columns. A closure that throws is reported as
/// ``RuleName/failed``. A closure that is cancelled reports nothing.
public struct AsyncValidate<Record: Validatable>: ValidationRule, BuiltInRule {
  let rules: Validations<Record>

  /// Creates a rule for the value of a column.
  ///
  /// - Parameters:
  ///   - column: The column.
  ///   - rule: The rule's name.
  ///   - isMet: Returns whether a value meets the rule.
  public init<Value: Sendable>(
    _ column: any KeyPath<Record, Value> & Sendable, _ rule: RuleName,
    _ isMet: @escaping @Sendable (Value) async throws -> Bool
  ) {
    self.init(rule, [Field(column, of: "AsyncValidate")]) { try await isMet($0[keyPath: column]) }
  }

  /// Creates a rule for several columns.
  ///
  /// - Parameters:
  ///   - rule: The rule's name.
  ///   - columns: The columns that the rule is about; each has an error if the rule is broken.
  ///   - isMet: Returns whether a record meets the rule. It must read no other columns.
  public init<each Value>(
    _ rule: RuleName, on columns: repeat any KeyPath<Record, each Value> & Sendable,
    isMet: @escaping @Sendable (Record) async throws -> Bool
  ) {
    self.init(rule, Field.list(repeat each columns, of: "AsyncValidate"), isMet)
  }

  private init(
    _ rule: RuleName, _ fields: [Field<Record>], _ isMet: @escaping @Sendable (Record) async throws -> Bool
  ) {
    let check = Check<Record>(rule, fields, .asynchronous { try await isMet($0) ? [] : [.broken] })
    rules = Validations([check])
  }
}
