import Synchronization

/// The derived columns of a model, and the consequences of its changes for other models.
final class ModelDerivations: Sendable {
  /// The columns that follow from related records.
  let columns: [DerivedColumn]
  /// The columns that follow from other columns of the record, in the order in which they are computed.
  let own: [DerivedColumn]
  /// How changes of the records change their parents.
  let updates: [ParentUpdate]
  /// How changes of the records change those that they are reached from by a route.
  let routes: [RouteUpdate]
  /// The names of columns that follow from each other in a circle, at least one of them in this model; nil if there is
  /// none.
  let circle: [String]?

  private let numbers: Lazy<[Int]>
  private let reached: Lazy<[TableLayout]>
  private let setOwn: [ColumnSetter]

  fileprivate init(_ registered: Registered, _ circle: [String]?) {
    let columns = registered.columns.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.value)
    (self.columns, own) = (columns.filter { !$0.isOwn }, columns.filter(\.isOwn))
    updates = ParentUpdate.joined(
      registered.updates.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.value))
    routes = registered.routes.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.value)
    self.circle = circle
    numbers = Lazy { columns.map { $0.number() } }
    reached = Lazy { [updates, routes] in Self.layouts(following: updates, routes) }
    setOwn = own.map { $0.setter(Tables()) }
  }

  /// Whether changes of the records change others.
  var hasConsequences: Bool { !updates.isEmpty || !routes.isEmpty || circle != nil }

  /// The models whose records may change when a record changes.
  var followers: [TableLayout] { reached.value }

  private static func layouts(following updates: [ParentUpdate], _ routes: [RouteUpdate]) -> [TableLayout] {
    var (found, next) = (updates.map(\.link.parent) + routes.map { $0.column.owner() }, 0)
    while next < found.count {
      if let derivations = Derivations.shared.of(found[next].slot) {
        let further = derivations.updates.map(\.link.parent) + derivations.routes.map { $0.column.owner() }
        for layout in further where !found.contains(where: { $0.slot == layout.slot }) { found.append(layout) }
      }
      next += 1
    }
    return found
  }

  /// The numbers of the derived columns.
  var columnNumbers: [Int] { numbers.value }

  /// Returns what sets all columns of a row that follow from related records.
  ///
  /// - Throws: `StoreError.endlessDerivation` if some of them follow from each other.
  func setter(in tables: Tables) throws(StoreError) -> ColumnSetter {
    if let circle { throw .endlessDerivation(columns: circle) }
    let setters = columns.map { $0.setter(tables) }
    return { row throws(StoreError) in for set in setters { try set(row) } }
  }

  /// Copies the columns that follow from related records from a stored row to another row. A save never changes them,
  /// because a record that was read a while ago has old values.
  func keep(_ layout: TableLayout, from old: Row, in row: MutableRow) {
    if columns.isEmpty { return }
    for number in numbers.value { layout.columns[number].operations.copy(old, row) }
  }

  /// Sets the columns that follow from other columns of a row.
  func finish(_ row: MutableRow) throws(StoreError) { for set in setOwn { try set(row) } }
}

extension DerivedColumn {
  fileprivate var isOwn: Bool { if case .own = source { true } else { false } }
}

/// How changes of records change those that they are reached from by a route.
struct RouteUpdate: Sendable {
  let column: DerivedColumn
  let source: RouteSource

  /// Returns the changes to records that follow from changes on the route, which were applied already.
  ///
  /// A record that leads no longer to a changed row did so by a row that changed too, so the tables after the changes
  /// are enough to find it.
  func changes(following part: ChangesetPart, in tables: Tables, _ cause: WriteCause) throws(StoreError)
    -> ChangesetPart
  {
    guard let owners = tables.version(column.owner().slot) else { return ChangesetPart(column.owner()) }
    var positions = RowSet()
    for dependency in source.dependencies() where dependency.layout.slot == part.layout.slot {
      let isIrrelevant = dependency.isIrrelevant
      for entry in part.entries {
        let (old, new) = (entry.old.map(part.address), entry.new.map(part.address))
        if isIrrelevant(old, new) { continue }
        for row in [old, new] {
          if let row { positions.formUnion(dependency.rows(leadingTo: row, in: tables)) }
        }
      }
    }
    if source.startsWithKey && part.layout.slot == owners.layout.slot {
      for entry in part.entries {
        if let position = entry.new.flatMap({ owners.position(of: part.address($0)) }) { positions.insert(position) }
      }
    }
    var writer = RowWriter(owners, now: cause.date)
    let set = column.setter(tables)
    for position in positions.positions {
      try writer.change(rowAt: position, touching: false, counting: cause.isSave) { row throws(StoreError) in
        try set(row)
      }
    }
    return writer.changes
  }
}

/// The derived columns of all models. Neither a parent nor a child knows the models whose columns count or sum it.
final class Derivations: Sendable {
  static let shared = Derivations()

  private struct State {
    /// What is declared, but may need schemas that do not exist yet. Each stays here until it is registered.
    var pending: [Int: @Sendable () -> [Declared]] = [:]
    /// The models of which all was declared: a generic model creates its schema more than once.
    var declared: Set<Int> = []
    var registered: [Int: Registered] = [:]
    /// How often something was registered.
    var registrationCount = 0
    var models = Models()
  }

  private final class Models: Sendable {
    /// By the numbers of the models.
    let all: ContiguousArray<ModelDerivations?>
    /// What all of this replaced. It is kept, because others may read it: they take no lock. Models are declared once,
    /// so there are few.
    private let earlier: Models?

    init(_ all: ContiguousArray<ModelDerivations?> = [], after earlier: Models? = nil) {
      (self.all, self.earlier) = (all, earlier)
    }
  }

  private let state = Locked(State())
  /// What the state has, for readers without the lock; nil before anything is registered.
  private let models = Atomic<Unmanaged<Models>?>(nil)
  /// Whether the state has something that is not registered.
  private let hasPending = Atomic(false)

  /// A bit for each model, by its number modulo the bits of a word: whether it may have derived columns. All are set
  /// while a declaration is not registered. Most models have none, and each save asks several times, so a bit decides
  /// first.
  private let used = Atomic<UInt>(0)

  private static func bit(of slot: Int) -> UInt { 1 &<< UInt(slot % UInt.bitWidth) }

  /// A column with the key of its declaration, because two threads may register it.
  struct Declared: Sendable {
    let key: [Int]
    let ownerSlot: Int
    let column: DerivedColumn?
    /// How children change their parents; nil for a route and for the record itself.
    let update: ParentUpdate?
  }

  /// Declares the derived columns of a model, when its schema is created. `make` is called later, because it may
  /// need the schemas of other models.
  func add(_ slot: Int, _ make: @escaping @Sendable () -> [Declared]) {
    state.withLock { state in
      guard state.declared.insert(slot).inserted else { return }
      state.pending[slot] = make
      hasPending.store(true, ordering: .releasing)
      used.store(.max, ordering: .releasing)
    }
  }

  /// The derivations of a model; nil for most models.
  func of(_ slot: Int) -> ModelDerivations? {
    if used.load(ordering: .acquiring) & Self.bit(of: slot) == 0 { return nil }
    while hasPending.load(ordering: .acquiring) { register() }
    return models.load(ordering: .acquiring)?._withUnsafeGuaranteedRef { slot < $0.all.count ? $0.all[slot] : nil }
  }

  /// The numbers of the derived columns of a model.
  func columns(of slot: Int) -> Set<Int> { Set(of(slot)?.columnNumbers ?? []) }

  /// Registers what was declared, unless another thread registers something meanwhile: columns of both may form a
  /// circle, which neither sees alone. Callers repeat this as long as something is not registered.
  private func register() {
    let (pending, known, count) = state.withLock { ($0.pending, $0.registered, $0.registrationCount) }
    if pending.isEmpty { return }
    var registered = known
    for declared in pending.values.flatMap({ $0() }) { Self.register(declared, in: &registered) }
    let circles = Self.circles(in: registered)
    state.withLock { state in
      guard state.registrationCount == count else { return }
      (state.registered, state.registrationCount) = (registered, count + 1)
      for number in pending.keys { state.pending[number] = nil }
      let last = registered.keys.max() ?? -1
      state.models = Models(
        ContiguousArray((0..<(last + 1)).map { slot in registered[slot].map { ModelDerivations($0, circles[slot]) } }),
        after: state.models)
      models.store(Unmanaged.passUnretained(state.models), ordering: .releasing)
      guard state.pending.isEmpty else { return }
      hasPending.store(false, ordering: .releasing)
      used.store(registered.keys.reduce(0) { $0 | Self.bit(of: $1) }, ordering: .releasing)
    }
  }

  private static func register(_ declared: Declared, in registered: inout [Int: Registered]) {
    if let column = declared.column {
      registered[declared.ownerSlot, default: Registered()].columns[declared.key] = column
      if case .route(let source) = column.source {
        let slots = Set(source.dependencies().map(\.layout.slot))
        for slot in source.startsWithKey ? slots.union([declared.ownerSlot]) : slots {
          registered[slot, default: Registered()].routes[declared.key] = RouteUpdate(column: column, source: source)
        }
      }
    }
    if let update = declared.update {
      registered[update.link.childSlot, default: Registered()].updates[declared.key] = update
    }
  }

  // MARK: - Circles

  /// Returns the names of columns that follow from each other in a circle, by the models with such a column.
  private static func circles(in registered: [Int: Registered]) -> [Int: [String]] {
    var inputs: [ColumnPlace: [ColumnPlace]] = [:]
    var names: [ColumnPlace: String] = [:]
    for (slot, model) in registered {
      for column in model.columns.values {
        let read = column.inputs()
        if read.isEmpty { continue }
        let (place, layout) = (ColumnPlace(slot: slot, number: column.number()), column.owner())
        inputs[place] = read
        names[place] = "\(layout.name).\(layout.columns[place.number].name)"
      }
    }
    // Columns of which all inputs are settled are settled; what remains is in a circle, or follows from one.
    var open = inputs
    while true {
      let settled = open.filter { $0.value.allSatisfy { open[$0] == nil } }.keys
      if settled.isEmpty { break }
      for place in settled { open[place] = nil }
    }
    let circle = open.keys.compactMap { names[$0] }.sorted()
    var circles: [Int: [String]] = [:]
    for place in open.keys {
      circles[place.slot] = circle
      for input in open[place] ?? [] { circles[input.slot] = circle }
    }
    return circles
  }
}

/// What is registered of a model, by the keys of the declarations.
private struct Registered {
  var columns: [[Int]: DerivedColumn] = [:]
  var updates: [[Int]: ParentUpdate] = [:]
  var routes: [[Int]: RouteUpdate] = [:]
}
