import MotionModel

extension RESTClient {
  /// Forgets all responses that ``RESTLimits/rememberedResponses`` has let this client remember, so that the next
  /// requests ask for everything: for example when another person signs in, whom the server answers otherwise.
  public func forgetResponses() { memory.forgetAll() }

  /// A request, and how its response is read, stored and returned.
  struct Question<Record: RemoteModel, Result> {
    let request: RESTRequest
    /// Reads a response, and returns the ids of the requested records.
    let read: (ResponseRecords, AttributeValue, RESTResponse) throws -> [Record.ID]
    /// What is done in the transaction once the records are stored.
    var finish: ((Store, [Record.ID]) throws -> Void)?
    /// Reads the result from the store.
    let result: ([Record.ID], ModelTable<Record>) throws -> Result
  }

  /// Asks, and stores the response. If the store still has an earlier response, the server need not send it again.
  func ask<Record: RemoteModel, Result>(_ question: Question<Record, Result>) async throws -> Result {
    let (reading, key) = (EditTracker.of(store)?.beginReading(), ResponseMemory.key(question.request, Record.self))
    if let known = memory[key], try known.evidence.isStored(in: store) {
      var request = question.request
      for header in known.conditions.all { request.headers[header.name] = header.value }
      let response = try await self.response(to: request)
      if response.status != 304 {
        return try stored(response.success(of: request), question, during: reading, key)
      }
      if let result = try unchanged(known, question) { return result }
      // The store changed during the request.
    }
    let response = try await send(question.request)
    return try stored(response, question, during: reading, key)
  }

  /// Returns the result from the store, which has what the server has; nil if it has not any more.
  private func unchanged<Record: RemoteModel, Result>(
    _ known: ResponseMemory.Entry, _ question: Question<Record, Result>
  ) throws -> Result? {
    guard let ids = known.ids as? [Record.ID] else { return nil }
    return try store.replicating {
      guard try known.evidence.isStored(in: store) else { return nil }
      try question.finish?(store, ids)
      return try question.result(ids, store.table(Record.self))
    }
  }

  private func stored<Record: RemoteModel, Result>(
    _ response: RESTResponse, _ question: Question<Record, Result>, during reading: EditTracker.Reading?,
    _ key: String
  ) throws -> Result {
    var known: ResponseMemory.Entry?
    let conditions = memory.isOff ? nil : response.conditions(for: question.request)
    let result = try stored(question.request, response, during: reading) { (received: ResponseRecords, body) in
      let ids = try question.read(received, body, response)
      received.finish = { store in
        try question.finish?(store, ids)
        if let conditions, let evidence = try received.evidence(in: store) {
          known = ResponseMemory.Entry(conditions: conditions, evidence: evidence, ids: ids)
        }
      }
      return { (table: ModelTable<Record>) in try question.result(ids, table) }
    }
    if let known { memory.remember(known, for: key) } else if !memory.isOff { memory.forget(key) }
    return result
  }
}
