import MotionModel

/// Draws models as boxes, with a line from each key to the model to which it refers.
struct EntityDiagram {
  private struct Box {
    let name: String
    let columns: [InspectedColumn]
    /// The name, and a line for each column.
    let texts: [DrawnText]

    init(_ table: any InspectedTable) {
      let all = table.columns
      name = table.name
      columns = all.indices.filter { $0 < EntityDiagram.columnLimit || !all[$0].targets.isEmpty }.map { all[$0] }
      let rest = all.count - columns.count
      let lines = columns.map(\.drawnLine) + (rest > 0 ? ["… \(rest) more"] : [])
      texts = [DrawnText(full: name, isBold: true)] + lines.map { DrawnText(full: $0, isBold: false) }
    }
  }

  /// How many columns a box shows besides keys; a table has them all.
  private static let columnLimit = 14
  /// The space beside texts, and the widest text.
  private static let (margin, widest) = (10, 300)

  private let boxes: [Box]
  let layout: DiagramLayout

  init(_ tables: [any InspectedTable]) {
    let boxes = tables.map { Box($0) }
    let places = Dictionary(zip(boxes.map(\.name), boxes.indices)) { first, _ in first }
    let links = boxes.enumerated().flatMap { source, box in
      box.columns.enumerated().flatMap { row, column in
        column.targets.compactMap { places[$0] }.map { DiagramLayout.Link(source: source, row: row + 1, target: $0) }
      }
    }
    let sizes = boxes.map { box in
      (width: min(Self.widest, box.texts.map(\.width).max() ?? 0) + 2 * Self.margin, rows: box.texts.count)
    }
    (self.boxes, layout) = (boxes, DiagramLayout.filling(sizes, links))
  }

  func draw(in page: inout Markup, address: (String) -> String) {
    page.block("div", [("class", "scroll"), ("tabindex", "0"), ("role", "region"), ("aria-label", "Diagram")]) { page in
      page.block(
        "svg",
        [
          ("viewBox", "0 0 \(layout.width) \(layout.height)"), ("width", "\(layout.width)"),
          ("height", "\(layout.height)"), ("role", "img"),
          ("aria-label", "\(boxes.count) models and the keys between them; the same in words is below."),
        ]
      ) { page in
        for line in layout.lines { draw(line, &page) }
        for (box, frame) in zip(boxes, layout.frames) { draw(box, frame, &page, address) }
      }
    }
  }

  private func draw(_ line: [DiagramLayout.Point], _ page: inout Markup) {
    let path = line.map { "\($0.x) \($0.y)" }.joined(separator: " L ")
    page.element("path", [("class", "edge"), ("d", "M \(path)")], text: "")
    page.element(
      "circle", [("class", "edge"), ("cx", "\(line[0].x)"), ("cy", "\(line[0].y)"), ("r", "3")], text: "")
    page.line()
  }

  private func draw(_ box: Box, _ frame: DiagramLayout.Frame, _ page: inout Markup, _ address: (String) -> String) {
    let size: [Markup.Attribute] = [
      ("x", "\(frame.x)"), ("y", "\(frame.y)"), ("width", "\(frame.width)"), ("height", "\(frame.height)"),
    ]
    page.element("rect", [("class", "box")] + size + [("rx", "4")], text: "")
    // Where a guess is wrong, the text ends with the box.
    page.block("svg", size) { page in
      for (row, text) in box.texts.enumerated() {
        if row > 0 {
          draw(text, row, frame.width, &page)
        } else {
          page.element("a", [("href", address(box.name))]) { draw(text, row, frame.width, &$0) }
        }
        page.line()
      }
    }
  }

  private func draw(_ text: DrawnText, _ row: Int, _ width: Int, _ page: inout Markup) {
    let shown = text.cut(to: width - 2 * Self.margin)
    page.element("text", [("x", "\(Self.margin)"), ("y", "\(row * DiagramLayout.pitch + 15)")]) { page in
      if shown != text.full { page.element("title", text: text.full) }
      page.text(shown)
    }
  }
}

extension InspectedColumn {
  /// The column in a line of a diagram.
  fileprivate var drawnLine: String {
    "\(name)\(isID ? " (id)" : targets.isEmpty ? "" : " →")\(type.map { "  \($0)" } ?? "")"
  }
}
