import Foundation
import Testing

@testable import MotionModelREST

struct RedirectTests {
  private func next(
    _ status: Int, _ method: RESTRequest.Method = .get, to location: String?,
    from url: String = "https://example.org/a/b",
    body: String? = nil, allowsPlainHTTP: Bool = false
  ) throws -> RESTRequest? {
    let request = RESTRequest(
      method, try #require(URL(string: url)),
      headers: ["Authorization": "secret", "Accept": "application/json", "X-Signature": "secret"],
      body: body.map { Data($0.utf8) })
    var response = RESTResponse(status: status)
    response.headers["Location"] = location
    return try Redirect.next(after: request, response, allowsPlainHTTP: allowsPlainHTTP)
  }

  @Test func `a redirect at the same origin takes all headers along`() throws {
    for location in ["/c", "https://example.org/c", "https://EXAMPLE.org:443/c", "../c"] {
      let next = try #require(try next(302, to: location))
      #expect(next.url.path() == "/c")
      #expect(next.headers.all.map(\.name) == ["Authorization", "Accept", "X-Signature"])
    }
  }

  @Test(arguments: ["https://other.org/c", "https://example.org:444/c", "//other.org/c"])
  func `a redirect to another origin takes no header along that can be a credential`(_ location: String) throws {
    let next = try #require(try next(307, to: location))
    #expect(next.headers.all.map(\.name) == ["Accept"])
  }

  @Test func `other statuses are no redirects`() throws {
    for status in [200, 300, 304, 305, 306, 404] { #expect(try next(status, to: "/c") == nil) }
  }

  @Test func `a 307 and a 308 send the same again, and a 303 asks`() throws {
    for status in [307, 308] {
      let again = try #require(try next(status, .post, to: "/c", body: "{}"))
      #expect(again.method == .post && again.body == Data("{}".utf8))
    }
    let asked = try #require(try next(303, .post, to: "/c", body: "{}"))
    #expect(asked.method == .get && asked.body == nil)
  }

  @Test func `a refused redirect says why`() throws {
    #expect(throws: RESTError.Redirect.noLocation) { try next(302, to: nil) }
    #expect(throws: RESTError.Redirect.badLocation) { try next(302, to: "file:///etc/passwd") }
    #expect(throws: RESTError.Redirect.insecure) { try next(302, to: "http://example.org/c") }
    #expect(throws: RESTError.Redirect.insecure) { try next(302, to: "http://example.org/c", allowsPlainHTTP: true) }
    #expect(throws: RESTError.Redirect.ambiguous) { try next(301, .post, to: "/c") }
    #expect(throws: RESTError.Redirect.ambiguous) { try next(302, .delete, to: "/c") }
    #expect(throws: RESTError.Redirect.bodyElsewhere) { try next(307, .put, to: "https://other.org/c", body: "{}") }
  }

  @Test func `plain HTTP may redirect to plain HTTP where it is allowed`() throws {
    let next = try next(302, to: "/c", from: "http://example.org/a", allowsPlainHTTP: true)
    #expect(next?.url.absoluteString == "http://example.org/c")
  }
}
