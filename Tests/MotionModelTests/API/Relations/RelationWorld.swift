import MotionModel
import MotionModelTestSupport
import Synchronization

/// The rules of the relations of one generated schema.
protocol RelationRules: Sendable {
  static var parts: Dependent { get }
  static var children: Dependent { get }
  static var marks: Dependent { get }
  static var isMakerRequired: Bool { get }
}

struct Maker<Rules: RelationRules>: Model, Equatable {
  var id = 0
  var rank = 0
  var partsCount = 0

  static var schema: Schema<Maker> {
    Once.value {
      Schema<Maker> {
        Column(\.rank, name: "rank")
        Derived(\.partsCount, name: "partsCount", count: \.parts)
      }
    }
  }
  struct Relations: Sendable {
    let parts = HasMany<Part<Rules>>(\.makerID, dependent: Rules.parts)
    let marks = HasMany<Mark<Rules>>(through: \.parts, \.marks)
    let others = HasMany<Part<Rules>>(through: \.marks, \.part)
  }
  static var relations: Relations { Once.value { Relations() } }
}

struct Part<Rules: RelationRules>: Model, Equatable {
  var id = 0
  var size = 0
  var makerID: Int?
  var parentID: Int?

  static var schema: Schema<Part> {
    Once.value {
      Schema<Part> {
        Column(\.size, name: "size")
        Column(\.makerID, name: "makerID")
        Column(\.parentID, name: "parentID")
      }
    }
  }
  struct Relations: Sendable {
    let maker = BelongsTo<Maker<Rules>>(\.makerID, required: Rules.isMakerRequired)
    let parent = BelongsTo<Part<Rules>>(\.parentID)
    let children = HasMany<Part<Rules>>(\.parentID, dependent: Rules.children)
    let grandchildren = HasMany<Part<Rules>>(through: \.children, \.children)
    let marks = HasMany<Mark<Rules>>(\.partID, dependent: Rules.marks)
    let joined = HasMany<Maker<Rules>>(through: \.marks, \.maker)
  }
  static var relations: Relations { Once.value { Relations() } }
}

/// Joins a part to any maker, not only its own.
struct Mark<Rules: RelationRules>: Model, Equatable {
  var id = 0
  var partID: Int?
  var makerID: Int?

  static var schema: Schema<Mark> {
    Once.value {
      Schema<Mark> {
        Column(\.partID, name: "partID")
        Column(\.makerID, name: "makerID")
      }
    }
  }
  struct Relations: Sendable {
    let part = BelongsTo<Part<Rules>>(\.partID)
    let maker = BelongsTo<Maker<Rules>>(\.makerID)
  }
  static var relations: Relations { Once.value { Relations() } }
}

/// Creates each value once, for generic types, which cannot have a `static let`.
private enum Once {
  private static let values = Mutex<[ObjectIdentifier: any Sendable]>([:])

  static func value<Value: Sendable>(_ make: () -> Value) -> Value {
    if let value = values.withLock({ $0[ObjectIdentifier(Value.self)] }) as? Value { return value }
    let value = make()
    values.withLock { $0[ObjectIdentifier(Value.self)] = value }
    return value
  }
}

/// A naive model of the same records: plain arrays, and the effects of the rules on them.
struct NaiveRelations<Rules: RelationRules>: Equatable {
  var makers: [Maker<Rules>] = []
  var parts: [Part<Rules>] = []
  var marks: [Mark<Rules>] = []

  struct Refused: Error {}

  static func == (a: Self, b: Self) -> Bool { a.makers == b.makers && a.parts == b.parts && a.marks == b.marks }

  /// Makes a change, or throws and changes nothing if the change throws or leaves a part without its required maker.
  mutating func commit(_ change: (inout Self) throws -> Void) throws {
    var changed = self
    try change(&changed)
    if Rules.isMakerRequired {
      let before = Dictionary(uniqueKeysWithValues: parts.map { ($0.id, $0) })
      let gone = makers.map(\.id).filter { id in !changed.makers.contains { $0.id == id } }
      for part in changed.parts {
        let isChanged = before[part.id].map { $0.makerID != part.makerID } ?? true
        let isChecked = isChanged || part.makerID.map(gone.contains) ?? false
        if isChecked && !changed.makers.contains(where: { $0.id == part.makerID }) { throw Refused() }
      }
    }
    for index in changed.makers.indices {
      let id = changed.makers[index].id
      changed.makers[index].partsCount = changed.parts.count { $0.makerID == id }
    }
    self = changed
  }

  mutating func destroy(_ makers: Set<Int>) throws {
    var visited = Visited()
    let dependents = parts.filter { $0.makerID.map(makers.contains) ?? false }.map(\.id)
    try apply(Rules.parts, toParts: dependents, { $0.makerID = nil }, &visited)
    self.makers.removeAll { makers.contains($0.id) }
  }

  mutating func destroyParts(_ ids: Set<Int>) throws {
    var visited = Visited()
    try destroyParts(ids.sorted(), &visited)
  }

  private struct Visited { var parts: Set<Int> = [] }

  private mutating func destroyParts(_ ids: [Int], _ visited: inout Visited) throws {
    let ids = ids.filter { id in !visited.parts.contains(id) && parts.contains { $0.id == id } }
    if ids.isEmpty { return }
    visited.parts.formUnion(ids)
    let children = parts.filter { part in
      part.parentID.map(ids.contains) ?? false && !visited.parts.contains(part.id)
    }.map(\.id)
    let marks = marks.filter { $0.partID.map(ids.contains) ?? false }.map(\.id)
    if Rules.children == .restrict && !children.isEmpty { throw Refused() }
    if Rules.marks == .restrict && !marks.isEmpty { throw Refused() }
    try apply(Rules.children, toParts: children, { $0.parentID = nil }, &visited)
    switch Rules.marks {
    case .destroy, .delete: self.marks.removeAll { marks.contains($0.id) }
    case .nullify:
      for index in self.marks.indices where marks.contains(self.marks[index].id) { self.marks[index].partID = nil }
    case .none, .restrict: break
    }
    parts.removeAll { ids.contains($0.id) }
  }

  private mutating func apply(
    _ rule: Dependent, toParts ids: [Int], _ nullify: (inout Part<Rules>) -> Void, _ visited: inout Visited
  ) throws {
    switch rule {
    case .none: break
    case .restrict: if !ids.isEmpty { throw Refused() }
    case .destroy: try destroyParts(ids, &visited)
    case .delete: parts.removeAll { ids.contains($0.id) }
    case .nullify: for index in parts.indices where ids.contains(parts[index].id) { nullify(&parts[index]) }
    }
  }
}
