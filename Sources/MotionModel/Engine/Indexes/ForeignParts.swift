/// What an index of another module answers to several conditions: rows that pass tests, and rows that must not pass
/// others.
struct ForeignParts {
  typealias Part = (answer: RowAnswer, test: any RowTest, conjunct: Int)

  var found: [Part] = []
  var excluded: [Part] = []

  /// The index has all rows of the table, so all other rows fail a test.
  func answer(in rows: RowStorage) -> IndexAnswer? {
    guard let fewest = found.map(\.answer).min(by: { $0.count < $1.count }) else { return answerOfExcluded(in: rows) }
    // To test few rows takes less than to find very many that have to be left out.
    let excluded = excluded.filter {
      Double($0.answer.count) * $0.answer.effort < Double(fewest.count) * Double($0.test.cost)
    }
    let (found, isAlone) = (found, found.count + excluded.count == 1)
    return IndexAnswer(
      count: fewest.count, isCountExact: isAlone && fewest.isCountExact, decided: decided(found + excluded),
      effort: effort(found + excluded)
    ) {
      let both = found.dropFirst().reduce(into: found[0].answer.rows()) { $0.formIntersection($1.answer.rows()) }
      return excluded.reduce(both) { $0.subtracting($1.answer.rows()) }
    }
  }

  /// Returns all rows but those that are excluded; nil when none are.
  private func answerOfExcluded(in rows: RowStorage) -> IndexAnswer? {
    guard let most = excluded.map(\.answer).max(by: { $0.count < $1.count }) else { return nil }
    let (excluded, count) = (excluded, rows.count)
    return IndexAnswer(
      count: most.isCountExact ? count - most.count : count, isCountExact: excluded.count == 1 && most.isCountExact,
      decided: decided(excluded), effort: effort(excluded)
    ) {
      excluded.reduce(rows.positions) { $0.subtracting($1.answer.rows()) }
    }
  }

  private func decided(_ parts: [Part]) -> ConjunctSet {
    parts.reduce(into: []) { $0.insert($1.conjunct) }
  }

  private func effort(_ parts: [Part]) -> Double { parts.reduce(0) { $0 + $1.answer.effort } }
}
