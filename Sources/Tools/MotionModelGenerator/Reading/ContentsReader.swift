package import Foundation

/// Reads the file `contents` of a data model, as Xcode has written it since 2011.
///
/// Attributes and elements of the file that it does not know are passed over, as Xcode adds some with each version.
package struct ContentsReader {
  /// The path that diagnostics name.
  let file: String

  /// - Parameter file: The path that diagnostics name.
  package init(file: String) { self.file = file }

  /// Reads a data model from the bytes of the file.
  ///
  /// - Parameters:
  ///   - content: The bytes of the file.
  ///   - name: The data model's name.
  ///   - version: The version's name, if there are several.
  /// - Throws: A diagnostic, with its place, where the file is not a data model.
  package func dataModel(_ content: Data, name: String, version: String? = nil) throws(Diagnostic) -> DataModel {
    let root = try XMLTree.read(content, file: file)
    guard root.name == "model" else {
      throw Diagnostic(
        "The file has the element <\(root.name)> instead of <model>: it is no data model.", at: root.place)
    }
    var entities: [Entity] = []
    for element in root.children("entity") { entities.append(try entity(element)) }
    return DataModel(name: name, version: version, entities: entities)
  }

  private func entity(_ element: XMLTree) throws(Diagnostic) -> Entity {
    var entity = Entity(try name(of: element, in: nil), at: element.place)
    entity.className = className(element["representedClassName"])
    entity.isAbstract = element.isSet("isAbstract")
    entity.parent = element["parentEntity"]
    entity.formerName = element["elementID"] ?? element["renamingIdentifier"]
    entity.userInfo = userInfo(of: element)
    entity.documentation = entity.userInfo[.documentation]
    for child in element.children {
      switch child.name {
      case "attribute": entity.attributes.append(try attribute(child, of: entity.name))
      case "relationship": entity.relationships.append(try relationship(child, of: entity.name))
      case "fetchIndex": entity.indexes.append(index(child))
      case "uniquenessConstraints": entity.uniqueness += uniqueness(child)
      default: break
      }
    }
    return entity
  }

  /// The class without its module, and nil for the class that stands for none.
  private func className(_ text: String?) -> String? {
    guard let name = text?.split(separator: ".").last.map(String.init) else { return nil }
    return name == "NSManagedObject" ? nil : name
  }

  private func attribute(_ element: XMLTree, of entity: String) throws(Diagnostic) -> Attribute {
    let type = AttributeType(named: element["attributeType"] ?? "Undefined")
    // The class of a scalar had a number where the database had none: 0.
    let isScalar = element.isSet("usesScalarValueType") && type.isScalar
    var attribute = Attribute(
      try name(of: element, in: entity), type, isOptional: element.isSet("optional") && !isScalar, at: element.place)
    attribute.isTransient = element.isSet("transient")
    attribute.defaultValue = element.attributes["defaultDateTimeInterval"] ?? element.attributes["defaultValueString"]
    attribute.minimum = element["minDateTimeInterval"] ?? element["minValueString"]
    attribute.maximum = element["maxDateTimeInterval"] ?? element["maxValueString"]
    attribute.pattern = element["regularExpressionString"]
    attribute.customType = element["customClassName"]
    attribute.transformer = element["valueTransformerName"]
    attribute.derivation = element.isSet("derived") ? element["derivationExpression"] ?? "" : nil
    attribute.isIndexed = element.isSet("indexed")
    attribute.formerName = element["elementID"] ?? element["renamingIdentifier"]
    attribute.userInfo = userInfo(of: element)
    attribute.documentation = attribute.userInfo[.documentation]
    if element.isSet("allowsExternalBinaryDataStorage") { attribute.doubts.append(Attribute.externalStorage) }
    return attribute
  }

  private func relationship(_ element: XMLTree, of entity: String) throws(Diagnostic) -> Relationship {
    let name = try name(of: element, in: entity)
    guard let destination = element["destinationEntity"] else {
      throw Diagnostic(
        "The relationship \"\(name)\" of the entity \"\(entity)\" has no destination: choose one.", at: element.place)
    }
    var relationship = Relationship(name, to: destination, inverse: element["inverseName"], at: element.place)
    relationship.isOptional = element.isSet("optional")
    relationship.isToMany = element.isSet("toMany")
    relationship.isOrdered = element.isSet("ordered")
    relationship.isTransient = element.isSet("transient")
    relationship.minimumCount = element["minCount"].flatMap { Int($0) }
    relationship.maximumCount = element["maxCount"].flatMap { Int($0) }
    relationship.deleteRule = try deleteRule(element, name, entity)
    relationship.formerName = element["elementID"] ?? element["renamingIdentifier"]
    relationship.userInfo = userInfo(of: element)
    relationship.documentation = relationship.userInfo[.documentation]
    return relationship
  }

  private func deleteRule(_ element: XMLTree, _ name: String, _ entity: String) throws(Diagnostic) -> DeleteRule {
    guard let word = element["deletionRule"] else { return .nullify }
    if let rule = DeleteRule(rawValue: word) { return rule }
    let known = DeleteRule.allCases.map(\.rawValue).joined(separator: ", ")
    throw Diagnostic(
      "The relationship \"\(name)\" of the entity \"\(entity)\" has the delete rule \"\(word)\": choose one of \(known).",
      at: element.place)
  }

  private func index(_ element: XMLTree) -> Entity.FetchIndex {
    let elements = element.children("fetchIndexElement")
    return Entity.FetchIndex(
      element["name"] ?? "", elements.compactMap { $0["property"] },
      isOrdered: !elements.contains { $0["type"] == "RTree" })
  }

  private func uniqueness(_ element: XMLTree) -> [[String]] {
    element.children("uniquenessConstraint").map { $0.children("constraint").compactMap { $0["value"] } }
  }

  private func userInfo(of element: XMLTree) -> UserInfo {
    UserInfo(
      element.children("userInfo").flatMap { $0.children("entry") }.compactMap { entry in
        entry["key"].map { UserInfo.Entry($0, entry.attributes["value"] ?? "", at: entry.place) }
      })
  }

  private func name(of element: XMLTree, in entity: String?) throws(Diagnostic) -> String {
    if let name = element["name"] { return name }
    let place = entity.map { " of the entity \"\($0)\"" } ?? ""
    throw Diagnostic("There is an element <\(element.name)>\(place) without a name: give it one.", at: element.place)
  }
}
