extension ChangesetPart {
  /// The first row of insertions that has no id, or that of a row before it; nil if there is none.
  ///
  /// - Complexity: O(*n*). It needs no memory if the ids are numbers in ascending order.
  var firstWithoutOwnID: Int? {
    let id = layout.id
    var (last, ids) = (Int.min, HashTable?.none)
    for row in 0..<rowCount {
      let address = address(row)
      guard id.isAssigned(address) else { return row }
      if ids == nil, let number = id.number(address), number > last {
        last = number
        continue
      }
      var found = ids.take() ?? (0..<row).reduce(into: HashTable()) { $0.insert($1, hash: id.hash(self.address($1))) }
      let hash = id.hash(address)
      if found.first(hash: hash, where: { id.isEqual(self.address($0), address) }) != nil { return row }
      found.insert(row, hash: hash)
      ids = found
    }
    return nil
  }
}
