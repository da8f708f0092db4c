import Foundation
import MotionModelTestSupport
import Testing

@testable import MotionModelValues

/// Values behind a protocol, as columns hold them.
private protocol Animal: Sendable { var sound: String { get } }

private struct Dog: Animal, Codable, Hashable {
  var name = "Rex"
  var age: Int?
  var sound: String { "woof" }
}

private struct Cat: Animal, Codable, Hashable {
  var friends: [Tagged<Animals>] = []
  var sound: String { "meow" }
}

private struct Fish: Animal, Codable, Hashable {
  var sound: String { "" }
}

private struct Other: Animal, UnknownTagHolder {
  let unknown: UnknownTag
  init(_ unknown: UnknownTag) { self.unknown = unknown }
  var sound: String { "?" }
}

private struct Stone: Animal, Codable, Hashable { var sound: String { "" } }

private enum Animals: TaggedTypes {
  static let tags = Tags<any Animal> {
    Tag("dog", Dog.self, was: "hound", "puppy") { $0 }
    Tag("cat", Cat.self) { $0 }
    Tag("fish", Fish.self) { $0 }
  }
}

private enum OpenAnimals: TaggedTypes {
  static let tags = Tags<any Animal>(keys: TagKeys("Animal", "it", was: "type")) {
    Tag("dog", Dog.self) { $0 }
    Tag(unknown: Other.self) { $0 }
  }
}

@Suite struct TaggedTests {
  private static let pairs: [(Tagged<Animals>, AttributeValue)] = [
    (Tagged(Dog()), ["type": "dog", "value": ["name": "Rex"]]),
    (Tagged(Dog(name: "", age: 3)), ["type": "dog", "value": ["name": "", "age": 3]]),
    (Tagged(Fish()), ["type": "fish", "value": [:]]),
    (
      Tagged(Cat(friends: [Tagged(Dog()), Tagged(Cat())])),
      [
        "type": "cat",
        "value": [
          "friends": [["type": "dog", "value": ["name": "Rex"]], ["type": "cat", "value": ["friends": []]]]
        ],
      ]
    ),
  ]

  @Test func `a value is an object with its tag, and itself beside it`() throws {
    for (animal, attribute) in Self.pairs {
      #expect(animal.attribute == attribute)
      #expect(try Tagged<Animals>(attribute: attribute) == animal)
      #expect(try Tagged<Animals>(attribute: .string(JSONFormat.written(attribute))) == animal)
      #expect(try Tagged<Animals>?(attribute: attribute) == animal)
    }
    #expect(try Tagged<Animals>?(attribute: nil) == nil)
    #expect(Tagged<Animals>.columnType == .document(name: "Animal"))
  }

  @Test func `other coders encode the same objects`() throws {
    for (animal, _) in Self.pairs {
      #expect(try JSONDecoder().decode(Tagged<Animals>.self, from: JSONEncoder().encode(animal)) == animal)
    }
  }

  @Test func `values are equal if they have the same type and are equal`() {
    let values: [Tagged<Animals>] = Self.pairs.map(\.0)
    for (index, value) in values.enumerated() {
      for (other, second) in values.enumerated() { #expect((value == second) == (index == other)) }
    }
    #expect(Set(values + values).count == 4)
    #expect(values.map(\.tag) == ["dog", "dog", "fish", "cat"] && values[0].value.sound == "woof")
    #expect(values[2].description == "Fish()" && (values[0].value as? Dog)?.name == "Rex")
  }

  @Test func `former tags and keys are read, and so is a tag among the properties`() throws {
    for attribute: AttributeValue in [
      ["type": "hound", "value": ["name": "Rex"]], ["type": "puppy", "name": "Rex"], ["type": "dog", "name": "Rex"],
    ] {
      #expect(try Tagged<Animals>(attribute: attribute) == Tagged(Dog()))
    }
    #expect(try Tagged<Animals>(attribute: ["type": "fish"]) == Tagged(Fish()))
    for attribute: AttributeValue in [
      ["Animal": "dog", "it": ["name": "Rex"]], ["type": "dog", "it": ["name": "Rex"]],
      ["Animal": "dog", "name": "Rex"],
    ] {
      let value = try Tagged<OpenAnimals>(attribute: attribute)
      #expect(value == Tagged(Dog()) && value.attribute == ["Animal": "dog", "it": ["name": "Rex"]])
    }
  }

  @Test(
    arguments: [
      (["type": "bird"], "expected one of the 3 tags of Animal: dog, cat, fish, found the tag \"bird\""),
      (
        ["type": "cat", "value": ["friends": [["type": "dog", "value": ["name": "Rex"]], ["type": "bird"]]]],
        "expected one of the 3 tags of Animal: dog, cat, fish, found the tag \"bird\" at `value.friends[1]`"
      ),
      (
        ["type": "dog", "value": ["name": 3]],
        "expected a value of type Tagged<Animals>, found a dictionary with a value of another type at `value.name`"
      ),
      (["type": "dog"], "expected a value of type Tagged<Animals>, found a dictionary without `name`"),
      (["name": "Rex"], "expected a value of type Tagged<Animals>, found a dictionary without `type`"),
      (
        ["type": ["dog"]],
        "expected a value of type Tagged<Animals>, found a dictionary with a value of another type at `type`"
      ),
      (3, "expected a value of type Tagged<Animals>, found a whole number"),
    ] as [(AttributeValue, String)])
  func `what does not fit is refused, with its place`(value: AttributeValue, words: String) {
    let error = #expect(throws: CastError.self) { try Tagged<Animals>(attribute: value) }
    #expect(error?.description == words)
  }

  @Test func `an unknown tag is kept in the type that stands for it, and written back`() throws {
    for attribute: AttributeValue in [
      ["Animal": "bird", "it": [1, nil]], ["type": "bird"],
      ["Animal": "bird", "wings": 2, "made": .date(.distantPast)],
    ] {
      let value = try Tagged<OpenAnimals>(attribute: attribute)
      #expect(value.tag == "bird" && value.value.sound == "?" && value.attribute.isExactly(attribute))
      #expect(try value.checkedAttribute().isExactly(attribute))
      let list = try [Tagged<OpenAnimals>](attribute: [attribute, attribute])
      #expect(list == [value, value] && list.attribute == [attribute, attribute])
    }
  }

  @Test func `deep nesting is read and written, or refused, also on a small stack`() throws {
    @Sendable func nested(_ depth: Int) -> Tagged<Animals> {
      (1..<depth).reduce(Tagged(Cat())) { value, _ in Tagged(Cat(friends: [value])) }
    }
    try onSmallStack { () throws in
      let attribute = try nested(12).checkedAttribute()
      #expect(try Tagged<Animals>(attribute: attribute).attribute == attribute)
      for depth in [200, 600] {
        let error = #expect(throws: CastError.self) { try nested(depth).checkedAttribute() }
        #expect(error?.found.contains("nested ") == true)
      }
      let deep = (1..<200).reduce(attribute) { value, _ in ["type": "cat", "value": ["friends": [value]]] }
      let error = #expect(throws: CastError.self) { try Tagged<Animals>(attribute: deep) }
      #expect(error?.found.contains("nested ") == true)
    }
  }

  #if os(macOS) || os(Linux)  // where exit tests are available
    @Test func `a mistake in a list of types stops the program with a sentence`() async {
      await expectSentence(
        "The type Stone has no tag in Animals: add one.",
        #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
          _ = Tagged<Animals>(Stone())
        })
      await expectSentence(
        "The types Dog and Cat have the same tag: rename one.",
        #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
          _ = Tags<any Animal> {
            Tag("dog", Dog.self) { $0 }
            Tag("cat", Cat.self, was: "dog") { $0 }
          }
        })
      await expectSentence(
        "The type Dog has two tags: pass former ones with was:.",
        #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
          _ = Tags<any Animal> {
            Tag("dog", Dog.self) { $0 }
            Tag("puppy", Dog.self) { $0 }
          }
        })
    }
  #endif
}
