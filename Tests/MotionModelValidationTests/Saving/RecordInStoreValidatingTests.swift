import MotionModel
import MotionModelValidation
import Testing

private struct Member: Model, Validatable {
  var id = 0
  var nickName = ""
  var motto = ""

  static let schema = Schema<Member> {
    Column(\.nickName)
    Column(\.motto)
  }
  static let validations = Validations<Member> {
    Uniqueness(\.nickName)
    Length(\.motto, 2...4)
    AsyncValidate(\.nickName, "known") { name in name != "nobody" && Member.count == 1 }
  }
}

@Suite struct RecordInStoreValidatingTests {
  private let store = Store()
  private let member: Member

  init() throws {
    try store.table(Member.self).create { ($0.nickName, $0.motto) = ("ann", "go") }
    member = Member.new { ($0.nickName, $0.motto) = ("ann", "on and on") }
  }

  @Test func `the rules of a record are checked among the records of its store`() {
    #expect(store.of(member).errors(on: \.nickName).map(\.rule) == [.taken])
    #expect(store.of(member).validate(\.nickName).map(\.rule) == [.taken])
    #expect(Store().of(member).errors(on: \.nickName).isEmpty)
    #expect(Store().of(member).validate(\.nickName).isEmpty)
  }

  @Test func `asynchronous rules are checked among the records of the store too`() async {
    let other = Member.new { ($0.nickName, $0.motto) = ("bob", "go") }
    #expect(await store.of(other).validateAsync().isEmpty)
    #expect(await Store().of(other).validateAsync().map(\.rule) == ["known"])
    #expect(await store.of(other).validateAsync { member }.map(\.rule) == [.taken, .tooLong])
  }

  @Test func `errors are found by a column's name in snake case`() {
    let errors = store.of(member).errors
    #expect(errors.on("nick_name") == errors.on("nickName"))
    #expect(errors.on("nick_name").map(\.rule) == [.taken])
  }

  @Test func `an error of a length says both limits`() {
    let error = store.of(member).errors(on: \.motto).first
    #expect(error?.rule == .tooLong)
    #expect(error?.parameters == ["count": 4, "minimum": 2, "maximum": 4])
  }
}
