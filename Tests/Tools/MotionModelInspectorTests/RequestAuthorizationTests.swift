import MotionModelLoopback
import Testing

@testable import MotionModelInspector

/// Which requests are answered at all.
struct RequestAuthorizationTests {
  private let authorization = RequestAuthorization(token: "secret", port: 8080)

  private func status(
    _ method: String = "GET", _ path: [String] = ["secret", "commits"], _ headers: [String: String] = [:],
    host: String? = "127.0.0.1:8080"
  ) -> Int? {
    var all = headers
    all["host"] = host
    return authorization.refusal(of: Request(method, path, headers: all))?.status
  }

  @Test func `the token lets in, and nothing else does`() {
    #expect(status() == nil)
    #expect(status("HEAD") == nil)
    for path in [[], [""], ["Secret"], ["secre"], ["secrets"], ["commits", "secret"], ["sécret"]] {
      #expect(status("GET", path) == 403)
    }
  }

  @Test func `another host is a name that was made to lead here`() {
    #expect(status(host: "localhost:8080") == nil)
    let hosts = [
      "127.0.0.1", "127.0.0.1:80", "evil.example", "evil.example:8080", "localhost:8080.evil.example", "0.0.0.0:8080",
      "", nil,
    ]
    for host in hosts { #expect(status(host: host) == 421) }
  }

  @Test func `pages of other sites are refused`() {
    #expect(status("GET", ["secret"], ["origin": "http://127.0.0.1:8080"]) == nil)
    for origin in [
      "http://evil.example", "null", "https://127.0.0.1:8080", "http://127.0.0.1:9090", "http://localhost:8080",
    ] {
      #expect(status("GET", ["secret"], ["origin": origin]) == 403)
    }
    #expect(status("GET", ["secret"], ["sec-fetch-site": "same-origin"]) == nil)
    #expect(status("GET", ["secret"], ["sec-fetch-site": "none"]) == nil)
    for site in ["cross-site", "same-site"] { #expect(status("GET", ["secret"], ["sec-fetch-site": site]) == 403) }
    // A link that a person follows.
    let followed = ["sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"]
    #expect(status("GET", ["secret"], followed) == nil)
    #expect(status("POST", ["secret"], followed) == 403)
  }

  @Test func `a change has to come from a page of the inspector`() {
    #expect(status("POST", ["secret", "undo"]) == 403)
    #expect(status("POST", ["secret", "undo"], ["origin": "http://127.0.0.1:8080"]) == nil)
    #expect(status("POST", ["secret", "undo"], ["origin": "http://evil.example"]) == 403)
    for method in ["PUT", "DELETE", "OPTIONS", "get", ""] { #expect(status(method) == 405) }
  }

  @Test func `tokens are long and differ`() {
    let tokens = Set((0..<100).map { _ in RequestAuthorization.newToken() })
    #expect(tokens.count == 100)
    #expect(tokens.allSatisfy { $0.utf8.count == 26 })
  }
}
