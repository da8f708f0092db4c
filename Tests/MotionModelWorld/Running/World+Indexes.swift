import MotionModel

extension World {
  func addIndex(_ index: WorldIndex) throws {
    let isThere = place.indexes.contains(index.name)
    let isAdded = try both("Store.current.addIndex(\(index.swift))") {
      try index.add(place.store)
    } naive: { naive throws(Refusal) in
      if isThere { return false }
      if index.isUnique {
        if !naive.hasDifferentTexts { throw .duplicates }
        naive.hasUniqueTexts = true
      }
      return true
    }
    if isAdded == true { place.indexes.insert(index.name) }
  }

  func removeIndex(_ index: WorldIndex) throws {
    let isThere = place.indexes.contains(index.name)
    try both("Store.current.removeIndex(\(index.name.swift))") {
      try index.remove(place.store)
    } naive: { naive throws(Refusal) in
      if index.isUnique { naive.hasUniqueTexts = false }
      return isThere
    }
    place.indexes.remove(index.name)
  }
}
