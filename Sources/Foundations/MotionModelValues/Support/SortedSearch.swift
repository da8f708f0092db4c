extension RandomAccessCollection where Index == Int {
  /// Returns the index of the first element that does not meet a condition, which a prefix of the elements meets: a
  /// binary search, in O(log *n*).
  @inlinable @inline(__always)
  package func partitionIndex(where isBefore: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low &+ high) &>> 1
      if isBefore(self[middle]) { low = middle &+ 1 } else { high = middle }
    }
    return low
  }
}

extension [Int] {
  /// Returns the places of the longest ascending subsequence; of several, that which ends with the least number.
  ///
  /// - Complexity: O(*n* log *n*).
  package var longestAscent: [Int] {
    var (ends, previous) = ([Int](), [Int?]())
    for (place, number) in enumerated() {
      let length = ends.partitionIndex { self[$0] <= number }
      previous.append(length == 0 ? nil : ends[length - 1])
      if length == ends.count { ends.append(place) } else { ends[length] = place }
    }
    var (ascent, next) = ([Int](), ends.last)
    while let place = next {
      ascent.append(place)
      next = previous[place]
    }
    return ascent.reversed()
  }
}
