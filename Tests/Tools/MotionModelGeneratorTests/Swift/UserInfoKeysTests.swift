import MotionModelGenerator
import Testing

/// What the keys of State and Spot become, where no recorded sample has it.
struct UserInfoKeysTests {
  private func generated(_ lines: String) throws -> (text: String, messages: [String]) {
    let generator = Generator()
    let sources = generator.oneFile(try Fixture.dataModel(lines), named: "Sample.swift")
    return (
      sources.first?.text ?? "", generator.diagnostics.all.map { "\($0.severity.rawValue): \($0.message)" }
    )
  }

  private static func info(_ entries: (String, String)...) -> String {
    "<userInfo>" + entries.map { #"<entry key="\#($0)" value="\#($1)"/>"# }.joined() + "</userInfo>"
  }

  private static let card = #"<entity name="Card"><attribute name="number" attributeType="String"/></entity>"#

  @Test(arguments: [
    ("toMany=\"YES\"", "case cards([Card])"),
    ("toMany=\"YES\" optional=\"YES\"", "case cards([Card]?)"),
    ("maxCount=\"1\" optional=\"YES\"", "case cards(Card?)"),
  ])
  func `A relationship of an enum is a case with its destination`(attributes: String, line: String) throws {
    let text = try generated(
      #"<entity name="Payment"><attribute name="cash" attributeType="Undefined"/>"#
        + #"<relationship name="cards" destinationEntity="Card" \#(attributes)/>"#
        + Self.info(("State.Enum", "YES")) + "</entity>" + Self.card
    ).text
    #expect(text.contains("enum Payment: TaggedValue {\n  case cash\n  \(line)\n"))
    #expect(text.contains("struct Card: Codable, Hashable, Sendable {"))
  }

  private static let gender =
    #"<entity name="Gender"><attribute name="Female" attributeType="Undefined"/><attribute name="male" attributeType="Undefined">"#
    + info(("State.Value", "m")) + "</attribute>"
    + #"<attribute name="none" attributeType="Undefined"/>"# + info(("State.Enum", "YES"), ("State.Type", "String"))
    + "</entity>"

  @Test(arguments: [
    ("Gender.Female", "NO", ".female"), (".Female", "NO", ".female"), ("female", "YES", "Gender.female"),
    ("m", "NO", ".male"), ("\"m\"", "NO", ".male"), ("None", "YES", "Gender.none"),
  ])
  func `A default of an enum is a case by its name or raw value`(_ value: String, _ optional: String, _ initial: String)
    throws
  {
    let type = "Gender" + (optional == "YES" ? "?" : "")
    let value = value.replacing("\"", with: "&quot;")
    let person =
      "<entity name=\"Person\"><attribute name=\"a\" optional=\"\(optional)\" attributeType=\"String\">"
      + Self.info(("State.Type", "Gender"), ("State.Value", value)) + "</attribute>"
      + "<attribute name=\"b\" optional=\"\(optional)\" attributeType=\"String\" defaultValueString=\"\(value)\">"
      + Self.info(("State.Type", "Gender"))
      + "</attribute><relationship name=\"c\" optional=\"\(optional)\" maxCount=\"1\" destinationEntity=\"Gender\">"
      + Self.info(("State.Value", value)) + "</relationship></entity>"
    let (text, messages) = try generated(person + Self.gender)
    for name in ["a", "b", "c"] { #expect(text.contains("var \(name): \(type) = \(initial)\n"), "\(messages)") }
  }

  @Test func `A default that is no case, or no value of its type, is an error with its place`() throws {
    let person =
      #"<entity name="Person"><attribute name="a" attributeType="String">"#
      + Self.info(("State.Type", "Gender"), ("State.Value", "Gender.Other")) + "</attribute>"
      + #"<attribute name="b" attributeType="Integer 16" defaultValueString="0">"# + Self.info(("State.Type", "Gender"))
      + #"</attribute><attribute name="c" attributeType="Integer 16">"# + Self.info(("State.Value", "many"))
      + #"</attribute><relationship name="d" maxCount="1" destinationEntity="Gender">"#
      + Self.info(("State.Value", "other")) + "</relationship></entity>"
    #expect(
      try generated(person + Self.gender).messages == [
        #"error: The default "Gender.Other" of the attribute "a" of the entity "Person" is no case of Gender: change it."#,
        #"error: The default "many" of the attribute "c" of the entity "Person" is no Int: change it."#,
        #"error: The default "other" of the relationship "d" of the entity "Person" is no case of Gender: change it."#,
      ])
  }

  @Test(arguments: [
    ("NSURL", "URL", nil), ("NSData", "Data", "NSData()"), ("[NSString : NSDate]", "[String: Date]", nil),
    ("NSUUID", "UUID", nil), ("NSDecimalNumber", "Decimal", "1.5"), ("[Gender]", "[Gender]", "[Gender.Female]"),
  ])
  func `Classes of Foundation are the types that replaced them, and cases have their names`(
    _ type: String, _ swift: String, _ value: String?
  ) throws {
    let info = Self.info(("State.Type", type), ("State.\(value == nil ? "Import" : "Value")", value ?? "Foundation"))
    let (text, messages) = try generated(
      "<entity name=\"Photo\"><attribute name=\"a\" attributeType=\"Transformable\">\(info)</attribute></entity>"
        + Self.gender)
    #expect(messages.isEmpty)
    #expect(text.contains("var a: \(swift)") || text.contains("var a = \(swift)("))
    #expect(!text.contains("NS") && !text.contains("Gender.Female"))
  }

  @Test(arguments: ["UIColor", "[NSObject]", "NSNumber", "[String: CLLocation]", "Any"])
  func `Another class of Objective-C is not pasted, with a warning`(type: String) throws {
    let (text, messages) = try generated(
      "<entity name=\"Photo\"><attribute name=\"a\" attributeType=\"Transformable\">"
        + Self.info(("State.Type", type)) + "</attribute></entity>")
    #expect(text.contains("var a = Data()"))
    #expect(
      messages.first?.hasPrefix("warning: The attribute \"a\" of the entity \"Photo\" has the user info key") == true)
  }

  @Test(arguments: ["YES", "NO"])
  func `What a protocol only requires has a stub in each struct, be it an attribute or a relationship`(
    isAbstract: String
  ) throws {
    let get = Self.info(("State.ProtocolRequirementType", "get"))
    let lines =
      Self.card
      + "<entity name=\"Asset\" isAbstract=\"\(isAbstract)\"><attribute name=\"size\" attributeType=\"Integer 32\">"
      + "\(get)</attribute><relationship name=\"card\" maxCount=\"1\" destinationEntity=\"Card\">\(get)</relationship>"
      + "<relationship name=\"cards\" toMany=\"YES\" destinationEntity=\"Card\">\(get)</relationship></entity>"
      + "<entity name=\"Photo\" parentEntity=\"Asset\"><attribute name=\"width\" attributeType=\"Integer 32\"/></entity>"
    let sources = Generator().folder(try Fixture.dataModel(lines))
    for name in isAbstract == "YES" ? ["Photo"] : ["Photo", "Asset"] {
      let text = try #require(sources.first { $0.name == "\(name).swift" }).text
      for stub in ["var size: Int {", "var card: Card? {", "var cards: [Card] {"] { #expect(text.contains(stub)) }
    }
  }

  @Test(arguments: ["State.CompositionType", "State.ModelCollectionType"])
  func `A dictionary of values is one in enums, too`(key: String) throws {
    let relationship =
      #"<relationship name="cards" toMany="YES" destinationEntity="Card">\#(Self.info((key, "Dictionary")))</relationship>"#
    let enumeration = try generated(
      "<entity name=\"Payment\">\(relationship)\(Self.info(("Spot.Enum", "YES")))</entity>" + Self.card)
    #expect(enumeration.text.contains("case cards([String: Card])"))
    let structure = try generated("<entity name=\"Wallet\">\(relationship)</entity>" + Self.card)
    #expect(structure.text.contains("var cards: [String: Card] = [:]"))
  }

  @Test func `A case without payload is said by None, too, as Spot wrote it for a short time`() throws {
    let text = try generated(
      #"<entity name="Payment"><attribute name="cash" attributeType="Undefined">\#(Self.info(("Spot.Value", "Spot.None")))"#
        + #"</attribute><attribute name="note" attributeType="Undefined">\#(Self.info(("Spot.Type", "[String : Int]")))"#
        + "</attribute>\(Self.info(("Spot.Enum", "YES")))</entity>"
    ).text
    #expect(text.contains("  case cash\n  case note([String: Int])\n"))
  }

  /// Generates an entity whose records belong to one of another, with the keys on the relationship.
  private func belonging(optional: Bool, _ entries: (String, String)...) throws -> (text: String, messages: [String]) {
    let info = "<userInfo>" + entries.map { #"<entry key="\#($0)" value="\#($1)"/>"# }.joined() + "</userInfo>"
    return try generated(
      #"<entity name="Card"><attribute name="number" attributeType="String"/><relationship name="owner" maxCount="1" "#
        + #"optional="\#(optional ? "YES" : "NO")" deletionRule="Nullify" destinationEntity="Owner" inverseName="cards" "#
        + #"inverseEntity="Owner">\#(info)</relationship></entity>"#
        + #"<entity name="Owner"><relationship name="cards" optional="YES" toMany="YES" deletionRule="No Action" "#
        + #"destinationEntity="Card" inverseName="owner" inverseEntity="Card"/></entity>"#)
  }

  @Test func `A key leads to stored records only, and goes with its parent, where somebody says so`() throws {
    let existing = try belonging(optional: true, ("MotionModel.References", "existing"))
    #expect(existing.text.contains(#"let owner = BelongsTo<Owner>(\.ownerID, references: .existing)"#))
    let nullify = try belonging(
      optional: true, ("MotionModel.References", "existing"), ("MotionModel.OnDelete", "nullify"))
    #expect(
      nullify.text.contains(#"let owner = BelongsTo<Owner>(\.ownerID, references: .existing, onDelete: .nullify)"#))
    let deleted = try belonging(optional: false, ("MotionModel.OnDelete", "delete"))
    #expect(deleted.text.contains(#"let owner = BelongsTo<Owner>(\.ownerID, onDelete: .delete)"#))
    let others = [
      try belonging(optional: true, ("MotionModel.References", "any"), ("MotionModel.OnDelete", "restrict")),
      try belonging(optional: false, ("MotionModel.References", "existing")),
    ]
    #expect(others.allSatisfy { $0.text.contains(#"let owner = BelongsTo<Owner>(\.ownerID)"#) })
    #expect((others + [existing, nullify, deleted]).allSatisfy { $0.messages.isEmpty })
  }

  @Test func `A rule for deletions that no key can follow is an error`() throws {
    let what = #"error: The relationship "owner" of the entity "Card""#
    #expect(
      try belonging(optional: false, ("MotionModel.OnDelete", "nullify")).messages == [
        what
          + #" is required, so its key cannot become nil: let its user info key "MotionModel.OnDelete" be delete or restrict."#
      ])
    #expect(
      try belonging(optional: true, ("MotionModel.OnDelete", "delete")).messages == [
        what
          + #" may lead to nothing, so the user info key "MotionModel.OnDelete" needs the key References with the value existing."#
      ])
    #expect(
      try belonging(optional: true, ("MotionModel.References", "stored")).messages == [
        #"error: The user info key "MotionModel.References" of the relationship "owner" of the entity "Card" has the value "#
          + #""stored": choose one of existing, any."#
      ])
  }

  @Test func `Two cases with one raw value are an error`() throws {
    let cases = ["open", "closed"].map {
      #"<attribute name="\#($0)" attributeType="Undefined">\#(Self.info(("State.Value", "0")))</attribute>"#
    }
    #expect(
      try generated(
        "<entity name=\"A\">\(cases.joined())\(Self.info(("State.Enum", "YES"), ("State.Type", "Int")))</entity>"
      ).messages == [
        "error: The cases \"open\" and \"closed\" of the enum \"A\" have the same raw value 0: change one."
      ])
  }

  @Test
  func `An entity that is said to be a protocol refines its parent's and others, and its heirs have all properties`()
    throws
  {
    let protocolInfo = Self.info(("State.Protocol", "YES"), ("State.Type", "Comparable, CustomStringConvertible"))
    let text = try generated(
      #"<entity name="Thing" isAbstract="YES"><attribute name="name" attributeType="String" defaultValueString=""/></entity>"#
        + #"<entity name="Good" parentEntity="Thing"><attribute name="price" attributeType="Decimal"/>\#(protocolInfo)</entity>"#
        + #"<entity name="Book" parentEntity="Good"/>"#
    ).text
    #expect(
      text.contains(
        "protocol Good: Thing, Comparable, CustomStringConvertible {\n  var price: Decimal { get set }\n}\n"))
    #expect(text.contains("struct Book: Model, Good, Hashable {"))
    #expect(text.contains("  var name = \"\"\n  var price: Decimal = 0\n") && !text.contains("struct Good"))
  }

  @Test(arguments: ["grow(by factor: Double", "2grow()", "grow", "grow() { }", "grow)("])
  func `A function that is no signature is an error`(signature: String) throws {
    let attribute =
      #"<attribute name="grow" attributeType="Undefined">\#(Self.info(("State.Func", signature)))</attribute>"#
    #expect(
      try generated(#"<entity name="P" isAbstract="YES">\#(attribute)</entity>"#).messages == [
        "error: The function \"\(signature)\" of the attribute \"grow\" of the entity \"P\" is no signature: write it as "
          + "name(parameter: Type) -> Result."
      ])
  }

  @Test func `A property that is not stored is transient, with a default or optional`() throws {
    let result = try generated(
      #"<entity name="A"><attribute name="at" transient="YES" attributeType="Date"/>"#
        + #"<attribute name="count" transient="YES" attributeType="Integer 16" defaultValueString="3"/>"#
        + #"<relationship name="card" transient="YES" maxCount="1" destinationEntity="Card"/>"#
        + #"<relationship name="cards" transient="YES" toMany="YES" destinationEntity="Card"/></entity>"# + Self.card)
    for line in ["var at: Date?", "var count = 3", "var card: Card?", "var cards: [Card] = []"] {
      #expect(result.text.contains("  \(line)\n"))
    }
    #expect(result.text.contains("= Schema<A> {\n    Transient(\\.at, \\.count, \\.card, \\.cards)\n  }"))
    #expect(result.messages == [])
  }

  @Test func `A relationship that is set once is a constant in values, and read-only in models`() throws {
    let relationship =
      #"<relationship name="card" maxCount="1" destinationEntity="Card">\#(Self.info(("Spot.Immutable", "YES")))</relationship>"#
    let model = try generated("<entity name=\"A\">\(relationship)</entity>" + Self.card).text
    #expect(model.contains("Column(\\.card, .readOnly)"))
    let value = try generated(
      "<entity name=\"A\">\(relationship)\(Self.info(("MotionModel.Kind", "value")))</entity>" + Self.card
    ).text
    #expect(value.contains("struct A: Codable, Hashable, Sendable {\n  let card: Card\n}"))
  }

  @Test func `A case may be called as a declaration that models have`() throws {
    let text = try generated(
      #"<entity name="A"><attribute name="schema" attributeType="Undefined"/>\#(Self.info(("State.Enum", "YES")))</entity>"#
    ).text
    #expect(text.contains("  case schema\n"))
  }

  @Test(arguments: ["", #" representedClassName="""#, #" representedClassName="NSManagedObject""#])
  func `An entity without a class of its own has the entity's name`(attribute: String) throws {
    #expect(try generated(#"<entity name="Todo"\#(attribute)/>"#).text.contains("struct Todo: Model, Hashable {"))
  }

  @Test func `An import of a relationship is one of the file`() throws {
    let relationship =
      #"<relationship name="card" optional="YES" maxCount="1" destinationEntity="Card">\#(Self.info(("STState.Import", "Observation; Testing")))</relationship>"#
    let text = try generated("<entity name=\"A\">\(relationship)</entity>" + Self.card).text
    #expect(text.contains("import MotionModel\nimport Observation\nimport Testing\n"))
  }

  @Test(arguments: ["State.Model", "Spot.Transformable", "STState.Dissolve"])
  func `Keys that have no effect any more are a warning`(key: String) throws {
    #expect(
      try generated("<entity name=\"A\">\(Self.info((key, "YES")))</entity>").messages == [
        "warning: The user info key \"\(key)\" of the entity \"A\" has no effect any more: remove it."
      ])
  }

  @Test func `A type that is named wins, whatever was drawn`() throws {
    let attributes = ["Undefined", "String", "Transformable", "Date"].enumerated().map { number, type in
      #"<attribute name="a\#(number)" attributeType="\#(type)" optional="YES">\#(Self.info(("Spot.Type", "Set&lt;Int>")))</attribute>"#
    }
    let text = try generated("<entity name=\"A\">\(attributes.joined())</entity>").text
    for number in 0..<4 { #expect(text.contains("  var a\(number): Set<Int>?\n")) }
  }

  @Test(arguments: ["Timestamps", "LockVersion", "Transient", "Migration", "Tags", "Tag", "Presence"])
  func `An entity may be called as a type of the library`(name: String) throws {
    let result = try generated(
      #"<entity name="\#(name)"><attribute name="a" transient="YES" attributeType="String"/></entity>"#)
    #expect(result.messages == [] && result.text.contains("struct \(name): Model, Hashable {"))
    #expect(result.text.contains("\(name == "Transient" ? "MotionModel." : "")Transient(\\.a)"))
  }
}
