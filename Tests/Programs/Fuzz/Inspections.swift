import Foundation
import MotionModel
@testable import MotionModelInspector
import MotionModelLoopback
import MotionModelTestSupport

/// What browsers send to the inspector.
enum Inspections {
  static let targets = [conditions, requests]

  /// Conditions in the address of a page.
  private static let conditions = Target("inspected", .untyped.adding(1 << 22)) {
    Data($0.pick(Seeds.conditions).utf8)
  } read: { input, bound in
    let router = try router(for: stored())
    defer { router.pages.log?.end() }
    let text = String(decoding: input, as: UTF8.self)
    return try ["", "&as=csv", "&offset=1"].allSatisfy { rest in
      let query = "where=\(Parameters.encoded(text))\(rest)"
      let reply = try bound.check(input.count) {
        router.answer(Request("GET", ["t", "model", "AllTypesRecord<Unindexed>"], query: query))
      }
      return reply.status == 200
    }
  }

  private static let requests = Target(
    "request", .untyped.adding(1 << 22),
    words: [
      "\r\n", "GET /t/", "POST /t/", "?offset=", "&limit=", "&order=", "&where=", "&as=csv", "%00", "%", "%F0%9F",
      "Content-Length: 5\r\n", "Transfer-Encoding: chunked\r\n", "/edit", "/delete", "id=1", "99999999999999999999",
      "..",
    ], seed: seed
  ) { input, bound in
    let store = try Target.startingStore()
    let bytes = [UInt8](input)
    guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)), end.lowerBound <= RequestLimits.head else {
      return false
    }
    var request: Request
    do throws(Request.Malformed) {
      request = try Request(head: Array(bytes[..<end.lowerBound]))
      request.body = Array(bytes[end.upperBound...].prefix(try request.bodyLength(limit: RequestLimits().body)))
    } catch {
      _ = error.sentence
      return false
    }
    // What is refused for its head may come from a page of the inspector in another mutation, so it is answered too.
    let refusal = authorization.refusal(of: request)
    let router = try router(for: store)
    defer { router.pages.log?.end() }
    let reply = try bound.check(input.count) { router.answer(request) }
    for reply in [refusal, reply].compactMap(\.self) { _ = reply.bytes(withBody: request.method != "HEAD") }
    if refusal != nil { return false }
    try Target.check(store, input.count)
    return true
  }

  private static func seed(using random: inout SplitMix64) -> Data {
    let (page, form) = random.pick(
      [
        ("", nil), ("commits", nil), ("rules", nil), ("hooks", nil), ("advice", nil),
        ("search?words=a%20todo", nil), ("model/Todo?where=name%20contains%20%22a%22&order=name", nil),
        ("model/Todo?offset=1&limit=2&as=json", nil), ("model/Todo/record?id=1", nil), ("relations", nil),
        ("model/Todo/edit?id=1", nil), ("model/Todo/edit", "id=1&name=b&done=true&do=preview"), ("undo", "commit=1"),
        ("model/Todo/edit", "name=c"), ("model/Todo/delete", "id=2"), ("model/Todo/delete?id=2", nil),
      ] as [(String, String?)])
    let head = "\(form == nil ? "GET" : "POST") /t/\(page) HTTP/1.1\r\nHost: 127.0.0.1:1\r\n"
    let origin = form.map { "Origin: http://127.0.0.1:1\r\nContent-Length: \($0.utf8.count)\r\n" } ?? ""
    return Data((head + origin + "\r\n" + (form ?? "")).utf8)
  }

  private static let authorization = RequestAuthorization(token: "t", port: 1)
  private static let listener = Result { try Listener() }

  private static func router(for store: Store) throws -> Router {
    let pages = InspectorPages(
      subject: StoreSubject(store, title: "Fuzz", models: []), log: CommitLogBuffer(store),
      allowsEditing: true, base: "/t")
    return Router(pages: pages, authorization: authorization, listener: try listener.get())
  }

  private static func stored() throws -> Store {
    var random = SplitMix64(seed: 1)
    let store = Store(clock: Target.clock, notificationCenter: nil)
    try store.table(AllTypes.self).insert(contentsOf: (1...6).map { AllTypes.random($0, using: &random) })
    return store
  }
}
