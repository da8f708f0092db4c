/// A kind of record, of value, or of what they have in common, in a data model.
package struct Entity: Hashable, Sendable {
  package var name: String
  /// The name of the Swift type, where it differs from the entity's: the class that was drawn, without its module.
  package var className: String?
  /// Whether only entities that inherit from this one have records.
  package var isAbstract = false
  /// The name of the entity from which it inherits.
  package var parent: String?
  package var attributes: [Attribute] = []
  package var relationships: [Relationship] = []
  /// The indexes, each as the names of attributes.
  package var indexes: [FetchIndex] = []
  /// The attributes and to-one relationships that together are unique, one list for each constraint.
  package var uniqueness: [[String]] = []
  /// The name in the version before.
  package var formerName: String?
  package var userInfo = UserInfo()
  /// What the generated type's documentation comment says.
  package var documentation: String?
  /// What the reader was not sure of; it becomes a comment that a person looks for.
  package var doubts: [String] = []
  package var place: SourcePlace

  package init(_ name: String, at place: SourcePlace = SourcePlace()) {
    self.name = name
    self.place = place
  }

  /// An index over attributes of an entity.
  package struct FetchIndex: Hashable, Sendable {
    package var name: String
    /// The attributes, in order.
    package var properties: [String]
    /// Whether it is a search tree, by whose order records can be read, and not an R-tree.
    package var isOrdered: Bool

    package init(_ name: String, _ properties: [String], isOrdered: Bool = true) {
      self.name = name
      self.properties = properties
      self.isOrdered = isOrdered
    }
  }
}
