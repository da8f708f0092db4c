/// The values of a record in a file, by the places of the columns of its section.
///
/// The places that have a value are listed, so that absent columns take no time.
struct FileRow {
  private var values: [AttributeValue?]
  /// The places that have a value, in no order.
  private(set) var places: [Int] = []
  /// The place of the record in its table, if the file has it.
  var recordPlace: Int?
  /// The line of the file where the record begins, in a format of lines.
  var line: Int?

  init(_ section: FileSection) { self.init(placeCount: section.allColumns.count) }

  init(placeCount: Int) { values = Array(repeating: nil, count: placeCount) }

  subscript(place: Int) -> AttributeValue? { values[place] }

  /// Sets the value of a place.
  ///
  /// - Returns: False if it has one already.
  mutating func set(_ value: AttributeValue, at place: Int) -> Bool {
    if values[place] != nil { return false }
    values[place] = value
    places.append(place)
    return true
  }

  /// Sets the values of an empty row.
  mutating func set(_ values: [PlacedValue]) {
    for (column, value) in values { _ = set(value, at: column) }
  }

  mutating func removeAll() {
    for place in places { values[place] = nil }
    places.removeAll(keepingCapacity: true)
    recordPlace = nil
  }
}
