import Dispatch
import Foundation
import MotionModel
import MotionModelLive
import MotionModelLoopback
import MotionModelTestSupport
import Testing

@testable import MotionModelREST

@Suite(.timeLimit(.patient)) struct RESTPagesTests {
  private static let five = (1...5).map { ListServer.Entry(id: $0, company: "A") }

  /// A way to divide a list, whether its bodies are wrapped, and the requests for five trains, two on a page.
  struct Way: Sendable, CustomTestStringConvertible {
    let name: String
    let paging: RESTPaging
    var isWrapped = false
    let targets: [String]
    var testDescription: String { name }
  }

  static let ways = [
    Way(name: "links", paging: .link(), targets: ["", "?cursor=c2", "?cursor=c4"]),
    Way(
      name: "links with a size", paging: .link(size: 3), targets: ["?per_page=3", "?cursor=c3&per_page=3"]),
    Way(
      name: "links in the body", paging: .link(in: .member("meta.link")), isWrapped: true,
      targets: ["", "?cursor=c2", "?cursor=c4"]),
    Way(
      name: "cursors in a header", paging: .cursor(.header("X-Next")), targets: ["", "?cursor=c2", "?cursor=c4"]),
    Way(
      name: "cursors in the body", paging: .cursor(.member("meta.next"), size: 4), isWrapped: true,
      targets: ["?limit=4", "?cursor=c4&limit=4"]),
    Way(
      name: "numbers to an empty page", paging: .number(size: 2),
      targets: (1...4).map { "?page=\($0)&per_page=2" }),
    Way(
      name: "numbers to a short page", paging: .number(size: 2, end: .shortPage),
      targets: (1...3).map { "?page=\($0)&per_page=2" }),
    Way(
      name: "numbers to the total", paging: .number(size: 5, end: .total(.header("X-Total-Count"))),
      targets: ["?page=1&per_page=5"]),
    Way(
      name: "numbers to the total in the body", paging: .number(size: 3, end: .total(.member("meta.total"))),
      isWrapped: true, targets: (1...2).map { "?page=\($0)&per_page=3" }),
    Way(
      name: "numbers to the last link", paging: .number(size: 5, end: .noNextLink), targets: ["?page=1&per_page=5"]),
    Way(
      name: "offsets", paging: .offset(size: 2), targets: [0, 2, 4, 5].map { "?offset=\($0)&limit=2" }),
    Way(
      name: "offsets to a short page", paging: .offset(size: 3, end: .shortPage),
      targets: [0, 3].map { "?offset=\($0)&limit=3" }),
  ]

  private static func client(
    _ server: ListServer, _ store: Store = Store(), isWrapped: Bool = false,
    _ change: (inout RESTLimits) -> Void = { _ in }
  ) -> RESTClient {
    .client(of: server, store, format: RESTFormat(roots: isWrapped ? .wrapped : .bare), change)
  }

  private func read(_ pages: some AsyncSequence<RESTClient.Page<Train>, any Error>) async throws -> [[Int]] {
    var ids: [[Int]] = []
    for try await page in pages {
      ids.append(page.records.map(\.id))
      #expect(page.number == ids.count)
    }
    return ids
  }

  // MARK: - Ways

  @Test(arguments: ways) func `all pages are read, and no other`(_ way: Way) async throws {
    let (server, store) = (ListServer(Self.five, isWrapped: way.isWrapped), Store())
    let client = Self.client(server, store, isWrapped: way.isWrapped)
    let ids = try await read(client.pages(of: Train.self, by: way.paging))
    #expect(ids.flatMap(\.self) == [1, 2, 3, 4, 5])
    #expect(server.targets == way.targets.map { "/trains" + $0 })
    #expect(store.table(Train.self).count == 5)
  }

  @Test func `names of parameters and the first number are those that are passed`() async throws {
    let (client, _, transport) = RESTClient.scripted([
      .on(.get, "/api/trains?company=A&p=0&n=2", json: #"[{"id": 1}, {"id": 2}]"#),
      .on(.get, "/api/trains?company=A&p=1&n=2", json: #"[{"id": 3}]"#),
      .on(.get, "/api/trains?skip=0&top=9", json: "[]"),
      .on(.get, "/api/trains?size=3", json: "[]", headers: ["After": "7"]),
      .on(.get, "/api/trains?after=7&size=3", json: "[]"),
    ])
    let numbers = RESTPaging.number(size: 2, from: 0, item: "p", sizeItem: "n", end: .shortPage)
    #expect(try await read(client.pages(of: Train.self, where: ["company": "A"], by: numbers)) == [[1, 2], [3]])
    #expect(try await read(client.pages(of: Train.self, by: .offset(size: 9, item: "skip", sizeItem: "top"))) == [[]])
    let cursors = RESTPaging.cursor(.header("After"), item: "after", size: 3, sizeItem: "size")
    #expect(try await read(client.pages(of: Train.self, by: cursors)) == [[], []])
    #expect(transport.isFinished)
  }

  @Test func `a cursor may be a number, and a number that is not there ends the list`() async throws {
    let format = RESTFormat(roots: .wrapped)
    let (client, _, transport) = RESTClient.scripted(
      [
        .on(.get, "/api/trains", json: #"{"trains": [{"id": 1}], "meta": {"next": 12}}"#),
        .on(.get, "/api/trains?cursor=12", json: #"{"trains": [{"id": 2}], "meta": {}}"#),
      ], format: format)
    #expect(try await read(client.pages(of: Train.self, by: .cursor(.member("meta.next")))) == [[1], [2]])
    #expect(transport.isFinished)
  }

  // MARK: - Changesets

  @Test func `each page is one changeset, and live results follow`() async throws {
    let (server, store) = (ListServer(Self.five), Store())
    try store.replicating { try store.table(Train.self).replicate([Train(id: 1, company: "A"), Train(id: 3)]) }
    let (client, live) = (Self.client(server, store), store.table(Train.self).order(by: \.id).live())
    let commits = store.commits()
    var texts: [String] = []
    for try await page in client.pages(of: Train.self) {
      texts.append("\(page.changeset): \(live.elements.map(\.id))")
      #expect(page.changeset.id == store.commitCount && page.total == nil)
    }
    #expect(
      texts == [
        "Train: 1 inserted: [1, 2, 3]", "Train: 1 inserted, 1 updated: [1, 2, 3, 4]",
        "Train: 1 inserted: [1, 2, 3, 4, 5]",
      ])
    var seen = 0
    for await _ in commits.prefix(3) { seen += 1 }
    #expect(seen == 3 && store.commitCount == 4)
    // Another walk begins anew, and changes nothing.
    for try await changeset in client.pages(of: Train.self).map(\.changeset) { #expect(changeset.isEmpty) }
    #expect(store.commitCount == 4 && server.targets.count == 6)
  }

  @Test func `the total is passed on`() async throws {
    let client = Self.client(ListServer(Self.five))
    var totals: [Int?] = []
    for try await page in client.pages(of: Train.self, by: .offset(size: 4, end: .total(.header("X-Total-Count")))) {
      totals.append(page.total)
    }
    #expect(totals == [5, 5])
  }

  @Test func `edits are kept in each page`() async throws {
    let store = Store()
    let client = Self.client(ListServer(Self.five), store)
    client.trackEdits(of: Train.self)
    try store.replicating { try store.table(Train.self).replicate([Train(id: 3, company: "Z"), Train(id: 5)]) }
    try store.table(Train.self).edit(3) { $0.maxSpeed = 7 }
    try store.table(Train.self).destroy(5)
    #expect(try await read(client.pages(of: Train.self)) == [[1, 2], [3, 4], []])
    #expect(store.table(Train.self).find(3) == Train(id: 3, company: "A", maxSpeed: 7))
  }

  // MARK: - Ends

  @Test func `a loop that is left asks for no further page`() async throws {
    let (server, store) = (ListServer(Self.five), Store())
    for try await _ in Self.client(server, store).pages(of: Train.self) { break }
    #expect(server.targets == ["/trains"] && store.table(Train.self).count == 2)
  }

  @Test func `a page that fails leaves the pages before, and ends the walk`() async throws {
    let (store, server) = (Store(), ListServer(Self.five, fault: { $0 == 1 ? RESTResponse(status: 500) : nil }))
    var pages = Self.client(server, store).pages(of: Train.self).makeAsyncIterator()
    #expect(try await pages.next()?.records.count == 2)
    let error = await #expect(throws: RESTError.self) { try await pages.next() }
    #expect(error?.status == 500)
    #expect(try await pages.next() == nil)
    #expect(store.table(Train.self).count == 2 && store.commitCount == 1 && server.targets.count == 2)
  }

  @Test func `a page that cannot be read is stored in no part`() async throws {
    let (client, store, _) = RESTClient.scripted([
      .on(.get, "/api/trains", json: #"[{"id": 1}]"#, headers: ["Link": "</api/trains?p=2>; rel=next"]),
      .on(.get, "/api/trains?p=2", json: #"[{"id": 2}, {}]"#),
    ])
    let error = await #expect(throws: RESTError.self) { try await read(client.pages(of: Train.self)) }
    #expect(error?.reason == .missingID(path: "the body[1]"))
    #expect(store.table(Train.self).map(\.id) == [1])
  }

  @Test func `cancelling ends the walk between two pages and inside of one`() async throws {
    let store = Store()
    let silent = ListServer(Self.five)
    let client = Self.client(silent, store)
    let walk = Task {
      for try await _ in client.pages(of: Train.self) { withUnsafeCurrentTask { $0?.cancel() } }
    }
    await #expect(throws: CancellationError.self) { try await walk.value }
    #expect(store.table(Train.self).count == 2 && silent.targets.count == 1)
    let waiting = RESTClient.client(of: SilentTransport(), store)
    let other = Task { for try await _ in waiting.pages(of: Train.self) {} }
    try await Task.sleep(for: .milliseconds(5))
    other.cancel()
    await #expect(throws: CancellationError.self) { try await other.value }
    #expect(store.commitCount == 1)
  }

  // MARK: - Lists without an end

  @Test func `a link, or a cursor, that comes twice is an error`() async throws {
    let (client, store, transport) = RESTClient.scripted([
      .on(.get, "/api/trains", json: #"[{"id": 1}]"#, headers: ["Link": "<trains?p=2>; rel=next"]),
      .on(.get, "/api/trains?p=2", json: #"[{"id": 2}]"#, headers: ["Link": "<trains?p=2>; rel=next"]),
      .on(.get, "/api/trains", json: #"[{"id": 1}]"#, headers: ["N": "a"]),
      .on(.get, "/api/trains?cursor=a", json: #"[{"id": 2}]"#, headers: ["N": "b"]),
      .on(.get, "/api/trains?cursor=b", json: #"[{"id": 3}]"#, headers: ["N": "a"]),
    ])
    for paging in [RESTPaging.link(), .cursor(.header("N"))] {
      let error = await #expect(throws: RESTError.self) { try await read(client.pages(of: Train.self, by: paging)) }
      #expect(error?.reason == .repeatedPage)
      #expect(error?.description == "GET /api/trains failed, because the page came before, so the list has no end.")
    }
    #expect(transport.isFinished && store.table(Train.self).map(\.id) == [1, 2, 3])
  }

  @Test func `a server that does not know the parameters of pages is found out`() async throws {
    let (client, store, transport) = RESTClient.scripted([
      .on(.get, "/api/trains?page=1&per_page=2", json: #"[{"id": 1}, {"id": 2}]"#),
      .on(.get, "/api/trains?page=2&per_page=2", json: #"[{"id": 1}, {"id": 2}]"#),
    ])
    let error = await #expect(throws: RESTError.self) {
      try await read(client.pages(of: Train.self, by: .number(size: 2)))
    }
    #expect(error?.reason == .repeatedPage && transport.isFinished && store.commitCount == 1)
  }

  @Test func `there are no more pages than the limit`() async throws {
    let (server, store) = (ListServer(Self.five), Store())
    let client = Self.client(server, store) { $0.pages = 2 }
    let error = await #expect(throws: RESTError.self) { try await read(client.pages(of: Train.self)) }
    #expect(error?.reason == .tooManyPages && server.targets.count == 2)
    #expect(
      error?.description == "GET /trains failed, because the list has more pages than the client's limits allow.")
  }

  // MARK: - What a response lacks

  @Test(arguments: [
    (RESTPaging.cursor(.member("meta.next")), #"{"trains": []}"#, "meta of the response", "an object", "nothing"),
    (.cursor(.member("meta.next")), #"{"trains": [], "meta": {"next": [1]}}"#, "meta.next of", "a cursor", "an array"),
    (.link(in: .member("next")), #"{"trains": [], "next": 2}"#, "next of", "a link", "an integer"),
    (.link(in: .member("meta.next")), #"{"trains": [], "meta": 2}"#, "meta of", "an object", "an integer"),
  ])
  func `a member of another type is an error with its path`(
    paging: RESTPaging, json: String, path: String, expected: String, found: String
  ) async throws {
    let (client, store, _) = RESTClient.scripted(
      [.on(.get, "/api/trains", json: json)], format: RESTFormat(roots: .wrapped))
    let error = await #expect(throws: RESTError.self) { try await read(client.pages(of: Train.self, by: paging)) }
    let text = error?.description ?? ""
    #expect(text.contains(path) && text.contains(expected), "\(text)")
    #expect(store.commitCount == 0)
  }

  @Test(arguments: [nil, "", "x", "-1", "1.5"]) func `a total that is not there is an error`(_ total: String?)
    async throws
  {
    var headers: RESTHeaders = [:]
    headers["X-Total"] = total
    let (client, _, _) = RESTClient.scripted([
      .on(.get, "/api/trains?page=1&per_page=2", json: "[]", headers: headers)
    ])
    let paging = RESTPaging.number(size: 2, end: .total(.header("X-Total")))
    let error = await #expect(throws: RESTError.self) { try await read(client.pages(of: Train.self, by: paging)) }
    #expect(error?.reason == .missingTotal(place: "X-Total"))
    #expect(
      error?.description
        == "GET /api/trains failed, because \"X-Total\" of the response does not say how many records the list has.")
  }

  // MARK: - Other origins

  @Test func `a link to another origin takes no credentials along, and nor does one back`() async throws {
    let transport = ScriptedTransport([
      .on(.get, "/trains", json: #"[{"id": 1}]"#, headers: ["Link": "<https://other.org/trains?p=2>; rel=next"]),
      .on(.get, "/trains?p=2", json: #"[{"id": 2}]"#, headers: ["Link": "<https://example.org/trains?p=3>; rel=next"]),
      .on(.get, "/trains?p=3", json: #"[{"id": 3}]"#),
    ])
    let seen = Locked<[String]>([])
    let client = RESTClient.client(
      of: transport,
      middleware: [
        BearerToken("secret") { _ in "secret" },
        .request { request in
          request.headers["X-Key"] = "secret"
          if request.url.query() != nil { request.add(["key": "secret"]) }
          seen.withLock { $0.append("\(request)") }
        },
      ], headers: ["X-Mine": "secret", "Accept-Language": "de"])
    #expect(try await read(client.pages(of: Train.self)) == [[1], [2], [3]])
    let requests = transport.requests
    #expect(requests.map { $0.url.host() ?? "" } == ["example.org", "other.org", "example.org"])
    #expect(requests.map { $0.headers.all.filter { $0.value.contains("secret") }.count } == [3, 0, 0])
    #expect(requests.map { $0.headers["Accept-Language"] } == ["de", "de", "de"])
    #expect(seen.withLock { $0 } == ["GET /trains", "GET /trains", "GET /trains"])
  }

  @Test(arguments: [
    ("http://example.org/trains", RESTError.Redirect.insecure), ("ftp://example.org/trains", .badLocation),
    ("mailto:a", .badLocation),
  ])
  func `a link to where the client does not go is refused`(link: String, refusal: RESTError.Redirect) async throws {
    let transport = ScriptedTransport([
      .on(.get, "/trains", json: #"[{"id": 1}]"#, headers: ["Link": "<\(link)>; rel=next"])
    ]
    )
    let store = Store()
    let client = RESTClient.client(of: transport, store) { $0.allowsPlainHTTP = true }
    let error = await #expect(throws: RESTError.self) { try await read(client.pages(of: Train.self)) }
    #expect(error?.reason == .nextPage(refusal) && store.commitCount == 0 && transport.isFinished)
    #expect(
      error?.description
        == "GET /trains failed, because the address of its next page is not followed: \(refusal.sentence).")
  }

  // MARK: - Other ways to wait

  @Test func `blocking calls and handlers read the same pages`() async throws {
    let (server, store) = (ListServer(Self.five), Store())
    let client = Self.client(server, store)
    @Sendable func ids(_ client: RESTClient, by paging: RESTPaging) async throws -> [[Int]] {
      var ids: [[Int]] = []
      for try await page in client.pages(of: Train.self, by: paging) { ids.append(page.records.map(\.id)) }
      return ids
    }
    let blocking = try await onThread {
      try client.blocking { try await ids($0, by: .number(size: 2, end: .shortPage)) }
    }
    #expect(blocking == [[1, 2], [3, 4], [5]])
    let handled = try await withCheckedThrowingContinuation { continuation in
      client.start(on: .global()) {
        try await ids($0, by: .link())
      } completion: {
        continuation.resume(with: $0)
      }
    }
    #expect(handled == blocking && store.commitCount == 3)
  }

  @Test func `an error thrown for a page, and a cancelled task, end the walk`() async throws {
    let server = ListServer(Self.five)
    let client = Self.client(server)
    await #expect(throws: CancellationError.self) {
      try await onThread {
        try client.blocking { for try await _ in $0.pages(of: Train.self) { throw CancellationError() } }
      }
    }
    #expect(server.targets.count == 1)
    await #expect(throws: CancellationError.self) {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        client.start(on: .global()) {
          for try await _ in $0.pages(of: Train.self) { withUnsafeCurrentTask { $0?.cancel() } }
        } completion: {
          continuation.resume(with: $0)
        }
      }
    }
    #expect(server.targets.count == 2)
  }

  @Test func `pages are read from a real server`() async throws {
    let pages = ListServer(Self.five)
    let server = try LoopbackServer { request in
      guard let url = URL(string: "http://127.0.0.1\(request.target)") else { return Reply(400) }
      let response = pages.answer(url)
      let headers = Dictionary(response.headers.all.map { ($0.name, $0.value) }) { $1 }
      return Reply(response.status, String(decoding: response.body, as: UTF8.self), headers: headers)
    }
    var limits = RESTLimits.patient
    limits.allowsPlainHTTP = true
    let client = RESTClient(server.address, store: Store(), limits: limits, headers: ["Authorization": "secret"])
    for way in Self.ways where !way.isWrapped {
      #expect(try await read(client.pages(of: Train.self, by: way.paging)).flatMap(\.self) == [1, 2, 3, 4, 5])
    }
    #expect(server.requests.allSatisfy { $0.headers["authorization"] == "secret" })
  }

  #if os(macOS) || os(Linux)  // where exit tests are available
    @Test func `a page of no records cannot be asked for`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = RESTPaging.number(size: 0)
      }
      expectSentence("A page of 0 records cannot be asked for: pass 1 or more.", result)
    }
  #endif
}
