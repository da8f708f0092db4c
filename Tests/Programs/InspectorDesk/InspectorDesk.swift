import Foundation
import MotionModel
import MotionModelInspector
import MotionModelTransactions

/// A program with an inspector, for the test in a browser. It prints the inspector's address, and does what lines of
/// its input say.
///
///     MotionModelInspectorDesk --rows 1000000 --edit
///     MotionModelInspectorDesk --without          # no inspector, for a comparison
///
/// | line | |
/// |---|---|
/// | `rename ID TEXT` | gives an order another title |
/// | `insert TEXT` | inserts an order |
/// | `hostile` | inserts orders whose titles are markup |
/// | `burst COUNT` | commits as often as that, as quickly as it can, and prints the time, and that of the processor for
/// this thread, in milliseconds |
/// | `pace COUNT RATE` | commits as often as that, so many times a second, and prints the same |
@main
struct InspectorDesk {
  private let store = Store(notificationCenter: nil)
  private let shops: [Shop]

  static func main() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    let rows = arguments.firstIndex(of: "--rows").flatMap { Int(arguments[$0 + 1]) } ?? 40
    let desk = try InspectorDesk(rows: rows)
    let inspector = Inspector(
      desk.store, title: "Order desk", allowsEditing: arguments.contains("--edit"), slowFinders: .seconds(1_000))
    if !arguments.contains("--without") { try inspector.start() }
    print(inspector.address ?? "none")
    fflush(nil)
    while let line = readLine() {
      print(try desk.run(line.split(separator: " ").map(String.init)))
      fflush(nil)
    }
  }

  /// How long the processor has worked for the calling thread, in seconds.
  private static var processorTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private init(rows: Int) throws {
    let table = store.table(Shop.self)
    shops = try store.transaction(metadata: Changeset.Metadata(author: "ann", reason: "opening")) {
      try ["North", "South", "East"].map { try table.saved(Shop("\($0) shop", in: "Bremen")) }
    }
    try store.table(Order.self).insert(
      contentsOf: (0..<rows).map { [shops] in Order("Order \($0 + 1)", total: $0 * 37 % 1_000, in: shops[$0 % 3]) })
    guard let order = store.table(Order.self).find(1) else { return }
    try store.table(Line.self).insert(contentsOf: [Line("Ink", of: order), Line("Paper", of: order)])
    try Store.with(store) {
      var shop = Shop("Ghost shop", in: "")
      try store.table(Shop.self).saveUnchecked(&shop)
    }
  }

  /// Commits some times, at a rate if there is one.
  private func commit(_ numbers: [Int], in orders: ModelTable<Order>) throws -> String {
    guard let count = numbers.first, var order = orders.find(2) else { return "There is no number." }
    let (start, work) = (ContinuousClock.now, Self.processorTime)
    for number in 0..<count {
      order.total = number % 1_000
      try orders.save(&order)
      guard numbers.count > 1, number % 100 == 99 else { continue }
      let due = start + .seconds(Double(number + 1) / Double(numbers[1]))
      Thread.sleep(forTimeInterval: max(0, (due - ContinuousClock.now) / .seconds(1)))
    }
    return "\(Int((ContinuousClock.now - start) / .milliseconds(1))) \(Int((Self.processorTime - work) * 1_000))"
  }

  private func run(_ words: [String]) throws -> String {
    let orders = store.table(Order.self)
    switch words.first {
    case "rename":
      try store.transaction(metadata: Changeset.Metadata(author: "bob")) {
        guard let id = Int(words[1]), var order = orders.find(id) else { return }
        order.title = words.dropFirst(2).joined(separator: " ")
        try orders.save(&order)
      }
    case "insert":
      try orders.insert(contentsOf: [Order(words.dropFirst().joined(separator: " "), total: 5, in: shops[0])])
    case "hostile":
      let texts = [
        "<script>document.title = 'broken'</script>", "\"><img src=x onerror=\"document.title='broken'\">",
        "'; alert(1) //",
      ]
      try orders.insert(contentsOf: texts.map { Order($0, total: 1, in: shops[1]) })
    case "burst", "pace":
      return try commit(words[1...].compactMap { Int($0) }, in: orders)
    default: return "There is no such line."
    }
    return "done"
  }
}
