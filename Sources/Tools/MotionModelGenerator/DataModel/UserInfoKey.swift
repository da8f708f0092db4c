/// A key of user info that the generator reads, without its prefix.
package enum UserInfoKey: String, CaseIterable, Sendable {
  /// An entity is an enum; its attributes and relationships are the cases.
  case `enum` = "Enum"
  /// An entity is a protocol.
  case `protocol` = "Protocol"
  /// A Swift type: the raw type of an enum, further conformances of a struct or protocol, the type of an attribute.
  case type = "Type"
  /// A property that is set once.
  case immutable = "Immutable"
  /// The signature of a function that a protocol requires.
  case function = "Func"
  /// Whether that function is mutating.
  case mutating = "Mutating"
  /// What a protocol requires of a property: `var`, `get` or `func`.
  case requirement = "ProtocolRequirementType"
  /// A default, or the raw value of a case.
  case value = "Value"
  /// A module to import.
  case `import` = "Import"
  /// `Array` or `Dictionary`.
  case compositionType = "CompositionType"
  /// The access level.
  case access = "Access"
  /// How an attribute is converted to what is stored.
  case transformable = "Transformable"
  /// Whether a relationship is a `value` inside the record, or a `key`.
  case composition = "Composition"
  /// Whether a key, if there is one, leads to a stored record: `existing` or `any`.
  case references = "References"
  /// What the deletion of the record to which a key leads does: `refuse`, `nullify` or `cascade`.
  case onDelete = "OnDelete"
  /// Whether an entity's records are stored as a `model`, or are a `value` in others.
  case kind = "Kind"
  /// What the documentation comment says.
  case documentation = "Documentation"
  /// The name of further rules that a person wrote.
  case validations = "Validations"
  /// Keys of the generators before that have no effect any more.
  case model = "Model"
  case dissolve = "Dissolve"

  /// The key's name, and those that it had for a short time.
  var spellings: [String] {
    switch self {
    case .value: ["Value", "Default"]
    case .compositionType: ["CompositionType", "ModelCollectionType"]
    default: [rawValue]
    }
  }
}
