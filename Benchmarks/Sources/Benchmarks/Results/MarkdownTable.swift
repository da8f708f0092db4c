/// Comparisons as a Markdown table: the least time of each contestant, the median in brackets, and the ratios.
enum MarkdownTable {
  static func of(_ comparisons: [Comparison]) -> String {
    let kinds = Contestant.Kind.allCases.filter { kind in comparisons.contains { $0.best(kind) != nil } }
    let others = kinds.filter { $0 != .library }
    let titles = ["", "rows", "for one"] + kinds.map(\.rawValue) + others.map { "\($0.rawValue) ÷ MotionModel" }
    let rows = comparisons.map { measured in
      [measured.title, grouped(measured.rows), measured.unit] + kinds.map { time(measured.fastest($0)) }
        + others.map { ratio(measured.best($0), measured.best(.library)) }
    }
    let rule = ["---", "---:", "---"] + Array(repeating: "---:", count: titles.count - 3)
    return ([titles, rule] + rows).map { "| " + $0.joined(separator: " | ") + " |" }.joined(separator: "\n")
  }

  private static func time(_ timing: Comparison.Timing?) -> String {
    timing.map { "\(duration($0.minimum)) (\(duration($0.median)))" } ?? ""
  }

  private static func ratio(_ other: Double?, _ own: Double?) -> String {
    guard let other, let own, own > 0 else { return "" }
    return number(other / own)
  }
}
