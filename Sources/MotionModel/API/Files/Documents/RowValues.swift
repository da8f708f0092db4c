/// The values of a row by the places of columns.
///
/// A row with few of many columns takes memory only for its values: otherwise a file of many rows, each with a column
/// of its own, would take the square of its size.
package struct RowValues: Sendable {
  private var list: [AttributeValue?]
  /// How many places of the list have a value.
  private var count: Int
  /// The values instead of the list, if there are few.
  private var few: [Int: AttributeValue]?

  package init(_ values: [AttributeValue?] = []) {
    (list, count, few) = (values, values.count { $0 != nil }, nil)
  }

  /// Takes over the values of a row of a file.
  ///
  /// - Parameter places: The places of the columns here, by their places in the file; nil for those that are left out.
  init(_ row: FileRow, _ places: [Int?]) {
    self.init(room: places.count, for: row.places.count)
    for place in row.places { if let target = places[place] { self[target] = row[place] } }
  }

  /// Makes room for a number of values at places below a length.
  private init(room length: Int, for count: Int) {
    self.init()
    if Self.isList(of: length, having: count) {
      list = Array(repeating: nil, count: length)
    } else {
      few = Dictionary(minimumCapacity: count)
    }
  }

  /// Whether a list of a length is in proportion to the values that it has.
  private static func isList(of length: Int, having count: Int) -> Bool { length <= 64 + 4 * count }

  /// The value at a place; nil if there is none.
  package internal(set) subscript(place: Int) -> AttributeValue? {
    get { few.map { $0[place] } ?? (list.indices.contains(place) ? list[place] : nil) }
    set {
      if few != nil {
        few?[place] = newValue
      } else if list.indices.contains(place) {
        count += (newValue == nil ? 0 : 1) - (list[place] == nil ? 0 : 1)
        list[place] = newValue
      } else if newValue != nil {
        append(newValue, at: place)
      }
    }
  }

  private mutating func append(_ value: AttributeValue?, at place: Int) {
    if Self.isList(of: place + 1, having: count + 1) {
      while list.count < place { list.append(nil) }
      list.append(value)
      count += 1
    } else {
      var values: [Int: AttributeValue] = [:]
      for (place, value) in list.enumerated() { values[place] = value }
      values[place] = value
      (list, count, few) = ([], 0, values)
    }
  }

  /// Returns the values at other places.
  ///
  /// - Parameters:
  ///   - targets: The new places by the old ones; values at places without a new one are left out.
  ///   - length: A number that all new places are below.
  func moved(to targets: [Int: Int], below length: Int) -> RowValues {
    let places = places
    var moved = RowValues(room: length, for: places.count)
    for place in places { if let target = targets[place] { moved[target] = self[place] } }
    return moved
  }

  /// The places that have a value, in their order.
  package var places: [Int] {
    if let few { return few.keys.sorted() }
    return list.indices.filter { list[$0] != nil }
  }
}

extension RowValues: Hashable {
  package static func == (first: RowValues, second: RowValues) -> Bool {
    let places = first.places
    return places == second.places && places.allSatisfy { first[$0] == second[$0] }
  }

  package func hash(into hasher: inout Hasher) {
    for place in places {
      hasher.combine(place)
      hasher.combine(self[place])
    }
  }
}
