import Foundation
import MotionModel
import MotionModelLoopback

extension InspectorPages {
  /// The models with their counts.
  func models() -> Reply {
    let tables = subject.tables()
    // A file says neither who keeps its rows nor what they take.
    let places = tables.map { $0.keeper ?? $0.rowBytes.map(\.bytes) }
    let hasPlaces = places.contains { $0 != nil }
    return page("Models", section: "") { page in
      if tables.isEmpty {
        page.block("p", text: log == nil ? "The file has no models." : Self.emptyStore)
        return
      }
      let titles = ["Model", "Records", "Columns", "Relations"] + (hasPlaces ? ["Rows take"] : [])
      page.table(titles, [("data-refresh", "models")]) { page in
        for (table, place) in zip(tables, places) { row(table, hasPlaces ? place ?? "" : nil, &page) }
      }
      let empty = tables.allSatisfy { (try? $0.count) == 0 }
      if empty && log != nil { page.block("p", text: Self.emptyStore) }
    }
  }

  private static let emptyStore =
    "The store has no records yet. A model appears here when its first record is saved; the page follows by itself."

  private func row(_ table: any InspectedTable, _ place: String?, _ page: inout Markup) {
    page.element("tr", [("data-id", table.name)]) { page in
      page.element("th", [("scope", "row")]) { $0.link(table.name, address(ofModel: table.name)) }
      page.element("td", [("class", "number")], text: (try? table.count)?.grouped ?? "not readable")
      page.element("td", text: table.columns.map(\.name).joined(separator: ", "))
      page.element(
        "td", text: table.links.map { "\($0.name): \($0.targets.joined(separator: " or "))" }.joined(separator: ", "))
      if let place { page.element("td", [("class", "number")], text: place) }
    }
    page.line()
  }
}

extension Int {
  /// The number with groups of three digits: `1,000,000`.
  var grouped: String { formatted(.number.locale(Locale(identifier: "en_US"))) }

  /// The number of bytes in the largest unit of which there is one: `1.5 MB`.
  var bytes: String {
    var (value, unit) = (Double(self), 0)
    let units = ["bytes", "kB", "MB", "GB", "TB"]
    while value >= 1000 && unit < units.count - 1 { (value, unit) = (value / 1000, unit + 1) }
    if unit == 0 { return "\(self) bytes" }
    let tenths = Int((value * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10) \(units[unit])" : "\(tenths / 10).\(tenths % 10) \(units[unit])"
  }
}

extension Duration {
  /// The time in milliseconds, or in seconds: `0.12 ms`.
  var shortText: String {
    let (seconds, attoseconds) = components
    let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
    if microseconds >= 1_000_000 { return "\(microseconds / 1_000_000).\(microseconds / 100_000 % 10) s" }
    let hundredths = microseconds / 10 % 100
    return "\(microseconds / 1000).\(hundredths < 10 ? "0" : "")\(hundredths) ms"
  }
}
