package import Foundation
package import MotionModel

/// The one permit of a site, with an optional id. Its key is nil or leads to a stored site.
package struct Permit: WorldModel {
  package var id: Int?
  package var siteID: Int?
  package var number = ""
  package var scan = Data()

  package static let schema = Schema<Permit> {
    Column(\.siteID, .unique)
    Column(\.number, .ordered)
    Column(\.scan)
  }
  package struct Relations: Sendable {
    package let site = BelongsTo<Site>(\.siteID, references: .existing)
  }
  package static let relations = Relations()

  package init() {}
}

extension Permit {
  package static var rows: WritableKeyPath<NaiveStore, NaiveTable<Permit>> { \.permits }
  package static var kind: Kind { .permit }
  package static var uniqueKeys: [NaiveUnique<Permit>] { [NaiveUnique("siteID") { $0.siteID }] }
  package static let links: [any NaiveLinking] = [NaiveLink<Permit, Site>("site", \.siteID, isExisting: true)]
  package static let fields: [Field<Permit>] = [
    Field("siteID", optionalKey: \.siteID, Site.self),
    Field("number", \.number, ["", "1", "10", "2", "Z"]),
    Field("scan", \.scan, [Data(), Data([0]), Data([255, 1])]),
  ]

  package func isSame(as other: Permit) -> Bool {
    id == other.id && siteID == other.siteID && number.isSame(as: other.number) && scan == other.scan
  }
}
