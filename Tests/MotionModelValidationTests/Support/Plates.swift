import Foundation
import MotionModel
import MotionModelValidation

/// A model whose names are unique in a group, by a rule or by an index, with or without hooks.
protocol Plate: Validatable, Equatable where ID == Int, Adapter == ArrayAdapter {
  var name: String { get set }
  var group: Int { get set }
}

extension Plate {
  init(_ name: String, group: Int = 0) {
    self = Self.new()
    (self.name, self.group) = (name, group)
  }
}

struct RuledPlate: Plate {
  var id = 0
  var name = ""
  var group = 0
  static let schema = Schema<RuledPlate> {
    Column(\.name, .indexed)
    Column(\.group)
  }
  static let validations = Validations<RuledPlate> { Uniqueness(\.name, scope: \.group) }
}

/// A plate whose hooks read the store and change nothing.
struct HookedPlate: Plate {
  var id = 0
  var name = ""
  var group = 0
  static let schema = Schema<HookedPlate> {
    Column(\.name)
    Column(\.group)
  }
  static let validations = Validations<HookedPlate> { Uniqueness(\.name, scope: \.group) }
  static let hooks: Hooks<HookedPlate> = [
    .beforeSave { plate, _ in _ = HookedPlate.find(plate.id) },
    .afterSave { plate, _ in _ = HookedPlate.where(\.name).eq(plate.name).count },
  ]
}

/// A plate that is saved inside a hook, so that bulk calls save one record after the other.
struct WrappedPlate: Plate {
  var id = 0
  var name = ""
  var group = 0
  static let schema = Schema<WrappedPlate> {
    Column(\.name)
    Column(\.group)
  }
  static let validations = Validations<WrappedPlate> { Uniqueness(\.name, scope: \.group) }
  static let hooks: Hooks<WrappedPlate> = [.aroundSave { plate, _, proceed in try proceed(&plate) }]
}

/// A plate whose name a hook changes to lower case after its validation.
struct LoweredPlate: Plate {
  var id = 0
  var name = ""
  var group = 0
  static let schema = Schema<LoweredPlate> {
    Column(\.name)
    Column(\.group)
  }
  static let validations = Validations<LoweredPlate> { Uniqueness(\.name, scope: \.group) }
  static let hooks: Hooks<LoweredPlate> = [.beforeSave { plate, _ in plate.name = plate.name.lowercased() }]
}

/// A plate whose name a hook around the save changes to lower case.
struct WrappedLoweredPlate: Plate {
  var id = 0
  var name = ""
  var group = 0
  static let schema = Schema<WrappedLoweredPlate> {
    Column(\.name)
    Column(\.group)
  }
  static let validations = Validations<WrappedLoweredPlate> { Uniqueness(\.name, scope: \.group) }
  static let hooks: Hooks<WrappedLoweredPlate> = [
    .aroundSave { plate, _, proceed in
      plate.name = plate.name.lowercased()
      try proceed(&plate)
    }
  ]
}

/// A plate whose names are unique by an index.
struct IndexedPlate: Plate {
  var id = 0
  var name = ""
  var group = 0
  static let schema = Schema<IndexedPlate> {
    Column(\.name)
    Column(\.group)
    Index(\.name, \.group, unique: true)
  }
  static let validations = Validations<IndexedPlate> { Length(\.name, max: 100) }
}

/// A plate whose names are unique by an index, and that is saved inside a hook.
struct WrappedIndexedPlate: Plate {
  var id = 0
  var name = ""
  var group = 0
  static let schema = Schema<WrappedIndexedPlate> {
    Column(\.name)
    Column(\.group)
    Index(\.name, \.group, unique: true)
  }
  static let validations = Validations<WrappedIndexedPlate> { Length(\.name, max: 100) }
  static let hooks: Hooks<WrappedIndexedPlate> = [.aroundSave { plate, _, proceed in try proceed(&plate) }]
}
