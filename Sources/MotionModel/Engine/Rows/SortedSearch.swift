extension RandomAccessCollection where Index == Int {
  /// Returns the index of the first element that does not meet a condition, which a prefix of the elements meets: a
  /// binary search, in O(log *n*).
  @inline(__always)
  func partitionIndex(where isBefore: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
