/// The numbers of groups of rows, by the value that the rows of a group have.
///
/// It is apart from what is kept of each group, whose type differs from index to index: code that is not generic finds
/// a number in a fraction of the time.
struct GroupNumbers {
  private var numbers = HashTable()
  private var keys = PagedArray<AttributeValue>()
  /// The numbers that have no group, which are used again.
  private var free: [Int] = []

  /// How many groups there are.
  var count: Int { keys.count - free.count }

  /// Returns the number of a value's group; nil if there is none.
  func number(_ hash: UInt64, _ value: AttributeValue) -> Int? {
    numbers.first(hash: hash) { keys[$0] == value }
  }

  /// The value of a group.
  func key(of number: Int) -> AttributeValue { keys[number] }

  /// Gives a number to a value that has none: a freed number, or the next one.
  mutating func add(_ hash: UInt64, _ value: AttributeValue) -> Int {
    let number = free.popLast() ?? keys.count
    if number < keys.count { keys[number] = value } else { keys.append(value) }
    numbers.insert(number, hash: hash)
    return number
  }

  /// Gives the number of a value back.
  mutating func remove(_ number: Int, hash: UInt64) {
    _ = numbers.remove(number, hash: hash)
    keys[number] = .null
    free.append(number)
  }
}
