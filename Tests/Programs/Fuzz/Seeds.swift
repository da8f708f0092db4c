import Foundation
import MotionModel
import MotionModelStorage
import MotionModelTestSupport

/// A model whose only column is a document.
struct Plot: Model {
  var id = 0
  var thicket = Thicket()
  var maybeThicket: Thicket?
  var shapes: [Shape] = []
  static let schema = Schema<Plot> {
    Column(\.thicket)
    Column(\.maybeThicket)
    Column(\.shapes)
  }
}

/// An enum with payloads.
enum Shape: TaggedValue {
  case dot
  case line(Double)
  case text(String, size: Int?)
  case group([Shape])
}

/// Valid inputs, which can be read without a mutation.
///
/// They are the same in every process, so that a number identifies an input.
enum Seeds {
  static var encoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return encoder
  }

  static let conditions = [
    #"(string contains "dog" (case-insensitive) || maybeInt in [1, nil, -3]) && !(date <= 2012-09-15T10:20:30.5Z)"#,
    "count of strings > 1 && (int + int8) * 2 == maybeInt64 && days from date to maybeDate >= -1e300",
    #"uuid == 6B29FC40-CA47-1067-B31D-00DD010662DA || url != https://swift.org && strings == ["a", "\u{e9}\n"]"#,
    #"!bool && maybeCounts == ["a": 1] && string like "%_\\" && word endsWith "n" && double < Infinity"#,
    "((((((id == 1))))))", "!!!!!maybeBool == nil", #"`first name` equal "" && 3 > id"#,
  ]

  private static func store(using random: inout SplitMix64) throws -> Store {
    let store = Store(clock: Target.clock, notificationCenter: nil)
    try Store.with(store) {
      if random.chance(50) {
        try AllTypes.insert(contentsOf: (1...random.number(1...2)).map { AllTypes.random($0, using: &random) })
      }
      if random.chance(50) {
        var plot = Plot()
        plot.thicket = .random(size: random.number(1...3), using: &random)
        plot.shapes = random.pick([[], [.dot, .line(0.5)], [.group([.text("a", size: nil), .group([])])]])
        try plot.save()
      }
      for _ in 0..<random.number(0...2) { _ = try Todo.create { $0.name = .nasty(using: &random) } }
      if random.chance(50) { try Project.create { $0.name = "House" } }
    }
    return store
  }

  static func file(_ format: FileFormat, using random: inout SplitMix64) throws -> Data {
    try store(using: &random).save(to: Target.file, as: format)
    return try Data(contentsOf: Target.file)
  }

  static func list(using random: inout SplitMix64) -> [AllTypes] {
    (1...random.number(1...3)).map { number in
      var record = AllTypes.random(number, using: &random)
      record.id = number
      return record
    }
  }

  static func coded(using random: inout SplitMix64) throws -> Data {
    let (store, format) = (try store(using: &random), random.pick([FileFormat.compact, .json, .jsonLines, .binary]))
    let salt = random.next()
    return try Randomness.$source.withValue(Randomness.Source { salt }) {
      try store.data(as: format, coding: FuzzCoding())
    }
  }

  static func rows(using random: inout SplitMix64) throws -> Data {
    try encoder.encode((1...2).map { AllTypes.random($0, using: &random).attributes })
  }

  static func changeset(using random: inout SplitMix64) throws -> Data {
    let (old, new) = (try Target.startingStore(), try Target.startingStore())
    try Store.with(new) {
      if random.chance(50) { try AllTypes.insert(contentsOf: [AllTypes.random(1, using: &random)]) }
      if var todo = Todo.first {
        todo.name = .nasty(using: &random)
        try todo.save()
      }
      if random.chance(50) { try Todo.last?.delete() }
      try Project.create { $0.name = "Garden" }
    }
    return try encoder.encode(Changeset.difference(from: old, to: new))
  }

  static func commit(using random: inout SplitMix64) throws -> Data {
    let store = try store(using: &random)
    // More than are packed.
    if random.chance(20) { try store.table(Todo.self).insert(contentsOf: (0..<40).map { Todo("\($0)") }) }
    let changes = Changeset.difference(from: Store(notificationCenter: nil), to: store)
    var encoder = StoredRecords(of: Target.models, unknown: .keep).encoder
    return try Data(encoder.encode(changes))
  }

  static func cursor(using random: inout SplitMix64) throws -> Data {
    try Store.with(Target.startingStore()) {
      try AllTypes.insert(contentsOf: (1...4).map { AllTypes.random($0, using: &random) })
      return try encoder.encode(Target.ordered.page(size: 2).next)
    }
  }
}
