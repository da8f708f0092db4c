/// The records of a world whose crates an adapter keeps, in plain arrays.
struct NaiveDepot: Equatable {
  var depots: [Depot] = []
  var crates: [Crate] = []
  var seals: [Seal] = []

  func crate(_ id: Int?) -> Int? { crates.firstIndex { $0.id == id } }

  /// Counts the crates of each depot and in each crate, and adds up their weights.
  mutating func count() {
    for index in depots.indices {
      let own = crates.filter { $0.depotID == depots[index].id }
      let weights = own.compactMap(\.weight)
      depots[index].cratesCount = own.count
      (depots[index].load, depots[index].heaviest) = (weights.reduce(0, +), weights.max())
    }
    for index in crates.indices {
      let inner = crates.filter { $0.crateID == crates[index].id }
      crates[index].innerCount = inner.count
      crates[index].innerWeight = inner.reduce(0) { $0 + ($1.weight ?? 0) }
    }
  }

  /// Throws the reason for which a write is refused, if there is one.
  func check() throws(Refusal) {
    if Set(crates.map(\.label)).count < crates.count { throw .notUnique }
  }

  /// Throws the reason for which a commit is refused, if there is one.
  func checkCommit() throws(Refusal) {
    let ids = Set(depots.map(\.id))
    if crates.contains(where: { !ids.contains($0.depotID) }) { throw .integrity }
  }

  mutating func destroyCrates(where test: (Crate) -> Bool) {
    let ids = Set(crates.filter(test).map(\.id))
    crates.removeAll { ids.contains($0.id) }
    seals.removeAll { $0.crateID.map(ids.contains) ?? false }
    for index in crates.indices where crates[index].crateID.map(ids.contains) ?? false { crates[index].crateID = nil }
    count()
  }
}
