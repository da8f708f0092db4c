import Foundation
import MotionModel
import MotionModelLoopback
import MotionModelTestSupport
import Testing

@testable import MotionModelInspector

/// The server as browsers, and others, see it.
@Suite(.serialized) struct ServerTests {
  private let shelf: Shelf
  private let inspector: Inspector
  private let browser: Browser

  init() throws {
    shelf = try Shelf()
    inspector = try Inspector(shelf.store, title: "Shelf").start()
    browser = try Browser(inspector)
  }

  @Test func `the first page has the models, and headers that allow nothing else`() throws {
    let answer = try browser.get("")
    #expect(answer.status == 200)
    #expect(answer.body.contains(">Author</a></th><td class=\"number\">1</td>"))
    #expect(answer.headers["cache-control"] == "no-store")
    #expect(answer.headers["x-content-type-options"] == "nosniff")
    #expect(answer.headers["referrer-policy"] == "same-origin")
    #expect(
      answer.headers["content-security-policy"]
        == "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    )
    #expect(answer.headers["content-length"] == "\(answer.body.utf8.count)")
    #expect(try browser.get("", method: "HEAD").body == "")
  }

  @Test func `style and script are in the program`() throws {
    #expect(try browser.get("inspector.css").headers["content-type"] == "text/css; charset=utf-8")
    #expect(try browser.get("inspector.js").body.hasPrefix("\"use strict\";\n"))
  }

  @Test func `requests that are none are refused`() throws {
    let host = "Host: 127.0.0.1:\(browser.port)\r\n"
    let path = "/\(browser.token)/"
    func status(_ text: String) throws -> Int { try browser.answer(to: Array(text.utf8)).status }
    #expect(try status("GET \(path) HTTP/1.1\r\n\(host)\r\n") == 200)
    #expect(try status("GET \(path)\r\n\r\n") == 400)
    #expect(try status("GET \(path) HTTP/2.0\r\n\(host)\r\n") == 400)
    #expect(try status("GET http://evil.example\(path) HTTP/1.1\r\n\(host)\r\n") == 400)
    #expect(try status("GET \(path)%ff HTTP/1.1\r\n\(host)\r\n") == 400)
    #expect(try status("GET \(path) HTTP/1.1\r\n\(host)\(host)\r\n") == 400)
    #expect(try status("GET \(path) HTTP/1.1\r\n\(host) folded: x\r\n\r\n") == 400)
    #expect(try status("GET \(path) HTTP/1.1\r\n\r\n") == 421)
    #expect(try status("POST \(path) HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\n\r\n") == 411)
    #expect(try status("POST \(path) HTTP/1.1\r\n\(host)Content-Length: -1\r\n\r\n") == 400)
    #expect(try status("POST \(path) HTTP/1.1\r\n\(host)Content-Length: 99999999999999999999\r\n\r\n") == 400)
    #expect(try status("POST \(path) HTTP/1.1\r\n\(host)Content-Length: 300000\r\n\r\n") == 413)
    #expect(try status("GET \(path) HTTP/1.1\r\n\(host)X: \(String(repeating: "a", count: 20_000))\r\n\r\n") == 431)
    let many = (0..<100).map { "X\($0): 1\r\n" }.joined()
    #expect(try status("GET \(path) HTTP/1.1\r\n\(host)\(many)\r\n") == 431)
    #expect(try status("\u{0}\u{1}\u{2}\r\n\r\n") == 400)
    let long = try browser.get("model/Book?where=\(String(repeating: "a", count: 20_000))")
    #expect(
      long.body == "The address, or the headers, are too long: they may have 16 KiB and 64 headers.\n")
  }

  @Test func `a wrong token, another host and another origin get nothing`() throws {
    let wrong = "GET /\(String(repeating: "0", count: 26))/ HTTP/1.1\r\nHost: 127.0.0.1:\(browser.port)\r\n\r\n"
    let answer = try browser.answer(to: Array(wrong.utf8))
    #expect(answer.status == 403)
    #expect(answer.body == "The address lacks the inspector's token: open the one that the program printed.\n")
    #expect(try browser.get("", ["Host": "evil.example"]).status == 421)
    #expect(try browser.get("", ["Origin": "http://evil.example"]).status == 403)
    #expect(try browser.get("events", ["Origin": "http://evil.example"]).status == 403)
  }

  @Test func `a page that is not there is said to be`() throws {
    for path in ["nothing", "model/Nothing", "model/Book/other", "commits/x", "commits/9", "model/Book/record?id=99"] {
      #expect(try browser.get(path).status == 404)
    }
  }

  @Test func `commits come as events`() throws {
    let connection = try browser.open()
    connection.send("GET /\(browser.token)/events HTTP/1.1\r\nHost: 127.0.0.1:\(browser.port)\r\n\r\n".utf8)
    var text = ""
    while !text.contains("retry: 2000\n\n"), let piece = connection.receive(4096) {
      text += String(decoding: piece, as: UTF8.self)
    }
    try shelf.store.table(Book.self).insert(contentsOf: [Book("Fish")])
    while !text.hasSuffix("}\n\n"), let piece = connection.receive(4096) {
      text += String(decoding: piece, as: UTF8.self)
    }
    #expect(text.hasPrefix("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"))
    #expect(
      text.hasSuffix(
        """
        event: commits
        id: 1
        data: {"commits": [{"id": 3, "models": {"Book": ["4"]}, "number": 1, "summary": "Book: 1 inserted"}], "last": 1, "skipped": 0}


        """))
  }

  @Test func `browsers that stop reading do not keep others, or the store, waiting`() throws {
    let request = Array("GET /\(browser.token)/events HTTP/1.1\r\nHost: 127.0.0.1:\(browser.port)\r\n\r\n".utf8)
    // Each of them takes a place, and reads nothing.
    let stuck = try (0..<16).map { _ in try browser.open() }
    defer { withExtendedLifetime(stuck) {} }
    for connection in stuck { connection.send(request) }
    // One more has no place, as soon as all of them are there.
    let end = ContinuousClock.now + .seconds(patience)
    var status = 0
    while status != 503 && ContinuousClock.now < end { status = try statusOfEvents(request) }
    #expect(status == 503)
    let table = shelf.store.table(Book.self)
    var book = Book("Stones")
    for number in 0..<5_000 {
      book.pages = number
      try table.save(&book)
    }
    #expect(try browser.get("model/Book").body.contains("<strong>4 records</strong>"))
  }

  /// Returns the status of a request for events, without waiting for them.
  private func statusOfEvents(_ request: [UInt8]) throws -> Int {
    let connection = try browser.open()
    connection.send(request)
    let head = connection.receive(64) ?? []
    return Int(String(decoding: head, as: UTF8.self).split(separator: " ").dropFirst().first ?? "") ?? 0
  }

  @Test func `an end ends all connections, and releases the store`() throws {
    let connection = try browser.open()
    connection.send("GET /\(browser.token)/events HTTP/1.1\r\nHost: 127.0.0.1:\(browser.port)\r\n\r\n".utf8)
    _ = connection.receive(4096)
    inspector.cancel()
    inspector.cancel()
    while connection.receive(4096) != nil {}
    #expect(inspector.address == nil)
    // The system may still take a connection, which nobody answers.
    #expect((try? browser.get(""))?.status ?? 0 == 0)
    try shelf.store.table(Book.self).insert(contentsOf: [Book("Fish")])
  }

  @Test func `a port that is taken is an error that says what to do`() throws {
    let other = Inspector(shelf.store, port: Int(browser.port))
    let error = #expect(throws: InspectorError.self) { try other.start() }
    #expect(error == .cannotListen(port: Int(browser.port)))
    #expect(error?.localizedDescription == error?.description)
    #expect(
      error?.description
        == "The inspector cannot listen at port \(browser.port): choose another one, or 0 for any that is free.")
    #expect(throws: InspectorError.cannotListen(port: 70_000)) {
      try Inspector(shelf.store, port: 70_000).start()
    }
  }
}
