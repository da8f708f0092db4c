import Foundation
import MotionModelLoopback
import MotionModelTestSupport
import Testing

@testable import MotionModelInspector

/// Requests as bytes, and parameters as texts.
struct RequestTests {
  @Test func `a request is read`() throws {
    let request = try Request(head: Array("GET /t/model/A%20B?where=a+%3E+1&x HTTP/1.1\r\nHost: h\r\nX-Y:  z ".utf8))
    #expect(
      request == Request("GET", ["t", "model", "A B"], query: "where=a+%3E+1&x", headers: ["host": "h", "x-y": "z"]))
    #expect(Parameters(request.query) == Parameters([("where", "a > 1"), ("x", "")]))
    #expect(try request.bodyLength(limit: 0) == 0)
  }

  @Test func `parameters come back as they were`() {
    var random = TestSeed.generator()
    for _ in 0..<shortened(300) {
      let pairs = (0..<random.number(0...4)).map { _ in (String.nasty(using: &random), String.nasty(using: &random)) }
      let parameters = Parameters(pairs.map { (name: $0.0, value: $0.1) })
      #expect(Parameters(parameters.text.dropFirst()) == parameters)
    }
    #expect(Parameters("a=%ff&b=1&=2&c==") == Parameters([("b", "1"), ("", "2"), ("c", "=")]))
    #expect(Parameters([("a", "1"), ("a", "2")]).setting(["a": "3", "b": nil]).text == "?a=3")
    #expect(Parameters(String(repeating: "a=1&", count: 2_000)).pairs.count == 500)
  }

  /// Requests with random changes: each is read, or refused with a status, and none traps.
  @Test func `damaged requests are refused`() throws {
    var random = TestSeed.generator()
    let router = try Shelf().router(editing: true)
    let bytes = Array(
      "GET /t/model/Book/record?id=1&as=json&where=id%20%3D%3D%201 HTTP/1.1\r\nHost: 127.0.0.1:1\r\nAccept: */*".utf8)
    for _ in 0..<shortened(2_000) {
      var damaged = bytes
      for _ in 0..<random.number(1...4) {
        let place = random.number(0...damaged.count - 1)
        switch random.number(0...3) {
        case 0: damaged[place] = UInt8(random.number(0...255))
        case 1: damaged.remove(at: place)
        case 2: damaged.insert(contentsOf: damaged[place...].prefix(random.number(1...20)), at: place)
        default: damaged.insert(random.pick([0x25, 0x2F, 0x3F, 0x0D, 0x0A, 0x26, 0x00]), at: place)
        }
      }
      do throws(Request.Malformed) {
        let request = try Request(head: damaged)
        if router.authorization.refusal(of: request) == nil { #expect(router.answer(request).status > 0) }
      } catch {
        #expect([400, 431].contains(error.status))
      }
    }
  }

  @Test func `a view of a table is in its address`() {
    let view = TableView(
      model: "Book", Parameters("where=a&order=b+descending,c&columns=x&columns=y,z&offset=40&limit=9"))
    #expect(view.shown == ["x", "y", "z"])
    #expect(TableView(model: "Book", view.parameters) == view)
    #expect(view.direction(of: "b") == "descending")
    #expect(view.ordered(by: "b").order == "b")
    #expect(view.ordered(by: "b").ordered(by: "b").order == "b descending")
    #expect(view.ordered(by: "b c").order == "`b c`")
    let wild = TableView(model: "Book", Parameters("offset=-5&limit=100000"))
    #expect(wild.offset == 0)
    #expect(wild.limit == TableView.largestPage)
    #expect(TableView(model: "Book", Parameters("offset=x&limit=0")).limit == 1)
  }

  @Test func `numbers, bytes and times are short`() {
    #expect([0, 999, 1_000, 1_234_567, -1_000].map(\.grouped) == ["0", "999", "1,000", "1,234,567", "-1,000"])
    #expect([0, 999, 1_000, 1_550, 20_000_000].map(\.bytes) == ["0 bytes", "999 bytes", "1 kB", "1.6 kB", "20 MB"])
    #expect(
      [.microseconds(123), .milliseconds(12), .seconds(3)].map { (time: Duration) in time.shortText } == [
        "0.12 ms", "12.00 ms", "3.0 s",
      ])
  }
}
