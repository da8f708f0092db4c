// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The snapshot of diffable data sources, as Apple's reference of UIKit shows it
// (developer.apple.com/documentation/uikit/nsdiffabledatasourcesnapshot). Like the original, it passes Foundation on.

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
  public mutating func reconfigureItems(_ identifiers: [ItemIdentifierType]) {}
}
