import Foundation
import MotionModel
import MotionModelInspector
import MotionModelValues

extension Command {
  private static let ids = Parameter(name: "ID", help: "The id of a record.", arity: .atLeastOne)

  static let get = Command(
    name: "get",
    summary: "Prints records by their ids.",
    discussion: ["The status is 1 if there is no record of an id; the others are printed."],
    parameters: [.file, .model, ids],
    options: [.columns, .types, .id, .json, .jsonLines, .csv, .at] + Option.text,
    examples: [.init(line: "get shop.json Artist 90 127", meaning: "Print two artists.")]
  ) { call in
    let (records, words) = try call.records(and: [ids], atLeast: 1, in: try call.document())
    try records.requireIDs()
    let places = try records.places(of: call.arguments.names(.columns))
    let numbers = records.numbers(of: words)
    let found = numbers.compactMap(\.self)
    if try call.form == .table {
      for (index, number) in found.enumerated() {
        if index > 0 { try call.console.writeLine() }
        try call.printColumns(places, of: records.row(number), records.names)
      }
    } else {
      try call.print(records, found)
    }
    let missing = zip(words, numbers).compactMap { $1 == nil ? $0 : nil }
    if missing.isEmpty { return .success }
    throw Finding("There is no \(records.model.name) with the id \(missing.joined(separator: ", ")).")
  }
}

extension Invocation {
  /// Prints one record with a line for each column.
  fileprivate func printColumns(_ places: [Int], of row: RowValues, _ names: [String]) throws {
    let names = names.map(\.printable)
    let width = places.map { names[$0].displayWidth }.max() ?? 0
    for place in places {
      let text = row[place].cellText
      try console.writeLine(
        "\(style(names[place].padded(to: width), .bold))  \(text == "nil" ? style(text, .faint) : text)")
    }
  }
}

extension Records {
  /// Returns the numbers of the first rows with some ids, as they are typed; nil for ids that no row has.
  ///
  /// - Complexity: O(*n*), however many ids there are.
  func numbers(of ids: [String]) -> [Int?] {
    var found: [String: Int] = [:]
    // UUIDs are written in capitals, and may be typed otherwise.
    let ids = ids.map { UUID(uuidString: $0)?.uuidString ?? $0 }
    let wanted = Set(ids)
    for number in 0..<count {
      guard let id = id(of: row(number))?.plainString, wanted.contains(id), found[id] == nil else { continue }
      found[id] = number
    }
    return ids.map { found[$0] }
  }
}
