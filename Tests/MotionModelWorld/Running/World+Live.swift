import MotionModel

extension World {
  static var liveLimit: Int { 3 }

  /// Opens live results of the current store; the oldest ones are released if there are too many.
  func openLive<Record: WorldModel>(_ model: Record.Type, _ scope: Scope) {
    // Other threads would commit between what is shown and what is found.
    if !current.isAlone { return }
    let found = scoped(model, scope)
    print("let live = \(found.swift).live()")
    current.add(LiveTwin(found.finder, found.swift), limit: Self.liveLimit)
  }

  func dropLive(_ index: Int) { current.dropLive(index) }
}
