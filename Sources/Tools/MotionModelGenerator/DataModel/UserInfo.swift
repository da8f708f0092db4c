/// The user info of an entity, an attribute or a relationship: values with keys.
package struct UserInfo: Hashable, Sendable {
  package var entries: [Entry]

  package struct Entry: Hashable, Sendable {
    package var key: String
    package var value: String
    package var place: SourcePlace

    package init(_ key: String, _ value: String, at place: SourcePlace = SourcePlace()) {
      self.key = key
      self.value = value
      self.place = place
    }
  }

  package init(_ entries: [Entry] = []) { self.entries = entries }

  /// The prefixes of keys that the generator reads: its own, and those of the generators before it. The first that is
  /// there wins.
  package static let prefixes = ["MotionModel.", "State.", "STState.", "Spot."]

  /// Returns the value of a key, whatever its prefix.
  package subscript(key: UserInfoKey) -> String? { entry(key)?.value }

  /// Returns the entry of a key, whatever its prefix.
  package func entry(_ key: UserInfoKey) -> Entry? {
    if entries.isEmpty { return nil }
    for prefix in Self.prefixes {
      for spelling in key.spellings {
        if let entry = entries.last(where: { $0.key == prefix + spelling }) { return entry }
      }
    }
    return nil
  }

  /// Whether a key is there with `YES`, `true` or `1`.
  package func isSet(_ key: UserInfoKey) -> Bool {
    ["yes", "true", "1"].contains(self[key]?.lowercased())
  }
}
