import MotionModel
import MotionModelTransactions

extension World {
  func transaction(_ steps: [Step], _ ending: Ending) throws {
    let line = transcript?.open("try Store.current.transaction { transaction in")
    defer { transcript?.close() }
    let before = place.naive
    depth += 1
    let outcome = Result<Bool, any Error> {
      defer { depth -= 1 }
      try place.store.transaction { transaction in
        let (first, rest) = ending == .rollbackAndGoOn ? (steps.dropLast(1), steps.suffix(1)) : (steps[...], [])
        for step in first { try perform(step) }
        if ending == .rollback || ending == .rollbackAndGoOn {
          print("transaction.rollback()")
          transaction.rollback()
          place.naive = place.naive.restored(to: before)
          if let difference = Comparison.of(place.store, place.naive) { throw difference }
        }
        for step in rest { try perform(step) }
        if ending == .fail {
          print("throw HookRefusal()")
          throw Refusal.thrown
        }
      }
      return true
    }
    try conclude(outcome, ending == .fail ? .thrown : nil, before, line)
  }

  /// Compares the outcome of a block of several steps with the expected one.
  private func conclude(
    _ outcome: Result<Bool, any Error>, _ refusal: Refusal?, _ before: NaiveStore, _ line: Int?
  ) throws {
    var expected = refusal.map { Result<Bool, Refusal>.failure($0) } ?? .success(true)
    if refusal == nil, depth == 0 {
      do throws(Refusal) { try place.naive.checkCommit() } catch { expected = .failure(error) }
    }
    _ = try judge(outcome, expected, before, line: line)
  }

  func preview(_ steps: [Step]) throws {
    if depth > 0 { return }
    transcript?.open("_ = Store.current.preview {")
    defer { transcript?.close() }
    let before = place.naive
    depth += 1
    place.naive.ignoresRestrictions = true
    var problem: (any Error)?
    _ = place.store.preview {
      for step in steps where problem == nil { do { try perform(step) } catch { problem = error } }
    }
    depth -= 1
    if let problem { throw problem }
    place.naive = place.naive.restored(to: before)
    _ = try judge(.success(true), .success(true), before)
  }

  func withoutHooks(_ steps: [Step]) throws {
    transcript?.open("try Store.withoutHooks {")
    defer { transcript?.close() }
    let outer = runsHooks
    runsHooks = false
    defer { runsHooks = outer }
    try Store.withoutHooks { for step in steps { try perform(step) } }
  }
}
