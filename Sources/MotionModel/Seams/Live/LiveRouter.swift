/// Shows each commit of one store to the views that it can concern, and notifies their listeners afterwards.
///
/// It is fed by ``CommitDelivery``: ``route(_:)`` and ``show(_:to:of:)`` run while the next commit waits,
/// ``tell(_:in:)`` once the commit is notified.
///
/// The lock of the router is taken inside that of the delivery, and that inside the writer's lock. Views are called
/// outside of both.
package final class LiveRouter: Sendable {
  /// How much work commits caused, for tests.
  package struct Statistics: Sendable, Equatable {
    /// How many views were shown a commit, in all commits together.
    package var asked = 0
    /// How many changes they were shown.
    package var changes = 0
    /// How many rows that were not written they tested.
    package var examined = 0
    /// How many ranges of views were compared with changes.
    package var compared = 0
  }

  fileprivate struct State: Sendable {
    /// By the numbers of the models.
    var tables: [LiveRoutes] = []
    /// Of all views that are open.
    var routes: [LiveRoute] = []
    /// How many views there were so far.
    var opened = 0
    /// Of the views that all commits concern.
    var all: [ObjectIdentifier: LiveRoute] = [:]
    /// Memory for ``LiveRoutes/route(_:_:_:)``. Both are empty between commits.
    var (touched, asked) = ([LiveTicket](), [LiveRoute]())
    /// The views whose listeners wait for the notification of a commit, or for the end of a coalesced block.
    var waiting: [(block: StoreBlock?, view: any LiveView)] = []
    var statistics = Statistics()
  }

  private let state = Locked(State())

  /// How much work commits caused so far.
  package var statistics: Statistics { state.withLock { $0.statistics } }

  /// How many views there are.
  package var count: Int { state.withLock { $0.routes.count } }

  /// Whether nothing is left of views that are closed.
  package var isEmpty: Bool {
    state.withLock { $0.routes.isEmpty && $0.all.isEmpty && $0.waiting.isEmpty && $0.tables.allSatisfy(\.isEmpty) }
  }

  // MARK: - Views

  func add(_ view: any LiveView, _ interests: LiveInterests) {
    let route = view.route
    state.withLock { state in
      route.open(view, state.opened, interests)
      route.index = state.routes.count
      state.opened += 1
      state.routes.append(route)
      route.forEachInterest { state.insert($0, $1) }
    }
  }

  func remove(_ view: any LiveView) {
    // NB: The view is freed outside the lock, because that may run users' code.
    let removed = state.withLock { $0.close(view.route) }
    withExtendedLifetime(removed) {}
  }

  /// Ends all views: the store is freed.
  func end() {
    let views = state.withLock { state in state.routes.reversed().compactMap { state.close($0) } }
    for view in views { view.end() }
  }

  // MARK: - Commits

  /// Returns the views that a commit can concern, in the order in which they were opened. The caller holds the writer's
  /// lock, and then calls ``show(_:to:of:)``.
  func route(_ changeset: Changeset) -> [any LiveView] { state.withLock { $0.route(changeset) } }

  /// Shows a commit to views.
  ///
  /// - Returns: The views whose listeners are to be notified.
  func show(_ changeset: Changeset, to views: [any LiveView], of store: Store) -> [any LiveView] {
    if views.isEmpty { return [] }
    let commit = LiveCommit(changeset, in: store)
    let changed = views.filter { $0.take($0.route.takeParts(), of: commit) }
    if commit.examined > 0 { state.withLock { $0.statistics.examined += commit.examined } }
    return changed
  }

  /// Lets the listeners of some views wait for the notification of a commit, or for the end of a block that collects
  /// it.
  func hold(_ views: [any LiveView], _ block: StoreBlock?) {
    state.withLock { state in
      let waiting = Set(state.waiting.lazy.filter { $0.block === block }.map { ObjectIdentifier($0.view) })
      for view in views where !waiting.contains(ObjectIdentifier(view)) { state.waiting.append((block, view)) }
    }
  }

  /// Whether a task waits for the notification of a commit, or for the end of a block.
  func hasWaiting(for block: StoreBlock?) -> Bool { state.withLock { $0.waiting.contains { $0.block === block } } }

  /// Lets tasks that wait for the end of a block wait for the next commit that concerns them.
  func forget(_ block: StoreBlock) { _ = takeWaiting(for: block) }

  /// Notifies the tasks that wait for the notification of a commit, or for the end of a block.
  func tell(_ block: StoreBlock?, in store: Store) {
    for view in takeWaiting(for: block) { view.tell(in: store) }
  }

  /// Removes and returns the waiting tasks. They are freed outside the lock, because that may run users' code.
  private func takeWaiting(for block: StoreBlock?) -> [any LiveView] {
    state.withLock { state in
      let views = state.waiting.compactMap { $0.block === block ? $0.view : nil }
      if !views.isEmpty { state.waiting.removeAll { $0.block === block } }
      return views
    }
  }
}

extension LiveRouter.State {
  fileprivate mutating func insert(_ ticket: LiveTicket, _ interest: LiveInterest) {
    guard let slot = interest.layout?.slot else {
      all[ObjectIdentifier(ticket.route)] = ticket.route
      return
    }
    while tables.count <= slot { tables.append(LiveRoutes()) }
    tables[slot].insert(ticket, interest.regions)
  }

  fileprivate mutating func remove(_ ticket: LiveTicket, _ interest: LiveInterest) {
    if let slot = interest.layout?.slot { tables[slot].remove(ticket, interest.regions) }
  }

  /// Removes a view, unless it is not open.
  ///
  /// - Returns: The view, which the caller releases outside the lock.
  fileprivate mutating func close(_ route: LiveRoute) -> (any LiveView)? {
    if route.view == nil { return nil }
    route.forEachInterest { remove($0, $1) }
    routes.swapAt(route.index, routes.count - 1)
    routes[route.index].index = route.index
    routes.removeLast()
    if !all.isEmpty { all[ObjectIdentifier(route)] = nil }
    let view = route.close()
    if !waiting.isEmpty { waiting.removeAll { $0.view === view } }
    return view
  }

  fileprivate mutating func route(_ changeset: Changeset) -> [any LiveView] {
    if !all.isEmpty { asked += all.values }
    for part in changeset.parts where part.count > 0 && part.layout.slot < tables.count {
      statistics.compared += tables[part.layout.slot].route(part, &touched, &asked)
    }
    if asked.isEmpty { return [] }
    defer { asked.removeAll(keepingCapacity: asked.count < 64) }
    if asked.count > 1 { asked.sort { $0.number < $1.number } }
    statistics.asked += asked.count
    for route in asked { statistics.changes += route.changes }
    return asked.compactMap(\.view)
  }
}
