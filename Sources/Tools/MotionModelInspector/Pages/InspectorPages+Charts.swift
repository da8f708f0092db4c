import MotionModel
import MotionModelLoopback

extension InspectorPages {
  /// Records, commits and times of reading in the last minutes.
  func charts() -> Reply {
    let samples = sampler?.samples ?? []
    return page("Charts", section: "charts") { page in
      page.block("div", [("data-refresh", "charts")]) { page in
        if samples.count < 2 {
          return page.block("p", text: "The charts begin in a moment: a point comes each second.")
        }
        let rates = zip(samples, samples.dropFirst()).map { first, second in
          (second.time, Double(second.commits - first.commits) / max(0.001, second.time - first.time))
        }
        Chart(title: "Commits a second", points: rates).draw(in: &page)
        Chart(title: "Reading all counts, in microseconds", points: samples.map { ($0.time, $0.readTime) }).draw(
          in: &page)
        for name in Set(samples.flatMap(\.counts.keys)).sorted().prefix(24) {
          let points = samples.map { ($0.time, Double($0.counts[name] ?? 0)) }
          Chart(title: "Records of \(name)", points: points).draw(in: &page)
        }
      }
    }
  }
}

/// A line of values over time.
struct Chart {
  let title: String
  /// The times in seconds, and the values, none of which is negative.
  let points: [(time: Double, value: Double)]

  private static let (width, height, margin) = (640.0, 110.0, 8.0)

  func draw(in page: inout Markup) {
    guard let first = points.first, let last = points.last else { return }
    let largest = points.map(\.value).max() ?? 0
    page.block("figure") { page in
      page.block("figcaption", text: "\(title): \(Self.text(last.value)) now, \(Self.text(largest)) at most")
      let size: [Markup.Attribute] = [
        ("viewBox", "0 0 \(Int(Self.width)) \(Int(Self.height))"), ("role", "img"), ("class", "chart"),
        ("aria-label", "\(title) in the last \(Int(last.time - first.time)) seconds"),
      ]
      page.block("svg", size) { page in
        let base = "\(Int(Self.height - Self.margin))"
        page.element("line", [("class", "edge"), ("x1", "0"), ("y1", base), ("x2", "640"), ("y2", base)], text: "")
        page.element(
          "polyline", [("class", "curve"), ("points", line(from: first.time, to: last.time, largest))], text: "")
        page.line()
      }
    }
  }

  private func line(from start: Double, to end: Double, _ largest: Double) -> String {
    points.map { time, value in
      let x = end > start ? (time - start) / (end - start) * Self.width : 0
      let y = largest > 0 ? value / largest * (Self.height - 2 * Self.margin) : 0
      return "\(Self.text(x)),\(Self.text(Self.height - Self.margin - y))"
    }.joined(separator: " ")
  }

  /// A number with one digit behind the point, if it is not whole.
  private static func text(_ value: Double) -> String {
    guard value.isFinite, value.magnitude < 1e15 else { return "0" }
    let tenths = Int((value * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(abs(tenths % 10))"
  }
}
