import Foundation
import MotionModel

/// A walk through the pages of a list: it asks for one page after the other, and stores each as one changeset.
///
/// It is a class, because what it remembers of the pages would otherwise be copied with each of them. It is used by one
/// task at a time.
final class PageWalk<Record: RemoteModel>: Sendable {
  private let client: RESTClient
  private let query: RESTQuery
  private let paging: RESTPaging
  /// Makes the scope whose records are deleted that the list does not have, before the first request; nil for none.
  private let makeScope: (@Sendable (Store) throws -> ListReplacement<Record>)?
  private let state: Locked<State>

  private struct State: Sendable {
    var step: PageStep
    var progress = PageProgress()
    /// The requested addresses, to recognise one that comes again.
    var addresses: Set<String> = []
    /// The ids of the latest page.
    var latest: [Record.ID] = []
    var whole: ListReplacement<Record>?
    /// The ids of all pages, if they are a whole list.
    var listed: Set<Record.ID> = []
  }

  init(
    _ client: RESTClient, _ query: RESTQuery, _ paging: RESTPaging,
    replacing makeScope: (@Sendable (Store) throws -> ListReplacement<Record>)?
  ) {
    (self.client, self.query, self.paging, self.makeScope) = (client, query, paging, makeScope)
    state = Locked(State(step: .query(paging.items(after: PageProgress()))))
  }

  /// Asks for the next page, and stores it.
  ///
  /// - Returns: The page; nil behind the last one, and after an error.
  func next() async throws -> RESTClient.Page<Record>? {
    var state = begin()
    guard let (request, isElsewhere) = try request(of: state.step) else { return nil }
    try Task.checkCancellation()
    if state.progress.pages >= client.limits.pages { throw RESTError(.tooManyPages, request) }
    if !state.addresses.insert(request.url.absoluteString).inserted { throw RESTError(.repeatedPage, request) }
    if state.progress.pages == 0 { state.whole = try makeScope?(client.store) }
    let reading = EditTracker.of(client.store)?.beginReading()
    let response = try await client.send(request, isElsewhere: isElsewhere)
    let page = try store(response, to: request, isElsewhere, during: reading, &state)
    self.state.withLock { [state] in $0 = state }
    return page
  }

  /// Takes the state, so that a walk that fails is over.
  private func begin() -> State {
    state.withLock { state in
      let taken = state
      state = State(step: .end)
      return taken
    }
  }

  private func request(of step: PageStep) throws -> (RESTRequest, isElsewhere: Bool)? {
    switch step {
    case .end: return nil
    case .link(let url, let isElsewhere): return (client.request(.get, to: url), isElsewhere)
    case .query(let items):
      var query = query
      for item in items + [paging.size].compactMap({ $0 }) { query[item.name] = item.value }
      return (try client.request(.get, client.resource(Record.self), query), false)
    }
  }

  /// Stores a page, and with the last one of a whole list deletes what the list does not have.
  private func store(
    _ response: RESTResponse, to request: RESTRequest, _ isElsewhere: Bool, during reading: EditTracker.Reading?,
    _ state: inout State
  ) throws -> RESTClient.Page<Record> {
    let received = ResponseRecords(client.resources, depthLimit: client.limits.depth)
    let records = try client.stored(request, response, during: reading, into: received) { received, body in
      let ids = try received.readList(body, Record.self, implying: client.implied(of: Record.self, by: query))
      let origin = Origin(client.address)
      try advance(
        &state, with: ids,
        PageResponse(
          body: body, response: response, request: response.request ?? request, origin: origin,
          allowsPlainHTTP: client.limits.allowsPlainHTTP, isElsewhere: isElsewhere))
      if case .end = state.step, let whole = state.whole {
        if let total = state.progress.total, total != state.listed.count { throw Self.notWhole }
        received.finish = { [listed = state.listed] store in try whole.delete(missingIn: listed, in: store) }
      }
      return { (table: ModelTable<Record>) in try ids.compactMap { try table.find($0) } }
    }
    return RESTClient.Page(
      number: state.progress.pages, changeset: received.changeset, records: records, total: state.progress.total)
  }

  /// Notes that a page has arrived, and the step to the next one.
  private func advance(_ state: inout State, with ids: [Record.ID], _ page: PageResponse) throws {
    // A server that does not know the parameters of a page sends the first one for ever.
    if !ids.isEmpty && ids == state.latest { throw RESTError(.repeatedPage) }
    if state.whole != nil {
      if page.response.status == 206 { throw Self.notWhole }
      state.listed.formUnion(ids)
    }
    state.latest = ids
    state.progress.pages += 1
    state.progress.records += ids.count
    let total = try paging.total(page)
    // Records that went while the pages were read have moved others to pages that were read already.
    if state.whole != nil, let before = state.progress.total, before != total { throw Self.notWhole }
    state.progress.total = total
    state.step = try paging.step(after: page, count: ids.count, state.progress)
  }

  private static var notWhole: RESTError { RESTError(.notWhole(model: Record.schema.modelName)) }
}
