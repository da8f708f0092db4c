import MotionModel
import MotionModelInspector

extension Records {
  /// The rule by which a column has a type, for the help.
  static let rule =
    "A column whose type the file does not say, as in CSV, has numbers, Booleans, dates or UUIDs if all of its values are such, "
    + "and text otherwise. A number has no zeros in front, as postal codes have, and no plus sign. Conditions, orders and figures "
    + "all go by that; --type says it otherwise, and a value that is not of that type then is as nil in conditions and orders."

  private static let words: [String: ColumnKind] = [
    "number": .number, "date": .date, "boolean": .bool, "uuid": .uuid, "text": .string,
  ]

  /// Reads what `--type` says of the columns of a model: `Total=number`.
  static func kinds(_ texts: [String], in model: TableDocument) throws(UsageError) -> [String: ColumnKind] {
    if texts.isEmpty { return [:] }
    var said: [String: ColumnKind] = [:]
    let records = Records(model)
    for text in texts {
      let parts = text.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
      guard parts.count > 1, let word = parts.last, let kind = words[word] else {
        throw UsageError("\(text) is not of the form COLUMN=TYPE, with number, date, boolean, uuid or text.")
      }
      let name = parts.dropLast().joined(separator: "=")
      let place = try records.places(of: [name])[0]
      guard records.columns.kinds[place] == .unknown else {
        throw UsageError("\(name) has a type in the file: \(model.columns[place].type ?? "its values are no strings").")
      }
      said[name] = kind
    }
    return said
  }
}
