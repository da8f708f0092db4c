import Foundation
import MotionModel
import MotionModelREST

/// A server of one list of trains that it divides in all ways, in memory or behind sockets.
///
/// It knows the parameters `page` and `per_page`, `offset` and `limit`, and `cursor`, and answers with all that says what
/// comes next: the header `Link`, a cursor in a header and in the body, and the total.
final class ListServer: RESTTransport {
  struct Entry: Sendable, Equatable {
    var id: Int
    var company = ""
  }

  private let state: Locked<(entries: [Entry], targets: [String])>
  /// Whether the list is in the member `trains`, beside the member `meta`.
  private let isWrapped: Bool
  /// What goes wrong with a request, by how many came before.
  private let fault: @Sendable (Int) -> RESTResponse?
  /// What happens on the server before a request is answered, by how many came before.
  private let event: @Sendable (Int, inout [Entry]) -> Void

  init(
    _ entries: [Entry], isWrapped: Bool = false, fault: @escaping @Sendable (Int) -> RESTResponse? = { _ in nil },
    event: @escaping @Sendable (Int, inout [Entry]) -> Void = { _, _ in }
  ) {
    state = Locked((entries, []))
    (self.isWrapped, self.fault, self.event) = (isWrapped, fault, event)
  }

  var targets: [String] { state.withLock { $0.targets } }
  var entries: [Entry] { state.withLock { $0.entries } }

  func send(_ request: RESTRequest, bodyLimit: Int) async throws -> RESTResponse {
    await Task.yield()
    return answer(request.url)
  }

  func answer(_ url: URL) -> RESTResponse {
    state.withLock { state in
      let count = state.targets.count
      state.targets.append(url.path() + (url.query().map { "?" + $0 } ?? ""))
      event(count, &state.entries)
      if let fault = fault(count) { return fault }
      return page(url, state.entries)
    }
  }

  private func page(_ url: URL, _ all: [Entry]) -> RESTResponse {
    let items = URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems ?? []
    let values = Dictionary(items.map { ($0.name, $0.value ?? "") }) { $1 }
    let entries = values["company"].map { company in all.filter { $0.company == company } } ?? all
    let size = (values["per_page"] ?? values["limit"]).flatMap { Int($0) } ?? 2
    let start =
      values["cursor"].flatMap { Int($0.dropFirst()) } ?? values["offset"].flatMap { Int($0) }
      ?? (values["page"].flatMap { Int($0) }.map { $0 - 1 } ?? 0) * size
    let page = entries.dropFirst(max(start, 0)).prefix(size)
    let end = start + page.count
    var headers: RESTHeaders = ["X-Total-Count": "\(entries.count)"]
    var meta: [String: AttributeValue] = ["total": .int(Int64(entries.count)), "next": .null]
    if end < entries.count && !page.isEmpty {
      let rest = items.filter { $0.name != "cursor" && $0.name != "page" }.map { "&\($0.name)=\($0.value ?? "")" }
      let next = "\(url.path())?cursor=c\(end)\(rest.joined())"
      headers["X-Next"] = "c\(end)"
      headers["Link"] = #"</first>; rel="first", <\#(next)>; title="a, b"; rel="NEXT prefetch""#
      meta["next"] = .string("c\(end)")
      meta["link"] = .string(next)
    }
    let list = AttributeValue.array(page.map { ["id": .int(Int64($0.id)), "company": .string($0.company)] })
    let body: AttributeValue = isWrapped ? ["trains": list, "meta": .dictionary(meta)] : list
    return RESTResponse(status: 200, headers: headers, body: (try? JSONEncoder().encode(body)) ?? Data())
  }
}

extension RESTClient {
  /// A client of a server in memory.
  static func client(
    of transport: some RESTTransport, _ store: Store = Store(), format: RESTFormat = RESTFormat(),
    middleware: [any RESTMiddleware] = [], headers: RESTHeaders = [:],
    _ change: (inout RESTLimits) -> Void = { _ in }
  ) -> RESTClient {
    guard let address = URL(string: "https://example.org") else { preconditionFailure("an address") }
    var limits = RESTLimits.patient
    change(&limits)
    return RESTClient(
      address, store: store, transport: transport, middleware: middleware, format: format, limits: limits,
      headers: headers)
  }
}

extension ModelTable {
  /// Changes a stored record, and saves it.
  func edit(_ id: Record.ID, _ change: (inout Record) -> Void) throws {
    var record = try require(id)
    change(&record)
    try save(&record)
  }
}
