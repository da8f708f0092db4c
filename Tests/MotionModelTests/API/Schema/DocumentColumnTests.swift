import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

@Suite(.ownStore) struct DocumentColumnTests {
  /// A document that is neither `Equatable` nor `Hashable`.
  struct Opaque: Codable, Sendable { var number = 1 }
  /// A document that is `Equatable` but not `Hashable`.
  struct Place: Codable, Sendable, Equatable { var city = "" }

  struct Person: Model {
    var id = 0
    var name = ""
    var home = Place()
    var work: Place?
    var opaque: Opaque?
    private var kept = Opaque()
    var derived: Opaque {
      get { kept }
      set { kept = newValue }
    }
    var hidden: Opaque?
    static let schema = Schema<Person> {
      Column(\.name)
      Column(\.home, .unique, default: Place(city: "Oslo"))
      Column(\.work, .indexed)
      Column(\.opaque, .indexed)
      Column(\.derived, name: "derived")
      Transient(\.hidden, \.kept)
    }
  }

  @Test func `a default can be a document`() throws {
    #expect(try Person.create().home == Place(city: "Oslo") && Person().home == Place())
    #expect(Person.schema["home"]?.defaultValue == ["city": "Oslo"])
  }

  @Test func `documents that are not equatable can be nil`() throws {
    try Person.create {
      $0.home.city = "Bonn"; $0.opaque = Opaque(); $0.hidden = Opaque()
    }
    try Person.create { $0.work = Place(city: "Rome") }
    #expect(Person.where(\.opaque).isNil.ids == [2] && Person.where(\.opaque).isNotNil.ids == [1])
    #expect(Person.where(\.work).isNil.ids == [1] && Person.where { $0.work.isNotNil }.ids == [2])
    #expect(Person.where(\.hidden).isNil.ids == [2] && Person.where { !$0.hidden.isNil }.ids == [1])
    #expect(Person.where(\.home).isNil.isEmpty && Person.where(\.derived).isNotNil.count == 2)
  }

  @Test func `documents can be unique and indexed`() throws {
    for number in 0..<200 {
      try Person.create {
        $0.home.city = "city \(number)"
        $0.work = number % 3 == 0 ? nil : Place(city: "work \(number % 5)")
        $0.opaque = Opaque(number: number % 7)
      }
    }
    let people = Person.all
    #expect(throws: StoreError.notUnique(model: "Person", columns: ["home"], id: "8")) {
      try Person.create { $0.home.city = "city 7" }
    }
    let place = Place(city: "work 2")
    #expect(Person.where(\.work == place).ids == people.filter { $0.work == place }.map(\.id))
    #expect(Person.where(\.work != place).ids == people.filter { $0.work != place }.map(\.id))
    try Person.where(\.work == place).updateAll { $0.work = nil }
    #expect(Person.where(\.work == place).isEmpty)
    #expect(Person.where(\.work).isNil.count == people.count { $0.work == nil || $0.work == place })
  }

  @Test func `a computed property that is a document is saved and compared`() throws {
    var person = try Person.create { $0.derived.number = 5 }
    #expect(person.attributes["derived"] == ["number": 5])
    person.derived.number = 6
    #expect(person.changes.map(\.description) == [#"derived: ["number": 5] → ["number": 6]"#])
    try person.save()
    #expect(Person.first?.derived.number == 6)
    try person.set("derived", to: #"{"number": 7}"#)
    #expect(person.derived.number == 7)
  }
}
