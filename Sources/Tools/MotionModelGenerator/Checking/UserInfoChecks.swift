/// Finds keys of user info that have no effect, or a value that is none of theirs.
struct UserInfoChecks {
  private let diagnostics: Diagnostics

  init(_ diagnostics: Diagnostics) { self.diagnostics = diagnostics }

  func run(_ entity: Entity) {
    check(entity.userInfo, "the entity \"\(entity.name)\"")
    for attribute in entity.attributes {
      check(attribute.userInfo, "the attribute \"\(attribute.name)\" of the entity \"\(entity.name)\"")
    }
    for relationship in entity.relationships {
      check(relationship.userInfo, "the relationship \"\(relationship.name)\" of the entity \"\(entity.name)\"")
    }
  }

  private func check(_ userInfo: UserInfo, _ owner: String) {
    for entry in userInfo.entries {
      guard let prefix = UserInfo.prefixes.first(where: { entry.key.hasPrefix($0) }) else { continue }
      let name = entry.key.dropFirst(prefix.count)
      guard let key = UserInfoKey.allCases.first(where: { $0.spellings.contains(String(name)) }) else {
        let known = UserInfoKey.allCases.map(\.rawValue).sorted().joined(separator: ", ")
        diagnostics.warning(
          "The user info key \"\(entry.key)\" of \(owner) has no effect: the keys are \(known).", at: entry.place)
        continue
      }
      if key.isObsolete {
        diagnostics.warning(
          "The user info key \"\(entry.key)\" of \(owner) has no effect any more: remove it.", at: entry.place)
      }
      if key == .type, !SwiftName.isType(entry.value) {
        diagnostics.error(
          "The user info key \"\(entry.key)\" of \(owner) has the value \"\(entry.value)\", which is no type: write one, as in "
            + "[String].", at: entry.place)
      }
      if let values = key.values, !values.contains(entry.value) {
        diagnostics.error(
          "The user info key \"\(entry.key)\" of \(owner) has the value \"\(entry.value)\": choose one of "
            + "\(values.joined(separator: ", ")).", at: entry.place)
      }
    }
  }
}

extension UserInfoKey {
  /// The values that a key can have; nil if it can have any.
  fileprivate var values: [String]? {
    switch self {
    case .enum, .protocol, .immutable, .mutating: ["YES", "NO", "yes", "no", "true", "false", "1", "0"]
    case .requirement: ["var", "get", "func"]
    case .compositionType: ["Array", "Dictionary"]
    case .composition: ["value", "key"]
    case .references: ["existing", "any"]
    case .onDelete: ["restrict", "nullify", "delete"]
    case .kind: ["model", "value"]
    case .access: GeneratorOptions.Access.allCases.map(\.rawValue)
    case .type, .function, .value, .import, .transformable, .documentation, .validations, .model, .dissolve: nil
    }
  }

  /// Whether only earlier generators used this key.
  fileprivate var isObsolete: Bool { [.model, .dissolve, .transformable].contains(self) }
}
