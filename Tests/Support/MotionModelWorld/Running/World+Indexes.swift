import MotionModel

extension World {
  func addIndex(_ index: WorldIndex) throws {
    let isThere = current.indexes.contains(index.name)
    let isAdded = try both("Store.current.addIndex(\(index.swift))") {
      try index.add(current.store)
    } naive: { naive throws(Refusal) in
      if isThere { return false }
      if index.isUnique {
        if !naive.hasDifferentTexts { throw .duplicates }
        naive.hasUniqueTexts = true
      }
      return true
    }
    if isAdded == true { current.indexes.insert(index.name) }
  }

  func removeIndex(_ index: WorldIndex) throws {
    let isThere = current.indexes.contains(index.name)
    try both("Store.current.removeIndex(\(index.name.swift))") {
      try index.remove(current.store)
    } naive: { naive throws(Refusal) in
      if index.isUnique { naive.hasUniqueTexts = false }
      return isThere
    }
    current.indexes.remove(index.name)
  }
}
