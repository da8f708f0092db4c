import Foundation
import MotionModel
import MotionModelInspector
import MotionModelValues

extension Records {
  /// Reads assignments such as `name=Miles`.
  func edits(_ texts: [String]) throws(UsageError) -> [String: AttributeValue?] {
    var edits: [String: AttributeValue?] = [:]
    for text in texts {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2 else { throw UsageError("\(text) is not of the form COLUMN=VALUE.") }
      let reader = try reader(of: parts[0])
      if edits.updateValue(try reader.read(parts[1]), forKey: parts[0]) != nil {
        throw UsageError("The column \(parts[0]) is given twice.")
      }
    }
    return edits
  }

  /// Reads the values of a record of JSON.
  func edits(_ row: StoreDocument.Row) throws(UsageError) -> [String: AttributeValue?] {
    var edits: [String: AttributeValue?] = [:]
    for (name, value) in row.attributes { edits.updateValue(try reader(of: name).read(value), forKey: name) }
    return edits
  }

  private func reader(of name: String) throws(UsageError) -> ValueReader {
    // An empty array of another program has no columns yet.
    if names.isEmpty { return ValueReader(StoreDocument.Column(name), sample: nil) }
    let place = try places(of: [name])[0]
    return ValueReader(model.columns[place], sample: sample(of: place))
  }

  /// The first value of a column that is not nil.
  func sample(of place: Int) -> AttributeValue? {
    (0..<count).lazy.compactMap { row($0)[place] }.first { !$0.isNull }
  }
}

/// New records for a model of a file, with ids that no other record has.
struct Insertion {
  private let records: Records
  private var ids: Set<String>
  /// The next number behind all ids.
  private(set) var nextNumber: Int
  private(set) var rows: [[String: AttributeValue]] = []

  init(_ records: Records) {
    self.records = records
    let ids = (0..<records.count).compactMap { records.id(of: records.row($0))?.plainString }
    (self.ids, nextNumber) = (Set(ids), records.model.nextNumber)
    for id in ids { count(id) }
  }

  private mutating func count(_ id: String) {
    if let number = Int(id), number < .max { nextNumber = max(nextNumber, number + 1) }
  }

  /// The ids of the new records, as they are typed; none where the column that has them is not known.
  var newIDs: [String] { rows.compactMap { row in records.idName.flatMap { row[$0]?.plainString } } }

  /// Adds a record. One without an id gets the next number, or a UUID where all ids are UUIDs.
  mutating func add(_ values: [String: AttributeValue?]) throws(UsageError) {
    var row = values.compactMapValues(\.self)
    if let place = records.idPlace {
      let name = records.names[place]
      let id = if let id = row[name] { id } else { try newID(place) }
      guard ids.insert(id.plainString).inserted else {
        throw UsageError("\(records.model.name) has a record with the id \(id.cellText) already: change that with set.")
      }
      count(id.plainString)
      row[name] = id
    }
    for column in records.model.columns where column.isListed && column.isNeverNil && row[column.name] == nil {
      throw UsageError("The column \(column.name) is \(column.type ?? "") and never nil: give the new record a value.")
    }
    rows.append(row)
  }

  private func newID(_ place: Int) throws(UsageError) -> AttributeValue {
    let kind =
      records.count == 0 && records.columns.kinds[place] == .unknown ? .number : records.kinds(of: [place])[place]
    let id: AttributeValue
    switch kind {
    case .integer, .number: id = .int(Int64(nextNumber))
    case .uuid: id = .uuid(UUID())
    default:
      throw UsageError(
        "The ids of \(records.model.name) are no numbers: give the new record one, \(records.names[place])=….")
    }
    if case .string = records.sample(of: place) { return .string(id.plainString) }
    return id
  }
}
