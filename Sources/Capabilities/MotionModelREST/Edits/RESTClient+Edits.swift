import MotionModel

extension RESTClient {
  /// Tracks what is edited in the store from now on: each record that differs from what the server said last has a
  /// ``RemoteEdit``, which is written in the same transaction.
  ///
  /// ```swift
  /// client.trackEdits(of: Train.self)
  /// var train = try await client.get(Train.self, 1)
  /// try store.table(Train.self).update(&train) { $0.maxSpeed = 220 }
  /// try await client.push(train)              // PATCH trains/1 {"max_speed": 220}
  /// ```
  ///
  /// From then on, a response changes only those columns that were not edited here. What was edited on both sides is a
  /// ``RemoteConflict``.
  ///
  /// Edits are what programs write to the store, in whatever way, also by undoing, by applying a changeset or by
  /// merging a branch. What comes from the server is none, nor is what a file had when it was loaded. It costs one
  /// look-up for each record that is written, and each write becomes a transaction. It cannot be ended.
  ///
  /// Columns that the store changes by itself, such as counters, are declared with ``Remote/readOnly(_:)``.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - policy: What becomes of a column that was changed on both sides.
  public func trackEdits<Record: RemoteModel>(of model: Record.Type, _ policy: RemoteConflict.Policy = .ask) {
    EditTracker.made(for: store).add(TrackedModel(resource(model), policy)) { client, text in
      let pusher = try client.pusher(Record.self)
      do {
        let record = try await pusher.push(try Record.ID(attribute: .string(text)))
        return (record.map { RemoteEdit.text($0.id) }, pusher.lastRequest != nil)
      } catch {
        throw PushFailure(error: error, request: pusher.lastRequest)
      }
    }
  }

  /// The edit of a record; nil if the record is as the server said last.
  public func edit<Record: RemoteModel>(of record: Record) -> RemoteEdit? {
    store.table(RemoteEdit.self).find(RemoteEdit.id(record))
  }

  /// The record as the server said last; nil if the server does not have it, as far as is known.
  ///
  /// Columns that are not sent, and columns whose type has changed since, have the values of the given record.
  public func serverVersion<Record: RemoteModel>(of record: Record) throws -> Record? {
    guard let edit = edit(of: record) else { return try store.table(Record.self).find(record.id) }
    guard let base = edit.base else { return nil }
    return try tracked(Record.self).record(record, with: base)
  }

  /// Gives up the edits of a record, which is then as the server said last: a record that was created here is gone, and
  /// a record that was deleted here is back.
  ///
  /// What may have been done on the server stays done there. A column whose type has changed since stays as it is here.
  ///
  /// - Throws: ``RESTError`` if a request for the record is under way, or a `StoreError` if the store refuses it.
  public func revertEdits<Record: RemoteModel>(of record: Record) throws {
    try store.replicating {
      guard let edit = edit(of: record) else { return }
      if EditTracker.of(store)?.requestsNow.has(edit) == true {
        throw RESTError(.underWay(model: edit.model))
      }
      for conflict in store.openConflicts(edit) { try store.settle(conflict, .theirs) }
      let stored = try store.table(Record.self).find(record.id)
      guard let base = edit.base else { return try store.drop(stored ?? record, edit) }
      try store.table(Record.self).replicate([try tracked(Record.self).record(stored ?? record, with: base)])
      try store.forget(edit)
    }
  }

  // MARK: - Conflicts

  /// The undecided conflicts of a record.
  public func openConflicts<Record: RemoteModel>(of record: Record) -> [RemoteConflict] {
    edit(of: record).map(store.openConflicts) ?? []
  }

  /// Says which value of a record counts, of a column or, for a record that was deleted on one side, of all.
  ///
  /// - Parameters:
  ///   - conflict: One of the record's open conflicts.
  ///   - record: The record.
  ///   - choice: Which value counts. The local one is sent with the next ``push(_:)``.
  public func resolve<Record: RemoteModel>(
    _ conflict: RemoteConflict, of record: Record, _ choice: RemoteConflict.Choice
  ) throws {
    try store.replicating {
      guard var edit = edit(of: record), store.openConflicts(edit).contains(where: { $0.id == conflict.id }) else {
        return
      }
      try store.settle(conflict, choice)
      edit.resume()
      try store.table(RemoteEdit.self).replicate([edit])
      try EditMerge(try tracked(Record.self), store, EditTracker.made(for: store), ResponseOrigin())
        .take(choice, conflict, edit, record.id)
    }
  }

  func tracked<Record: RemoteModel>(_ model: Record.Type) throws -> TrackedModel<Record> {
    guard let tracked = EditTracker.of(store)?.model(model) else {
      throw RESTError(.untracked(model: Record.schema.modelName))
    }
    return tracked
  }
}

extension Store {
  /// Notes which value of an open conflict counts.
  func settle(_ conflict: RemoteConflict, _ choice: RemoteConflict.Choice) throws {
    guard var conflict = table(RemoteConflict.self).find(conflict.id) else { return }
    conflict.choice = choice
    try table(RemoteConflict.self).replicate([conflict])
  }
}

extension EditMerge {
  /// Lets one side of a conflict count.
  func take(_ choice: RemoteConflict.Choice, _ conflict: RemoteConflict, _ edit: RemoteEdit, _ id: Record.ID) throws {
    var edit = edit
    let stored = try table.find(id)
    switch (choice, stored) {
    case (.mine, _?) where conflict.column.isEmpty && conflict.isAboutGoneRecord:
      (edit.kind, edit.base, edit.etag) = (.create, nil, nil)
      try store.table(RemoteEdit.self).replicate([edit])
    case (.mine, _): return
    case (.theirs, let stored?) where conflict.column.isEmpty: try store.drop(stored, edit)
    case (.theirs, let stored?):
      let theirs = edit.base?.filter { $0.key == conflict.column }
      let local = model.record(stored, with: theirs)
      try table.replicate([local])
      let isDone = edit.sent == nil && model.edits(local, since: edit.base).isEmpty
      if isDone && store.openConflicts(edit).isEmpty { try store.forget(edit) }
    case (.theirs, nil):
      var record = Record.new()
      record.id = id
      try table.replicate([model.record(record, with: edit.base)])
      try store.forget(edit)
    }
  }
}
