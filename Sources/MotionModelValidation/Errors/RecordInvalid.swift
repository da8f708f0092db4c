public import Foundation
public import MotionModel

/// A record that was not saved, because it breaks rules. The store is as it was before.
///
/// ```swift
/// do {
///   try todo.save()
/// } catch let invalid as RecordInvalid {
///   print(invalid.errors.fullMessages)
/// }
/// ```
public struct RecordInvalid: Error, Sendable {
  /// The record.
  public let record: any Model
  /// The rules that it breaks, warnings included.
  public let errors: ValidationErrors
  /// Whether the record alone is not to blame, but several, after a change of this one.
  private let isOfCommit: Bool

  /// Makes an error.
  ///
  /// - Parameters:
  ///   - record: The record that is refused.
  ///   - errors: The rules that it breaks.
  public init(record: some Model, errors: ValidationErrors) {
    self.init(record: record, errors: errors, isOfCommit: false)
  }

  init(record: some Model, errors: ValidationErrors, isOfCommit: Bool) {
    (self.record, self.errors, self.isOfCommit) = (record, errors, isOfCommit)
  }
}

extension RecordInvalid: CustomStringConvertible, LocalizedError {
  /// One sentence: which record was refused, and all that is wrong with it, in the language in use.
  public var description: String {
    let reasons = errors.blocking.fullMessages.joined(separator: "; ")
    let name = Self.name(of: record)
    if isOfCommit {
      return "A change of \(name) cannot be committed, because of a rule over several records: \(reasons)."
    }
    return "\(name) cannot be saved, because it is not valid: \(reasons)."
  }

  /// The description, which `localizedDescription` gives too.
  public var errorDescription: String? { description }

  private static func name(of record: some Model) -> String {
    let name = type(of: record).schema.modelName
    return record.id.isAssigned ? "\(name) \(record.id.attribute)" : "The \(name)"
  }
}
