import Foundation
import MotionModel
import MotionModelTestSupport
import MotionModelValidation
import Testing

/// One call that writes plates.
private enum PlateCall: CustomStringConvertible {
  case save(id: Int, name: String, group: Int)
  case create(name: String, group: Int)
  case insert([(name: String, group: Int)])
  case update([Int: (name: String, group: Int)])
  case shift(by: Int)
  case importRows([(name: String, group: Int)])
  case delete(Int)
  /// Calls inside a transaction, each of which may be refused alone.
  case together([PlateCall])

  var description: String {
    switch self {
    case .save(let id, let name, let group): "save(\(id), \(name), \(group))"
    case .create(let name, let group): "create(\(name), \(group))"
    case .insert(let plates): "insert(\(plates))"
    case .update(let plates): "update(\(plates))"
    case .shift(let distance): "shift(\(distance))"
    case .importRows(let plates): "importRows(\(plates))"
    case .delete(let id): "delete(\(id))"
    case .together(let calls): "together(\(calls))"
    }
  }

  static func random(_ ids: [Int], _ numbers: inout SplitMix64, nested: Bool = false) -> PlateCall {
    func place() -> (name: String, group: Int) {
      (numbers.pick(["1", "2", "3", "4", "5", "a", "A", "b"]), numbers.number(0...1))
    }
    let (name, group) = place()
    switch numbers.number(0...(nested ? 6 : 7)) {
    case 0: return .save(id: numbers.pickAny(ids) ?? -1, name: name, group: group)
    case 1: return .create(name: name, group: group)
    case 2: return .insert((0..<numbers.number(0...3)).map { _ in place() })
    case 3:
      let chosen = ids.filter { _ in numbers.chance(40) }
      return .update(Dictionary(uniqueKeysWithValues: chosen.map { ($0, place()) }))
    case 4: return .shift(by: numbers.number(-1...1))
    case 5: return .importRows((0..<numbers.number(0...3)).map { _ in place() })
    case 6: return .delete(numbers.pickAny(ids) ?? -1)
    default: return .together((0..<numbers.number(1...4)).map { _ in random(ids, &numbers, nested: true) })
    }
  }
}

/// A naive model of the stored plates.
private struct PlainPlates {
  struct Plate: Equatable {
    var name: String
    var group: Int
  }
  var plates: [Int: Plate] = [:]
  var order: [Int] = []
  var nextID = 1
  let lowers: Bool

  /// - Returns: The number of refused calls; nested calls count one by one.
  mutating func run(_ call: PlateCall) -> Int {
    switch call {
    case .save(let id, let name, let group):
      guard plates[id] != nil else { return 0 }
      return change([id: (name, group)])
    case .create(let name, let group): return add([(name, group)])
    case .insert(let new): return add(new)
    case .importRows(let new): return new.count { add([$0]) > 0 }
    case .update(let changes): return change(changes)
    case .shift(let distance):
      return change(plates.compactMapValues { plate in Int(plate.name).map { ("\($0 + distance)", plate.group) } })
    case .delete(let id):
      plates[id] = nil
      order.removeAll { $0 == id }
      return 0
    case .together(let calls): return calls.reduce(0) { $0 + run($1) }
    }
  }

  private mutating func add(_ new: [(name: String, group: Int)]) -> Int {
    var copy = self
    for (name, group) in new {
      copy.plates[copy.nextID] = Plate(name: lowers ? name.lowercased() : name, group: group)
      copy.order.append(copy.nextID)
      copy.nextID += 1
    }
    return keep(copy)
  }

  private mutating func change(_ changes: [Int: (name: String, group: Int)]) -> Int {
    var copy = self
    for (id, new) in changes where copy.plates[id] != nil {
      copy.plates[id] = Plate(name: lowers ? new.name.lowercased() : new.name, group: new.group)
    }
    return keep(copy)
  }

  /// Takes over the result of a call, unless two plates are equal in it.
  private mutating func keep(_ copy: PlainPlates) -> Int {
    let places = copy.plates.values.map { "\($0.name) \($0.group)" }
    if Set(places).count < places.count { return 1 }
    self = copy
    return 0
  }
}

@Suite(.ownStore) struct UniquenessOracleTests {
  /// - Returns: The number of refused calls.
  private func run<Record: Plate>(_ call: PlateCall, _ model: Record.Type) throws -> Int {
    func refused(_ body: () throws -> Void) throws -> Int {
      do { try body() } catch let invalid as RecordInvalid {
        #expect(Set(invalid.errors.map(\.rule)) == [.taken])
        return 1
      }
      return 0
    }
    switch call {
    case .save(let id, let name, let group):
      guard var plate = Record.find(id) else { return 0 }
      (plate.name, plate.group) = (name, group)
      return try refused { try plate.save() }
    case .create(let name, let group): return try refused { try Record.create { ($0.name, $0.group) = (name, group) } }
    case .insert(let new):
      return try refused { try Record.insert(contentsOf: new.map { Record($0.name, group: $0.group) }) }
    case .update(let changes):
      return try refused {
        try Record.updateAll { plate in
          if let new = changes[plate.id] { (plate.name, plate.group) = new }
        }
      }
    case .shift(let distance):
      return try refused {
        try Record.updateAll { plate in
          if let number = Int(plate.name) { plate.name = "\(number + distance)" }
        }
      }
    case .importRows(let new):
      return try Record.importRows(new.map { ["name": .string($0.name), "group": $0.group.attribute] }).failures.count
    case .delete(let id):
      try Record.delete(id)
      return 0
    case .together(let calls):
      return try Store.current.inTransaction { try calls.reduce(0) { try $0 + run($1, model) } }
    }
  }

  private func compare<Record: Plate>(_ model: Record.Type, lowers: Bool = false, _ part: Int) throws {
    var numbers = TestSeed.generator(part)
    for _ in 0..<30 {
      try Store.with(Store()) { () throws in
        var plain = PlainPlates(lowers: lowers)
        for step in 0..<30 {
          let call = PlateCall.random(Record.pluck(\.id), &numbers)
          let refused = try run(call, model)
          let count = plain.run(call)
          let stored = Record.all.map { PlainPlates.Plate(name: $0.name, group: $0.group) }
          let context = "\(model), seed \(TestSeed.current), step \(step): \(call)"
          try #require(refused == count, "\(context)")
          try #require(stored == plain.order.compactMap { plain.plates[$0] }, "\(context)")
          try #require(Store.current.violation() == nil, "\(context)")
          // The store alone decides which ids it gives.
          plain.takeOver(Record.pluck(\.id))
        }
      }
    }
  }

  @Test func `every way of writing agrees with a plain list of plates, whichever rule or index makes them unique`()
    throws
  {
    try compare(RuledPlate.self, 1)
    try compare(HookedPlate.self, 2)
    try compare(WrappedPlate.self, 3)
    try compare(LoweredPlate.self, lowers: true, 4)
    try compare(WrappedLoweredPlate.self, lowers: true, 5)
    try compare(IndexedPlate.self, 6)
    try compare(WrappedIndexedPlate.self, 7)
  }
}

extension PlainPlates {
  /// Takes over the ids that the store gave to the plates, in order.
  mutating func takeOver(_ ids: [Int]) {
    plates = Dictionary(uniqueKeysWithValues: zip(ids, order).map { ($0, plates[$1] ?? Plate(name: "", group: 0)) })
    order = ids
    nextID = (ids.max() ?? 0) + 1000
  }
}
