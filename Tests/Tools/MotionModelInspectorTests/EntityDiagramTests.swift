import MotionModel
import MotionModelTestSupport
import Testing

@testable import MotionModelInspector

/// What a diagram shows of models.
struct EntityDiagramTests {
  private func drawn(_ models: [TableDocument]) -> String {
    var page = Markup()
    EntityDiagram(DocumentSubject(StoreDocument(models: models), title: "").tables()).draw(in: &page) { "/\($0)" }
    return page.html
  }

  /// The boxes that are drawn: the width, the height, and what is in them.
  private func boxes(_ html: String) -> [(width: Int, height: Int, content: String)] {
    let box = /<svg x="\d+" y="\d+" width="(\d+)" height="(\d+)">(.*?)<\/svg>/.dotMatchesNewlines()
    return html.matches(of: box).map { (Int($0.1) ?? 0, Int($0.2) ?? 0, String($0.3)) }
  }

  /// The shown texts of a box, and their places below its upper edge.
  private func texts(_ content: String) -> [(y: Int, text: String)] {
    content.matches(of: /<text x="10" y="(\d+)">(?:<title>[^<]*<\/title>)?([^<]*)<\/text>/).map {
      (Int($0.1) ?? 0, String($0.2))
    }
  }

  @Test func `a box has the name, and a line for each column`() {
    let content = boxes(
      drawn([TableDocument("Album", rows: [["id": 1, "artistID": 2]]), TableDocument("Artist", rows: [["id": 2]])])
    ).map(\.content)
    #expect(
      content == [
        """

        <a href="/Album"><text x="10" y="15">Album</text></a>
        <text x="10" y="35">id (id)</text>
        <text x="10" y="55">artistID →</text>

        """,
        """

        <a href="/Artist"><text x="10" y="15">Artist</text></a>
        <text x="10" y="35">id (id)</text>

        """,
      ])
  }

  @Test func `models stand behind those to which they refer`() throws {
    var page = Markup()
    EntityDiagram(try Shelf().pages().subject.tables()).draw(in: &page) { "/\($0)" }
    let boxes = page.html.matches(of: /<rect class="box" x="(\d+)"/).map { Int($0.1) ?? 0 }
    #expect(boxes.count == 2)
    #expect(boxes[0] < boxes[1])
    #expect(page.html.matches(of: /<path/).count == 1)
  }

  @Test func `models that refer to each other are drawn too`() {
    let html = drawn([
      TableDocument("A", rows: [["id": 1, "bID": 1, "aID": 1]]),
      TableDocument("B", rows: [["id": 1, "aID": 1, "cID": 1]]), TableDocument("C", rows: [["id": 1, "aID": 1]]),
    ])
    #expect(html.matches(of: /<rect/).count == 3)
    #expect(html.matches(of: /<path/).count == 5)
  }

  @Test(arguments: 0..<20) func `texts stay in their boxes`(run: Int) {
    var random = TestSeed.generator(run)
    let parts = ["i", "W", "name", "犬", "🎉", " ", "Identifier", "é", "_"]
    func name(_ number: Int) -> String {
      "\(number)" + (0..<random.number(0...30)).map { _ in random.pick(parts) }.joined()
    }
    let models = (0..<random.number(1...8)).map { number in
      let columns = (0..<random.number(1...20)).map { (name($0), AttributeValue.int(1)) }
      return TableDocument(name(number), rows: [RowDocument(Dictionary(uniqueKeysWithValues: columns))])
    }
    let boxes = boxes(drawn(models))
    #expect(boxes.count == models.count)
    for box in boxes {
      let texts = texts(box.content)
      #expect(texts.count > 1)
      for (number, (y, text)) in texts.enumerated() {
        let width = DrawnText(full: text, isBold: number == 0).width
        #expect(width <= box.width - 20 && y < box.height, "\(text), seed \(TestSeed.current)")
      }
    }
  }

  @Test func `a text that does not fit is cut, and shown as a title`() throws {
    let name = String(repeating: "long", count: 30)
    let html = drawn([TableDocument(name, rows: [["<b>\(name)": 1]])])
    let content = try #require(boxes(html).first).content
    #expect(content.contains("<title>\(name)</title>longlong"))
    #expect(content.contains("<title>&lt;b&gt;\(name)</title>&lt;b&gt;longlong"))
    #expect(texts(content).allSatisfy { $0.text.hasSuffix("…") })
    #expect(try #require(boxes(html).first).width == 320)
  }

  @Test func `of many columns the first are shown, and all keys`() throws {
    var row: RowDocument = [:]
    for number in 1...30 { row["c\(number)"] = 1 }
    row["artistID"] = 1
    let html = drawn([TableDocument("Album", rows: [row]), TableDocument("Artist", rows: [["id": 1]])])
    let lines = texts(try #require(boxes(html).first).content).map(\.text)
    #expect(lines == ["Album"] + (1...14).map { "c\($0)" } + ["artistID →", "… 16 more"])
    #expect(html.matches(of: /<path/).count == 1)
  }

  @Test(arguments: [("", 1), ("i", 6), ("n", 9), ("W", 14), ("犬", 16), ("iinn", 29)])
  func `widths are guessed`(_ text: String, _ width: Int) {
    #expect(DrawnText(full: text, isBold: false).width == width)
    #expect(DrawnText(full: text, isBold: true).width >= width)
  }

  @Test func `a text is cut to every width`() {
    let text = DrawnText(full: "a long name of 犬", isBold: true)
    for width in 20...text.width {
      let shown = text.cut(to: width)
      #expect(DrawnText(full: shown, isBold: true).width <= width, "\(shown)")
      #expect(shown == text.full || shown.hasSuffix("…"))
    }
    #expect(text.cut(to: text.width) == text.full)
    #expect(text.cut(to: 0) == "…")
  }
}
