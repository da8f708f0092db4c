/// The values of a row by the places of columns.
///
/// A row that has few of many columns takes memory only for those that it has: otherwise a file of many rows, each with a
/// column of its own, would take the square of its size.
struct RowValues: Sendable {
  private var list: [AttributeValue?]
  /// The values instead of the list, if there are few.
  private var few: [Int: AttributeValue]?

  init(_ values: [AttributeValue?] = []) { (list, few) = (values, nil) }

  /// Takes over the values of a row of a file.
  ///
  /// - Parameter places: The places of the columns here, by their places in the file; nil for those that are left out.
  init(_ row: FileRow, _ places: [Int?]) {
    self.init()
    if Self.isList(of: places.count, having: row.places.count) {
      list = Array(repeating: nil, count: places.count)
    } else {
      few = Dictionary(minimumCapacity: row.places.count)
    }
    for place in row.places { if let target = places[place] { self[target] = row[place] } }
  }

  /// Whether a list of a length is in proportion to the values that it has.
  private static func isList(of length: Int, having count: Int) -> Bool { length <= 64 + 4 * count }

  subscript(place: Int) -> AttributeValue? {
    get { few.map { $0[place] } ?? (list.indices.contains(place) ? list[place] : nil) }
    set {
      if few != nil {
        few?[place] = newValue
      } else if list.indices.contains(place) {
        list[place] = newValue
      } else if newValue != nil {
        if Self.isList(of: place + 1, having: list.count) || Self.isList(of: place + 1, having: places.count) {
          while list.count <= place { list.append(nil) }
          list[place] = newValue
        } else {
          few = Dictionary(list.enumerated().compactMap { place, value in value.map { (place, $0) } }) { first, _ in
            first
          }
          few?[place] = newValue
          list = []
        }
      }
    }
  }

  /// The places that have a value, in their order.
  var places: [Int] {
    if let few { return few.keys.sorted() }
    return list.indices.filter { list[$0] != nil }
  }

  /// The values of so many places.
  func all(_ count: Int) -> [AttributeValue?] {
    if few == nil && list.count == count { return list }
    var values = [AttributeValue?](repeating: nil, count: count)
    for place in places where place < count { values[place] = self[place] }
    return values
  }
}

extension RowValues: Hashable {
  static func == (first: RowValues, second: RowValues) -> Bool {
    let places = first.places
    return places == second.places && places.allSatisfy { first[$0] == second[$0] }
  }

  func hash(into hasher: inout Hasher) {
    for place in places {
      hasher.combine(place)
      hasher.combine(self[place])
    }
  }
}
