import MotionModelGenerator
import Testing

struct DataModelChecksTests {
  /// What is said of the lines of a data model, without places.
  private func messages(_ lines: String) throws -> [String] {
    let generator = Generator()
    let sources = generator.oneFile(try Fixture.dataModel(lines), named: "Sample.swift")
    #expect(sources.isEmpty == generator.diagnostics.hasErrors)
    return generator.diagnostics.all.map { "\($0.severity.rawValue): \($0.message)" }
  }

  @Test(arguments: [
    (
      #"<entity name="A"/><entity name="A"/>"#, "error: The entity \"A\" is there twice: rename one."
    ),
    (
      #"<entity name="A" representedClassName="C"/><entity name="B" representedClassName="c"/>"#,
      "error: The entities \"A\" and \"B\" would both be the type C: give one another class."
    ),
    (
      #"<entity name="Data"/>"#,
      "error: The entity \"Data\" would be a type named \"Data\", which Swift or MotionModel means for something else: give it "
        + "another class."
    ),
    (
      #"<entity name="1st"/>"#,
      "error: The entity \"1st\" would be a type named \"1st\", which Swift or MotionModel means for something else: give it "
        + "another class."
    ),
    (
      #"<entity name="A" parentEntity="B"/>"#,
      "error: The entity \"A\" inherits from \"B\", which is not there: choose another parent."
    ),
    (
      #"<entity name="A"><attribute name="self" attributeType="String"/></entity>"#,
      "error: The property \"self\" of the entity \"A\" cannot be a name in Swift: rename it."
    ),
    (
      #"<entity name="A"><attribute name="schema" attributeType="String"/></entity>"#,
      "error: The property \"schema\" of the entity \"A\" has the name of a declaration that models have: rename it."
    ),
    (
      #"<entity name="A"><attribute name="_a" attributeType="String"/></entity>"#,
      "error: The property \"_a\" of the entity \"A\" begins with an underscore, which files reserve: rename it."
    ),
    (
      #"<entity name="A"><attribute name="a" attributeType="String"/><attribute name="a" attributeType="Date"/></entity>"#,
      "error: The property \"a\" of the entity \"A\" is there twice: rename one."
    ),
    (
      #"<entity name="A"><attribute name="dueDate" attributeType="Date"/><attribute name="due_date" attributeType="Date"/></entity>"#,
      "error: The property \"due_date\" of the entity \"A\" is called \"dueDate\", too, as files take both for one name: rename "
        + "one."
    ),
    (
      #"<entity name="A"><attribute name="id" attributeType="Date"/></entity>"#,
      "error: The attribute \"id\" of the entity \"A\" would be the record's id and has the type Date: make it an Integer, a "
        + "String or a UUID, or rename it."
    ),
    (
      #"<entity name="A"><relationship name="r" destinationEntity="B"/></entity>"#,
      "error: The relationship \"r\" of the entity \"A\" leads to the entity \"B\", which is not there: choose another "
        + "destination."
    ),
    (
      #"<entity name="A"><relationship name="r" destinationEntity="A" inverseName="s"/></entity>"#,
      "error: The relationship \"r\" of the entity \"A\" has the inverse \"s\", which \"A\" does not have: choose another inverse."
    ),
    (
      #"<entity name="A"><relationship name="r" destinationEntity="A" inverseName="s"/><relationship name="s" destinationEntity="A"/></entity>"#,
      "error: The relationship \"r\" of the entity \"A\" has the inverse \"s\", which has another one (none): make both lead back."
    ),
    (
      #"<entity name="A"><relationship name="r" optional="YES" destinationEntity="A"/></entity>"#,
      "error: The relationship \"r\" of the entity \"A\" is a value, so that it would contain itself without end: give it an "
        + "inverse, or the user info key MotionModel.Composition with the value key."
    ),
    (
      #"<entity name="A"><attribute name="a" attributeType="Integer 16" defaultValueString="many"/></entity>"#,
      "error: The default \"many\" of the attribute \"a\" of the entity \"A\" is no Int: change it."
    ),
    (
      #"<entity name="A"><attribute name="a" attributeType="Double" minValueString="low"/></entity>"#,
      "error: The limit \"low\" of the attribute \"a\" of the entity \"A\" is no Double: change it."
    ),
    (
      #"<entity name="A"><attribute name="a" attributeType="String" regularExpressionString="["/></entity>"#,
      "error: The regular expression of the attribute \"a\" of the entity \"A\" is none that Swift reads: change it, or remove it "
        + "and write the rule by hand."
    ),
    (
      #"<entity name="A"><attribute name="a" attributeType="String"><userInfo><entry key="State.Colour" value="1"/></userInfo></attribute></entity>"#,
      "warning: The user info key \"State.Colour\" of the attribute \"a\" of the entity \"A\" has no effect: the keys are Access, "
        + "Composition, CompositionType, Dissolve, Documentation, Enum, Func, Immutable, Import, Kind, Model, Mutating, OnDelete, "
        + "Protocol, ProtocolRequirementType, References, Transformable, Type, Validations, Value."
    ),
    (
      #"<entity name="A"><userInfo><entry key="State.Dissolve" value="YES"/></userInfo></entity>"#,
      "warning: The user info key \"State.Dissolve\" of the entity \"A\" has no effect any more: remove it."
    ),
    (
      #"<entity name="A"><userInfo><entry key="State.Enum" value="MAYBE"/></userInfo></entity>"#,
      "error: The user info key \"State.Enum\" of the entity \"A\" has the value \"MAYBE\": choose one of YES, NO, yes, no, true, "
        + "false, 1, 0."
    ),
    (
      #"<entity name="A"><userInfo><entry key="State.Enum" value="YES"/></userInfo></entity>"#,
      "error: The enum \"A\" has no cases: draw an attribute for each."
    ),
    (
      #"<entity name="B" isAbstract="YES"/><entity name="A" parentEntity="B"><attribute name="a" attributeType="Undefined"/>"#
        + #"<userInfo><entry key="State.Enum" value="YES"/></userInfo></entity>"#,
      "error: The enum \"A\" inherits from \"B\", which enums cannot: remove its parent."
    ),
    (
      #"<entity name="A"><attribute name="a" attributeType="String"><userInfo><entry key="State.Type" value="[String"/></userInfo>"#
        + "</attribute></entity>",
      "error: The user info key \"State.Type\" of the attribute \"a\" of the entity \"A\" has the value \"[String\", which is no "
        + "type: write one, as in [String]."
    ),
    (
      #"<entity name="A"><uniquenessConstraints><uniquenessConstraint><constraint value="gone"/></uniquenessConstraint>"#
        + "</uniquenessConstraints></entity>",
      "warning: A uniqueness constraint of the entity \"A\" over gone is left out, because not all of them are stored."
    ),
  ])
  func `What is wrong is said in one sentence`(lines: String, message: String) throws {
    #expect(try messages(lines) == [message])
  }

  @Test(arguments: ["Undefined", "Composite", "Object ID", "Quaternion"])
  func `A type that says no Swift type is one error, and none where user info names one`(type: String) throws {
    let attribute = #"<attribute name="a" attributeType="\#(type)""#
    let message =
      "error: The attribute \"a\" of the entity \"A\" has the type \(type), which does not say a Swift type: choose another, or "
      + "add the user info key MotionModel.Type."
    #expect(try messages(#"<entity name="A">\#(attribute)/></entity>"#) == [message])
    let named = #"\#(attribute)><userInfo><entry key="MotionModel.Type" value="Int"/></userInfo></attribute>"#
    #expect(try messages(#"<entity name="A">\#(named)</entity>"#) == [])
  }

  @Test func `What is transient and has no type is left out with a warning`() throws {
    #expect(
      try messages(#"<entity name="A"><attribute name="a" transient="YES" attributeType="Undefined"/></entity>"#) == [
        "warning: The attribute \"a\" of the entity \"A\" is transient and has no type, so it is left out: write it as a computed "
          + "property, or add the user info key MotionModel.Type."
      ])
  }

  @Test(arguments: ["", #" customClassName="UIColor""#, #" customClassName="NSArray""#])
  func `A transformable without a Swift type becomes data with a warning`(attribute: String) throws {
    let line = #"<entity name="A"><attribute name="a" attributeType="Transformable"\#(attribute)/></entity>"#
    #expect(
      try messages(line) == [
        "warning: The attribute \"a\" of the entity \"A\" is transformable and becomes Data, the bytes of its transformer: add "
          + "the user info key MotionModel.Type with a Codable type, as in [String]."
      ])
  }

  @Test func `A cycle of inheritance names all that are in it`() throws {
    let lines = """
      <entity name="A" parentEntity="C"/><entity name="B" parentEntity="A"/><entity name="C" parentEntity="B"/>
      <entity name="D" parentEntity="A"/>
      """
    #expect(
      try messages(lines) == [
        "error: The entity \"A\" inherits from itself, by A, C, B: choose another parent.",
        "error: The entity \"B\" inherits from itself, by B, A, C: choose another parent.",
        "error: The entity \"C\" inherits from itself, by C, B, A: choose another parent.",
      ])
  }

  @Test func `What heirs inherit is reported once, with the entity in which it was drawn`() throws {
    let lines = """
      <entity name="A" isAbstract="YES"><attribute name="a" attributeType="Undefined"/></entity>
      <entity name="B" parentEntity="A"/><entity name="C" parentEntity="A"/>
      """
    let messages = try messages(lines)
    #expect(messages.count == 1)
    #expect(messages[0].contains("of the entity \"A\""))
  }

  @Test func `All errors are reported together`() throws {
    let attributes = (1...3).map { #"<attribute name="a\#($0)" attributeType="Undefined"/>"# }.joined()
    #expect(try messages(#"<entity name="A">\#(attributes)</entity>"#).count == 3)
  }

  @Test(arguments: [
    (
      #"deletionRule="Cascade""#, "has the delete rule Cascade, which relations have only on the side without the key"
    ),
    (#"deletionRule="Deny""#, "has the delete rule Deny, which relations have only on the side without the key"),
  ])
  func `A delete rule on the side of the key is a warning`(rule: String, message: String) throws {
    let lines = """
      <entity name="A"><relationship name="b" destinationEntity="B" inverseName="as" \(rule)/></entity>
      <entity name="B"><relationship name="as" toMany="YES" destinationEntity="A" inverseName="b"/></entity>
      """
    let found = try messages(lines)
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("warning: The relationship \"b\" of the entity \"A\" " + message) == true)
  }
}
