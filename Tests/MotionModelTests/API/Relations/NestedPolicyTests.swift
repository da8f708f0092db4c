import MotionModel
import MotionModelTestSupport
import MotionModelTesting
import Testing

/// What a relation accepts of its owner's attributes.
@Suite(.store) struct NestedPolicyTests {
  private func names(_ shop: Shop) -> [String] { shop.offers.pluck(\.name) }

  @Test func `blank and rejected records are left out, also those that exist`() throws {
    var shop = try Shop.create(attributes: [
      "name": "Corner",
      "offers": [["name": "tea"], ["name": " ", "price": .null], [:], ["name": "spam"], ["name": "jam"]],
    ])
    #expect(names(shop) == ["tea", "jam"])
    try shop.update(attributes: ["offers": [["id": 1, "name": "spam"], ["id": 2, "name": "honey"]]])
    #expect(names(shop) == ["tea", "honey"])
  }

  @Test func `a removal has no effect where it is not allowed, which is the default`() throws {
    var shop = try Shop.create(attributes: ["offers": [["name": "tea"], ["name": "jam", "_destroy": true]]])
    #expect(names(shop) == ["tea", "jam"])
    try shop.update(attributes: ["offers": [["id": 1, "_destroy": "1", "name": "coffee"]]])
    #expect(names(shop) == ["coffee", "jam"])
    var offer = try Offer.require(1)
    try offer.update(attributes: ["shop": ["id": shop.id.attribute, "name": "Corner", "_destroy": true]])
    #expect(offer.shop?.name == "Corner")
    try shop.update(attributes: ["sign": ["text": "open"]])
    let sign = try #require(shop.sign)
    try shop.update(attributes: ["sign": ["id": sign.id.attribute, "_destroy": true]])
    #expect(shop.sign == nil)
  }

  @Test func `more records than the limit are refused, and nothing is written`() throws {
    let six: AttributeValue = .array((1...6).map { ["name": .string("\($0)")] })
    let error = expectNoChanges {
      #expect(throws: AttributeError.self) { try Shop.create(attributes: ["name": "Corner", "offers": six]) }
    }
    #expect(error == .tooManyNested(model: "Shop", relation: "offers", limit: 5))
    #expect(
      error?.description
        == "Shop cannot take the value for its relation \"offers\": it has more than 5 records, so give fewer at a time."
    )
    let nested = #expect(throws: AttributeError.self) {
      try Offer.create(attributes: ["name": "tea", "shop": ["offers": six]])
    }
    #expect(nested == .tooManyNested(model: "Offer", relation: "shop.offers", limit: 5))
    let many: AttributeValue = .array(Array(repeating: ["text": "x"], count: 1_001))
    #expect(throws: AttributeError.tooManyNested(model: "Offer", relation: "tags", limit: 1_000)) {
      try Offer.create(attributes: ["name": "tea", "tags": many])
    }
  }

  @Test func `two names of one relation are refused, so that a limit is one of the call`() throws {
    let three: AttributeValue = .array(Array(repeating: ["name": "tea"], count: 3))
    let error = expectNoChanges {
      #expect(throws: AttributeError.self) {
        try Shop.create(attributes: ["offers": three, "offers_attributes": three])
      }
    }
    #expect(error == .duplicateColumn(model: "Shop", column: "offers"))
    #expect(error?.description == "Shop was given two values for \"offers\", under two of its names: give one.")
    #expect(throws: AttributeError.duplicateColumn(model: "Offer", column: "shop.sign")) {
      try Offer.create(attributes: ["shop": ["sign": ["text": "a"], "signAttributes": ["text": "b"]]])
    }
  }

  @Test func `with updateOnly, the one record and the parent are changed and not replaced`() throws {
    var shop = try Shop.create(attributes: ["name": "Corner", "sign": ["text": "open"]])
    let sign = try #require(shop.sign)
    try shop.update(attributes: ["sign": ["text": "closed"]])
    #expect(Sign.all.map(\.id) == [sign.id] && shop.sign?.text == "closed")
    var offer = try Offer.create(attributes: ["name": "tea", "shop": ["name": "Other"]])
    let parent = try #require(offer.shop)
    try offer.update(attributes: ["shop": ["name": "Another"]])
    #expect(Shop.count == 2 && offer.shop?.id == parent.id && offer.shop?.name == "Another")
  }

  @Test func `a list may be a dictionary with numbers as keys, in their order`() throws {
    let shop = try Shop.create(attributes: [
      "offers": ["10": ["name": "last"], "0": ["name": "first"], "2": ["name": "second"]]
    ])
    #expect(names(shop) == ["first", "second", "last"])
    expectNoChanges {
      #expect(throws: AttributeError.nestedShapeMismatch(model: "Shop", relation: "offers", isArray: true)) {
        try Shop.create(attributes: ["offers": ["0": ["name": "a"], "x": ["name": "b"]]])
      }
      #expect(throws: AttributeError.nestedShapeMismatch(model: "Shop", relation: "offers", isArray: true)) {
        try Shop.create(attributes: ["offers": ["0": "a"]])
      }
    }
    #expect(try Shop.create(attributes: ["offers": [:]]).offers.isEmpty)
  }
}

private struct Shop: Model, Equatable {
  var id = 0
  var name = ""
  static let schema = Schema<Shop> { Column(\.name) }
  struct Relations: Sendable {
    let offers = HasMany<Offer>(\.shopID).acceptingAttributes(
      rejecting: { $0["name"] == "spam" }, rejectingBlank: true, limit: 5)
    let sign = HasOne<Sign>(\.shopID, dependent: .destroy).acceptingAttributes(
      allowingRemoval: true, updateOnly: true)
  }
  static let relations = Relations()
}

private struct Offer: Model, Equatable {
  var id = 0
  var name = ""
  var price: Double?
  var shopID: Int?
  static let schema = Schema<Offer> {
    Column(\.name)
    Column(\.price)
    Column(\.shopID)
  }
  struct Relations: Sendable {
    let shop = BelongsTo<Shop>(\.shopID).acceptingAttributes(updateOnly: true)
    let tags = HasMany<OfferTag>(\.offerID).acceptingAttributes()
  }
  static let relations = Relations()
}

private struct OfferTag: Model {
  var id = 0
  var text = ""
  var offerID: Int?
  static let schema = Schema<OfferTag> {
    Column(\.text)
    Column(\.offerID)
  }
}

private struct Sign: Model, Equatable {
  var id = 0
  var text = ""
  var shopID: Int?
  static let schema = Schema<Sign> {
    Column(\.text)
    Column(\.shopID)
  }
}
