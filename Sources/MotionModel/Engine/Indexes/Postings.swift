/// Numbered sets of rows, each with a hash. The numbers in use are always the first ones, so removed sets leave
/// no memory behind.
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

  /// Removes a set. The last set gets its number.
  ///
  /// - Returns: The number that the last set had, and its hash; nil when the last set itself was removed.
  mutating func remove(_ number: Int) -> (number: Int, hash: UInt64)? {
    let last = postings.removeLast()
    if number == postings.count { return nil }
    postings[number] = last
    return (postings.count, last.hash)
  }
}
