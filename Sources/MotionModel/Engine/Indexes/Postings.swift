/// Sets of rows with a hash each, by numbers: those in use are always the first ones, so sets that go leave no memory behind.
struct Postings: Sendable {
  struct Posting: Sendable {
    let hash: UInt64
    var rows: RowSet
  }

  private var postings = PagedArray<Posting>()

  var count: Int { postings.count }

  subscript(number: Int) -> Posting {
    get { postings[number] }
    _modify { yield &postings[number] }
  }

  /// Adds a set.
  ///
  /// - Returns: Its number.
  mutating func append(_ rows: RowSet, hash: UInt64) -> Int {
    postings.append(Posting(hash: hash, rows: rows))
    return postings.count - 1
  }

  /// Removes a set; the last one gets its number.
  ///
  /// - Returns: The number that the last one had, and its hash; nil when it was removed itself.
  mutating func remove(_ number: Int) -> (number: Int, hash: UInt64)? {
    let last = postings.removeLast()
    if number == postings.count { return nil }
    postings[number] = last
    return (postings.count, last.hash)
  }
}
