import Foundation
import MotionModel
import MotionModelLoopback
import MotionModelTestSupport
import Testing

@testable import MotionModelInspector

/// Pages as browsers get them.
struct PageTests {
  private let shelf: Shelf

  init() throws { shelf = try Shelf() }

  /// The main part of a page.
  private func main(_ page: String) throws -> String {
    let start = try #require(page.range(of: "<h1>")), end = try #require(page.range(of: "</main>"))
    return String(page[start.lowerBound..<end.lowerBound])
  }

  /// A page without the times of finders.
  private func timeless(_ page: String) -> String { page.replacing(/\d+(\.\d+)? m?s/, with: "0 ms") }

  @Test func `the models`() throws {
    #expect(
      try main(try shelf.page([])) == """
        <h1>Models</h1>
        <div class="scroll" data-refresh="models">
        <table>
        <thead>
        <tr><th scope="col">Model</th><th scope="col">Records</th><th scope="col">Columns</th><th scope="col">Relations</th>\
        <th scope="col">Rows take</th></tr></thead>
        <tbody>
        <tr data-id="Author"><th scope="row"><a href="/t/model/Author">Author</a></th><td class="number">1</td><td>id, name</td>\
        <td>books: Book</td><td class="number">\(MemoryLayout<Author>.stride) bytes</td></tr>
        <tr data-id="Book"><th scope="row"><a href="/t/model/Book">Book</a></th><td class="number">3</td>\
        <td>id, title, pages, rating, price, printed, code, isLent, shelf, words, authorID</td><td>author: Author</td>\
        <td class="number">\((MemoryLayout<Book>.stride * 3).bytes)</td></tr>
        </tbody>
        </table>
        </div>

        """)
  }

  /// Numbers of addresses that are not those of links.
  @Test(arguments: [
    "\(Int.max)", "\(Int.max - 1)", "\(Int.min)", "-1", "9223372036854775808", "99999999999999999999", "1e9",
  ])
  func `no number in an address ends the program`(number: String) throws {
    for part in ["", "part=rows&", "as=csv&", "where=pages%20%3E%201&", "order=pages&"] {
      for name in ["offset", "limit", "after", "commit"] {
        #expect(try shelf.page(["model", "Book"], "\(part)\(name)=\(number)").isEmpty == false)
      }
    }
    let router = try Shelf().router(editing: true)
    for path in [["commits", number], ["model", "Book", "record"], ["events"]] {
      let request = Request("GET", ["t"] + path, query: "id=\(number)&after=\(number)")
      #expect(router.answer(request).status > 0)
    }
    let undo = Request("POST", ["t", "undo"], body: Array("commit=\(number)".utf8))
    #expect(router.answer(undo).status == 404)
    let view = TableView(model: "Book", Parameters([("offset", number), ("limit", number)]))
    #expect((0...1 << 53).contains(view.offset) && (1...TableView.largestPage).contains(view.limit))
  }

  @Test func `the rows of a table, alone`() throws {
    let part = try shelf.page(
      ["model", "Book"], "part=rows&where=pages%20%3E%2090&order=pages%20descending&columns=id,title,authorID&limit=1")
    #expect(
      timeless(part) == """
        <div id="rows" data-model="Book" data-parents="Author" data-total="2" data-offset="0" data-limit="1">
        <p class="found">
        <strong>2 of 3 records</strong> in 0 ms: index pages ordered (2 rows of 3), in its order</p>
        <div class="scroll" tabindex="0" role="region" aria-label="Records of Book">
        <table class="records" aria-rowcount="3">
        <thead>
        <tr aria-rowindex="1"><th scope="col"><a href="/t/model/Book?where=pages%20%3E%2090&amp;order=id&amp;columns=id%2Ctitle%2CauthorID&amp;limit=1">id</a></th>\
        <th scope="col"><a href="/t/model/Book?where=pages%20%3E%2090&amp;order=title&amp;columns=id%2Ctitle%2CauthorID&amp;limit=1">title</a></th>\
        <th scope="col"><a href="/t/model/Book?where=pages%20%3E%2090&amp;order=authorID&amp;columns=id%2Ctitle%2CauthorID&amp;limit=1">authorID</a></th></tr></thead>
        <tbody>
        <tr aria-rowindex="2" data-id="3"><td class="number"><a href="/t/model/Book/record?id=3">3</a></td><td>Trees</td>\
        <td><span class="nil">nil</span></td></tr>
        </tbody>
        </table>
        </div>
        <nav aria-label="Windows" class="pages">
        <a href="/t/model/Book?where=pages%20%3E%2090&amp;order=pages%20descending&amp;columns=id%2Ctitle%2CauthorID&amp;offset=1&amp;limit=1">Next</a>
        <a href="/t/model/Book?where=pages%20%3E%2090&amp;order=pages%20descending&amp;columns=id%2Ctitle%2CauthorID&amp;offset=1&amp;limit=1">Last</a>
        1–1 of 2</nav>
        </div>

        """)
  }

  @Test func `names of columns that there are not are left out`() throws {
    let some = try shelf.page(["model", "Book"], "part=rows&columns=title,nothing")
    #expect(some.matches(of: /<th\s/).count == 1)
    let all = try shelf.page(["model", "Book"], "part=rows&columns=nothing")
    #expect(all.matches(of: /<th\s/).count == 11)
  }

  @Test func `a mistake in a condition is said beside it`() throws {
    let page = try main(try shelf.page(["model", "Book"], "where=titel%20%3D%3D%20%22%3Cb%3E%22"))
    #expect(page.contains(#"value="titel == &quot;&lt;b&gt;&quot;""#))
    #expect(page.contains(#"aria-invalid="true" aria-describedby="mistake""#))
    #expect(
      page.contains(
        """
        <pre id="mistake" class="mistake" role="alert">The condition cannot be read at character 1: expected the name of a column such as \
        title, found the name titel.
        """))
  }

  @Test func `a record with what is related to it and its history`() throws {
    let log = CommitLogBuffer(shelf.store)
    var author = shelf.ann
    author.name = "Anna"
    try shelf.store.table(Author.self).save(&author)
    let page = try main(try shelf.page(["model", "Author", "record"], "id=1", log: log))
    #expect(page.contains("<dt>name</dt><dd>Anna</dd>"))
    #expect(
      page.contains("has many Book by authorID: 2 records. <a href=\"/t/model/Book?where=authorID%20%3D%3D%201\">"))
    #expect(page.contains("<tr data-id=\"1\"><th scope=\"row\"><a href=\"/t/commits/1\">3</a></th>"))
    #expect(page.contains("<td>name: <del>Ann</del> → <ins>Anna</ins></td>"))
    let commit = try main(try shelf.page(["commits", "1"], log: log))
    #expect(commit.contains("<dt>name</dt><dd><del>Ann</del> → <ins>Anna</ins></dd>"))
    #expect(!commit.contains("<button>"))
  }

  @Test func `an empty store explains itself`() throws {
    let store = Store(notificationCenter: nil)
    let pages = InspectorPages(
      subject: StoreSubject(store, title: "Empty", models: []), log: CommitLogBuffer(store),
      allowsEditing: false, base: "/t")
    let page = String(decoding: pages.models().body, as: UTF8.self)
    #expect(
      page.contains(
        "The store has no records yet. A model appears here when its first record is saved; the page follows by itself."
      ))
    for reply in [pages.relations(), pages.commits(), pages.rules(), pages.hooks(), pages.advice(), pages.search("x")] {
      #expect(reply.status == 200)
    }
  }

  /// Random values that are markup, in columns, conditions and ids, on all pages: no page has an element or attribute
  /// that it would not have for other values.
  @Test func `no value becomes markup`() throws {
    var random = TestSeed.generator()
    let hostile =
      String.nastyValues + [
        "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' onmouseover='alert(1)",
        "</title><svg onload=alert(1)>",
        "javascript:alert(1)", "--><!--", "]]>", "&lt;b&gt;", "\r\nX: y",
      ]
    for round in 0..<shortened(60) {
      let shelf = try Shelf()
      let text = random.pick(hostile) + random.pick(hostile)
      let log = CommitLogBuffer(shelf.store)
      var author = Author()
      author.name = text
      try? shelf.store.table(Author.self).saveUnchecked(&author)
      var book = Book(text, by: author)
      book.words = [text]
      try shelf.store.table(Book.self).save(&book)
      let encoded = Parameters.encoded(text)
      let pages = [
        try shelf.page([], log: log), try shelf.page(["model", "Book"], log: log),
        try shelf.page(["model", "Book"], "where=\(encoded)&order=\(encoded)&columns=\(encoded)", log: log),
        try shelf.page(["model", "Book", "record"], "id=\(book.id)", log: log),
        try shelf.page(["model", text], log: log),
        try shelf.page(["model", "Book", "record"], "id=\(encoded)", log: log), try shelf.page(["rules"], log: log),
        try shelf.page(["search"], "words=\(encoded)", log: log), try shelf.page(["commits", "2"], log: log),
        try shelf.page(["commits"], log: log),
      ]
      for page in pages {
        let strange = Tags.strange(in: page)
        #expect(strange == [], "seed \(TestSeed.current), round \(round), text \(text.debugDescription)")
      }
    }
  }
}

/// The tags of a page.
enum Tags {
  private static let elements: Set = [
    "a", "body", "button", "code", "dd", "del", "details", "div", "dl", "dt", "fieldset", "form", "h1", "h2",
    "h3", "head", "header", "html",
    "input", "ins", "label", "legend", "li", "link", "main", "meta", "nav", "ol", "p", "pre", "script",
    "section", "span", "strong",
    "summary", "table", "tbody", "td", "th", "thead", "title", "tr", "ul", "select", "option",
    "textarea", "h4",
  ]

  /// Returns the tags that no page writes: of other elements, scripts with a content, and handlers.
  static func strange(in page: String) -> [String] {
    // A browser reads code points: to it, an accent behind a tag is not a part of the tag, and one behind a quotation
    // mark is the first sign of the value.
    let tag = /<(\/?)([^\s>]*)((?:[^>"]|"[^"]*")*)>/.matchingSemantics(.unicodeScalar)
    let attribute = /\s([^\s=>"]+)(?:="[^"]*")?/.matchingSemantics(.unicodeScalar)
    let script = /<script/.matchingSemantics(.unicodeScalar)
    var strange: [String] = []
    for found in page.matches(of: tag) {
      let (name, attributes) = (String(found.2), String(found.3))
      if name == "!DOCTYPE" { continue }
      let names = attributes.matches(of: attribute).map { String($0.1).lowercased() }
      if !elements.contains(name) || names.contains(where: { $0.hasPrefix("on") || $0 == "style" }) {
        strange.append(String(found.0))
      }
      if attributes.contains("javascript:") && attributes.contains("href=\"javascript:") {
        strange.append(String(found.0))
      }
    }
    // All other signs are of tags.
    let rest = page.replacing(tag, with: "")
    if rest.unicodeScalars.contains(where: { $0 == "<" || $0 == ">" }) { strange.append("a sign outside of tags") }
    if page.matches(of: script).count != 1 || !page.contains("defer></script>") { strange.append("a script") }
    return strange
  }
}
