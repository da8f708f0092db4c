import MotionModel
import MotionModelSearch

extension World {
  /// Asks for what a search finds, the best first, among the records of a scope that has one condition at most.
  func askRanked<Record: WorldModel>(
    _ model: Record.Type, _ scope: Scope, _ number: Int, _ limit: Int
  ) throws {
    guard let searches = Record.searches else { return }
    let search = searches.search(number)
    let condition = condition(model, scope.plan)
    let all = current.naive[keyPath: Record.rows].records
    let finder = Record.where(condition.predicate).where(search.predicate(model)).order(by: .rank)
    let found = ScopedRecords(
      finder: finder, records: all.filter { condition.test($0) && search.meaning.matches(searches.words(of: $0)) },
      swift: "\(Record.name).where { \(condition.swift) && \(search.swift) }.order(by: .rank)")
    print("_ = \(found.swift).ids")
    let ids = finder.ids
    let places = Dictionary(uniqueKeysWithValues: all.enumerated().map { ($1.id, $0) })
    try expect("ranked records", ids.sorted { places[$0] ?? -1 < places[$1] ?? -1 }, found.records.map(\.id), found)
    try expect("best records", finder.limit(limit).ids, Array(ids.prefix(limit)), found)
    try expectScores(found, ids, places, all.map(searches.words), [search, condition.search].compactMap { $0 })
  }

  /// Checks that scores are those of the naive store, up to rounding, and decrease; of equal ones, earlier records come first.
  private func expectScores<Record: WorldModel>(
    _ found: ScopedRecords<Record>, _ ids: [Record.ID], _ places: [Record.ID: Int], _ words: [NaiveWords],
    _ searches: [WordSearch]
  ) throws {
    let (scores, weights) = (found.finder.scores(), Record.searches?.weights ?? [])
    try expect("scores", scores.count, ids.count, found)
    for (number, id) in ids.enumerated() {
      let place = places[id] ?? 0
      let expected = searches.reduce(0) { $0 + $1.meaning.score(of: words[place], among: words, weights: weights) }
      if abs(scores[number] - expected) > 1e-9 {
        throw Difference("\(Record.name) score", "\(scores[number]) of \(id), expected \(expected): \(found.swift)")
      }
      if number == 0 { continue }
      let before = (scores[number - 1], places[ids[number - 1]] ?? 0)
      if before.0 < scores[number] || before.0 == scores[number] && before.1 > place {
        throw Difference("\(Record.name) rank", "\(ids[number - 1]) before \(id): \(found.swift)")
      }
    }
  }
}
