package import MotionModel

extension WordIndex {
  package func answers(_ test: any RowTest) -> Bool { (test as? SearchTest)?.fields.isSame(as: fields) == true }

  package func answer(to test: any RowTest) -> RowAnswer? {
    guard answers(test), let test = test as? SearchTest else { return nil }
    let run = QueryRun(test.query, in: self)
    return RowAnswer(count: run.mostRows, isCountExact: run.isCountExact, effort: 0.2) { run.rows }
  }
}
