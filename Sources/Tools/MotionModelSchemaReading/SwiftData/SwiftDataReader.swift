package import MotionModelGenerator
import MotionModelValues

/// Reads classes that SwiftData's macro `@Model` makes models.
package enum SwiftDataReader {
  /// Returns the classes of files as a data model.
  ///
  /// Only what the source says in so many words is read: a stored property needs its type, or a literal as default.
  ///
  /// - Parameters:
  ///   - files: Swift, with any other declarations between the classes, and the names of the files in diagnostics.
  ///   - name: The name of the data model.
  /// - Throws: ``Diagnostic`` for source that cannot be read, for a class that is declared twice, and for a
  ///   relationship to a class that is not there.
  /// - Complexity: O(*n*) in the length of the texts.
  package static func dataModel(
    of files: [(text: String, file: String)], named name: String
  ) throws(Diagnostic) -> DataModel {
    var tokens: [SourceToken] = []
    for (text, file) in files {
      var lexer = try SwiftLexer(text, file: file)
      tokens += try lexer.tokens()
    }
    var cursor = SwiftCursor(tokens)
    var classes: [SwiftClass] = []
    while let found = try SwiftClass(next: &cursor) { classes.append(found) }
    if classes.isEmpty {
      throw Diagnostic(
        "There is no class with @Model in the file: give the models of a SwiftData app.",
        at: SourcePlace(file: files.count == 1 ? files[0].file : name))
    }
    var names: Set<String> = []
    for found in classes where !names.insert(found.name).inserted {
      throw Diagnostic("The class \(found.name) is declared twice: give one version of the schema.", at: found.place)
    }
    for property in classes.flatMap(\.properties) where property.isRelationship {
      let element = property.type.map { SwiftPropertyType($0).element }
      if let element, !names.contains(element) {
        throw Diagnostic(
          "The relationship \(property.name) leads to \(element), which no file declares with @Model: give its file, too, "
            + "or the folder of all models.", at: property.place)
      }
    }
    return DataModel(name: name, entities: SwiftDataDrawing(classes, types: declaredTypes(in: tokens)).entities)
  }

  /// The names of the types that a file declares.
  private static func declaredTypes(in tokens: [SourceToken]) -> Set<String> {
    Set(
      zip(tokens, tokens.dropFirst()).compactMap { word, name in
        word.word.map(SwiftLexer.typeWords.contains) == true ? name.word : nil
      })
  }
}

/// Draws classes as entities.
private struct SwiftDataDrawing {
  private(set) var entities: [Entity] = []
  /// The names that are free in a whole hierarchy of classes, by the name of its root.
  private var free: [String: UniqueNames] = [:]

  /// - Parameter types: The names of all types of the file.
  init(_ classes: [SwiftClass], types: Set<String>) {
    let names = Set(classes.map(\.name))
    entities = classes.map { Self.entity($0, models: names, types: types) }
    for entity in entities {
      for name in entity.attributes.map(\.name) + entity.relationships.map(\.name) {
        _ = free[root(of: entity), default: Entity("").freeNames].take(name)
      }
    }
    for index in entities.indices { separateInverses(of: index) }
    for index in entities.indices { findInverses(of: index) }
    for index in entities.indices { addInverses(of: index) }
  }

  /// The name of the class from which one inherits in the end, or of one in a circle of them.
  private func root(of entity: Entity) -> String {
    var (root, visited) = (entity, Set<String>())
    while visited.insert(root.name).inserted, let parent = entities.first(where: { $0.name == root.parent }) {
      root = parent
    }
    return root.name
  }

  private static func entity(_ source: SwiftClass, models: Set<String>, types: Set<String>) -> Entity {
    var entity = Entity(source.name, at: source.place)
    entity.documentation = source.documentation
    entity.parent = source.parents.first { models.contains($0) }
    for property in source.properties {
      let type = property.type.map { SwiftPropertyType($0) } ?? property.literalType
      if let type, models.contains(type.element) {
        entity.relationships.append(property.relationship(type))
      } else {
        var attribute = property.attribute(type)
        if property.transformer == nil, let name = type?.unknownName(types, in: source) {
          attribute.doubts.append(
            source.innerTypes.contains(name)
              ? "The type \(name) is declared in the class \(source.name): declare it outside, and let it be Codable."
              : "The type \(name) is not in the file: if it is a model, give its file, too, and if not, "
                + "let it be Codable."
          )
        }
        entity.attributes.append(attribute)
      }
      if property.isUnique { entity.uniqueness.append([property.modelName]) }
    }
    entity.uniqueness += source.unique.map { $0.map(\.modelName) }
    entity.indexes = source.indexes.enumerated().map { .init("index\($0 + 1)", $1.map(\.modelName)) }
    return entity
  }

  /// Leaves an inverse to the first of several relationships that name it. Each other one gets an end of its own.
  private mutating func separateInverses(of index: Int) {
    for place in entities[index].relationships.indices {
      let relationship = entities[index].relationships[place]
      guard let inverse = relationship.inverse,
        let target = entities.firstIndex(where: { $0.name == relationship.destination }),
        let other = entities[target].relationships.firstIndex(where: { $0.name == inverse })
      else { continue }
      switch entities[target].relationships[other].inverse {
      case nil: entities[target].relationships[other].inverse = relationship.name
      case relationship.name: break
      case let first?:
        entities[index].relationships[place].inverse = nil
        entities[index].relationships[place].doubts.append(
          "Its inverse \(inverse) is that of \(first), too: here it has a key of its own.")
      }
    }
  }

  /// Fills in inverses that one side names, and inverses with a single candidate.
  private mutating func findInverses(of index: Int) {
    for place in entities[index].relationships.indices where entities[index].relationships[place].inverse == nil {
      let relationship = entities[index].relationships[place]
      guard let target = entities.firstIndex(where: { $0.name == relationship.destination }) else { continue }
      let back = entities[target].relationships.enumerated().filter { other, candidate in
        candidate.destination == entities[index].name && (other, target) != (place, index)
      }
      let named = back.first { $0.element.inverse == relationship.name }
      let only = back.count == 1 && back[0].element.inverse == nil ? back[0] : nil
      guard let other = named ?? only else { continue }
      entities[index].relationships[place].inverse = other.element.name
      entities[target].relationships[other.offset].inverse = relationship.name
    }
  }

  /// Adds the other ends that the classes do not have.
  private mutating func addInverses(of index: Int) {
    for place in entities[index].relationships.indices {
      let relationship = entities[index].relationships[place]
      guard relationship.inverse == nil,
        let target = entities.firstIndex(where: { $0.name == relationship.destination })
      else { continue }
      let owner = entities[index].name
      let wanted = relationship.isToMany ? owner : Inflector.current.pluralize(owner)
      let name = free[root(of: entities[target]), default: Entity("").freeNames]
        .take(firstOf: [wanted.propertyName, "\(relationship.name)\(wanted)".propertyName])
      var inverse = Relationship(name, to: owner, inverse: relationship.name, at: relationship.place)
      (inverse.isToMany, inverse.isOptional) = (!relationship.isToMany, true)
      inverse.doubts = ["The class has no such property; it is the other end of \(owner).\(relationship.name)."]
      entities[index].relationships[place].inverse = name
      entities[target].relationships.append(inverse)
    }
  }
}

/// The type of a property: `[Trip]?`.
struct SwiftPropertyType {
  /// The name without what says that it is optional or a collection, and without modules.
  let element: String
  let isOptional: Bool
  let isCollection: Bool
  /// The whole name, without the mark of an optional.
  let name: String

  init(_ text: String) {
    var text = text
    var isOptional = false
    if text.hasSuffix("?") || text.hasSuffix("!") {
      isOptional = true
      text.removeLast()
    } else if text.hasPrefix("Optional<"), text.hasSuffix(">") {
      isOptional = true
      text = String(text.dropFirst("Optional<".count).dropLast())
    }
    name = text
    self.isOptional = isOptional
    for (start, end) in [("[", "]"), ("Array<", ">"), ("Set<", ">")] where text.hasPrefix(start) && text.hasSuffix(end)
    {
      let inner = String(text.dropFirst(start.count).dropLast(end.count))
      guard !inner.contains(":") else { continue }
      (element, isCollection) = (inner.lastPart, true)
      return
    }
    (element, isCollection) = (text.lastPart, false)
  }

  /// The first type in the name that is neither a standard type nor a type of the file outside the class; nil if there
  /// is none.
  fileprivate func unknownName(_ types: Set<String>, in source: SwiftClass) -> String? {
    let known: Set = [
      "Array", "Set", "Dictionary", "Optional", "Foundation", "Int8", "UInt", "UInt8", "UInt16", "UInt32", "UInt64",
    ]
    let parts = name.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
    return parts.first { part in
      !known.contains(part) && Self.types[part] == nil && (!types.contains(part) || source.innerTypes.contains(part))
    }
  }

  /// The attribute type of the standard types.
  var attributeType: AttributeType? { Self.types[name.hasPrefix("Foundation.") ? name.lastPart : name] }

  private static let types: [String: AttributeType] = [
    "String": .string, "Bool": .boolean, "Int": .integer64, "Int64": .integer64, "Int32": .integer32,
    "Int16": .integer16,
    "Double": .double, "Float": .float, "Decimal": .decimal, "Date": .date, "UUID": .uuid, "URL": .uri, "Data": .binary,
    "TimeInterval": .double, "CGFloat": .double,
  ]
}

extension String {
  /// The name of a property in a model: with a number if models declare something by it.
  fileprivate var modelName: String { SwiftName.reservedProperties.contains(self) ? "\(self)2" : self }
}

extension SwiftProperty {
  fileprivate var modelName: String { name.modelName }

  /// The name of its column; nil if it is that of the property.
  private var columnName: String? { modelName == name ? nil : name }

  /// The type of the literal that is the default; nil if it is something else.
  fileprivate var literalType: SwiftPropertyType? {
    guard let first = value.first else { return nil }
    switch first.kind {
    case .string: return SwiftPropertyType("String")
    case .number(let text): return SwiftPropertyType(text.contains(".") ? "Double" : "Int")
    case .sign("-"):
      guard value.count == 2, case .number(let text) = value[1].kind else { return nil }
      return SwiftPropertyType(text.contains(".") ? "Double" : "Int")
    case .word("true"), .word("false"): return SwiftPropertyType("Bool")
    case .word(let name) where name.first?.isUppercase == true: return SwiftPropertyType(name)
    case .sign("["):
      // [Trip]()
      guard value.count > 4, let name = value[1].word, value[2].isSign("]"), value[3].isSign("(") else { return nil }
      return SwiftPropertyType("[\(name)]")
    default: return nil
    }
  }

  fileprivate func relationship(_ type: SwiftPropertyType) -> Relationship {
    var relationship = Relationship(modelName, to: type.element, inverse: inverse?.modelName, at: place)
    relationship.columnName = columnName
    (relationship.isToMany, relationship.isOptional) = (type.isCollection, type.isOptional || type.isCollection)
    (relationship.deleteRule, relationship.formerName) = (deleteRule, formerName)
    (relationship.minimumCount, relationship.maximumCount) = (minimumCount, maximumCount)
    (relationship.documentation, relationship.isTransient) = (documentation, isTransient)
    return relationship
  }

  fileprivate func attribute(_ type: SwiftPropertyType?) -> Attribute {
    let kind = type?.attributeType
    var attribute = Attribute(modelName, kind ?? .transformable, isOptional: type?.isOptional ?? false, at: place)
    attribute.columnName = columnName
    (attribute.isTransient, attribute.formerName) = (isTransient, formerName)
    attribute.documentation = documentation
    if kind == nil { attribute.customType = type?.name ?? "String" }
    if type == nil { attribute.doubts.append("The type is not in the source, and was taken for String.") }
    if let transformer { attribute.doubts.append("Values were transformed by \(transformer).") }
    if isExternal { attribute.doubts.append(Attribute.externalStorage) }
    if let text = defaultValue(of: kind) {
      attribute.defaultValue = text
    } else if !value.isEmpty, !value[0].isWord("nil"), !isEmptyCollection {
      // Blanks say what a question mark means, and a closure has lines: neither is kept.
      if type == nil || value.contains(where: { $0.isSign("?") || $0.isSign("{") }) {
        attribute.doubts.append("The default is not taken over: \(value.source)")
      } else {
        attribute.defaultSource = value.source
      }
    }
    return attribute
  }

  private var isEmptyCollection: Bool {
    ["[]", "[:]"].contains(value.source) || value[0].isSign("[") && value.count < 6 && value.last?.isSign(")") == true
  }

  /// The default as the generator's representation has it; nil if it has none, or another than a literal.
  private func defaultValue(of type: AttributeType?) -> String? {
    guard let last = value.last, value.count == 1 || value.count == 2 && value[0].isSign("-") else { return nil }
    switch (last.kind, type) {
    case (.string(let text), .string?): return text
    case (.number(let text), .integer16?), (.number(let text), .integer32?), (.number(let text), .integer64?),
      (.number(let text), .double?), (.number(let text), .float?), (.number(let text), .decimal?):
      return (value.count == 2 ? "-" : "") + text.replacing("_", with: "")
    case (.word("true"), .boolean?): return "YES"
    case (.word("false"), .boolean?): return "NO"
    default: return nil
    }
  }
}
