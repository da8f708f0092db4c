public import MotionModel

/// The error of a record that was not saved because it breaks rules. The store is as it was before.
///
/// ```swift
/// do {
///   try todo.save()
/// } catch let invalid as RecordInvalid {
///   print(invalid.errors.fullMessages)
/// }
/// ```
public struct RecordInvalid: DescribedError {
  /// The record.
  public let record: any Model
  /// The rules that the record breaks, warnings included.
  public let errors: ValidationErrors
  /// The operation that refused the record.
  private let origin: Origin

  private enum Origin {
    /// The save of the record, at a depth of nested operations with hooks.
    case save(depth: Int)
    /// A rule over several records, after a change of this one. A new one is not stored in the end.
    case commit(isNew: Bool)
    /// Code outside this module.
    case other
  }

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - record: The record that was refused.
  ///   - errors: The rules that it breaks.
  public init(record: some Model, errors: ValidationErrors) { self.init(record, errors, .other) }

  private init(_ record: some Model, _ errors: ValidationErrors, _ origin: Origin) {
    (self.record, self.errors, self.origin) = (record, errors, origin)
  }

  /// Returns the error of a record that is being saved in a store.
  static func ofSave(_ record: some Model, _ errors: ValidationErrors, in store: Store) -> RecordInvalid {
    RecordInvalid(record, errors, .save(depth: store.hookDepth))
  }

  /// Returns the error of a commit that changes the record.
  static func ofCommit(_ record: some Model, _ errors: ValidationErrors, isNew: Bool) -> RecordInvalid {
    RecordInvalid(record, errors, .commit(isNew: isNew))
  }

  /// Whether the error comes from a save of this record by a caller at a depth of hooks, and not from a save of
  /// another record.
  ///
  /// Records that hooks save have a greater depth and belong to another operation.
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
  /// The error for the owner of the record: its errors get the path from the owner.
  package func nested(under relation: String, at index: Int?, of owner: some Model) -> any Error {
    guard case .save(let depth) = origin, depth <= Store.current.hookDepth + 1 else { return self }
    let steps = [ValidationError.Step.field(relation)] + (index.map { [.index($0)] } ?? [])
    return RecordInvalid(owner, ValidationErrors(errors.map { $0.nested(under: steps) }), origin)
  }
}

extension RecordInvalid {
  /// One sentence that names the refused record and all its errors, in the current language.
  public var description: String {
    let reasons = errors.blocking.fullMessages.joined(separator: "; ")
    let name = Self.name(of: record)
    if case .commit(let isNew) = origin {
      let change = isNew ? "A new \(Self.modelName(of: record))" : "A change of \(name)"
      return "\(change) cannot be committed, because of a rule over several records: \(reasons)."
    }
    return "\(name) cannot be saved, because it is not valid: \(reasons)."
  }

  private static func modelName(of record: some Model) -> String { type(of: record).schema.modelName }

  private static func name(of record: some Model) -> String {
    let name = modelName(of: record)
    return record.id.isAssigned ? "\(name) \(record.id.attribute)" : "The \(name)"
  }
}
