import Foundation
import MotionModelTestSupport
import Testing

@testable import MotionModelREST

/// The forms that responses may have, in pieces of any size.
struct HTTPReaderTests {
  private func read(_ text: String, pieces: Int = .max, limit: Int = 1000) throws(RESTFailure) -> RESTResponse {
    var rest = Array(text.utf8)[...]
    var reader = HTTPReader(bodyLimit: limit) { bytes throws(RESTFailure) in
      let piece = rest.prefix(min(pieces, bytes.count))
      rest = rest.dropFirst(piece.count)
      bytes.copyBytes(from: piece)
      return piece.count
    }
    return try reader.readResponse()
  }

  private static let answers: [(text: String, status: Int, body: String)] = [
    ("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbody", 200, "body"),
    ("HTTP/1.0 404\nContent-Length: 0\n\n", 404, ""),
    ("HTTP/1.1 204 No Content\r\nContent-Length: 9\r\n\r\n", 204, ""),
    ("HTTP/1.1 304 Not Modified\r\nETag: \"1\"\r\n\r\n", 304, ""),
    ("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 201 Created\r\nContent-Length: 2, 2\r\n\r\n{}", 201, "{}"),
    (
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: Chunked\r\nContent-Length: 1\r\n\r\n"
        + "3\r\nabc\r\n0A;x=y\r\n0123456789\r\n0\r\nTrailer: z\r\n\r\n", 200, "abc0123456789"
    ),
  ]

  @Test(arguments: [1, 2, 3, 7, 1000]) func `answers are read in pieces of any size`(_ pieces: Int) throws {
    for (text, status, body) in Self.answers {
      let response = try read(text, pieces: pieces)
      #expect(response.status == status && response.body == Data(body.utf8), "\(text)")
    }
    #expect(try read("HTTP/1.1 200 OK\r\n\r\nto the end", pieces: pieces).body == Data("to the end".utf8))
  }

  @Test func `a response that is cut at any byte is one whose connection was lost`() throws {
    for (text, _, _) in Self.answers {
      for count in 0..<text.utf8.count {
        #expect(throws: RESTFailure.connectionLost, "\(text) cut at \(count)") {
          try read(String(decoding: Array(text.utf8).prefix(count), as: UTF8.self), pieces: 5)
        }
      }
    }
  }

  @Test func `headers keep their order, several with one name, and values on two lines`() throws {
    let headers = try read("HTTP/1.1 200 OK\r\nB:1\r\nA:  x \r\n y\r\nb: 2\r\nC:\r\n\r\n").headers
    #expect(headers.all.map { "\($0.name)=\($0.value)" } == ["B=1", "A=x y", "b=2", "C="])
    #expect(headers["b"] == "1, 2")
  }

  @Test(arguments: [
    "SSH-2.0", "HTTP/2 200 OK\r\n\r\n", "HTTP/1.2 200 OK\r\n\r\n", "HTTP/1.1 20 OK\r\n\r\n", "HTTP/1.1 +20 OK\r\n\r\n",
    "HTTP/1.1 OK\r\n\r\n", "HTTP/1.1 200 OK\r\nno colon\r\n\r\n", "HTTP/1.1 200 OK\r\n: x\r\n\r\n",
    "HTTP/1.1 200 OK\r\nA : x\r\n\r\n", "HTTP/1.1 200 OK\r\n folded\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 1, 2\r\n\r\nab",
    "HTTP/1.1 200 OK\r\nContent-Length:\r\n\r\n", "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n0\r\n\r\n",
    "HTTP/1.1 200 OK\r\nA: " + String(repeating: "x", count: 1 << 18),
  ])
  func `what is not HTTP is said to be so`(_ text: String) throws {
    #expect(throws: RESTFailure.notHTTP) { try read(text) }
  }

  @Test(arguments: [
    "Content-Length: 1001\r\n\r\n", "Content-Length: 99999999999999999999\r\n\r\n",
    "\r\n" + String(repeating: " ", count: 1001),
    "Transfer-Encoding: chunked\r\n\r\n3e8\r\n" + String(repeating: " ", count: 1000) + "\r\n1\r\n",
    "Transfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n",
  ])
  func `a body larger than the limit is given up`(_ rest: String) throws {
    #expect(throws: RESTFailure.bodyTooLarge) { try read("HTTP/1.1 200 OK\r\n" + rest) }
  }

  @Test(arguments: 0..<200) func `damaged answers are read or refused`(_ run: Int) throws {
    var random = TestSeed.generator(run)
    var bytes = Array(Self.answers[run % Self.answers.count].text.utf8)
    for _ in 0...Int.random(in: 0..<4, using: &random) {
      bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
    }
    var rest = bytes[...]
    var reader = HTTPReader(bodyLimit: 1000) { target throws(RESTFailure) in
      let piece = rest.prefix(9)
      rest = rest.dropFirst(9)
      target.copyBytes(from: piece)
      return piece.count
    }
    if let response = try? reader.readResponse() { #expect(response.body.count <= bytes.count) }
  }
}
