/// Numbers with labels as horizontal bars, as text or SVG.
///
/// ```swift
/// let perGenre = Track.group(by: \.genreID).count()
/// print(BarChart(perGenre.sorted { $0.key < $1.key }.map { (genres[$0.key], Double($0.value)) }).text())
/// // Rock  ████████████████████████████████████████ 1297
/// // Jazz  ████ 130
/// ```
///
/// Bars begin at zero, and negative ones go to the left of it. NaN has no bar; infinite numbers have the longest one.
public struct BarChart: Sendable, Hashable {
  /// A bar.
  public struct Bar: Sendable, Hashable {
    /// What the bar stands for.
    public let label: String
    /// Its length.
    public let value: Double

    /// Creates a bar.
    package init(label: String, value: Double) { (self.label, self.value) = (label, value) }
  }

  /// The bars from top to bottom.
  public let bars: [Bar]

  /// Creates a chart of labels and numbers.
  public init(_ bars: [(label: String, value: Double)]) {
    self.bars = bars.map { Bar(label: $0.label, value: $0.value) }
  }

  /// Creates a chart of the numbers of groups, in ascending order of their keys.
  public init<Key: Comparable>(_ groups: [Key: some BinaryInteger]) {
    self.init(groups.sorted { $0.key < $1.key }.map { ("\($0.key)", Double($0.value)) })
  }

  /// Creates a chart of a histogram, with the bounds of its bins as labels.
  public init(_ histogram: Histogram) {
    var bars = histogram.bins.map { (label: "\($0.lower.short) – \($0.upper.short)", value: Double($0.count)) }
    if histogram.below > 0 { bars.insert(("below", Double(histogram.below)), at: 0) }
    if histogram.above > 0 { bars.append(("above", Double(histogram.above))) }
    self.init(bars)
  }

  /// The least and the greatest end of a bar, and where zero is between them, from 0 to 1.
  private var scale: (least: Double, greatest: Double, zero: Double) {
    let finite = bars.map(\.value).filter(\.isFinite)
    var (least, greatest) = (min(0, finite.min() ?? 0), max(0, finite.max() ?? 0))
    if least == 0 && greatest == 0 {
      if bars.contains(where: { $0.value == -.infinity }) { least = -1 }
      if least == 0 || bars.contains(where: { $0.value == .infinity }) { greatest = 1 }
    }
    return (least, greatest, (-least / 2) / (greatest / 2 - least / 2))
  }

  /// Returns the length of a bar as a share of the whole width; negative for a bar to the left.
  private func share(_ value: Double, _ scale: (least: Double, greatest: Double, zero: Double)) -> Double {
    if value.isNaN { return 0 }
    let value = min(max(value, scale.least), scale.greatest)
    return (value / 2) / (scale.greatest / 2 - scale.least / 2)
  }

  // MARK: - Text

  private static let eighths: [Character] = [" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]

  /// The chart as lines of text: a label, a bar of blocks, and the number.
  ///
  /// Labels are padded by characters. In them, control characters, line breaks and marks of direction become spaces.
  ///
  /// - Parameter width: How many characters the bars have together on both sides of zero; a number below 1 counts as 1.
  public func text(width: Int = 40) -> String {
    let (width, scale) = (Double(max(1, width)), scale)
    let labels = bars.map { String($0.label.map { $0.isControl ? " " : $0 }) }
    let labelWidth = labels.map(\.count).max() ?? 0
    let left = Int((scale.zero * width).rounded(.up))
    return zip(bars, labels).map { bar, label in
      let length = share(bar.value, scale) * width
      let negative = length < 0 ? min(left, Int((-length).rounded())) : 0
      let padded = label + String(repeating: " ", count: labelWidth - label.count)
      let before = String(repeating: " ", count: left - negative) + String(repeating: "█", count: negative)
      let drawn = before + (length > 0 ? Self.blocks(length) : "")
      return [padded, drawn, bar.value.short].filter { !$0.isEmpty }.joined(separator: " ")
    }
    .joined(separator: "\n")
  }

  /// Returns a bar to the right, exact to an eighth of a character.
  private static func blocks(_ length: Double) -> String {
    let count = Int((length * 8).rounded())
    return String(repeating: "█", count: count / 8) + (count % 8 == 0 ? "" : String(eighths[count % 8]))
  }

  // MARK: - SVG

  /// The chart as an SVG image in the color of the text around it, whose labels and numbers are text.
  ///
  /// - Parameters:
  ///   - width: The width, in pixels, of which labels and numbers take a half.
  ///   - title: A description of the chart, for people who do not see it.
  public func svg(width: Int = 480, title: String = "") -> String {
    let (width, row) = (Double(max(40, width)), 20.0)
    let (room, left, scale) = (width / 2, width * 0.3, scale)
    var body = ""
    for (index, bar) in bars.enumerated() {
      let (y, share) = (Double(index) * row, share(bar.value, scale))
      let start = left + (scale.zero + min(0, share)) * room
      body += """
        <text x="\((left - 6).short)" y="\((y + 14).short)" text-anchor="end">\(bar.label.inXML)</text>\
        <rect x="\(start.short)" y="\((y + 3).short)" width="\((abs(share) * room).short)" height="14"/>\
        <text x="\((left + room + 6).short)" y="\((y + 14).short)">\(bar.value.short)</text>
        """
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width.short)" height="\((Double(bars.count) * row).short)" \
      viewBox="0 0 \(width.short) \((Double(bars.count) * row).short)" role="img" fill="currentColor" font-size="12" \
      font-family="sans-serif"><title>\(title.inXML)</title>\(body)</svg>
      """
  }
}
