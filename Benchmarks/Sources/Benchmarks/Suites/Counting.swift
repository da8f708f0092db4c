import MotionModel

extension Bench {
  /// What a column costs that counts children, by how many there are: one more and one less, beside the same of a parent
  /// that counts nothing, which takes the place of hand-written code.
  func compareCounters<Adapter: StorageAdapter>(_ database: String, _ store: Store, _: Adapter.Type) throws {
    let title = "\(database): create and delete a child that is counted"
    if let profiled = options.profiled, profiled != title { return }
    var measured: [Comparison] = []
    for count in options.isQuick ? [10, 1_000] : [10, 1_000, 100_000] {
      let counted = try store.table(CountingParent<Adapter>.self).create { _ in }
      let children = store.table(CountedChild<Adapter>.self)
      try children.insert(
        contentsOf: (0..<count).map { _ in
          var child = CountedChild<Adapter>()
          child.parentID = counted.id
          return child
        })
      let plain = try store.table(PlainParent<Adapter>.self).create { _ in }
      let others = store.table(PlainChild<Adapter>.self)
      try others.insert(
        contentsOf: (0..<count).map { _ in
          var child = PlainChild<Adapter>()
          child.parentID = plain.id
          return child
        })
      let comparison = try compare(
        title, rows: count,
        [
          Contestant(.library, "create, delete; the parent has a counter") {
            [try store.table(CountingParent<Adapter>.self).find(counted.id)?.childrenCount ?? 0]
          } body: {
            try children.delete(children.create { $0.parentID = counted.id })
          },
          Contestant(.hand, "create, delete; it has none") {
            [try others.where(\.parentID == plain.id).count]
          } body: {
            try others.delete(others.create { $0.parentID = plain.id })
          },
        ])
      measured.append(comparison)
    }
    judgeGrowth(measured, atMost: 1.5)
  }
}

private struct CountingParent<Adapter: StorageAdapter>: Model {
  var id = 0
  var childrenCount = 0
  static var schema: Schema<Self> { .once { Schema { Derived(\.childrenCount, count: \.children) } } }
  struct Relations: ModelRelations { let children = HasMany<CountedChild<Adapter>>(\.parentID) }
}

private struct CountedChild<Adapter: StorageAdapter>: Model {
  var id = 0
  var parentID = 0
  var amount = 0
  static var schema: Schema<Self> { .once { Schema { Column(\.amount) } } }
  struct Relations: ModelRelations { let parent = BelongsTo<CountingParent<Adapter>>(\.parentID) }
}

private struct PlainParent<Adapter: StorageAdapter>: Model {
  var id = 0
  var childrenCount = 0
  static var schema: Schema<Self> { .once { Schema { Column(\.childrenCount) } } }
  struct Relations: ModelRelations { let children = HasMany<PlainChild<Adapter>>(\.parentID) }
}

private struct PlainChild<Adapter: StorageAdapter>: Model {
  var id = 0
  var parentID = 0
  var amount = 0
  static var schema: Schema<Self> { .once { Schema { Column(\.amount) } } }
  struct Relations: ModelRelations { let parent = BelongsTo<PlainParent<Adapter>>(\.parentID) }
}
