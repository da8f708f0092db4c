import MotionModelTestSupport
import Testing

@testable import MotionModelREST

struct LinkHeaderTests {
  @Test(arguments: [
    (#"</a?page=2>; rel="next""#, "/a?page=2"),
    ("</a>;rel=next", "/a"),
    ("</a> ; REL = NEXT", "/a"),
    (#"</a>; rel="prev", </b>; rel="first next""#, "/b"),
    (#"</a,b;c>; title="x, </z>; rel=next \" "; rel=next"#, "/a,b;c"),
    (#"<>; rel="next""#, ""),
    (#"nonsense "a,b" , , </a>; rel=next"#, "/a"),
    ("</a>; rel=next nonsense; rel=prev, </b>; rel=next", "/a"),
  ])
  func `the target of the relation is found`(header: String, target: String) {
    #expect(LinkHeader.target("next", in: ["Link": header]) == target)
  }

  @Test(arguments: [
    "", ",", "<", "</a", "</a>", "</a>; rel", "</a>; rel=", #"</a>; rel=""#, "</a>; rel=prev; rel=next",
    "/a; rel=next", #"</a>; anchor="/other"; rel=next"#, #""</a>; rel=next"#, "</a>; rel=nexts",
  ])
  func `what is no such link has no target`(header: String) {
    #expect(LinkHeader.target("next", in: ["Link": header]) == nil)
  }

  @Test func `links of several headers are found in their order`() {
    var headers: RESTHeaders = ["link": "</a>; rel=prev"]
    headers.add("Link", "</b>; rel=next")
    headers.add("Link", "</c>; rel=next")
    #expect(LinkHeader.target("Next", in: headers) == "/b")
    #expect(
      LinkHeader.links(in: "</a>; rel=\"A b\", </c>; anchor=x") == [
        .init(target: "/a", relations: ["a", "b"]), .init(target: "/c", isAnchored: true),
      ])
  }

  @Test func `no header traps`() {
    var random = TestSeed.generator()
    for _ in 0..<2_000 {
      let header = String((0..<random.number(0...30)).map { _ in random.pick(Array(#"<>;,=" \/arelnxt"#)) })
      let links = LinkHeader.links(in: header)
      #expect(links.count <= header.utf8.count, "\(header), seed \(TestSeed.current)")
    }
  }
}
