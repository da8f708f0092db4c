import Foundation
import MotionModel
import MotionModelTestSupport
import MotionModelValidation
import Testing

@Suite(.ownStore) struct ValidatableSavingTests {
  @Test func `save throws an error with the record and its errors, and changes nothing`() throws {
    let store = Store.current
    var job = Job("Dog")
    let invalid = try #require(throws: RecordInvalid.self) { try job.save() }
    #expect(invalid.record as? Job == job && invalid.errors == job.errors)
    #expect("\(invalid.errors)" == "[name: tooShort(count: 5)]")
    #expect(
      "\(invalid)" == "The Job cannot be saved, because it is not valid: Name is too short (at least 5 characters).")
    #expect(invalid.localizedDescription == invalid.description)
    #expect(job == Job("Dog") && Job.isEmpty && store.commitCount == 0)
    job.name = "Walk the dog"
    try job.save()
    #expect(job.id == 1)
    job.priority = 10
    #expect("\(try #require(throws: RecordInvalid.self) { try job.save() })".hasPrefix("Job 1 cannot be saved"))
    #expect(Job.first?.priority == 0 && store.commitCount == 1)
  }

  @Test func `every way of saving a record validates it`() throws {
    #expect(throws: RecordInvalid.self) { try Job.create { $0.name = "Dog" } }
    #expect(throws: RecordInvalid.self) { try Job.create(attributes: ["name": "Dog"]) }
    var job = Job("Dog")
    #expect(throws: RecordInvalid.self) { try job.insert() }
    #expect(throws: RecordInvalid.self) { try job.upsert() }
    #expect(throws: RecordInvalid.self) { try Job.where(\.name == "Dog").firstOrCreate() }
    job = try Job.create { $0.name = "Walk the dog" }
    #expect(throws: RecordInvalid.self) { try job.update { $0.priority = 10 } }
    #expect(throws: RecordInvalid.self) { try job.update(attributes: ["priority": 10]) }
    #expect(job.priority == 0 && Job.all == [job])
  }

  @Test func `saveIfValid returns whether it saved`() throws {
    var job = Job("Dog")
    #expect(try !job.saveIfValid())
    #expect(job == Job("Dog") && Job.isEmpty)
    job.name = "Walk the dog"
    #expect(try job.saveIfValid())
    #expect(job.id == 1 && Job.all == [job])
    try job.delete()
    #expect(throws: StoreError.recordGone(model: "Job", id: "1")) { try job.saveIfValid() }
  }

  @Test func `updates and saves of some columns validate the record as it will be stored`() throws {
    var mine = try Job.create { $0.name = "Walk the dog" }
    var yours = mine
    try mine.update { $0.priority = 3 }
    yours.priority = 10
    try yours.update { $0.name = "Feed the dog" }
    #expect(Job.first?.name == "Feed the dog" && Job.first?.priority == 3 && yours.priority == 10)
    let invalid = try #require(throws: RecordInvalid.self) { try yours.update { $0.name = "Dog" } }
    #expect("\(invalid.errors)" == "[name: tooShort(count: 5)]" && (invalid.record as? Job)?.priority == 3)
    #expect(yours.name == "Feed the dog")
    yours.name = "Dog"
    #expect(try !yours.ifValid { try $0.save(only: \.name) })
    #expect(yours.name == "Dog" && Job.first?.name == "Feed the dog")
    try yours.save(only: \.name, validate: false)
    #expect(Job.first?.name == "Dog" && Job.first?.priority == 3)
    yours.name = "Comb the dog"
    #expect(try Job.table.ifValid(&yours) { try Job.table.save(&$0, only: \.name) })
    #expect(throws: RecordInvalid.self) { try Job.table.save(&yours, only: \.name, \.priority, validate: true) }
    try Job.table.save(&yours, only: \.priority, validate: false)
    #expect(Job.first == yours && yours.priority == 10)
  }

  @Test func `every way of saving has a form that returns whether it saved`() throws {
    #expect(try Job.createIfValid { $0.name = "Dog" } == nil && Job.isEmpty)
    let created = try #require(try Job.createIfValid { $0.name = "Walk the dog" })
    #expect(Job.all == [created])
    var job = Job("Dog")
    #expect(try !job.ifValid { try $0.insert() })
    #expect(try !job.ifValid { try $0.upsert() })
    #expect(try !job.ifValid { try $0.upsert(on: \.name) })
    #expect(job == Job("Dog") && Job.count == 1)
    job.name = "Feed the dog"
    #expect(try job.ifValid { try $0.insert() })
    job.priority = 2
    #expect(try job.ifValid { try $0.upsert() })
    #expect(throws: StoreError.idTaken(model: "Job", id: "2")) { try job.ifValid { try $0.insert() } }
    var other = Job("Feed the dog")
    #expect(try other.ifValid { try $0.upsert(on: \.name) })
    #expect(other.id == 2 && Job.all == [created, other])
    #expect(try Job.createIfValid(attributes: ["name": "Dog"]) == nil && Job.count == 2)
    let third = try #require(try Job.table.createIfValid(attributes: ["name": "Comb the dog", "priority": 3]))
    #expect(Job.all == [created, other, third] && third.priority == 3)
    #expect(throws: AttributeError.self) { try Job.createIfValid(attributes: ["nme": "x"]) }
  }

  @Test func `a refused updateIfValid keeps the changes in the record, so that its errors say why`() throws {
    var job = try Job.create { $0.name = "Walk the dog" }
    #expect(try job.updateIfValid { $0.priority = 3 })
    #expect(try !job.updateIfValid { $0.priority = 10 })
    #expect(job.priority == 10 && !job.errors.isEmpty && Job.first?.priority == 3)
    #expect(try !job.updateIfValid(attributes: ["name": "Dog"]))
    #expect(job.name == "Dog" && Job.first?.name == "Walk the dog")
    #expect(try job.updateIfValid(attributes: ["name": "Feed the dog", "priority": 4]))
    #expect(Job.first == job && job.priority == 4)
    let before = job
    #expect(throws: AttributeError.self) { try job.updateIfValid(attributes: ["nme": "x"]) }
    let invalid = #expect(throws: RecordInvalid.self) {
      try job.updateIfValid { _ in try Job.create { $0.name = "Cat" } }
    }
    #expect((invalid?.record as? Job)?.name == "Cat" && job == before, "It is the error of another record.")
  }

  @Test func `saveIfValid throws the errors of other records, of any model`() throws {
    struct Item: Model, Validatable, Equatable {
      var id = 0
      var name = ""
      var isCopied = false
      var code: String?
      static let schema = Schema<Item> {
        Column(\.name)
        Column(\.isCopied)
        Column(\.code, .unique)
      }
      static let validations = Validations<Item> {
        Presence(\.name)
        AcrossRecords("few") { $0.count < 3 }
      }
      static let hooks: Hooks<Item> = [
        .beforeSave { item, _ in
          if item.isCopied { try Item.create { $0.name = item.name == "bad" ? "" : item.name } }
        },
        .afterSave { item, _ in if item.name == "own" { throw RecordInvalid(record: item, errors: ValidationErrors()) }
        },
      ]
    }
    func item(_ name: String, isCopied: Bool = false, code: String? = nil) -> Item {
      .new { ($0.name, $0.isCopied, $0.code) = (name, isCopied, code) }
    }
    var bad = item("bad", isCopied: true)
    let invalid = #expect(throws: RecordInvalid.self) { try bad.saveIfValid() }
    #expect(invalid?.record as? Item == item(""))
    #expect(bad == item("bad", isCopied: true))
    var empty = item("", isCopied: true)
    #expect(try !empty.saveIfValid())
    var good = item("good", isCopied: true, code: "x")
    #expect(try good.saveIfValid())
    #expect(Item.pluck(\.name) == ["good", "good"])
    var taken = item("taken", code: "x")
    #expect(try !taken.saveIfValid())
    var third = item("third")
    #expect(throws: RecordInvalid.self) { try third.saveIfValid() }
    try Item.delete(1)
    try Store.current.inTransaction { () throws in
      var empty = item("")
      #expect(try !empty.saveIfValid())
      var bad = item("bad", isCopied: true)
      #expect(throws: RecordInvalid.self) { try bad.saveIfValid() }
    }
    var own = try Item.require(2)
    (own.name, own.isCopied) = ("own", false)
    #expect(try !own.saveIfValid())
    #expect(Item.pluck(\.name) == ["good"])
  }

  @Test func `validation can be skipped`() throws {
    var job = Job("Dog")
    try job.save(validate: false)
    #expect(Job.all == [job] && job.id == 1 && !job.isValid)
    #expect(throws: RecordInvalid.self) { try job.save(validate: true) }
    job.priority = 99
    try job.save(validate: false)
    #expect(Job.first?.priority == 99)
  }

  @Test func `a warning does not stop saving`() throws {
    var job = Job(String(repeating: "x", count: 41))
    #expect(job.errors.map(\.severity) == [.warning] && job.isValid)
    try job.save()
    job.priority = 10
    #expect(try #require(throws: RecordInvalid.self) { try job.save() }.errors.map(\.severity) == [.error, .warning])
  }

  @Test func `a value that is taken in a unique column is an error of the column`() throws {
    try Job.create { ($0.name, $0.email) = ("Walk the dog", "a@b.co") }
    var job = Job("Sweep the floor", email: "a@b.co")
    #expect(job.isValid)
    let invalid = try #require(throws: RecordInvalid.self) { try job.save() }
    #expect("\(invalid.errors)" == "[email: taken]" && invalid.errors.fullMessages == ["Email has already been taken"])
    #expect(invalid.record as? Job == job && job.id == 0 && Job.count == 1)
    #expect(throws: StoreError.notUnique(model: "Job", columns: ["email"], id: "1")) { try job.save(validate: false) }
  }

  @Test func `a combination that is taken in an index of several columns is an error of each of them`() throws {
    struct Seat: Model, Validatable {
      var id = 0
      var room = 0
      var number = 0
      static let schema = Schema<Seat> {
        Column(\.room)
        Column(\.number)
        Index(\.room, \.number, unique: true)
      }
      static let validations = Validations<Seat> { Numericality(\.room) }
    }
    for number in 1...2 { try Seat.create { ($0.room, $0.number) = (7, number) } }
    var seat = try Seat.require(2)
    seat.number = 1
    let invalid = try #require(throws: RecordInvalid.self) { try seat.save() }
    #expect("\(invalid.errors)" == "[room: taken, number: taken]" && Seat.find(2)?.number == 2)
  }

  @Test func `rules apply on create, on update and in custom contexts`() throws {
    struct Article: Model, Validatable {
      var id = 0
      var title = ""
      var summary = ""
      static let schema = Schema<Article> {
        Column(\.title)
        Column(\.summary)
      }
      static let validations = Validations<Article> {
        Presence(\.title).on(.create)
        Exclusion(\.title, of: ["old"]).on(.update)
        Presence(\.summary).on("publishing")
        Exclusion(\.summary, of: ["secret"]).on("auditing")
      }
    }
    let both = ValidationContext("publishing").and("auditing")
    #expect(both == ValidationContext("auditing").and("publishing").and("auditing") && both != "publishing")
    #expect(both.name == "auditing & publishing" && Set([both, both, "auditing"]).count == 2)
    var secret = Article.new { ($0.title, $0.summary) = ("new", "secret") }
    #expect(secret.errors(in: both).map(\.rule) == [.exclusion] && secret.isValid(in: "publishing"))
    secret.summary = ""
    #expect(secret.errors(in: both).map(\.rule) == [.blank])
    #expect(throws: RecordInvalid.self) { try secret.save(in: both) }
    var article = Article.new { $0.title = "old" }
    #expect(article.isValid && !article.isValid(in: "publishing"))
    #expect(throws: RecordInvalid.self) { try article.save(in: "publishing") }
    #expect(article.id == 0)
    try article.save()
    #expect(article.errors.map(\.rule) == [.exclusion])
    #expect(article.errors(in: "publishing").map(\.rule) == [.exclusion, .blank])
    article.title = ""
    try article.save()
    article.summary = "All about it"
    try article.save(in: "publishing")
    #expect(Article.first?.summary == "All about it")
    article.summary = ""
    #expect(throws: RecordInvalid.self) { try article.save(only: \.summary, in: "publishing") }
    #expect(try !article.ifValid { try $0.save(in: "publishing") })
    #expect(try !article.ifValid { try $0.save(only: \.summary, in: "publishing") })
    #expect(article.summary == "" && Article.first?.summary == "All about it")
    article.summary = "Some of it"
    #expect(try article.ifValid { try $0.save(in: both) })
    article.summary = "secret"
    #expect(try Article.table.ifValid(&article) { try Article.table.save(&$0, only: \.summary, in: "publishing") })
    #expect(try !Article.table.ifValid(&article) { try Article.table.save(&$0, in: both) })
    #expect(Article.first?.summary == "secret")
    article.summary = "More about it"
    try Article.table.save(&article, only: \.summary, in: "publishing")
    #expect(Article.first?.summary == "More about it")
  }

  @Test func `many records are reported one by one`() throws {
    let jobs = [
      Job("Walk the dog", email: "a@b.co"), Job("Dog"), Job("Sweep", email: "a@b.co"), Job("Paint", priority: 12),
    ]
    let report = try Job.insertValid(contentsOf: jobs)
    #expect(report.records.map(\.name) == ["Walk the dog"] && Job.all == report.records)
    #expect(report.failures.map(\.row) == [2, 3, 4] && Store.current.commitCount == 1)
    let errors = report.failures.map { ($0.error as? RecordInvalid)?.errors.description }
    #expect(
      errors == ["[name: tooShort(count: 5)]", "[email: taken]", "[priority: lessOrEqual(other: 9), projectID: blank]"])
    let none = try Job.insertValid(contentsOf: [Job("Sweep"), Job("x")], allOrNothing: true)
    #expect(none.records.isEmpty && none.failures.map(\.row) == [2] && Job.count == 1)
  }

  @Test func `imported rows are reported one by one`() throws {
    let report = try Job.importRows([["name": "Walk the dog"], ["name": "Dog"], ["name": "Sweep", "priority": "high"]])
    #expect(Job.count == 1 && report.failures.map(\.row) == [2, 3])
    #expect(report.failures[0].error is RecordInvalid && report.failures[1].error is AttributeError)
  }
}
