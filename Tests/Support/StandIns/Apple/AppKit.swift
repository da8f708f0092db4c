// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The snapshot of diffable data sources, as Apple's reference of AppKit shows it
// (developer.apple.com/documentation/appkit/nsdiffabledatasourcesnapshot). Like the original, it passes Foundation
// on, and has no `reconfigureItems`.

@_exported public import Foundation

public struct NSDiffableDataSourceSnapshot<
  SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable
>: Sendable {
  public init() {}
  public mutating func appendSections(_ identifiers: [SectionIdentifierType]) {}
  public mutating func appendItems(
    _ identifiers: [ItemIdentifierType], toSection sectionIdentifier: SectionIdentifierType? = nil
  ) {}
  public mutating func reloadItems(_ identifiers: [ItemIdentifierType]) {}
}
