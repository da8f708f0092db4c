import Dispatch
import Foundation
import MotionModel
import MotionModelLoopback
import MotionModelSystem

/// Answers the requests of browsers.
struct Router: Sendable {
  private(set) var pages: InspectorPages
  let authorization: RequestAuthorization
  let listener: Listener
  /// How many browsers get events at a time.
  private let streams = DispatchSemaphore(value: 16)
  /// How many pages are written at a time, so that the program keeps the other processors.
  private let writing = DispatchSemaphore(value: 2)

  init(pages: InspectorPages, authorization: RequestAuthorization, listener: Listener) {
    (self.pages, self.authorization, self.listener) = (pages, authorization, listener)
  }

  /// Reads a request and answers it.
  @Sendable func serve(_ connection: Connection) {
    SystemCalls.stepBack()
    connection.serve(always: Reply.pageHeaders) { error in
      .refusal(error.status, error.sentence)
    } _: { request throws(Request.Malformed) in
      try connection.readBody(of: request).flatMap { answer($0, on: connection) }
    }
  }

  /// Answers a request; nil if the answer was sent already.
  private func answer(_ request: Request, on connection: Connection) -> Reply? {
    if let refusal = authorization.refusal(of: request) { return refusal }
    if request.method == "GET", request.path.dropFirst().elementsEqual(["events"]), let log = pages.log {
      guard streams.wait(timeout: .now()) == .success else {
        return .refusal(503, "Too many pages follow the store: close some of them.")
      }
      defer { streams.signal() }
      EventStream(log: log, connection: connection, listener: listener).run(after: Self.seen(request) ?? log.last)
      return nil
    }
    writing.wait()
    defer { writing.signal() }
    return answer(request)
  }

  /// The number of the latest commit that a browser knows of.
  private static func seen(_ request: Request) -> Int? {
    (request.headers["last-event-id"] ?? Parameters(request.query)["after"]).flatMap { Int($0) }
  }

  /// Answers a request that may be answered.
  func answer(_ request: Request) -> Reply {
    var router = self
    router.pages.seen = pages.log?.last ?? 0
    return router.answerNow(request)
  }

  private func answerNow(_ request: Request) -> Reply {
    let path = Array(request.path.dropFirst())
    if request.method == "POST" {
      return Editing(pages).answer(path, Parameters(request.text))
    }
    return page(path, Parameters(request.query)) ?? pages.refusal(404, "The inspector has no page at this address.")
  }

  private func page(_ path: [String], _ parameters: Parameters) -> Reply? {
    switch path.count {
    case 0: return pages.models()
    case 1: return page(path[0], parameters)
    default: break
    }
    switch (path[0], path.count) {
    case ("model", 3) where path[2] == "edit": return withTable(path[1]) { try pages.edit($0, id: parameters["id"]) }
    case ("model", 3) where path[2] == "delete":
      return withTable(path[1]) { try pages.deletion($0, id: parameters["id"] ?? "") }
    case ("commits", 2): return Int(path[1]).map { pages.commit($0) }
    case ("model", 2): return withTable(path[1]) { table(of: $0, parameters) }
    case ("model", 3) where path[2] == "record": return withTable(path[1]) { try record(of: $0, parameters) }
    default: return nil
    }
  }

  private func page(_ name: String, _ parameters: Parameters) -> Reply? {
    switch name {
    case "inspector.css": Reply("text/css; charset=utf-8", PackageResources.inspector_css)
    case "inspector.js": Reply("text/javascript; charset=utf-8", PackageResources.inspector_js)
    case "commits": pages.commits()
    case "relations": pages.relations()
    case "search": pages.search(parameters["words"])
    case "rules" where pages.log != nil: pages.rules()
    case "hooks" where pages.log != nil: pages.hooks()
    case "advice" where pages.log != nil: pages.advice()
    default: nil
    }
  }

  private func withTable(_ model: String, _ body: (any InspectedTable) throws -> Reply) -> Reply {
    guard let table = pages.subject.table(model) else {
      return pages.refusal(404, "There is no model of this name, or none that had a record yet.")
    }
    return pages.reading(table) { try body(table) }
  }

  private func table(of table: any InspectedTable, _ parameters: Parameters) -> Reply {
    var view = TableView(model: table.name, parameters)
    guard let format = parameters["as"].flatMap({ Export(rawValue: $0) }) else {
      return pages.table(table, view, isPart: parameters["part"] == "rows")
    }
    view.limit = Export.limit
    do {
      let rows = try table.find(view.query).rows
      let places = view.places(of: table.columns)
      let columns = places.map { table.columns[$0] }
      let shown = rows.map { row in InspectedRow(id: row.id, values: places.map { row.values[$0] }) }
      return format.reply(shown, of: columns, table.name)
    } catch {
      return pages.refusal(422, "\(error)")
    }
  }

  private func record(of table: any InspectedTable, _ parameters: Parameters) throws -> Reply {
    guard let id = parameters["id"] else { return pages.refusal(404, "The address lacks the id of a record.") }
    if let format = parameters["as"].flatMap({ Export(rawValue: $0) }), let row = try table.row(id: id) {
      return format.reply([row], of: table.columns, table.name)
    }
    return try pages.record(id, of: table)
  }
}
