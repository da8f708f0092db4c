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
  /// What refused the record.
  private let origin: Origin

  private enum Origin {
    /// The save of the record, inside so many other operations with hooks.
    case save(depth: Int)
    /// A rule over several records, after a change of this one.
    case commit
    /// Code of users.
    case other
  }

  /// Makes an error.
  ///
  /// - Parameters:
  ///   - record: The record that is refused.
  ///   - errors: The rules that it breaks.
  public init(record: some Model, errors: ValidationErrors) { self.init(record, errors, .other) }

  private init(_ record: some Model, _ errors: ValidationErrors, _ origin: Origin) {
    (self.record, self.errors, self.origin) = (record, errors, origin)
  }

  /// The error of a record that is being saved in a store.
  static func ofSave(_ record: some Model, _ errors: ValidationErrors, in store: Store) -> RecordInvalid {
    RecordInvalid(record, errors, .save(depth: store.hookDepth))
  }

  /// The error of a commit, which changes the record.
  static func ofCommit(_ record: some Model, _ errors: ValidationErrors) -> RecordInvalid {
    RecordInvalid(record, errors, .commit)
  }

  /// Whether a save refused a record that is being saved by a caller outside of hooks, or inside of so many, and no other.
  ///
  /// What hooks save is of a greater depth, and of another operation.
  func isOfSave<Record: Model>(of record: Record, atDepth depth: Int) -> Bool {
    guard let refused = self.record as? Record else { return false }
    return switch origin {
    case .save(let own): own <= depth + 1
    case .commit: false
    case .other: refused.id == record.id
    }
  }
}

extension RecordInvalid: NestableError {
  /// The error of the record that others belong to: of those, it says where they are.
  package func nested(under relation: String, at index: Int?, of owner: some Model) -> any Error {
    guard case .save(let depth) = origin, depth <= Store.current.hookDepth + 1 else { return self }
    let steps = [ValidationStep.field(relation)] + (index.map { [.index($0)] } ?? [])
    return RecordInvalid(owner, ValidationErrors(errors.map { $0.nested(under: steps) }), origin)
  }
}

extension RecordInvalid: CustomStringConvertible, LocalizedError {
  /// One sentence: which record was refused, and all that is wrong with it, in the language in use.
  public var description: String {
    let reasons = errors.blocking.fullMessages.joined(separator: "; ")
    let name = Self.name(of: record)
    if case .commit = origin {
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
