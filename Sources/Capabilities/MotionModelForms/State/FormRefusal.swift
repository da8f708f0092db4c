import MotionModel
import MotionModelValidation

/// The errors of a form that was submitted and not saved, with their places.
struct FormRefusal: Error {
  let errors: [ValidationError]

  init(_ errors: [ValidationError]) { self.errors = errors }

  /// Creates the refusal of the choices of a field, whose joining records cannot be written; nil if the error is not
  /// about what was chosen.
  ///
  /// - Parameter path: The place of the field in the form.
  init?(ofJoining error: any Error, model: String, at path: [ValidationError.Step]) {
    func refused(_ rule: RuleName, _ reason: String? = nil) -> [ValidationError] {
      let parameters: [String: AttributeValue] = reason.map { ["reason": .string($0)] } ?? [:]
      return [ValidationError(model: model, path: path, rule: rule, parameters: parameters)]
    }
    switch (error as? StoreError)?.reason ?? error {
    case StoreError.notFound: self.init(refused(.inclusion))
    case StoreError.halted(_, _, _, _, let reason): self.init(refused(.refused, reason))
    case is RecordInvalid, StoreError.notUnique, StoreError.parentMissing, StoreError.restricted,
      StoreError.parentNeeded:
      self.init(refused(.refused, "\(error)"))
    default: return nil
    }
  }

  /// Creates the refusal of a record for an error of its save; nil if the error is not about what was entered.
  ///
  /// - Parameter path: The place of the record in the form.
  init?<Record: Model>(_ error: any Error, of record: Record, at path: [ValidationError.Step]) {
    let name = Record.schema.modelName
    func about(_ columns: [String], _ rule: RuleName) -> [ValidationError] {
      columns.map { ValidationError(model: name, path: path + [.field($0)], rule: rule) }
    }
    func whole(_ rule: RuleName, reason: String? = nil) -> [ValidationError] {
      let parameters: [String: AttributeValue] = reason.map { ["reason": .string($0)] } ?? [:]
      return [ValidationError(model: name, path: path, rule: rule, parameters: parameters)]
    }
    switch (error as? StoreError)?.reason ?? error {
    case let refusal as FormRefusal: self = refusal
    case let invalid as RecordInvalid:
      let isOwn = invalid.record is Record && (invalid.record as? Record)?.id == record.id
      self.init(isOwn ? invalid.errors.map { $0.nested(under: path) } : whole(.refused, reason: invalid.description))
    case StoreError.notUnique(name, let columns, _, _): self.init(about(columns, .taken))
    case StoreError.readOnlyColumn(name, let column, _): self.init(about([column], .readOnly))
    case StoreError.parentMissing(name, _, let relation, _):
      let key = Record.schema.relations.first { $0.name == relation }?.ownKeyColumns.last
      self.init(key.map { about([$0], .required) } ?? whole(.required))
    case StoreError.recordGone, StoreError.notFound: self.init(whole(.deleted))
    case StoreError.stale: self.init(whole(.conflict))
    case StoreError.halted(_, _, _, _, let reason): self.init(whole(.refused, reason: reason))
    case StoreError.restricted, StoreError.parentNeeded, StoreError.parentMissing, StoreError.notUnique,
      StoreError.readOnlyColumn, StoreError.numberOverflow:
      self.init(whole(.refused, reason: "\(error)"))
    default: return nil
    }
  }
}
