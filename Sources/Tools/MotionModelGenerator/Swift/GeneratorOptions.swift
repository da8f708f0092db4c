/// What a person chooses about the generated source.
package struct GeneratorOptions: Hashable, Sendable {
  package enum Access: String, Sendable, CaseIterable, Comparable {
    case `internal`, package, `public`

    package static func < (first: Access, second: Access) -> Bool {
      (allCases.firstIndex(of: first) ?? 0) < (allCases.firstIndex(of: second) ?? 0)
    }

    /// The modifier with a space behind it; empty for the level that needs none.
    var modifier: String { self == .internal ? "" : rawValue + " " }
  }

  /// The access level of types and members, unless user info says another.
  package var access = Access.internal

  package init(access: Access = .internal) { self.access = access }
}
