/// Shows each commit of one store to those views that it can concern, and tells their listeners afterwards.
///
/// It is fed by ``CommitDelivery``: ``take(_:of:)`` runs while the next commit waits, ``tell(_:in:)`` once the commit
/// is notified.
///
/// The lock of the router is taken inside the writer's lock. Views are called outside of it.
package final class LiveRouter: Sendable {
  /// How much work commits caused, for tests.
  package struct Statistics: Sendable, Equatable {
    /// How many views were shown a commit, in all commits together.
    package var asked = 0
    /// How many changes they were shown.
    package var changes = 0
  }

  fileprivate struct State: Sendable {
    /// By the numbers of the models.
    var tables: [Int: LiveRoutes] = [:]
    var routes: [ObjectIdentifier: LiveRoute] = [:]
    /// The views that all commits concern.
    var all: [ObjectIdentifier: LiveRoute] = [:]
    /// The views whose listeners wait for the notification of a commit, or for the end of a coalesced block.
    var waiting: [(block: StoreBlock?, view: any LiveView)] = []
    var statistics = Statistics()
  }

  private let state = Locked(State())

  /// How much work commits caused so far.
  package var statistics: Statistics { state.withLock { $0.statistics } }

  /// How many views there are.
  package var count: Int { state.withLock { $0.routes.count } }

  // MARK: - Views

  func add(_ view: any LiveView, _ interests: [LiveInterest]) {
    state.withLock { state in
      state.routes[ObjectIdentifier(view)] = LiveRoute(view)
      state.add(Dictionary(uniqueKeysWithValues: interests.enumerated().map { ($0, $1) }), to: view)
    }
  }

  /// Changes what a view wants to be shown from the next commit on.
  func change(_ view: any LiveView, adding interests: [Int: LiveInterest], removing numbers: [Int]) {
    state.withLock { state in
      for number in numbers { state.remove(number, from: view) }
      state.add(interests, to: view)
    }
  }

  func remove(_ view: any LiveView) {
    // NB: The route is freed outside the lock, because freeing a view may run users' code.
    let removed = state.withLock { state -> LiveRoute? in
      guard let route = state.routes.removeValue(forKey: ObjectIdentifier(view)) else { return nil }
      for (number, interest) in route.interests {
        if let slot = interest.layout?.slot { state.tables[slot]?.remove(route, number, interest.scope) }
      }
      state.all[ObjectIdentifier(view)] = nil
      state.waiting.removeAll { $0.view === view }
      return route
    }
    withExtendedLifetime(removed) {}
  }

  func end() {
    for route in state.withLock({ Array($0.routes.values) }) { route.view.end() }
  }

  // MARK: - Commits

  /// Shows a commit to the views that it can concern. The caller holds the writer's lock.
  ///
  /// - Returns: The views whose listeners are to be told.
  func take(_ changeset: Changeset, of store: Store) -> [any LiveView] {
    let asked = state.withLock { $0.route(changeset) }
    if asked.isEmpty { return [] }
    let commit = LiveCommit(changeset, in: store)
    return asked.filter { $0.view.take($0.parts, of: commit) }.map(\.view)
  }

  /// Lets the listeners of some views wait for the notification of a commit, or for the end of a block that collects it.
  func hold(_ views: [any LiveView], _ block: StoreBlock?) {
    state.withLock { state in
      for view in views where !state.isWaiting(view, for: block) { state.waiting.append((block, view)) }
    }
  }

  /// Whether somebody waits for the notification of a commit, or for the end of a block.
  func hasWaiting(for block: StoreBlock?) -> Bool { state.withLock { $0.waiting.contains { $0.block === block } } }

  /// Lets those who wait for the end of a block wait for the next commit that concerns them.
  func forget(_ block: StoreBlock) { _ = takeWaiting(for: block) }

  /// Tells those who wait for the notification of a commit, or for the end of a block.
  func tell(_ block: StoreBlock?, in store: Store) {
    for view in takeWaiting(for: block) { view.tell(in: store) }
  }

  /// Returns those who wait, who wait no longer. They are freed outside the lock, because that may run users' code.
  private func takeWaiting(for block: StoreBlock?) -> [any LiveView] {
    state.withLock { state in
      let views = state.waiting.filter { $0.block === block }.map(\.view)
      if !views.isEmpty { state.waiting.removeAll { $0.block === block } }
      return views
    }
  }
}

extension LiveRouter.State {
  fileprivate mutating func add(_ interests: [Int: LiveInterest], to view: any LiveView) {
    guard let route = routes[ObjectIdentifier(view)] else { return }
    for (number, interest) in interests {
      route.interests[number] = interest
      if let slot = interest.layout?.slot {
        tables[slot, default: LiveRoutes()].insert(route, number, interest.scope)
      } else {
        all[ObjectIdentifier(view)] = route
      }
    }
  }

  fileprivate mutating func remove(_ number: Int, from view: any LiveView) {
    guard let route = routes[ObjectIdentifier(view)], let interest = route.interests.removeValue(forKey: number),
      let slot = interest.layout?.slot
    else { return }
    tables[slot]?.remove(route, number, interest.scope)
  }

  /// Returns the views that a commit can concern, each with what it is shown.
  fileprivate mutating func route(_ changeset: Changeset) -> [(view: any LiveView, parts: [LivePart])] {
    var routes: [LiveRoute] = []
    for part in changeset.parts where part.count > 0 { tables[part.layout.slot]?.route(part, &routes) }
    if routes.isEmpty && all.isEmpty { return [] }
    let asked = routes.map { ($0.view, $0.takeParts()) } + all.values.map { ($0.view, []) }
    statistics.asked += asked.count
    statistics.changes += asked.reduce(0) { $0 + $1.1.reduce(0) { $0 + $1.count } }
    return asked
  }

  fileprivate func isWaiting(_ view: any LiveView, for block: StoreBlock?) -> Bool {
    waiting.contains { $0.block === block && $0.view === view }
  }
}
