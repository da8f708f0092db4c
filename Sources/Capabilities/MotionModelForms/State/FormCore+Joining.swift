import MotionModel
import MotionModelValidation

// Choices among records that a record is joined to. They are not part of the record: the choices are compared with the
// stored ones, and the difference is saved.

extension FormCore {
  /// Reads to which records a stored record is joined.
  mutating func loadJoins(of record: Record, in environment: FormEnvironment) throws {
    for index in fields.indices {
      guard let joins = plan.fields[index].access.joins else { continue }
      fields[index] = FieldState(.choices(try joins.ids(record, environment.store)))
    }
  }

  /// Returns the choices that were added to the stored ones, and the stored ones that were removed.
  func joined(_ field: FieldState) -> (added: FormInput, removed: FormInput) {
    let (chosen, stored) = (field.input.values, field.initial.values)
    let (present, former) = (Set(chosen), Set(stored))
    return (.choices(chosen.filter { !former.contains($0) }), .choices(stored.filter { !present.contains($0) }))
  }

  /// Saves changed choices of a stored record. The calling task is inside a transaction.
  func saveJoins(_ path: [ValidationError.Step], in environment: FormEnvironment) throws {
    guard let base else { return }
    for index in fields.indices where fields[index].isChanged {
      guard let joins = plan.fields[index].access.joins else { continue }
      let (added, removed) = joined(fields[index])
      do {
        try joins.change(base, added.values, removed.values, environment.store)
      } catch {
        let place = path + [.field(plan.fields[index].facts.name)]
        throw FormRefusal(ofJoining: error, model: Record.schema.modelName, at: place) ?? error
      }
    }
  }

  /// Takes over which records others have joined and separated: what was added and removed here is added to that and
  /// removed from that.
  mutating func refreshJoins(_ stored: Record, following: Bool, in environment: FormEnvironment) throws {
    for index in fields.indices {
      guard let joins = plan.fields[index].access.joins else { continue }
      let ids = try joins.ids(stored, environment.store)
      let (added, removed) = joined(fields[index])
      fields[index].initial = .choices(ids)
      let kept = following ? Set(ids) : Set(ids).union(added.values).subtracting(removed.values)
      fields[index].input = .choices(kept.sorted())
    }
  }
}

extension FormInput {
  /// The chosen values.
  fileprivate var values: [String] { if case .choices(let values) = self { values } else { [] } }
}
