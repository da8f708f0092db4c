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

  /// Makes an error.
  ///
  /// - Parameters:
  ///   - record: The record that is refused.
  ///   - errors: The rules that it breaks.
  public init(record: some Model, errors: ValidationErrors) { (self.record, self.errors) = (record, errors) }
}

extension RecordInvalid: CustomStringConvertible, LocalizedError {
  /// One sentence: which record was refused, and all that is wrong with it, in the language in use.
  public var description: String {
    let reasons = errors.blocking.fullMessages.joined(separator: "; ")
    return "\(Self.name(of: record)) cannot be saved, because it is not valid: \(reasons)."
  }

  /// The description, which `localizedDescription` gives too.
  public var errorDescription: String? { description }

  private static func name(of record: some Model) -> String {
    let name = type(of: record).schema.modelName
    return record.id.isAssigned ? "\(name) \(record.id.attribute)" : "The \(name)"
  }
}
