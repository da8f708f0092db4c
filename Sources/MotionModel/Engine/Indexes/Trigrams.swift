import Foundation

/// The parts of a string, of three Unicode scalars each, by which an index finds it.
///
/// Strings are folded first: lowercased and decomposed. If a string contains another, with or without regard to case,
/// its folded scalars contain the other's as a run. So it has all trigrams of the other.
enum Trigrams {
  /// Returns the hashes of a string's trigrams, each once; none when it has fewer than three scalars.
  static func hashes(of text: String) -> Set<UInt64> {
    var hashes: Set<UInt64> = []
    var window: UInt64 = 0
    for (index, scalar) in folded(text).unicodeScalars.enumerated() {
      // A scalar has 21 bits, so three of them fit a word, and no two trigrams have the same hash.
      window = (window &<< 21 | UInt64(scalar.value)) & (UInt64(1) &<< 63 - 1)
      if index >= 2 { hashes.insert(spread(window)) }
    }
    return hashes
  }

  private static func folded(_ text: String) -> String {
    let text = text.lowercased()
    return text.utf8.allSatisfy { $0 < 0x80 } ? text : text.decomposedStringWithCanonicalMapping
  }
}

extension IndexDefinition {
  /// An index by parts of strings.
  ///
  /// - Parameter ignoresAccents: Whether accents are left out of strings and of what is sought in them. Where a string
  ///   is found in another with regard to accents, it is found without, too, so that the index serves both.
  static func substrings(
    of column: ColumnReference, ignoringAccents ignoresAccents: Bool = false,
    _ text: @escaping @Sendable (Row) -> String?
  ) -> IndexDefinition {
    @Sendable func fold(_ text: String) -> String { ignoresAccents ? AccentFolding.folded(text) : text }
    let terms = TermIndex.Terms(
      inRow: { row in text(row).map { Trigrams.hashes(of: fold($0)) } ?? [] }, areStable: column.operations.isStable,
      wanted: { node in
        guard case .text(let other, let test) = node, other.isSame(as: column),
          let part = test.part.map(fold) ?? (ignoresAccents ? test.plainPart : nil)
        else { return nil }
        let hashes = Trigrams.hashes(of: part)
        return hashes.isEmpty ? nil : Array(hashes)
      })
    return IndexDefinition(ignoresAccents ? .substringsIgnoringAccents : .substrings, [column]) { TermIndex($0, terms) }
  }
}
