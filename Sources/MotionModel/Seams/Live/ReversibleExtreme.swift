/// Finds the least or the greatest of values that come and go, ignoring NaN.
///
/// - Complexity: O(log *n*) for each value, in the number of different values.
struct ReversibleExtreme<Value: ColumnValue>: ReversibleAccumulator {
  private let isMaximum: Bool
  /// How often each value was added; zero for a value that is still in the heap although it was removed.
  private var counts: [Value: Int] = [:]
  /// A heap of different values: none comes before the one at half its index. The first one is there.
  private var heap: [Value] = []
  /// How many values of the heap are not there.
  private var missing = 0

  /// How many values are held, of which some may not be there any more: for tests.
  var heldCount: Int { heap.count }

  init(isMaximum: Bool) { self.isMaximum = isMaximum }

  /// The extreme value; nil when there is none.
  var result: Value? { heap.first }

  mutating func add(_ value: Value) {
    if isNaN(value) { return }
    let count = counts.updateValue((counts[value] ?? 0) + 1, forKey: value)
    switch count {
    case nil: push(value)
    case 0?: missing -= 1
    default: break
    }
  }

  mutating func remove(_ value: Value) {
    guard let count = counts[value], count > 0 else { return }
    counts[value] = count - 1
    if count > 1 { return }
    missing += 1
    while let first = heap.first, counts[first] == 0 {
      counts[first] = nil
      missing -= 1
      pop()
    }
    if missing > heap.count / 2 + 16 { forgetMissing() }
  }

  private mutating func forgetMissing() {
    counts = counts.filter { $0.value > 0 }
    // A sorted array is a heap.
    heap = counts.keys.sorted(by: precedes)
    missing = 0
  }

  private func precedes(_ first: Value, _ second: Value) -> Bool {
    isMaximum ? Value.precedes(second, first) : Value.precedes(first, second)
  }

  private mutating func push(_ value: Value) {
    heap.append(value)
    var index = heap.count - 1
    while index > 0, precedes(heap[index], heap[(index - 1) / 2]) {
      heap.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  private mutating func pop() {
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    var index = 0
    while let child = [2 * index + 1, 2 * index + 2].filter(heap.indices.contains).min(by: {
      precedes(heap[$0], heap[$1])
    }),
      precedes(heap[child], heap[index])
    {
      heap.swapAt(child, index)
      index = child
    }
  }
}
