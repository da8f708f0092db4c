import MotionModel
import MotionModelTestSupport
import MotionModelTransactions
import MotionModelValidation
import Testing

/// A record with a rule that prevents saving, one that warns, and one over several records.
private struct Member: Model, Validatable, Equatable {
  var id = 0
  var name = ""
  var email: String?
  var isAdmin = false

  static let schema = Schema<Member> {
    Column(\.name)
    Column(\.email, .unique)
    Column(\.isAdmin)
  }
  static let validations = Validations<Member> {
    Presence(\.name)
    Presence(\.email).severity(.warning)
    AcrossRecords("oneAdministrator") { $0.where(\.isAdmin == true).count < 2 }
  }
}

@Suite(.ownStore) struct PreviewValidationTests {
  @Test func `a preview lists invalid records and warnings`() throws {
    let preview = Store.current.preview {
      try Member.create { $0.name = "Ann" }
      _ = try? Member.create { $0.email = "bob@example.com" }
    }
    #expect(preview.isPossible && preview.changeset.count == 1)
    #expect(preview.errors.compactMap { $0 as? RecordInvalid }.map(\.errors.description) == ["[name: blank]"])
    #expect(preview.warnings.count == 1 && preview.warnings[0].record is Member)
    #expect(preview.warnings[0].warnings.map { "\($0)" } == ["email: blank [warning]"])
  }

  @Test func `validations run in transactions, and those over several records at the end`() throws {
    let store = Store.current
    #expect(throws: RecordInvalid.self) { try store.transaction { try Member.create() } }
    let body = {
      try Member.create { ($0.name, $0.isAdmin) = ("Ann", true) }
      try Member.create { ($0.name, $0.isAdmin) = ("Bob", true) }
    }
    #expect(throws: RecordInvalid.self) { try store.transaction(body) }
    let preview = store.preview(body)
    #expect(!preview.isPossible && preview.errors.count == 1 && preview.errors[0] is RecordInvalid)
    #expect(Member.count == 0 && store.commitCount == 0)
  }
}
