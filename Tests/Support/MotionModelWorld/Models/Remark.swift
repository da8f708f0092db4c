package import MotionModel
import MotionModelSearch
package import MotionModelValidation

/// A custom type of ids.
package struct RemarkID: ModelID, Hashable, Comparable, CustomStringConvertible {
  package var number32: Int32 = 0

  package init(_ number: Int32) { number32 = number }
  package init(attribute: AttributeValue) throws(CastError) { number32 = try Int32(attribute: attribute) }
  package static let columnType = ColumnType.custom(name: "RemarkID")
  package var attribute: AttributeValue { number32.attribute }
  package var isAssigned: Bool { number32 != 0 }
  package var number: Int? { Int(number32) }
  package static func make(number: Int) -> RemarkID? { Int32(exactly: number).map(RemarkID.init) }
  package static func < (first: RemarkID, second: RemarkID) -> Bool { first.number32 < second.number32 }
  package static func precedes(_ first: RemarkID, _ second: RemarkID) -> Bool { first < second }
  package var description: String { "\(number32)" }
}

/// A remark about a site or a job, with a policy that says who may read and write it.
package struct Remark: WorldModel, PolicyProtected {
  package var id = RemarkID(0)
  package var text = ""
  package var subjectType: String?
  package var subjectID: Int?

  package static let schema = Schema<Remark> {
    Column(\.text, .indexed)
    Column(\.subjectType)
    Column(\.subjectID)
    Searchable(\.text)
  }
  package struct Relations: Sendable {
    package let subject = BelongsToAny<Int>(type: \.subjectType, id: \.subjectID, Site.self, Job.self)
  }
  package static let relations = Relations()

  package static let policy = MotionModelValidation.Policy<Remark, Clerk> {
    Permission(.read, .create, .update, .delete) { _ in \.text != "bad" }
  }

  package init() {}
}

/// Who may neither read nor write bad remarks.
package struct Clerk: Principal {
  package var principalName: String { "clerk" }
}

extension Remark {
  var isBad: Bool { text == "bad" }
  package static var rows: WritableKeyPath<NaiveStore, NaiveTable<Remark>> { \.remarks }
  package static var kind: Kind { .remark }
  package static let links: [any NaiveLinking] = [
    NaiveLink<Remark, Site>("subject", { $0.subjectType == "Site" ? $0.subjectID : nil }) { $0.subjectID = $1 },
    NaiveLink<Remark, Job>("subject", { $0.subjectType == "Job" ? $0.subjectID : nil }) { $0.subjectID = $1 },
  ]
  package static let fields: [Field<Remark>] = [
    Field("text", \.text, ["", "opened", "good", "bad", "good and bad", "Not good: b\u{E4}d"]),
    Field("subjectType", optional: \.subjectType, ["Site", "Job", "Worker"]),
    Field("subjectID", optionalKey: \.subjectID, Site.self),
  ]

  package func isSame(as other: Remark) -> Bool { self == other }
}
