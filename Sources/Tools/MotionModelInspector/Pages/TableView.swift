import MotionModel
import MotionModelLoopback

/// What an address says of the view of a table: condition, order, columns and window.
struct TableView: Sendable, Equatable {
  /// How many records a page has at most.
  static let largestPage = 500
  /// The largest offset: what a browser's script has as an exact number.
  private static let largestOffset = Int(clamping: Int64(1) << 53)

  let model: String
  var condition: String?
  var order: String?
  /// The names of the columns that are shown; empty for all.
  var shown: [String] = []
  var offset = 0
  var limit = 100

  init(model: String, _ parameters: Parameters) {
    self.model = model
    condition = parameters["where"]
    order = parameters["order"]
    shown = parameters.pairs.filter { $0.name == "columns" && !$0.value.isEmpty }
      .flatMap { $0.value.split(separator: ",").map(String.init) }
    offset = parameters.number("offset", in: 0...Self.largestOffset) ?? 0
    limit = parameters.number("limit", in: 1...Self.largestPage) ?? 100
  }

  var query: TableQuery { TableQuery(condition: condition, order: order, offset: offset, limit: limit) }

  /// Returns the places of the columns that are shown: all, if none of the names is that of a column.
  func places(of columns: [InspectedColumn]) -> [Int] {
    let places = columns.indices.filter { shown.contains(columns[$0].name) }
    return places.isEmpty ? Array(columns.indices) : places
  }

  /// The parameters that say all this again.
  var parameters: Parameters {
    Parameters().setting([
      "where": condition, "order": order, "columns": shown.joined(separator: ","),
      "offset": offset == 0 ? nil : "\(offset)", "limit": limit == 100 ? nil : "\(limit)",
    ])
  }

  /// Returns the view with another window.
  func at(_ offset: Int) -> TableView {
    var view = self
    view.offset = max(0, offset)
    return view
  }

  /// Returns the view in the order of a column: ascending, or descending if it is in that order already.
  func ordered(by column: String) -> TableView {
    var view = at(0)
    view.order = direction(of: column) == "ascending" ? "\(column.asName) descending" : column.asName
    return view
  }

  /// The direction in which a column is the first of the order: `ascending`, `descending`; nil if it is not the first.
  func direction(of column: String) -> String? {
    guard let first = order?.split(separator: ",").first?.trimmingPrefix(while: \.isWhitespace) else { return nil }
    if first == column.asName || first == "\(column.asName) ascending" { return "ascending" }
    return first == "\(column.asName) descending" ? "descending" : nil
  }
}
