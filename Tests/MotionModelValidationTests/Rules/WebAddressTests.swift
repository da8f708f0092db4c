import MotionModelTestSupport
import MotionModelValidation
import Testing

@Suite(.ownStore) struct WebAddressTests {
  private let rules = Validations<Sample> { WebAddress(\.name) }

  @Test(arguments: [
    "http://a", "https://example.com", "HTTPS://Example.COM/", "http://localhost:8080/a/b?c=d&e=f#g",
    "https://müller.de/straße",
    "https://例え.jp", "http://127.0.0.1", "http://255.255.255.255:1", "http://[::1]:65535/", "http://[2001:db8::1]",
    "https://example.com?q", "https://example.com#top", "https://a.b-c.d/%20/~x/(y);z=1,2:3@4!$'*+",
    "http://3com.example",
  ])
  func `valid web addresses`(text: String) { #expect(rules.broken { $0.name = text } == []) }

  @Test(arguments: [
    "", "example.com", "http:", "http://", "http:///path", "://a", "ftp://example.com", "javascript:alert(1)",
    "mailto:a@b.co",
    "http:/example.com", "http//example.com", " http://a", "http://a ", "http://a b", "http://a/b c", "http://a/\n",
    "http://a\u{7F}",
    "http://-a.com", "http://a-.com", "http://a..b", "http://.a", "http://a.", "http://a_b.com",
    "http://user@example.com",
    "http://example.com@evil.com", "http://a:", "http://a:0", "http://a:65536", "http://a:80x", "http://a:123456",
    "http://256.1.1.1", "http://1.2.3", "http://1.2.3.4.5", "http://1", "http://01234.1.1.1", "http://[1]",
    "http://[::1", "http://[::g]",
    "http://[::1]x", "http://[]", "http://a/%", "http://a/%2", "http://a/%2g", "http://a/<b>", "http://a/\"b\"",
    "http://a/{b}",
    "http://a/b\\c", "http://a/^", "http://a/`", "http://a/|", "hhttp://a", "httpp://a",
    "http://\(String(repeating: "a", count: 64)).com", "http://a/\(String(repeating: "b", count: 2040))",
  ])
  func `invalid web addresses`(text: String) { #expect(rules.broken { $0.name = text } == ["name: url"]) }

  @Test func `schemes can be chosen`() {
    let rules = Validations<Sample> { WebAddress(\.note, schemes: ["wss", "HTTPS"]) }
    #expect(rules.broken { $0.note = "wss://a" } == [] && rules.broken { $0.note = "Https://a" } == [])
    #expect(rules.broken { $0.note = "http://a" } == ["note: url"])
  }

  #if os(macOS) || os(Linux)  // where exit tests are available
    @Test func `an empty list of schemes traps`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = Validations<Sample> { WebAddress(\.name, schemes: []) }
      }
      expectSentence("A rule WebAddress of Sample can never be met, because it accepts no scheme", result)
    }
  #endif
}
