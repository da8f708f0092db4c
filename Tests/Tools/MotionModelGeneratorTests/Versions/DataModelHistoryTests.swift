import MotionModelGenerator
import Testing

struct DataModelHistoryTests {
  private func version(_ name: String, _ lines: String) throws -> DataModel {
    var dataModel = try Fixture.dataModel(lines, name: "Shop")
    dataModel.version = name
    return dataModel
  }

  private func versions() throws -> [DataModel] {
    [
      try version(
        "Shop",
        """
        <entity name="Task">
          <attribute name="priority" attributeType="String" defaultValueString="low"/>
          <attribute name="note" optional="YES" attributeType="String"/>
          <attribute name="gone" optional="YES" attributeType="String"/>
        </entity>
        <entity name="User"/>
        """),
      try version(
        "Shop 2",
        """
        <entity name="Todo" elementID="Task">
          <attribute name="urgency" attributeType="Integer 16" defaultValueString="0" elementID="priority"/>
          <attribute name="note" attributeType="String" defaultValueString=""/>
        </entity>
        <entity name="User"><attribute name="name" attributeType="String" defaultValueString=""/></entity>
        """),
      try version(
        "Shop 3",
        """
        <entity name="Todo">
          <attribute name="urgency" attributeType="Double" defaultValueString="0"/>
          <attribute name="note" attributeType="String" defaultValueString=""/>
        </entity>
        <entity name="User"><attribute name="name" optional="YES" attributeType="String"/></entity>
        """),
    ]
  }

  /// The file of migrations of a data model with these versions.
  private func migrations(_ versions: [DataModel]) throws -> Generator.Source? {
    try Generator().folder(#require(versions.last), versions: versions).first { $0.name.hasSuffix("Migrations.swift") }
  }

  @Test func `What changes its type or may not be nil any more is a step, and all else is none`() throws {
    let source = try #require(try migrations(try versions()))
    #expect(source.name == "ShopMigrations.swift")
    #expect(source.isForPeople)
    #expect(
      source.text
        == #"""
        // Made once by motionmodel generate from the versions of Shop. It is yours, and is not overwritten.

        import MotionModel

        /// The steps from files of earlier versions to those of today.
        enum ShopMigrations {
          static let all = [
            Migration("Shop 2", from: 1, to: 2, of: "Task") { tasks in
              // CHECK: priority was String and is Int: return the new value for each old one.
              try tasks.convert("priority", to: "Int") { value in value }
              // CHECK: note could be nil and cannot any more: choose the value of records that have none.
              try tasks.updateRows { row in row["note"] = row["note"] ?? "" }
            },
            Migration("Shop 3", from: 2, to: 3, of: "Todo") { todos in
              // CHECK: urgency was Int and is Double: return the new value for each old one.
              try todos.convert("urgency", to: "Double") { value in value }
            },
          ]
        }

        """#)
  }

  @Test func `Schemas have the versions, and names of before`() throws {
    let versions = try versions()
    let text = Generator().oneFile(versions[1], named: "Shop.swift", versions: Array(versions[...1]))[0].text
    #expect(text.contains(#"static let schema = Schema<Todo>(version: 2, was: "Task") {"#))
    #expect(text.contains(#"Column(\.urgency, was: "priority")"#))
    #expect(!text.contains("Schema<User>"))
    let last = Generator().oneFile(versions[2], named: "Shop.swift", versions: versions)[0].text
    #expect(last.contains(#"static let schema = Schema<Todo>(version: 3, was: "Task") {"#))
    #expect(last.contains(#"Column(\.urgency, was: "priority")"#))
  }

  @Test func `Versions without such a change have no migration`() throws {
    #expect(try migrations([try versions()[0]]) == nil)
    #expect(try migrations([try versions()[0], try versions()[0]]) == nil)
  }

  // MARK: - Kinds of change

  /// A change between two versions, and a part of what it becomes: a line of a migration or a declaration.
  struct Kind: CustomTestStringConvertible, Sendable {
    let name: String
    let old: String
    let new: String
    /// A part of the migration; nil if there is none.
    var migration: String?
    /// A part of the models.
    var models: String?

    var testDescription: String { name }
  }

  private static func entity(_ name: String, _ content: String = "", _ attributes: String = "") -> String {
    "<entity name=\"\(name)\" \(attributes)>\(content)</entity>"
  }

  private static func attribute(_ name: String, _ type: String, _ attributes: String = "", _ info: String = "")
    -> String
  {
    "<attribute name=\"\(name)\" attributeType=\"\(type)\" \(attributes)>\(info)</attribute>"
  }

  private static func link(_ name: String, _ to: String, _ inverse: String?, _ attributes: String = "") -> String {
    let back = inverse.map { "inverseName=\"\($0)\" inverseEntity=\"\(to)\"" } ?? ""
    return "<relationship name=\"\(name)\" optional=\"YES\" destinationEntity=\"\(to)\" \(back) \(attributes)/>"
  }

  private static let info =
    "<userInfo><entry key=\"MotionModel.Enum\" value=\"YES\"/>"
    + "<entry key=\"MotionModel.Type\" value=\"String\"/></userInfo>"
  private static let kindInfo = "<userInfo><entry key=\"MotionModel.Type\" value=\"Kind\"/></userInfo>"
  private static let oneToMany =
    entity("A", link("b", "B", "as")) + entity("B", link("as", "A", "b", "toMany=\"YES\""))
  private static let manyToMany =
    entity("A", link("b", "B", "as", "toMany=\"YES\"")) + entity("B", link("as", "A", "b", "toMany=\"YES\""))
  private static let value =
    entity("A", link("b", "B", nil)) + entity("B", attribute("n", "String", "optional=\"YES\""))

  private static let kinds: [Kind] = [
    Kind(name: "an entity is new", old: entity("A"), new: entity("A") + entity("B")),
    Kind(
      name: "an entity is gone", old: entity("A") + entity("B"), new: entity("A"),
      migration: #"Migration("2", from: 1, to: 2, inFileOf: "B") { file in"#),
    Kind(
      name: "an entity has another name", old: entity("A"), new: entity("B", "", "elementID=\"A\""),
      models: #"Schema<B>(was: "A")"#),
    Kind(
      name: "an entity is a value now", old: oneToMany, new: value,
      migration: #"file["B"] = nil"#),
    Kind(
      name: "an attribute is new", old: entity("A"), new: entity("A", attribute("n", "Date")),
      models: #"var n: Date?"#),
    Kind(name: "an attribute is gone", old: entity("A", attribute("n", "Date")), new: entity("A")),
    Kind(
      name: "an attribute has another name", old: entity("A", attribute("n", "Date")),
      new: entity("A", attribute("m", "Date", "elementID=\"n\"")), models: #"Column(\.m, was: "n")"#),
    Kind(
      name: "an attribute has another type", old: entity("A", attribute("n", "String")),
      new: entity("A", attribute("n", "Double")), migration: #"try as.convert("n", to: "Double")"#),
    Kind(
      name: "an id has another type", old: entity("A", attribute("id", "Integer 64")),
      new: entity("A", attribute("id", "UUID")), migration: #"try as.convert("id", to: "UUID")"#),
    Kind(
      name: "the id of a parent has another type",
      old: entity("A", link("b", "B", "as"))
        + entity("B", attribute("id", "String") + link("as", "A", "b", "toMany=\"YES\"")),
      new: entity("A", link("b", "B", "as"))
        + entity("B", attribute("id", "UUID") + link("as", "A", "b", "toMany=\"YES\"")),
      migration: #"try as.convert("bID", to: "UUID")"#),
    Kind(
      name: "an attribute is required", old: entity("A", attribute("n", "String", "optional=\"YES\"")),
      new: entity("A", attribute("n", "String")), migration: #"row["n"] = row["n"] ?? """#),
    Kind(
      name: "an attribute is not required", old: entity("A", attribute("n", "String")),
      new: entity("A", attribute("n", "String", "optional=\"YES\""))),
    Kind(
      name: "an enum lost a case",
      old: entity("Kind", attribute("x", "Undefined") + attribute("y", "Undefined") + info)
        + entity("A", attribute("n", "String", "optional=\"YES\"", kindInfo)),
      new: entity("Kind", attribute("x", "Undefined") + info)
        + entity("A", attribute("n", "String", "optional=\"YES\"", kindInfo)),
      migration: #"// CHECK: Kind had the values "y": return the new value of n for each old one."#),
    Kind(
      name: "an enum has a further case",
      old: entity("Kind", attribute("x", "Undefined") + info)
        + entity("A", attribute("n", "String", "optional=\"YES\"", kindInfo)),
      new: entity("Kind", attribute("x", "Undefined") + attribute("y", "Undefined") + info)
        + entity("A", attribute("n", "String", "optional=\"YES\"", kindInfo))),
    Kind(
      name: "a value has a further member", old: value,
      new: entity("A", link("b", "B", nil))
        + entity("B", attribute("n", "String", "optional=\"YES\"") + attribute("m", "Double")),
      migration: "// CHECK: B.m is new: return the new value of b for each old one."),
    Kind(
      name: "a value has an optional member", old: value,
      new: entity("A", link("b", "B", nil))
        + entity("B", attribute("n", "String", "optional=\"YES\"") + attribute("m", "Double", "optional=\"YES\""))),
    Kind(
      name: "a key has another name", old: oneToMany,
      new: entity("A", link("c", "B", "as", "elementID=\"b\"")) + entity("B", link("as", "A", "c", "toMany=\"YES\"")),
      models: #"Column(\.cID, was: "bID")"#),
    Kind(
      name: "a key leads elsewhere", old: oneToMany,
      new: entity("A", link("b", "C", "as")) + entity("B") + entity("C", link("as", "A", "b", "toMany=\"YES\"")),
      migration: "// CHECK: bID had ids of B and has ids of C: return the new id for each old one."),
    Kind(
      name: "one to many becomes many to many", old: oneToMany, new: manyToMany,
      migration: #"var links = file["AB"] ?? StoreDocument.Table("AB")"#),
    Kind(
      name: "many to many becomes one to many", old: manyToMany, new: oneToMany,
      migration: "// CHECK: b was records of AB and is the key bID: move what there is, or it is lost."),
    Kind(
      name: "the key of one to one is at the other end",
      old: entity("A", link("b", "B", "a", "deletionRule=\"Cascade\"")) + entity("B", link("a", "A", "b")),
      new: entity("A", link("b", "B", "a")) + entity("B", link("a", "A", "b", "deletionRule=\"Cascade\"")),
      migration: "// CHECK: a was the key aID and is a key of the other record: move what there is, or it is lost."),
    Kind(
      name: "one to many becomes many to one", old: oneToMany,
      new: entity("A", link("b", "B", "as", "toMany=\"YES\"")) + entity("B", link("as", "A", "b")),
      migration: "// CHECK: b was the key bID and is a key of the other record: move what there is, or it is lost."),
    Kind(
      name: "a key becomes a value", old: oneToMany, new: value,
      migration: "// CHECK: b was the key bID and is a value: move what there is, or it is lost."),
    Kind(
      name: "a value becomes a key", old: value, new: oneToMany,
      migration: "// CHECK: b was a value and is the key bID: move what there is, or it is lost."),
    Kind(
      name: "the parent has heirs", old: oneToMany, new: oneToMany + entity("C", "", "parentEntity=\"B\""),
      migration: #"if let id = row["bID"], id != .null { row["bType"] = "B" }"#),
    Kind(
      name: "the parent has no heirs any more", old: oneToMany + entity("C", "", "parentEntity=\"B\""), new: oneToMany,
      migration: "// CHECK: b was the key bType and bID and is the key bID: move what there is, or it is lost."),
    Kind(
      name: "an end of many to many has another name", old: manyToMany,
      new: entity("A", link("c", "D", "as", "toMany=\"YES\" elementID=\"b\""))
        + entity("D", link("as", "A", "c", "toMany=\"YES\""), "elementID=\"B\""),
      models: #"Schema<AD>(was: "AB")"#),
    Kind(
      name: "many to many has an order", old: manyToMany,
      new: entity("A", link("b", "B", "as", "toMany=\"YES\" ordered=\"YES\""))
        + entity("B", link("as", "A", "b", "toMany=\"YES\""))),
  ]

  @Test(arguments: kinds)
  func `Each kind of change is carried or has a step`(kind: Kind) throws {
    let versions = [try version("1", kind.old), try version("2", kind.new)]
    let generator = Generator()
    let sources = generator.folder(versions[1], versions: versions)
    #expect(!generator.diagnostics.hasErrors, "\(generator.diagnostics.all)")
    let text = sources.first { $0.name.hasSuffix("Migrations.swift") }?.text
    if let migration = kind.migration { #expect(text?.contains(migration) == true, "\(text ?? "no migration")") }
    if kind.migration == nil { #expect(text == nil) }
    if let models = kind.models { #expect(sources.contains { $0.text.contains(models) }) }
  }

  @Test func `Names of models that join others, and of keys, are known over several versions`() throws {
    let names = [("B", "b", ""), ("C", "c", "B b"), ("D", "d", "C c"), ("D", "d", "")]
    let versions = try names.enumerated().map { number, name in
      let former = name.2.split(separator: " ").map { "elementID=\"\($0)\"" } + ["", ""]
      return try version(
        "\(number)",
        Self.entity("A", Self.link(name.1, name.0, "as", "toMany=\"YES\" \(former[1])"))
          + Self.entity(name.0, Self.link("as", "A", name.1, "toMany=\"YES\""), former[0])
          + (number == 3 ? Self.entity("E") : ""))
    }
    let text = Generator().oneFile(versions[3], named: "x", versions: versions)[0].text
    #expect(text.contains(#"Schema<AD>(was: "AB", "AC")"#))
    #expect(text.contains(#"Column(\.dID, was: "bID", "cID")"#))
  }
}
