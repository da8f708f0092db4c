import MotionModel

/// The first places of an order by rank, out of many: a heap whose root is the last of them.
struct BestRanks {
  private let limit: Int
  private let behind: RowRankPlace?
  private var heap: ContiguousArray<RowRankPlace> = []

  /// - Parameters:
  ///   - limit: How many places are wanted.
  ///   - behind: The place behind which they begin; nil when they begin with the first.
  init(_ limit: Int, behind: RowRankPlace?) { (self.limit, self.behind) = (limit, behind) }

  /// Whether there are as many places as are wanted.
  var isFull: Bool { heap.count == limit }

  /// Whether a row at a position or behind it could be among the first so far, if it has no greater score than this.
  @inline(__always)
  func mayTake(_ score: Double, from position: Int) -> Bool {
    heap.count < limit || RowRankPlace(score, at: position).precedes(heap[0])
  }

  /// Whether a place is among the first so far.
  @inline(__always)
  func takes(_ place: RowRankPlace) -> Bool {
    if heap.count == limit && (limit == 0 || !place.precedes(heap[0])) { return false }
    return behind?.precedes(place) ?? true
  }

  /// Inserts a place, which is among the first so far.
  mutating func insert(_ place: RowRankPlace) {
    if heap.count < limit { return add(place) }
    var index = 0
    while true {
      var child = 2 * index + 1
      guard child < heap.count else { break }
      if child + 1 < heap.count && heap[child].precedes(heap[child + 1]) { child += 1 }
      guard place.precedes(heap[child]) else { break }
      heap[index] = heap[child]
      index = child
    }
    heap[index] = place
  }

  private mutating func add(_ place: RowRankPlace) {
    heap.append(place)
    var index = heap.count - 1
    while index > 0, heap[(index - 1) / 2].precedes(place) {
      heap[index] = heap[(index - 1) / 2]
      index = (index - 1) / 2
    }
    heap[index] = place
  }

  /// The places, the first one first.
  var sorted: [RowRankPlace] { heap.sorted { $0.precedes($1) } }
}
