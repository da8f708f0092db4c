import Foundation

/// A bar chart with a logarithmic scale, as SVG.
struct BarChart {
  let title: String
  let comparisons: [Comparison]

  private static let (barHeight, gap, labelWidth, width) = (14.0, 12.0, 330.0, 560.0)

  private var timings: [Comparison.Timing] { comparisons.flatMap(\.timings) }
  private var least: Double { log10(max(0.1, timings.map(\.minimum).min() ?? 1)).rounded(.down) }
  private var most: Double { log10(max(1, timings.map(\.minimum).max() ?? 10)).rounded(.up) }

  /// The horizontal position of a time.
  private func x(_ nanoseconds: Double) -> Double {
    Self.labelWidth + Self.width * (log10(max(nanoseconds, 0.1)) - least) / max(1, most - least)
  }

  private var height: Double {
    comparisons.reduce(70) { $0 + Double($1.timings.count) * Self.barHeight + Self.gap }
  }

  var svg: String {
    var lines = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1000\" height=\"\(Int(height))\" font-family=\"sans-serif\" "
        + "font-size=\"11\">",
      "<rect width=\"1000\" height=\"\(Int(height))\" fill=\"white\"/>",
      text(title, 10, 20, size: 15),
    ]
    lines += legend + grid
    var top = 60.0
    for measured in comparisons {
      lines += bars(of: measured, top: top)
      top += Double(measured.timings.count) * Self.barHeight + Self.gap
    }
    return (lines + ["</svg>", ""]).joined(separator: "\n")
  }

  private var legend: [String] {
    let kinds = Contestant.Kind.allCases.filter { kind in timings.contains { $0.kind == kind } }
    return kinds.enumerated().flatMap { index, kind in
      let left = 10 + Double(index) * 110
      return [rectangle(left, 28, 10, 10, kind.colour), text(kind.rawValue, left + 14, 37)]
    }
  }

  /// A line for each power of ten.
  private var grid: [String] {
    stride(from: least, through: most, by: 1).flatMap { power in
      let place = number(x(pow(10, power)))
      return [
        "<line x1=\"\(place)\" y1=\"52\" x2=\"\(place)\" y2=\"\(Int(height))\" stroke=\"#ddd\"/>",
        text(duration(pow(10, power)), x(pow(10, power)) - 12, 48),
      ]
    }
  }

  private func bars(of measured: Comparison, top: Double) -> [String] {
    let middle = top + Double(measured.timings.count) * Self.barHeight / 2 + 4
    return [text(measured.about, Self.labelWidth - 8, middle, anchor: "end")]
      + measured.timings.enumerated().flatMap { index, timing in
        let (y, end) = (top + Double(index) * Self.barHeight, x(timing.minimum))
        return [
          rectangle(Self.labelWidth, y, max(1, end - Self.labelWidth), Self.barHeight - 2, timing.kind.colour),
          text(duration(timing.minimum), max(end, Self.labelWidth) + 4, y + 10),
        ]
      }
  }

  // MARK: - Elements

  private func rectangle(_ x: Double, _ y: Double, _ width: Double, _ height: Double, _ colour: String) -> String {
    "<rect x=\"\(number(x))\" y=\"\(number(y))\" width=\"\(number(width))\" height=\"\(number(height))\" fill=\"\(colour)\"/>"
  }

  private func text(_ words: String, _ x: Double, _ y: Double, size: Int = 11, anchor: String = "start") -> String {
    "<text x=\"\(number(x))\" y=\"\(number(y))\" font-size=\"\(size)\" text-anchor=\"\(anchor)\">\(escaped(words))</text>"
  }

  private func number(_ value: Double) -> String { String(format: "%.1f", value) }

  private func escaped(_ words: String) -> String {
    words.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}

extension Contestant.Kind {
  fileprivate var colour: String {
    switch self {
    case .library: "#d1495b"
    case .hand: "#4f6d7a"
    case .grdb: "#edae49"
    case .adapter: "#9d6a89"
    case .libpq: "#66a182"
    case .duckdb: "#c9b40c"
    case .duckdbByTwo: "#8f8008"
    case .polars: "#7b9acc"
    case .polarsByTwo: "#4a6fa5"
    }
  }
}
