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
    #expect(text.contains("static let schema = Schema<User> {"))
    let last = Generator().oneFile(versions[2], named: "Shop.swift", versions: versions)[0].text
    #expect(last.contains(#"static let schema = Schema<Todo>(version: 3, was: "Task") {"#))
    #expect(last.contains(#"Column(\.urgency, was: "priority")"#))
  }

  @Test func `Versions without such a change have no migration`() throws {
    #expect(try migrations([try versions()[0]]) == nil)
    #expect(try migrations([try versions()[0], try versions()[0]]) == nil)
  }
}
