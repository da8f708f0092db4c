import MotionModel
import MotionModelSearch

extension World {
  static var liveLimit: Int { 4 }

  /// Opens live results and values of the current store; the oldest ones are released if there are too many.
  func openLive<Record: WorldModel>(_ model: Record.Type, _ scope: Scope) {
    // Other threads would commit between what is shown and what is found.
    if !current.isAlone { return }
    let found = scoped(model, scope)
    print("let live = \(found.swift).live()")
    current.add(LiveTwin(found.finder, found.swift), limit: Self.liveLimit)
    // Which value it is follows from the finder, so that a shorter run opens the same.
    let number = found.swift.utf8.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFF }
    if let searches = Record.searches, number % 3 == 0 {
      let ranked = Record.where(searches.search(number).predicate(Record.self)).order(by: .rank)
      current.add(LiveTwin(ranked, "\(ranked)", isRanked: true), limit: Self.liveLimit)
    }
    if let value = found.finder.liveValue(number) { current.add(value, limit: Self.liveLimit) }
  }

  func dropLive(_ index: Int) { current.dropLive(index) }
}
