/// A row of numbers as a small line, as text or SVG.
///
/// ```swift
/// Sparkline([1, 5, 22, 13, 5, 3]).text()   // => "▁▂█▅▂▁"
/// Sparkline(try visits.dateCounts(\.date, by: .day).filled()).svg(width: 200, height: 30)
/// ```
///
/// The least number is at the bottom and the greatest at the top. nil and NaN leave a gap; infinite numbers are at the
/// bottom or the top.
public struct Sparkline: Sendable, Hashable {
  /// The numbers; nil where there is none.
  public let values: [Double?]

  /// Creates a sparkline.
  public init(_ values: [Double?]) { self.values = values.map { $0?.isNaN == true ? nil : $0 } }

  /// Creates a sparkline of numbers.
  public init(_ values: [some BinaryInteger]) { self.init(values.map { Double($0) }) }

  /// Creates a sparkline of counted dates.
  public init(_ counts: [DateCounts.Count]) { self.init(counts.map(\.count)) }

  private static let blocks: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  /// The line as text, with a character for each number: one of eight blocks, or a space for a gap.
  ///
  /// - Parameter width: How many characters there may be. If there are more numbers, each character is the mean of
  ///   neighbours. A number below 1 counts as 1.
  public func text(width: Int = .max) -> String {
    String(
      heights(of: means(width)).map { height in
        height.map { Self.blocks[min(7, Int($0 * 8))] } ?? " "
      })
  }

  /// The line as an SVG image in the color of the text around it, with a title for those who do not see it.
  ///
  /// - Parameters:
  ///   - width: The width, in pixels.
  ///   - height: The height, in pixels.
  ///   - title: What the line shows.
  public func svg(width: Int = 120, height: Int = 24, title: String = "") -> String {
    let (width, height) = (max(1, width), max(1, height))
    let heights = heights(of: values)
    let step = Double(width - 2) / Double(max(1, values.count - 1))
    var (path, isDrawing) = ("", false)
    for (index, place) in heights.enumerated() {
      guard let place else {
        isDrawing = false
        continue
      }
      let (x, y) = (1 + Double(index) * step, 1 + (1 - place) * Double(height - 2))
      path += "\(isDrawing ? "L" : "M")\(x.short) \(y.short)"
      // A point without neighbours is drawn as one.
      let isAlone = !isDrawing && (index + 1 == heights.count || heights[index + 1] == nil)
      if isAlone { path += "h0" }
      isDrawing = true
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)" \
      role="img"><title>\(title.inXML)</title><path d="\(path)" fill="none" stroke="currentColor" stroke-width="1.5" \
      stroke-linecap="round" stroke-linejoin="round"/></svg>
      """
  }

  /// Returns no more numbers than a limit, each the mean of neighbours.
  private func means(_ limit: Int) -> [Double?] {
    let limit = max(1, limit)
    if values.count <= limit { return values }
    return (0..<limit).map { index in
      let known = values[(index * values.count / limit)..<((index + 1) * values.count / limit)].compactMap(\.self)
      let mean = known.reduce(0) { $0 + $1 / Double(known.count) }
      return known.isEmpty || mean.isNaN ? nil : mean
    }
  }

  /// Returns where each number is between the least, 0, and the greatest, 1. If all are equal, they are in the middle.
  private func heights(of values: [Double?]) -> [Double?] {
    let finite = values.compactMap(\.self).filter(\.isFinite)
    guard let least = finite.min(), let greatest = finite.max() else {
      return values.map { $0.map { $0 > 0 ? 1 : 0 } }
    }
    return values.map { value in
      guard let value else { return nil }
      if !value.isFinite { return value > 0 ? 1 : 0 }
      if least == greatest { return 0.5 }
      // Halves, because the distance of two finite numbers may be infinite.
      return (value / 2 - least / 2) / (greatest / 2 - least / 2)
    }
  }
}
