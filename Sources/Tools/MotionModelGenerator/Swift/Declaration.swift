/// What is written for an entity, without its text: the types of one file.
struct GeneratedType {
  /// The name of the Swift type, and of its files.
  let name: String
  var declarations: [Declaration] = []
  /// The modules to import, besides those that the declarations need.
  var imports: Set<String> = []
  /// What a person has to write in the type's own file: requirements of a protocol.
  var stubs: [String] = []
  /// The access level, where user info says another than the options.
  var access: GeneratorOptions.Access?
}

/// A type of Swift.
enum Declaration {
  case structure(StructDeclaration)
  case enumeration(EnumDeclaration)
  case protocolType(ProtocolDeclaration)
}

/// A comment in front of a declaration.
struct Comment: Hashable {
  /// The documentation, each line of it.
  var documentation: [String] = []
  /// What a person has to look at.
  var doubts: [String] = []

  init(_ documentation: String? = nil, doubts: [String] = []) {
    self.documentation =
      documentation.map { $0.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init) }
      ?? []
    self.doubts = doubts
  }
}

/// A struct: a model, or a value in other types.
struct StructDeclaration {
  let name: String
  var comment = Comment()
  /// The protocols, the most important first.
  var conformances: [String] = []
  var properties: [Property] = []
  /// The schema; nil for a value.
  var schema: Schema?
  var relations: [Relation] = []
  /// The rules, each an expression.
  var rules: [String] = []

  var isModel: Bool { schema != nil }
  /// Whether the properties that are stored have to be listed, because some are not.
  var codedProperties: [Property]? {
    isModel || !properties.contains(where: \.isTransient) ? nil : properties.filter { !$0.isTransient }
  }

  struct Property: Hashable {
    /// The identifier, without backticks.
    var name: String
    /// The type with its question mark.
    var type: String
    /// The initial value; nil if it has none, or is optional and nil.
    var initial: String?
    var isConstant = false
    var isTransient = false
    /// The name in the version before.
    var formerName: String?
    /// The relationship for which it is there; nil for an attribute and a value.
    var origin: Origin?
    var comment = Comment()

    var isOptional: Bool { type.hasSuffix("?") }
  }

  /// The relationship that made a property, by its names and those in the version before.
  struct Origin: Hashable {
    let entities: [String]
    let relationships: [String]
    /// The types of the records to which the property leads; empty for a place in an order.
    var targets: [String] = []

    /// - Parameter relationship: Nil for the end of a relationship without an inverse.
    init(_ entity: Entity, _ relationship: Relationship?, to targets: [String] = []) {
      entities = [entity.formerName, entity.name].compactMap(\.self)
      relationships = relationship.map { [$0.formerName, $0.name].compactMap(\.self) } ?? [""]
      self.targets = targets
    }

    /// Whether a property of the version before was made by the same relationship.
    func continues(_ old: Origin) -> Bool {
      entities.contains(old.entities.last ?? "") && relationships.contains(old.relationships.last ?? "")
        && targets.isEmpty == old.targets.isEmpty
    }
  }

  struct Schema {
    var version = 1
    var formerNames: [String] = []
    /// The columns and indexes, each an expression.
    var declarations: [String] = []
  }

  struct Relation: Hashable {
    var name: String
    var expression: String
    var comment = Comment()
  }
}

struct EnumDeclaration {
  let name: String
  var comment = Comment()
  var conformances: [String] = []
  var cases: [Case] = []
  /// Further members, each of several lines.
  var members: [String] = []

  struct Case {
    var name: String
    /// The type of the payload.
    var payload: String?
    /// The literal of the raw value.
    var rawValue: String?
    var comment = Comment()
  }
}

struct ProtocolDeclaration {
  let name: String
  var comment = Comment()
  var conformances: [String] = []
  var requirements: [Requirement] = []

  struct Requirement {
    var line: String
    var comment = Comment()
  }
}
