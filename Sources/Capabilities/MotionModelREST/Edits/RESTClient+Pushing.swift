import Foundation
import MotionModel

extension RESTClient {
  /// Sends the edits of a record, and stores the response: creates it, changes it or deletes it on the server.
  ///
  /// One request for a record is under way at a time; a second call waits. What is edited meanwhile is kept, and is an
  /// edit of its own. A record from here gets the server's id when it is created there, and all keys that point to it
  /// follow in the same changeset.
  ///
  /// When the server says that it has another version (409 or 412), that version is read and merged, and unless there
  /// is a conflict, the record is sent again.
  ///
  /// - Parameter record: The record, whose model's edits are tracked. Only its id matters.
  /// - Returns: The record as it is stored; nil if it was deleted.
  /// - Throws: ``RESTError``. The edit is still there, and can be pushed again. If the server may have created the
  ///   record, it is sent again with the same key where the server has `RESTFormat(idempotencyHeader:)`, or looked up
  ///   where the model has ``Remote/lookup(by:)`` or ``Remote/sendsID``; otherwise, pushing again throws
  ///   ``RESTError/Reason/outcomeUnknown(model:)``.
  @discardableResult
  public func push<Record: RemoteModel>(_ record: Record) async throws -> Record? {
    try await pusher(Record.self).push(record.id)
  }

  func pusher<Record: RemoteModel>(_ model: Record.Type) throws -> EditPusher<Record> {
    EditPusher(self, try tracked(model), EditTracker.made(for: store))
  }
}

/// Why an edit was not sent, with the number of the request, if one was made.
struct PushFailure: Error {
  let error: any Error
  let request: Int?
}

/// Sends the edit of one record.
struct EditPusher<Record: RemoteModel> {
  private let client: RESTClient
  private let model: TrackedModel<Record>
  private let tracker: EditTracker
  private let last = Locked<Int?>(nil)
  private var store: Store { client.store }
  private var edits: ModelTable<RemoteEdit> { store.table(RemoteEdit.self) }
  private var table: ModelTable<Record> { store.table(Record.self) }

  init(_ client: RESTClient, _ model: TrackedModel<Record>, _ tracker: EditTracker) {
    (self.client, self.model, self.tracker) = (client, model, tracker)
  }

  /// The number of the last request.
  var lastRequest: Int? { last.withLock { $0 } }

  /// A request that is about to be sent.
  private struct Step {
    var edit: RemoteEdit
    let record: Record
    let request: RESTRequest
    /// Whether an earlier request may have done the same.
    var isRepeated = false
  }

  func push(_ id: Record.ID) async throws -> Record? {
    try await tracker.gate.inTurn(RemoteEdit.id(Record.self, id)) { try await pushMerging(id) }
  }

  /// Sends, and after a merge sends again.
  private func pushMerging(_ id: Record.ID) async throws -> Record? {
    var failure: RESTError?
    for _ in 0..<Self.mergeLimit {
      if let found = try await lookedUp(id) { return found }
      guard let step = try begin(id) else { return try table.find(id) }
      let sent = try await tracker.writing(step.edit.id, request: step.edit.request) { () async throws -> Record?? in
        do { return .some(try await send(step)) } catch let error as RESTError {
          if try await !isMerged(error, step) { throw error }
          failure = error
          return nil
        }
      }
      if let sent { return sent }
    }
    if let failure { throw failure }
    return try table.find(id)
  }

  /// How often a record is sent, if the server has another version each time.
  private static var mergeLimit: Int { 3 }

  // MARK: - Before

  /// Notes what is sent; nil if there is nothing to send.
  ///
  /// The request is under way as soon as others can see its number: the edit may take another id before it is sent.
  private func begin(_ id: Record.ID) throws -> Step? {
    let number = Int.random(in: 1...Int.max)
    tracker.announce(number)
    var step: Step?
    defer { if step == nil { tracker.withdraw(number) } }
    step = try store.replicating {
      guard var edit = edits.find(RemoteEdit.id(Record.self, id)) else { return nil }
      let conflicts = store.openConflicts(edit)
      if !conflicts.isEmpty {
        throw RESTError(.conflict(model: edit.model, columns: conflicts.map(\.column).filter { !$0.isEmpty }))
      }
      try checkFree(edit)
      edit.request = number
      let step = try self.step(&edit, id)
      try edits.replicate([edit])
      last.withLock { $0 = number }
      return step
    }
    return step
  }

  /// Throws if a request for the record is under way that began under another id.
  private func checkFree(_ edit: RemoteEdit) throws {
    if tracker.requestsNow.isMoved(edit) { throw RESTError(.underWay(model: edit.model)) }
  }

  private func step(_ edit: inout RemoteEdit, _ id: Record.ID) throws -> Step {
    let stored = try table.find(id)
    let resource = model.resource
    guard let record = stored else {
      var gone = Record.new()
      gone.id = id
      if edit.base == nil {
        // It may have been created, and is to be deleted under the id that it got.
        if edit.sent == nil { throw RESTError(.outcomeUnknown(model: edit.model)) }
        return try creation(&edit, gone)
      }
      let base = model.record(gone, with: edit.base)
      edit.sent = [:]
      let request = try client.request(.delete, resource, id: id, of: base, model.version(of: base))
      return Step(edit: edit, record: base, request: conditional(request, edit))
    }
    try checkParents(of: record)
    guard let base = edit.base else {
      return try creation(&edit, record)
    }
    let version = base.filter { name, _ in Record.schema.versionColumn.map { Record.schema.columns[$0].name } == name }
    let sent = model.record(record, with: version)
    let unknown = edit.sent ?? [:]
    let differences = model.edits(record, since: base)
    let isPatch = client.format.updates == .patch
    let numbers = model.columns.filter { number in
      !isPatch || differences.contains(number) || unknown[Record.schema.columns[number].name] != nil
    }
    edit.sent = model.values(of: record, numbers)
    let changed = isPatch ? Set(numbers.map { Record.schema.columns[$0].name }) : nil
    let body = try resource.updateBody(of: sent, changed: changed)
    let request = try client.request(isPatch ? .patch : .put, resource, id: id, of: record, [:], body: body ?? Data())
    return Step(edit: edit, record: sent, request: conditional(request, edit))
  }

  /// Creates a record. A request that may have arrived is repeated unchanged, so that the server recognises it.
  private func creation(_ edit: inout RemoteEdit, _ record: Record) throws -> Step {
    let resource = model.resource
    let header = client.format.idempotencyHeader
    if edit.sent != nil && header == nil { throw RESTError(.outcomeUnknown(model: edit.model)) }
    let (record, isRepeated) = (model.record(record, with: edit.sent), edit.sent != nil)
    edit.sent = model.values(of: record, model.columns)
    let body = try resource.creationBody(of: record)
    var request = try client.request(.post, resource, of: record, [:], body: body)
    if let header {
      edit.key = edit.key ?? tracker.makeKey()
      request.headers[header] = edit.key
    }
    return Step(edit: edit, record: record, request: request, isRepeated: isRepeated)
  }

  private func conditional(_ request: RESTRequest, _ edit: RemoteEdit) -> RESTRequest {
    guard let etag = edit.etag else { return request }
    var request = request
    request.headers["If-Match"] = etag
    return request
  }

  /// Throws if a parent of a record is not on the server yet, and so has no id to send.
  private func checkParents(of record: Record) throws {
    for parent in unsentParents(of: record) {
      throw RESTError(.parentUnsent(model: Record.schema.modelName, parent: String(parent.prefix { $0 != "/" })))
    }
  }

  /// Returns the names of the edits that created the parents of a record here.
  private func unsentParents(of record: Record) -> [String] {
    model.parents(of: record).filter { edits.find($0).map { $0.base == nil } ?? false }
  }

  // MARK: - Looking up

  /// Looks up a record that may have been created.
  ///
  /// If it is not there, the edit is again one that was not sent.
  ///
  /// - Returns: The record under the server's id, or none if it was deleted here; nil if the server does not have it,
  ///   or it did not have to be looked up.
  private func lookedUp(_ id: Record.ID) async throws -> Record?? {
    let resource = model.resource
    guard let edit = edits.find(RemoteEdit.id(Record.self, id)), edit.base == nil, let sent = edit.sent,
      client.format.idempotencyHeader == nil, resource.lookup != nil || resource.sendsID
    else { return nil }
    try checkFree(edit)
    last.withLock { $0 = edit.request }
    var blank = Record.new()
    blank.id = id
    let record = model.record(try table.find(id) ?? blank, with: sent)
    let step: Step
    if let field = resource.lookup {
      let value = Record.schema.columns[field.column][record]
      let query = RESTQuery([(field.key, field.sent(value))])
      step = Step(edit: edit, record: record, request: try client.request(.get, resource, of: record, query))
    } else {
      step = Step(edit: edit, record: record, request: try client.request(.get, resource, id: id, of: record, [:]))
    }
    return try await tracker.writing(edit.id, request: edit.request) { () async throws -> Record?? in
      do {
        let response = try await client.send(step.request)
        if let found = try finishLookup(step, response, isList: resource.lookup != nil) { return found }
      } catch let error as RESTError where error.isGone && resource.lookup == nil {}
      try forgetSending(edit)
      return nil
    }
  }

  /// Adopts the record that a look-up found.
  private func finishLookup(_ step: Step, _ response: RESTResponse, isList: Bool) throws -> Record?? {
    try client.stored(step.request, response) { (received: ResponseRecords, body) in
      let ids = isList ? try received.readList(body, Record.self) : [try received.readOne(body, Record.self)]
      guard let id = ids.first else { return { (_: ModelTable<Record>) in .none } }
      if ids.count > 1 { throw RESTError(.outcomeUnknown(model: step.edit.model)) }
      (received.origin.acknowledged, received.origin.isLookup) = (RemoteEdit.id(Record.self, id), true)
      received.prepare = { _ in try adopt(step, as: id) }
      return { table in .some(try table.find(id)) }
    }
  }

  /// Notes that nothing is under way. What was refused gets a new key: with the old one, a server would refuse it
  /// again, whatever is sent.
  private func forgetSending(_ edit: RemoteEdit) throws {
    try store.replicating {
      guard var edit = RemoteEdit.find(edit.id, request: edit.request, in: edits) else { return }
      (edit.sent, edit.key) = (nil, nil)
      // What was deleted here before the server had it has never been.
      if edit.base == nil, edit.kind == .delete { return try store.forget(edit) }
      try edits.replicate([edit])
    }
  }

  // MARK: - After

  /// Sends a request, and stores its response.
  private func send(_ step: Step) async throws -> Record? {
    let response: RESTResponse
    do { response = try await client.send(step.request) } catch let error as RESTError {
      try noteFailure(error, step)
      if step.request.method == .delete && error.isGone { return try finishDeletion(step) }
      throw error
    }
    switch step.request.method {
    case .delete: return try finishDeletion(step)
    case .post: return try finishCreation(step, response)
    default: return try finishUpdate(step, response)
    }
  }

  /// Notes that a request was not done. If that is not known, the edit keeps what was sent.
  private func noteFailure(_ error: RESTError, _ step: Step) throws {
    if error.mayHaveArrived { return }
    // An earlier request with the same key may have arrived, or still be under way there.
    if step.request.method == .post && step.edit.key != nil {
      if error.isTemporary || step.isRepeated && !error.isAboutContent { return }
    }
    try forgetSending(step.edit)
  }

  private func finishDeletion(_ step: Step) throws -> Record? {
    try store.replicating {
      guard var edit = edits.find(step.edit.id) else { return }
      if try table.find(step.record.id) == nil { return try store.forget(edit) }
      // The record came back while it was being deleted.
      (edit.kind, edit.base, edit.sent, edit.etag, edit.key) = (.create, nil, nil, nil, nil)
      try edits.replicate([edit])
    }
    return try table.find(step.record.id)
  }

  private func finishUpdate(_ step: Step, _ response: RESTResponse) throws -> Record? {
    let id = step.record.id
    if response.body.isEmpty {
      let received = ResponseRecords(client.resources, depthLimit: client.limits.depth)
      let version = Record.schema.versionColumn.map { [Record.schema.columns[$0].name] } ?? []
      received.accept(step.record.countingVersion, changed: Set((step.edit.sent ?? [:]).keys).union(version))
      (received.origin.acknowledged, received.origin.etag) = (step.edit.id, response.headers["ETag"])
      return try received.store(in: store) { try table.find(id) }
    }
    return try client.stored(step.request, response) { received, body in
      try received.readOne(body, Record.self, expecting: id)
      received.origin.acknowledged = step.edit.id
      return { table in try table.find(id) }
    }
  }

  private func finishCreation(_ step: Step, _ response: RESTResponse) throws -> Record? {
    if response.body.isEmpty && model.resource.sendsID {
      let received = ResponseRecords(client.resources, depthLimit: client.limits.depth)
      received.accept(step.record, changed: nil)
      received.origin.acknowledged = step.edit.id
      received.prepare = { _ in try adopt(step, as: step.record.id) }
      return try received.store(in: store) { try table.find(step.record.id) }
    }
    return try client.stored(step.request, response) { received, body in
      let id = try received.readOne(body, Record.self)
      received.origin.acknowledged = RemoteEdit.id(Record.self, id)
      received.prepare = { _ in try adopt(step, as: id) }
      return { table in try table.find(id) }
    }
  }

  /// Gives a record that was created here the server's id.
  private func adopt(_ step: Step, as id: Record.ID) throws {
    guard var edit = RemoteEdit.find(step.edit.id, request: step.edit.request, in: edits) else { return }
    var record = step.record
    // Another record may have taken the id that this one had when it was sent.
    record.id = try Record.ID(attribute: .string(edit.recordID))
    let local = record
    if id != local.id { try makeRoom(for: local, at: id) }
    record.id = id
    edit.base = model.values(of: record, model.columns)
    (edit.key, edit.request) = (nil, nil)
    if let stored = try table.find(local.id) {
      edit.kind = .update
      if id != stored.id { try table.renumber(stored.id, to: id) }
    } else {
      edit.kind = .delete
    }
    try store.move(edit, to: record)
  }

  /// Frees an id for a created record. The record that has it here was created here and has it by chance, or is the
  /// same record, read in a list before the response came.
  ///
  /// - Parameter sent: The created record as it was sent, under its id here.
  private func makeRoom(for sent: Record, at id: Record.ID) throws {
    let edit = edits.find(RemoteEdit.id(Record.self, id))
    if let edit, edit.base == nil {
      return try EditMerge(model, store, tracker, ResponseOrigin()).moveAway(edit, id)
    }
    guard let listed = try table.find(id) else { return }
    if let edit, var stored = try table.find(sent.id) {
      // Edits of both are kept; where both edited a column, the edit of the created record counts.
      let typed = model.edits(listed, since: edit.base)
      Record.schema.copy(
        typed.filter { Record.schema.isSame(stored, sent, inColumn: $0) }, from: listed, to: &stored)
      try table.replicate([stored])
    }
    try Store.withoutHooks { _ = try table.delete(id) }
  }

  // MARK: - Another version on the server

  /// Merges with what the server has, if that is why it refused the request.
  ///
  /// - Returns: Whether it is worth while to send again.
  private func isMerged(_ error: RESTError, _ step: Step) async throws -> Bool {
    if step.edit.base == nil { return false }
    var isGone = error.isGone
    if !isGone {
      guard error.status == 409 || error.status == 412 else { return false }
      do {
        let request = try client.request(.get, model.resource, id: step.record.id, of: step.record, [:])
        let response = try await client.send(request)
        _ = try client.stored(request, response) { (received: ResponseRecords, body) in
          _ = try received.readOne(body, Record.self)
          received.origin.takesAll = true
          return { (_: ModelTable<Record>) in true }
        }
      } catch let error as RESTError where error.isGone { isGone = true }
    }
    if isGone {
      try store.replicating {
        guard let edit = edits.find(step.edit.id) else { return }
        try EditMerge(model, store, tracker, ResponseOrigin()).mergeGone(edit, step.record.id)
      }
    }
    return true
  }
}

extension RESTError {
  /// Whether the server has read the request, and refuses its content.
  fileprivate var isAboutContent: Bool { [400, 413, 415, 422].contains(status) }

  /// Whether the server says that it does not have the record. A page that is not of JSON comes from something between.
  var isGone: Bool {
    if status == 410 { return true }
    guard status == 404, let response else { return false }
    if response.body.isEmpty { return true }
    if case .success = ResponseBody.read(response.body) { return true }
    return false
  }
}

extension Model {
  /// The record with the next lock version, as a server counts it that accepts a change.
  fileprivate var countingVersion: Self {
    guard let number = Self.schema.versionColumn else { return self }
    let column = Self.schema.columns[number]
    guard case .int(let version) = column[self] else { return self }
    var copy = self
    _ = column.assign(.int(version + 1), to: &copy)
    return copy
  }
}
