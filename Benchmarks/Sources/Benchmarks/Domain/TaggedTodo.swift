import Foundation
import MotionModel

/// A model with an array and a computed property.
struct TaggedTodo: TodoRow {
  var id = 0
  var name = ""
  var location = ""
  var priority = 0
  var rank = 0
  var dueDate = Date.distantPast
  var projectID: Int?
  var tags: [Int] = []

  /// The rank divided by a hundred.
  var century: Int { rank / 100 }

  static let schema = Schema<TaggedTodo> {
    Column(\.name)
    Column(\.location)
    Column(\.priority)
    Column(\.rank)
    Column(\.dueDate)
    Column(\.projectID)
    Column(\.tags)
  }

  /// Creates todos with three tags each, out of a thousand.
  static func tagged(_ count: Int) -> [TaggedTodo] {
    many(count, areNew: true).enumerated().map { number, todo in
      var todo = todo
      todo.tags = tags(number)
      return todo
    }
  }

  static func tags(_ number: Int) -> [Int] {
    (0..<3).map { Int(World.scrambled(3 * number + $0) % 1_000) }
  }
}
