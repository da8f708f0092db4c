import MotionModel

/// Draws models as boxes in rows, with a line from each key to the model to which it refers.
///
/// Models stand in the row behind the farthest of those to which they refer, so that lines lead upwards. Names are as wide as
/// they are by a guess: a page has no script that could measure them.
struct EntityDiagram {
  private struct Box {
    let table: any InspectedTable
    let columns: [InspectedColumn]
    var x = 0
    var y = 0
    let width: Int
    var height: Int { EntityDiagram.lineHeight * (columns.count + 1) + 12 }
  }

  fileprivate static let lineHeight = 18
  /// How many columns a box shows; a table has them all.
  private static let columnLimit = 14
  private static let (rowWidth, gap) = (1100, 48)

  private var boxes: [String: Box] = [:]
  private var names: [String] = []
  private var (width, height) = (0, 0)

  init(_ tables: [any InspectedTable]) {
    for table in tables {
      let columns = Array(table.columns.prefix(Self.columnLimit))
      let letters = ([table.name.count + 2] + columns.map { $0.name.count + ($0.type?.count ?? 0) + 2 }).max() ?? 0
      boxes[table.name] = Box(table: table, columns: columns, width: min(320, letters * 7 + 20))
    }
    names = tables.map(\.name)
    place()
  }

  private mutating func place() {
    let levels = levels()
    var y = 12
    for level in 0...(levels.values.max() ?? 0) {
      var (x, tallest) = (12, 0)
      for name in names where levels[name] == level {
        guard var box = boxes[name] else { continue }
        if x > 12 && x + box.width > Self.rowWidth { (x, y, tallest) = (12, y + tallest + Self.gap, 0) }
        (box.x, box.y) = (x, y)
        boxes[name] = box
        (x, tallest) = (x + box.width + Self.gap, max(tallest, box.height))
        width = max(width, x - Self.gap + 12)
      }
      y += tallest + Self.gap
    }
    height = y - Self.gap + 12
  }

  /// The row of each model: one more than the largest of its parents', as long as they do not refer to each other.
  private func levels() -> [String: Int] {
    var levels = Dictionary(names.map { ($0, 0) }) { first, _ in first }
    for _ in names {
      var isChanged = false
      for name in names {
        for target in targets(of: name) where target != name {
          guard let parent = levels[target], let own = levels[name], own <= parent, parent < names.count - 1 else {
            continue
          }
          (levels[name], isChanged) = (parent + 1, true)
        }
      }
      if !isChanged { break }
    }
    return levels
  }

  private func targets(of name: String) -> [String] { boxes[name]?.table.columns.compactMap(\.target) ?? [] }

  // MARK: - Drawing

  func draw(in page: inout Markup, address: (String) -> String) {
    page.block("div", [("class", "scroll"), ("tabindex", "0"), ("role", "region"), ("aria-label", "Diagram")]) { page in
      page.block(
        "svg",
        [
          ("viewBox", "0 0 \(width) \(height)"), ("width", "\(width)"), ("height", "\(height)"), ("role", "img"),
          ("aria-label", "\(names.count) models and the keys between them; the same in words is below."),
        ]
      ) { page in
        for name in names { edges(of: name, &page) }
        for name in names { if let box = boxes[name] { draw(box, &page, address) } }
      }
    }
  }

  private func edges(of name: String, _ page: inout Markup) {
    guard let box = boxes[name] else { return }
    for (number, column) in box.columns.enumerated() {
      guard let target = column.target.flatMap({ boxes[$0] }) else { continue }
      let y = box.y + Self.lineHeight * (number + 1) + 16
      let isRight = target.x > box.x
      let (startX, bend) = (isRight ? box.x + box.width : box.x, isRight ? 36 : -36)
      let (endX, endY) = (target.x + target.width / 2, target.y + target.height)
      let path = "M \(startX) \(y) C \(startX + bend) \(y), \(endX) \(endY + 36), \(endX) \(endY)"
      page.element("path", [("class", "edge"), ("d", path)], text: "")
      page.element("circle", [("class", "edge"), ("cx", "\(startX)"), ("cy", "\(y)"), ("r", "3")], text: "")
      page.line()
    }
  }

  private func draw(_ box: Box, _ page: inout Markup, _ address: (String) -> String) {
    page.element(
      "rect",
      [
        ("class", "box"), ("x", "\(box.x)"), ("y", "\(box.y)"), ("width", "\(box.width)"), ("height", "\(box.height)"),
        ("rx", "4"),
      ], text: "")
    page.element("a", [("href", address(box.table.name))]) { page in
      page.element(
        "text", [("x", "\(box.x + 10)"), ("y", "\(box.y + 18)"), ("font-weight", "600")], text: box.table.name)
    }
    page.line()
    for (number, column) in box.columns.enumerated() {
      let y = box.y + Self.lineHeight * (number + 1) + 20
      let mark = column.isID ? " ⚿" : column.target == nil ? "" : " →"
      let text = "\(column.name)\(mark)\(column.type.map { "  \($0)" } ?? "")"
      page.element("text", [("x", "\(box.x + 10)"), ("y", "\(y)")], text: text)
      page.line()
    }
  }
}
