/// An index by terms, of which a row may have many: elements of an array, or parts of a string.
///
/// For each term the index stores the rows that have it. It knows terms only by their hashes: two terms with the same
/// hash share their rows, so an answer may have too many rows, which are tested again.
struct TermIndex: TableIndex {
  /// How the terms of rows, and those that conditions require, are found.
  struct Terms: Sendable {
    /// The hashes of a row's terms, each once.
    let inRow: @Sendable (_ row: Row) -> Set<UInt64>
    /// Whether a row has the same terms until it is written; see ``ColumnOperations/isStable``.
    let areStable: Bool
    /// The hashes of terms that each row has that meets a condition; nil when the condition requires none.
    let wanted: @Sendable (_ condition: PredicateNode) -> [UInt64]?
  }

  let definition: IndexDefinition
  private let terms: Terms
  /// The numbers of postings by hash.
  private var table = HashTable()
  private var postings = Postings()
  /// The rows by the number of terms that they had when they were added; empty when the terms of a row are steady. A
  /// row that has lost a term since would leave its position under that term unnoticed.
  private var rowsByCount: [Int: RowSet] = [:]

  init(_ definition: IndexDefinition, _ terms: Terms) { (self.definition, self.terms) = (definition, terms) }

  /// How many terms there are.
  var count: Int { table.count }

  // MARK: - Answering

  func answer(to conjuncts: [PredicateNode], in rows: RowStorage) -> IndexAnswer? {
    let wanted = conjuncts.compactMap(terms.wanted)
    if wanted.isEmpty { return nil }
    var sets: [RowSet] = []
    for hash in wanted.joined() {
      guard let number = number(of: hash) else { return .nothing(decided: []) }
      sets.append(postings[number].rows)
    }
    sets.sort { $0.count < $1.count }
    guard let fewest = sets.first else { return nil }
    let others = sets.dropFirst()
    return IndexAnswer(count: fewest.count, isCountExact: false, decided: [], effort: 0.2) {
      others.reduce(into: fewest) { $0.formIntersection($1) }
    }
  }

  private func number(of hash: UInt64) -> Int? { table.first(hash: hash) { postings[$0].hash == hash } }

  // MARK: - Changing

  func isAffected(_ old: Row, _ new: Row) -> Bool {
    !definition.columns[0].operations.isEqual(old, new)
  }

  mutating func insert(_ row: Row, at position: Int, in rows: RowStorage) {
    let hashes = terms.inRow(row)
    if !terms.areStable { rowsByCount[hashes.count, default: RowSet()].insert(position) }
    for hash in hashes {
      if let number = number(of: hash) {
        postings[number].rows.insert(position)
      } else {
        table.insert(postings.append(RowSet(position), hash: hash), hash: hash)
      }
    }
  }

  mutating func remove(_ row: Row, at position: Int, in rows: RowStorage) -> Bool {
    let hashes = terms.inRow(row)
    if !terms.areStable && rowsByCount[hashes.count]?.remove(position) != true { return false }
    return hashes.allSatisfy { remove(position, from: $0) }
  }

  private mutating func remove(_ position: Int, from hash: UInt64) -> Bool {
    guard let number = number(of: hash), postings[number].rows.remove(position) else { return false }
    if postings[number].rows.isEmpty { removePosting(number) }
    return true
  }

  private mutating func removePosting(_ number: Int) {
    table.remove(number, hash: postings[number].hash)
    guard let moved = postings.remove(number) else { return }
    table.replace(moved.number, with: number, hash: moved.hash)
  }

  // MARK: - Checking

  func violation(_ positions: [Int], in rows: RowStorage) -> String? {
    var expected: [UInt64: [Int]] = [:]
    for position in positions {
      for hash in terms.inRow(rows[position]) { expected[hash, default: []].append(position) }
    }
    for number in 0..<postings.count {
      var found: [Int] = []
      postings[number].rows.forEach { found.append($0) }
      let wanted = expected.removeValue(forKey: postings[number].hash) ?? []
      if found != wanted { return "has \(found) instead of \(wanted)" }
    }
    return expected.isEmpty ? nil : "lacks \(expected.count) terms"
  }
}
