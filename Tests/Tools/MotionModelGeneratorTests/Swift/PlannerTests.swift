import MotionModelGenerator
import Testing

/// What becomes of shapes that are in the data models of public apps.
struct PlannerTests {
  private func text(_ lines: String, _ access: GeneratorOptions.Access = .internal) throws -> String {
    let generator = Generator(GeneratorOptions(access: access))
    let sources = generator.oneFile(try Fixture.dataModel(lines), named: "Sample.swift")
    return try #require(sources.first, "\(generator.diagnostics.all)").text
  }

  @Test(arguments: ["\n", "\r", "\r\n", "\u{85}", "\u{2028}", "\u{B}", "\n\u{202E}\0\u{9B}"])
  func `A line break in a comment ends no comment`(lineBreak: String) throws {
    var entity = Entity("Todo")
    entity.documentation = "One\(lineBreak)two"
    entity.doubts = ["Three\(lineBreak)four"]
    entity.attributes = [Attribute("a", .string)]
    entity.attributes[0].doubts = ["Five\(lineBreak)six"]
    entity.relationships = [Relationship("b", to: "Todo", inverse: "b")]
    entity.relationships[0].documentation = "\(lineBreak)seven"
    let dataModel = DataModel(name: "Nine\(lineBreak)ten", entities: [entity])
    let lines = try #require(Generator().oneFile(dataModel, named: "x").first).text.split(whereSeparator: \.isNewline)
    for word in ["two", "four", "six", "seven", "ten"] {
      let found = lines.filter { $0.contains(word) }
      #expect(!found.isEmpty && found.allSatisfy { $0.drop { $0 == " " }.hasPrefix("//") })
      #expect(!found.contains { $0.unicodeScalars.contains { $0 == "\0" || $0 == "\u{202E}" || $0 == "\u{9B}" } })
    }
  }

  private let messages = """
    <entity name="Message" isAbstract="YES">
      <attribute name="muted" attributeType="Integer 32" defaultValueString="NO"/>
      <attribute name="nonce" optional="YES" transient="YES" attributeType="Undefined"/>
      <relationship name="readers" optional="YES" toMany="YES" destinationEntity="User" inverseName="read"/>
      <relationship name="sender" optional="YES" maxCount="1" destinationEntity="User"/>
    </entity>
    <entity name="TextMessage" representedClassName="ZMTextMessage" parentEntity="Message"/>
    <entity name="ImageMessage" representedClassName="ZMImageMessage" parentEntity="Message"/>
    <entity name="User" representedClassName="ZMUser">
      <relationship name="read" optional="YES" toMany="YES" destinationEntity="Message" inverseName="readers"/>
    </entity>
    """

  @Test func `Heirs of an abstract entity are joined with another model each`() throws {
    let text = try text(messages)
    #expect(text.contains("struct ZMTextMessageZMUser: Model, Hashable {"))
    #expect(text.contains("struct ZMImageMessageZMUser: Model, Hashable {"))
    #expect(text.contains(#"let readers = HasMany<ZMUser>(through: \.zmTextMessageZMUsers, \.zmUser)"#))
    #expect(text.contains(#"HasMany<ZMImageMessage>(through: \.zmImageMessageZMUsers, \.zmImageMessage)"#))
  }

  @Test func `A relationship without an inverse to an entity that has keys is a key`() throws {
    #expect(try text(messages).contains(#"let sender = BelongsTo<ZMUser>(\.senderID)"#))
  }

  @Test func `A relationship that is unique alone has an index of its key`() throws {
    let lines = """
      <entity name="Seat">
        <relationship name="guest" maxCount="1" destinationEntity="Guest" inverseName="seats"/>
        <relationship name="room" optional="YES" maxCount="1" destinationEntity="Room" inverseName="seat"/>
        <uniquenessConstraints>
          <uniquenessConstraint><constraint value="guest"/></uniquenessConstraint>
          <uniquenessConstraint><constraint value="room"/></uniquenessConstraint>
        </uniquenessConstraints>
      </entity>
      <entity name="Guest">
        <relationship name="seats" toMany="YES" destinationEntity="Seat" inverseName="guest"/>
      </entity>
      <entity name="Room">
        <relationship name="seat" maxCount="1" deletionRule="Cascade" destinationEntity="Seat" inverseName="room"/>
      </entity>
      """
    let text = try text(lines)
    #expect(text.contains(#"Index(\.guestID, unique: true)"#))
    // The key of a one-to-one relationship is unique anyway.
    #expect(text.contains(#"Column(\.roomID, .unique)"#) && !text.contains(#"Index(\.roomID"#))
  }

  @Test func `A unique relationship to several models is unique by model and id`() throws {
    let lines = """
      <entity name="Ticket">
        <attribute name="ownerID" attributeType="String"/>
        <relationship name="owner" maxCount="1" destinationEntity="Owner" inverseName="tickets"/>
        <uniquenessConstraints><uniquenessConstraint><constraint value="owner"/></uniquenessConstraint></uniquenessConstraints>
      </entity>
      <entity name="Owner" isAbstract="YES">
        <relationship name="tickets" toMany="YES" destinationEntity="Ticket" inverseName="owner"/>
      </entity>
      <entity name="Person" parentEntity="Owner"/><entity name="Club" parentEntity="Owner"/>
      """
    #expect(try text(lines).contains(#"Index(\.ownerType, \.ownerKey, unique: true)"#))
  }

  @Test func `A number whose default is a Boolean has a number`() throws {
    #expect(try text(messages).contains("var muted = 0"))
  }

  @Test func `User info makes a value a key, and a key a value`() throws {
    let entities = #"<entity name="B"><attribute name="b" attributeType="Double"/></entity>"#
    func relationship(_ word: String) -> String {
      #"<entity name="A"><relationship name="r" optional="YES" destinationEntity="B"><userInfo>"#
        + #"<entry key="MotionModel.Composition" value="\#(word)"/></userInfo></relationship></entity>"# + entities
    }
    #expect(try text(relationship("key")).contains(#"let r = BelongsTo<B>(\.rID)"#))
    #expect(try text(relationship("value")).contains("struct B: Codable, Hashable, Sendable {"))
  }

  @Test func `Members of public types are public, and models have an initializer`() throws {
    let text = try text(
      #"<entity name="A"><attribute name="a" attributeType="Date" optional="YES"/></entity>"#, .public)
    #expect(
      text == #"""
        // Generated by motionmodel generate from Sample. Do not edit it, as it is overwritten: edit the data model.

        public import Foundation
        public import MotionModel

        public struct A: Model, Hashable {
          public var id = 0
          public var a: Date?

          public init() {}
        }

        """#)
  }

  @Test func `Modules are imported once, in order`() throws {
    let text = try text(
      #"""
      <entity name="A"><attribute name="a" attributeType="String" defaultValueString="">
      <userInfo><entry key="State.Import" value="UIKit, CoreGraphics"/></userInfo></attribute>
      <userInfo><entry key="State.Import" value="UIKit"/></userInfo></entity>
      """#)
    #expect(text.contains("import CoreGraphics\nimport MotionModel\nimport UIKit\n"))
  }

  @Test func `Rules that a person wrote are among the generated ones`() throws {
    let text = try text(
      #"<entity name="A"><userInfo><entry key="MotionModel.Validations" value="ownRules"/></userInfo></entity>"#)
    #expect(text.contains("static let validations = Validations<A> {\n    ownRules\n  }"))
  }

  @Test func `The file for people has stubs for what protocols only require`() throws {
    let sources = Generator().folder(
      try Fixture.dataModel(
        #"""
        <entity name="P" isAbstract="YES">
          <attribute name="area" attributeType="Double"><userInfo>
            <entry key="State.ProtocolRequirementType" value="get"/></userInfo></attribute>
          <attribute name="grow" attributeType="Undefined"><userInfo>
            <entry key="State.Func" value="grow(by factor: Double)"/>
            <entry key="State.Mutating" value="YES"/></userInfo></attribute>
        </entity>
        <entity name="A" parentEntity="P"/>
        """#))
    let people = sources.first { $0.name == "A.swift" }
    #expect(
      people?.text == #"""
        // A: what the data model does not say. It is yours, and is not overwritten.

        import MotionModel

        extension A {
          var area: Double {
            fatalError("Implement area.")
          }

          mutating func grow(by factor: Double) {
            fatalError("Implement grow.")
          }
        }

        """#)
    let machine = sources.first { $0.name == "_P.swift" }
    #expect(machine?.text.contains("  mutating func grow(by factor: Double)\n") == true)
  }
}
