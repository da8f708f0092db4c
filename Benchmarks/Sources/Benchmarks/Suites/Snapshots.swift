import MotionModel

extension Suite {
  /// Takes snapshots, and changes the store afterwards.
  static let snapshots = Suite(name: "snapshots") { bench, worlds in
    var measured: [Comparison] = []
    for rows in worlds.sizes {
      let kept = try Kept(rows: rows)
      measured.append(
        try bench.compare(
          "Snapshot", rows: rows, bars: [.nanoseconds(1_000)], barRows: 1_000_000,
          [
            Contestant(.library, "store.snapshot()") { blackHole(kept.store.snapshot()) },
            Contestant(.hand, "let copy = array") { blackHole(kept.array) },
          ]))
      try bench.compare("Snapshot, then change one record", rows: rows, [kept.library, kept.hand])
    }
    bench.judgeGrowth(measured, atMost: 2)
  }
}

private final class Kept {
  let store = Store(notificationCenter: nil)
  var array: [Todo]
  private var number = 0

  init(rows: Int) throws {
    array = Todo.many(rows)
    try store.table(Todo.self).insert(contentsOf: array)
  }

  private var next: Int {
    number += 1
    return Int(World.scrambled(number) % UInt64(array.count))
  }

  var library: Contestant {
    let (store, table) = (store, store.table(Todo.self))
    return Contestant(.library, "store.snapshot(), table.save(&todo)") {
      let snapshot = store.snapshot()
      guard var todo = table.find(self.next + 1) else { return }
      todo.rank &+= 1
      try table.save(&todo)
      blackHole(snapshot)
    }
  }

  var hand: Contestant {
    Contestant(.hand, "let copy = array, array[index].rank += 1") {
      let snapshot = self.array
      self.array[self.next].rank &+= 1
      blackHole(snapshot)
    }
  }
}
