import Foundation
package import MotionModelGenerator
import MotionModelValues

/// Infers a data model from a sample of JSON.
package enum JSONSampleReader {
  /// Returns the objects of a sample as entities. What the sample does not show for certain is marked with a doubt.
  ///
  /// The outermost value is an object or an array of objects, which are the entity of the data model's name, or an
  /// object of arrays of objects, which are an entity each. Nested objects with an `id` are records to which the
  /// enclosing objects refer, and nested objects without one are values.
  ///
  /// - Parameters:
  ///   - text: JSON.
  ///   - file: The name of the file in diagnostics.
  ///   - name: The name of the data model, and of its outermost entity.
  /// - Throws: ``Diagnostic`` for what is not JSON, or has no objects, with its place.
  /// - Complexity: O(*n*) in the length of the text.
  package static func dataModel(of text: String, file: String, named name: String) throws(Diagnostic) -> DataModel {
    let value = try SampleParser.value(of: text, file: file)
    var entities = SampleEntities()
    if let sections = value.sections {
      for (key, objects) in sections { entities.add(objects, of: key) }
    } else if let objects = value.objects, !objects.isEmpty {
      entities.add(objects, of: name)
    } else {
      throw Diagnostic("There are no objects in the sample: give an object, or an array of objects.", at: value.place)
    }
    return DataModel(name: name, entities: entities.drawn)
  }
}

typealias SampleObject = (members: [(key: String, value: SampleValue)], place: SourcePlace)

extension SampleValue {
  /// The objects of an array, or the single object; nil for any other value.
  var objects: [SampleObject]? {
    switch content {
    case .object(let members): return [(members, place)]
    case .array(let elements):
      var objects: [SampleObject] = []
      for element in elements {
        guard case .object(let members) = element.content else { return nil }
        objects.append((members, element.place))
      }
      return objects
    default: return nil
    }
  }

  /// The arrays of objects of an object that has nothing else; nil for any other value.
  fileprivate var sections: [(key: String, objects: [SampleObject])]? {
    guard case .object(let members) = content, !members.isEmpty else { return nil }
    var sections: [(key: String, objects: [SampleObject])] = []
    for (key, value) in members {
      guard case .array = value.content, let objects = value.objects, !objects.isEmpty else { return nil }
      sections.append((key, objects))
    }
    return sections
  }
}

/// Draws objects as entities.
private struct SampleEntities {
  private(set) var drawn: [Entity] = []
  /// The names of entities, by those that their keys suggest.
  private var names: [String: String] = [:]
  private var free = UniqueNames.ofTypes
  /// The names of the columns of each entity, and the keys of its objects.
  private var columnNames: [ColumnNames] = []
  private var keys: [Set<String>] = []

  /// Returns the name of the entity whose objects a key has.
  private mutating func name(of key: String) -> String {
    let wanted = Inflector.current.classify(key)
    if let name = names[wanted] { return name }
    let name = free.take(wanted.typeName(or: "Object"))
    names[wanted] = name
    return name
  }

  /// Adds the objects of a key, and those in them.
  mutating func add(_ objects: [SampleObject], of key: String) {
    let name = name(of: key)
    let place = objects.first?.place ?? SourcePlace()
    let index = drawn.firstIndex { $0.name == name } ?? drawn.count
    let isNew = index == drawn.count
    if isNew {
      drawn.append(Entity(name, at: place))
      columnNames.append(ColumnNames())
      keys.append([])
      if name != Inflector.current.classify(key) { drawn[index].doubts.append("The key is \(key).") }
    }
    if isNew && objects.count == 1 {
      drawn[index].doubts.append("Only one object was seen, so nothing shows which properties are optional.")
    }
    let properties = SampleProperty.properties(of: objects)
    for property in properties where keys[index].insert(property.key).inserted {
      add(property, of: objects.count, to: index)
    }
    if isNew && !drawn[index].isRecord {
      drawn[index].doubts.append("The objects have no id, so they are values, and not records.")
    }
  }

  private mutating func add(_ property: SampleProperty, of count: Int, to index: Int) {
    var free = drawn[index].freeNames
    let wanted = property.key.propertyName(or: "key")
    let name = free.take(wanted == "id" && !property.isOfIDs ? "idValue" : wanted)
    let isColumn = columnNames[index].take(property.key, isID: name == "id")
    let columnName =
      isColumn ? name == property.key ? nil : property.key : columnNames[index].takeAnother(for: name)
    if !isColumn { drawn[index].doubts.append("The key \(property.key) of \(name) is another name in files.") }
    if let objects = property.objects {
      let hasIDs = objects.contains { $0.members.contains { $0.key == "id" } }
      // NB: A value cannot contain itself.
      let isInItself = !hasIDs && !property.isArray && self.name(of: property.key) == drawn[index].name
      let key = isInItself ? "\(drawn[index].name)_\(property.key)" : property.key
      let target = self.name(of: key)
      var relationship = Relationship(name, to: target, at: property.place)
      (relationship.isToMany, relationship.isOptional) = (property.isArray, property.isArray || property.count < count)
      relationship.columnName = columnName
      let isNew = !drawn.contains { $0.name == target }
      if isNew || hasIDs { add(objects, of: key) }
      if hasIDs && drawn.contains(where: { $0.name == target && $0.isRecord }) {
        addInverse(of: &relationship, from: index)
      }
      drawn[index].relationships.append(relationship)
    } else {
      var attribute = property.attribute(named: name, of: count)
      attribute.columnName = columnName
      drawn[index].attributes.append(attribute)
    }
  }

  /// Adds the other end of a relationship to records.
  private mutating func addInverse(of relationship: inout Relationship, from index: Int) {
    guard let target = drawn.firstIndex(where: { $0.name == relationship.destination }) else { return }
    let owner = drawn[index].name
    let wanted = (relationship.isToMany ? owner : Inflector.current.pluralize(owner)).propertyName(or: "owner")
    if target == index && relationship.isToMany { return }
    var free = drawn[target].freeNames
    if target == index { _ = free.take(relationship.name) }
    let name = free.take(firstOf: [wanted, "\(relationship.name)\(owner)".propertyName])
    var inverse = Relationship(name, to: owner, inverse: relationship.name, at: relationship.place)
    (inverse.isToMany, inverse.isOptional) = (!relationship.isToMany, true)
    inverse.doubts = ["The sample does not show how many \(owner) there are for one."]
    drawn[target].relationships.append(inverse)
    relationship.inverse = name
  }
}

extension Entity {
  /// Whether its objects have ids.
  fileprivate var isRecord: Bool { attributes.contains(where: \.isIdentifier) }
}

/// What the values of one key have in common.
private struct SampleProperty {
  let key: String
  let place: SourcePlace
  /// How many objects have a value that is not null.
  private(set) var count = 0
  private(set) var isArray = false
  /// The objects that are the values, or the elements of those; nil if there are other values.
  private(set) var objects: [SampleObject]? = []
  private var kinds: Set<Kind> = []

  enum Kind: Hashable {
    case bool, integer, number, string, date, uuid, url, object, array
  }

  static func properties(of objects: [SampleObject]) -> [SampleProperty] {
    var properties: [SampleProperty] = []
    var places: [String: Int] = [:]
    for object in objects {
      for (key, value) in object.members {
        let place = places[key, default: properties.count]
        if place == properties.count {
          places[key] = place
          properties.append(SampleProperty(key: key, place: value.place))
        }
        properties[place].add(value)
      }
    }
    return properties.map {
      var property = $0
      if property.kinds != [.object] { property.objects = nil }
      return property
    }
  }

  private init(key: String, place: SourcePlace) { (self.key, self.place) = (key, place) }

  private mutating func add(_ value: SampleValue) {
    if case .null = value.content { return }
    count += 1
    if case .array(let elements) = value.content {
      isArray = true
      for element in elements { addElement(element) }
    } else {
      addElement(value)
    }
  }

  private mutating func addElement(_ value: SampleValue) {
    switch value.content {
    case .null: break
    case .bool: kinds.insert(.bool)
    case .number(let text): kinds.insert(Int(text) == nil ? .number : .integer)
    case .string(let text): kinds.insert(Self.kind(of: text))
    case .array: kinds.insert(.array)
    case .object(let members):
      kinds.insert(.object)
      objects?.append((members, value.place))
    }
  }

  private static func kind(of text: String) -> Kind {
    if text.count == 36, UUID(uuidString: text) != nil { return .uuid }
    if text.count >= 10, text.utf8.first?.isDigit == true, (try? Date(attribute: .string(text))) != nil { return .date }
    if text.hasPrefix("https://") || text.hasPrefix("http://"), URL(string: text) != nil { return .url }
    return .string
  }

  // MARK: - Attributes

  /// Whether the values can be ids of records.
  var isOfIDs: Bool {
    var doubts: [String] = []
    return objects == nil && !isArray && [.integer64, .string, .uuid].contains(type(&doubts))
  }

  func attribute(named name: String, of total: Int) -> Attribute {
    var doubts: [String] = []
    let type = self.type(&doubts)
    let isID = name == "id"
    var attribute = Attribute(name, isArray ? .transformable : type, isOptional: count < total && !isID, at: place)
    if isArray { attribute.customType = "[\(type.swiftName)]" }
    attribute.doubts = doubts
    return attribute
  }

  private func type(_ doubts: inout [String]) -> AttributeType {
    if kinds.isEmpty {
      doubts.append(
        count == 0
          ? "All values are null, so the type was taken for String."
          : "All arrays are empty, so the type was taken for String.")
      return .string
    }
    switch kinds {
    case [.bool]: return .boolean
    case [.integer]: return .integer64
    case [.number], [.integer, .number]: return .double
    case [.date]:
      doubts.append("All strings are dates.")
      return .date
    case [.uuid]: return .uuid
    case [.url]: return .uri
    default:
      let strings: Set<Kind> = [.string, .date, .uuid, .url]
      if kinds.isSubset(of: strings) { return .string }
      doubts.append("The values are of several types, or arrays of arrays; String was taken.")
      return .string
    }
  }
}
