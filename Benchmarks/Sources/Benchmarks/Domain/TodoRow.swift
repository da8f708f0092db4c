import Foundation
import MotionModel

/// The properties of all benchmark models, 80 bytes in memory. The models differ in their indexes and hooks.
protocol TodoRow: Model where ID == Int {
  var name: String { get set }
  var location: String { get set }
  var priority: Int { get set }
  var rank: Int { get set }
  var dueDate: Date { get set }
  var projectID: Int? { get set }
}

extension TodoRow {
  /// Todo `number` of `count`, with the id `number`.
  ///
  /// - Parameter isNew: Whether it has no id yet.
  static func make(_ number: Int, of count: Int, isNew: Bool = false) -> Self {
    var todo = Self()
    todo.id = isNew ? 0 : number
    todo.name = "Walk the dog no. \(number)"
    todo.location = World.location(number)
    todo.priority = Int(truncatingIfNeeded: World.scrambled(number) % 1_000)
    todo.rank = World.rank(number, of: count)
    todo.dueDate = Date(timeIntervalSinceReferenceDate: Double(number % 10_000) * 3_600)
    todo.projectID = number / 100
    return todo
  }

  static func many(_ count: Int, areNew: Bool = false) -> [Self] {
    (1...count).map { make($0, of: count, isNew: areNew) }
  }
}
