/// Whether records must have a parent, and whether it must be stored.
struct Reference: Sendable {
  /// Whether every record must have a parent.
  var isRequired = false
  /// Which ids a key may have, if the parent may be missing.
  var references = DeclaredRelation.References.any
  /// What the deletion of a parent does.
  var onDelete = ReferentialAction.restrict

  /// The reference of a relation to children, which say themselves what they need.
  static let none = Reference()
}

extension Reference {
  init(isRequired: Bool, _ references: DeclaredRelation.References, _ onDelete: ReferentialAction) {
    (self.isRequired, self.references, self.onDelete) = (isRequired, references, onDelete)
  }

  /// Whether a key, if there is one, must lead to a stored record.
  var mustExist: Bool { isRequired || references == .existing }

  /// What is wrong with the declaration; nil if nothing is.
  var problem: String? {
    if onDelete == .nullify && isRequired {
      return "whose key is required and cannot become nil: use .delete or .restrict"
    }
    if onDelete != .restrict && !mustExist { return "whose key may lead to nothing: add references: .existing" }
    return nil
  }
}
