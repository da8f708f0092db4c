import MotionModelGenerator
import MotionModelSchemaReading
import Testing

struct SwiftDataReaderTests {
  private func summary(_ swift: String) throws -> String {
    try SwiftDataReader.dataModel(of: [(swift, "Trip.swift")], named: "Trips").summary
  }

  @Test func `a property with the name of what models declare has another name, and its column`() throws {
    #expect(
      try summary("@Model class Trip { @Attribute(.unique) var schema: Int = 3; var validations: String? }") == """
        Trip
          schema2: Integer 64 = 3 column schema
          validations2: String? column validations
          unique(schema2)
        """)
  }

  @Test func `classes become entities, and properties of their types relationships`() throws {
    #expect(
      try summary(
        #"""
        import SwiftData
        /* @Model class No {} */
        enum Kind: String, Codable { case beach, city }

        /// A journey.
        /// Of some days.
        @Model
        public final class Trip: Identifiable, CustomStringConvertible {
          #Unique<Trip>([\.name, \.start], [\.code])
          #Index<Trip>([\.start], [\.name, \Trip.code])
          @Attribute(.unique) var id: UUID = UUID()
          /// What it is called.
          @Attribute(.spotlight, originalName: "title") var name: String = "a \"b\" \(1 + (2))"
          var code = 3, `class`: Int16 = -1
          var start: Date = Date.now, length = 2.5
          var isDone = false; var price: Decimal?
          public private(set) var kind: Kind = .beach
          var home: URL?, photo: Data? = nil
          @Attribute(.externalStorage) var big: Foundation.Data?
          var tags: [String] = [], marks: Set<Int> = [], notes: [String: Int] = [:]
          @Transient var cache: [Int] = []
          @Attribute(.ephemeral) var seen: Bool = true
          @Attribute(.transformable(by: ColorTransformer.self)) var color: UIColor
          @Relationship(deleteRule: .cascade, originalName: "stays", minimumModelCount: 1, maximumModelCount: 9, inverse: \Stop.trip)
          var stops: [Stop] = []
          var guide: Person?
          var size: Int { 3 }
          var total: Int = 0 { didSet { print("x") } }
          static let shared = 1
          var description: String { "{" }
          lazy var slow = 3
          init(name: String) { self.name = name; var local = 3 }
          func f<T>(_ x: T) -> [Int] where T: Hashable { [1] }
          enum Inner { case a(Int) }
        }

        @Model class Stop { var trip: Trip?; var people = [Person]() }
        @Model final class Person { var trips: [Trip]? = []; var boss: Person? }
        @Model class Walk: Trip { var steps: Int = 0 }
        """#) == #"""
          Trip // A journey.
          Of some days.
            id: UUID := UUID()
            name: String = a "b" (1 + (2)) was title // What it is called.
            code: Integer 64 = 3
            class: Integer 16 = -1
            start: Date := Date.now
            length: Double = 2.5
            isDone: Boolean = NO
            price: Decimal?
            kind: Kind := .beach
            home: URI?
            photo: Binary?
            big: Binary? // ? Its bytes were kept outside of the database. Here they would be in memory and in the file: keep a file, and its name here.
            tags: [String]
            marks: Set<Int>
            notes: [String:Int]
            cache: [Int] transient
            seen: Boolean = YES transient
            color: UIColor // ? Values were transformed by ColorTransformer.
            total: Integer 64 = 0
            stops → [Stop]? ↔ trip Cascade was stays 1...9
            guide → Person? ↔ trips
            unique(id)
            unique(name, start)
            unique(code)
            index index1(start)
            index index2(name, code)
          Stop
            trip → Trip? ↔ stops
            people → [Person]? ↔ stop
          Person
            trips → [Trip]? ↔ guide
            boss → Person? ↔ people
            stop → Stop? ↔ people // ? The class has no such property; it is the other end of Stop.people.
            people → [Person]? ↔ boss // ? The class has no such property; it is the other end of Person.boss.
          Walk: Trip
            steps: Integer 64 = 0
          """#)
  }

  @Test func `an end that is added has a name that is free, whatever the class and those around it declare`() throws {
    let owner = "@Model class Owner { var trips: [Trip] = [] }\n"
    let names = ["owner", "tripsOwner", "tripsOwner2", "trips_owner3"]
    for count in 0...names.count {
      let taken = names[..<count].map { "var \($0) = 0" }.joined(separator: "; ")
      let end = ["owner", "tripsOwner", "tripsOwner2", "tripsOwner3", "tripsOwner4"][count]
      #expect(try summary("\(owner)@Model class Trip { \(taken) }").contains("trips → [Trip]? ↔ \(end)\n"))
      #expect(
        try summary("\(owner)@Model class Trip {}; @Model class Walk: Trip { \(taken) }")
          .contains("trips → [Trip]? ↔ \(end)\n"))
    }
    #expect(throws: Never.self) { try summary("\(owner)@Model class Trip: Ride {}; @Model class Ride: Trip {}") }
  }

  @Test func `a type that a class declares, or no file, is marked, and one of the file is not`() throws {
    #expect(
      try summary(
        ###"""
        enum Kind { case a }
        @Model class Trip { var kind: Kind; var status: [Status]; var plants: [Plant] = []; var at: [Date: Set<Int>] = [:]
          enum Status { case open; var x: Int { 3 } }
          var raw = ##"a "quoted" "# \"##; var last: Int
          var long = """
            a
            b

            """
          @Attribute(.transformable(by: "Colors")) var color: Color?
        }
        """###) == ###"""
          Trip
            kind: Kind
            status: [Status] // ? The type Status is declared in the class Trip: declare it outside, and let it be Codable.
            plants: [Plant] // ? The type Plant is not in the file: if it is a model, give its file, too, and if not, let it be Codable.
            at: [Date:Set<Int>]
            raw: String = a "quoted" "# \
            last: Integer 64
            long: String = a
          b

            color: Color? // ? Values were transformed by Colors.
          """###)
  }

  @Test(arguments: [
    (
      "struct A {}", "Trip.swift: error: There is no class with @Model in the file: give the models of a SwiftData app."
    ),
    ("@Model struct A {}", "Trip.swift:1:17: error: Expected a class behind @Model."),
    ("@Model class A {\n  var b = [1\n", "Trip.swift:1:16: error: The bracket { has no second one: add }."),
    ("@Model class A { var b: Int = f( }", "Trip.swift:1:32: error: The bracket ( has no second one: add )."),
    ("@Model class A { var b = \"x\n }", "Trip.swift:1:26: error: The string has no end: add a quotation mark."),
    ("/* @Model", "Trip.swift:1:1: error: The comment has no end: add */."),
    (
      "@Model class A { @Relationship(inverse: \\Plant.a) var plants: [Plant] = [] }",
      "Trip.swift:1:55: error: The relationship plants leads to Plant, which no file declares with @Model: give its file, too, "
        + "or the folder of all models."
    ),
    (
      "@Model class A {}\n@Model class A {}",
      "Trip.swift:2:14: error: The class A is declared twice: give one version of the schema."
    ),
  ])
  func `what cannot be read is a diagnostic with its place`(_ swift: String, _ message: String) {
    #expect {
      try SwiftDataReader.dataModel(of: [(swift, "Trip.swift")], named: "Trips")
    } throws: { "\($0)" == message }
  }

  @Test func `two lists with one inverse have a key each`() throws {
    #expect(
      try summary(
        #"""
        @Model class Bird { @Relationship(inverse: \Food.bird) var likes: [Food] = []
          @Relationship(inverse: \Food.bird) var dislikes: [Food] = []
        }
        @Model class Food { var bird: Bird? }
        """#) == #"""
          Bird
            likes → [Food]? ↔ bird
            dislikes → [Food]? ↔ dislikesBird // ? Its inverse bird is that of likes, too: here it has a key of its own.
          Food
            bird → Bird? ↔ likes
            dislikesBird → Bird? ↔ dislikes // ? The class has no such property; it is the other end of Bird.dislikes.
          """#)
  }

  @Test func `classes of several files lead to each other`() throws {
    let files = [
      (text: "@Model class Trip { @Relationship var stops: [Stop] = [] }", file: "Trip.swift"),
      (text: "enum Kind: String, Codable { case a }", file: "Kind.swift"),
      (text: "@Model class Stop { var trip: Trip?; var kind = Kind.a }", file: "Stop.swift"),
    ]
    let model = try SwiftDataReader.dataModel(of: files, named: "Trips")
    #expect(
      model.summary == """
        Trip
          stops → [Stop]? ↔ trip
        Stop
          kind: Kind := Kind.a
          trip → Trip? ↔ stops
        """)
    #expect(model.entities.map(\.place.file) == ["Trip.swift", "Stop.swift"])
  }

  @Test func `a default that blanks or lines belong to is marked`() throws {
    let text = try summary(
      "@Model class A { var b: Int = c ? 1 : 2; var d: Int = { 3 }(); var e: Date = Date.now + 60 }")
    #expect(
      text == """
        A
          b: Integer 64 // ? The default is not taken over: c?1:2
          d: Integer 64 // ? The default is not taken over: {3}()
          e: Date := Date.now+60
        """)
  }

  @Test func `deep and damaged files end in a data model or a diagnostic`() {
    for text in ["[", "{ ", "(", "\"\\(", "/*"] {
      #expect(throws: Diagnostic.self) {
        try summary("@Model class A { var b = \(String(repeating: text, count: 100_000))")
      }
    }
    let swift =
      "@Model class A: B { @Attribute(.unique, originalName: \"x\") var b: [Int]? = [1], c = \"\\(d)\" { didSet {} } }"
    swift.forEachDamage("()[]{}\":,.\n=<@#/") { _ = try? summary($0) }
  }
}
