import MotionModel

/// Changes the store as pages ask for.
struct Editing {
  private let desk: Desk

  init(_ desk: Desk) { self.desk = desk }

  /// Answers a request that changes something.
  func answer(_ path: [String], _ parameters: Parameters) -> Reply {
    guard let store = desk.subject.store, desk.options.allowsEditing else {
      return desk.refusal(403, "The inspector only reads: the program that started it did not ask for editing.")
    }
    switch path {
    case ["undo"]: return undo(parameters["commit"].flatMap { Int($0) }, in: store)
    default: return desk.refusal(404, "There is nothing to change at this address.")
    }
  }

  private func undo(_ number: Int?, in store: Store) -> Reply {
    guard let changeset = number.flatMap({ desk.tape?.entry($0) })?.changeset else {
      return desk.refusal(404, "The inspector does not have this commit any more: it keeps the latest ones.")
    }
    do {
      var inverse = changeset.inverted
      inverse.metadata = ChangesetMetadata(author: "inspector", reason: "undo of commit \(changeset.id)")
      try store.apply(inverse)
      return Reply(seeOther: desk.address("commits"))
    } catch {
      return desk.refusal(409, "\(error)")
    }
  }
}
