/// A reference of an entity to another, or to several records of it.
package struct Relationship: Hashable, Sendable {
  package var name: String
  /// The name of the entity at the other end.
  package var destination: String
  /// The relationship of the destination that leads back.
  package var inverse: String?
  package var isOptional = false
  package var isToMany = false
  package var isOrdered = false
  package var isTransient = false
  package var minimumCount: Int?
  package var maximumCount: Int?
  /// What becomes of the destination's records when a record of this entity is deleted.
  package var deleteRule = DeleteRule.nullify
  /// The name of the property that holds the other record's id, where it is not the relationship's name and `ID`.
  package var key: String?
  /// The name of the key in files, where it differs.
  package var columnName: String?
  /// The name in the version before.
  package var formerName: String?
  package var userInfo = UserInfo()
  package var documentation: String?
  /// What the reader was not sure of.
  package var doubts: [String] = []
  package var place: SourcePlace

  package init(_ name: String, to destination: String, inverse: String? = nil, at place: SourcePlace = SourcePlace()) {
    self.name = name
    self.destination = destination
    self.inverse = inverse
    self.place = place
  }
}

/// What becomes of related records when their owner is deleted.
package enum DeleteRule: String, Hashable, Sendable, CaseIterable {
  case nullify = "Nullify"
  case cascade = "Cascade"
  case deny = "Deny"
  case noAction = "No Action"
}
