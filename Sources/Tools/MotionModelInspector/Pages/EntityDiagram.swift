import MotionModel

/// Draws models as boxes side by side, with a line from each key to the model to which it refers.
///
/// Models stand to the right of all to which they refer, as far as these do not refer to each other. Names are as wide
/// as they are by a guess: a page has no script that could measure them.
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
  private static let (edge, gap) = (12, 40)

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
    var x = Self.edge
    for level in 0...(levels.values.max() ?? 0) {
      var (y, widest) = (Self.edge, 0)
      for name in names where levels[name] == level {
        guard var box = boxes[name] else { continue }
        (box.x, box.y) = (x, y)
        boxes[name] = box
        (y, widest) = (y + box.height + Self.gap / 2, max(widest, box.width))
        height = max(height, y)
      }
      x += widest + Self.gap * 2
    }
    width = x
  }

  /// The column of each model: one more than the largest of its parents', as long as they do not refer to each other.
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

  private func targets(of name: String) -> [String] { boxes[name]?.table.columns.flatMap(\.targets) ?? [] }

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
      let y = box.y + Self.lineHeight * (number + 1) + 16
      for target in column.targets { if let target = boxes[target] { edge(from: box, y, to: target, &page) } }
    }
  }

  private func edge(from box: Box, _ y: Int, to target: Box, _ page: inout Markup) {
    // Boxes beside each other are joined where they face each other, others at their right sides.
    let (isLeft, isRight) = (target.x + target.width < box.x, target.x > box.x + box.width)
    let (startX, endX) = (isLeft ? box.x : box.x + box.width, isRight ? target.x : target.x + target.width)
    let (start, end) = (isLeft ? startX - 40 : startX + 40, isRight ? endX - 40 : endX + 40)
    let (far, endY) = (max(start, end), target.y + 14)
    let (first, second) = isLeft || isRight ? (start, end) : (far, far)
    let path = "M \(startX) \(y) C \(first) \(y), \(second) \(endY), \(endX) \(endY)"
    page.element("path", [("class", "edge"), ("d", path)], text: "")
    page.element("circle", [("class", "edge"), ("cx", "\(startX)"), ("cy", "\(y)"), ("r", "3")], text: "")
    page.line()
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
      let mark = column.isID ? " (id)" : column.targets.isEmpty ? "" : " →"
      let text = "\(column.name)\(mark)\(column.type.map { "  \($0)" } ?? "")"
      page.element("text", [("x", "\(box.x + 10)"), ("y", "\(y)")], text: text)
      page.line()
    }
  }
}
