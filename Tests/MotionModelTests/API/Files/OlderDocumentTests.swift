import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

/// Files whose documents were written when their types had fewer properties.
@Suite(.ownStore, .temporaryFolder) struct OlderDocumentTests {
  private func file(_ format: FileFormat) -> URL { TemporaryFolder.current.appending(path: "shop.\(format.rawValue)") }

  /// Writes a shop of the older program, and reads it as one of a later program.
  private func load<Record: Model>(_ old: Old.Shop, as model: Record.Type, format: FileFormat = .json) throws -> Record
  {
    let file = file(format)
    try Store.with(Store()) {
      try Old.Shop.create(old)
      try Old.Shop.save(to: file, as: format)
    }
    try Record.load(from: file, as: format)
    return try #require(try Record.first)
  }

  @Test(arguments: FileFormat.allCases) func `missing keys are taken from the column's default, at any depth`(
    format: FileFormat
  ) throws {
    let old = Old.Settings(theme: "dark", layout: Old.Layout(columns: 5), nick: nil)
    let shop = try load(Old.Shop(settings: old), as: New.Shop.self, format: format)
    let layout = New.Layout(columns: 5, gap: 8)
    #expect(
      shop.settings == New.Settings(theme: "dark", layout: layout, nick: nil, font: New.Font(size: 12), motto: nil))
  }

  @Test func `a key that may be missing stays missing, whatever the default has`() throws {
    let shop = try load(Old.Shop(settings: Old.Settings(nick: nil)), as: New.Shop.self)
    #expect(New.Shop().settings.nick == "shop" && New.Shop().settings.motto == "open")
    #expect(shop.settings.nick == nil && shop.settings.motto == nil)
  }

  @Test func `entries of dictionaries do not come from the default`() throws {
    let shop = try load(Old.Shop(prices: Old.Prices(byName: ["tea": 3])), as: New.Shop.self)
    #expect(shop.prices == New.Prices(byName: ["tea": 3], currency: "EUR"))
  }

  @Test func `a declared default counts more than the property's initial value`() throws {
    let shop = try load(Old.Shop(), as: New.DeclaredShop.Shop.self)
    #expect(shop.settings.font == New.Font(size: 20))
  }

  @Test func `a document of another kind is not completed`() throws {
    expectRefusal("found a dictionary without `circle.filled`") {
      _ = try load(Old.Shop(shape: .circle(radius: 2)), as: New.ShapeShop.Shop.self)
    }
    #expect(New.ShapeShop.Shop.isEmpty)
  }

  @Test func `elements of lists and values of optional columns have no default`() throws {
    expectRefusal("without `[0].unit`") {
      _ = try load(Old.Shop(items: [Old.Item(name: "tea")]), as: New.ListShop.Shop.self)
    }
    expectRefusal("without `gap`") {
      _ = try load(Old.Shop(extra: Old.Layout(columns: 1)), as: New.OptionalShop.Shop.self)
    }
  }

  @Test func `a type that decodes a missing key itself is read in lists too`() throws {
    let shop = try load(Old.Shop(items: [Old.Item(name: "tea")]), as: New.TolerantShop.Shop.self)
    #expect(shop.items == [New.TolerantShop.Item(name: "tea", unit: "piece")])
  }

  @Test func `values that are set are not completed`() throws {
    var shop = New.Shop()
    #expect(throws: AttributeError.self) { try shop.set("prices", to: ["byName": ["tea": 3]]) }
    #expect(throws: AttributeError.self) { try New.Shop(attributes: ["prices": ["byName": ["tea": 3]]]) }
  }

  private func expectRefusal(_ reason: String, _ body: () throws -> Void) {
    do {
      try body()
      Issue.record("It was read.")
    } catch {
      #expect("\(error)".contains(reason), "\(error)")
    }
  }
}

/// The models of the program that wrote the files.
private enum Old {
  struct Layout: Codable, Sendable, Equatable { var columns = 3 }
  struct Prices: Codable, Sendable, Equatable { var byName: [String: Int] = [:] }
  struct Item: Codable, Sendable, Equatable { var name = "" }
  enum Shape: Codable, Sendable, Equatable { case circle(radius: Int), square(side: Int) }
  struct Settings: Codable, Sendable, Equatable {
    var theme = "light"
    var layout = Layout()
    var nick: String?
  }

  struct Shop: Model {
    var id = 0
    var settings = Settings()
    var prices = Prices()
    var items: [Item] = []
    var extra: Layout?
    var shape = Shape.square(side: 1)

    static let schema = Schema<Shop> {
      Column(\.settings)
      Column(\.prices)
      Column(\.items)
      Column(\.extra)
      Column(\.shape)
    }
  }
}

/// The models of later programs, in which types of documents have more properties.
private enum New {
  struct Layout: Codable, Sendable, Equatable { var columns = 3; var gap = 8 }
  struct Font: Codable, Sendable, Equatable { var size = 12 }
  struct Prices: Codable, Sendable, Equatable { var byName: [String: Int] = [:]; var currency = "EUR" }
  struct Settings: Codable, Sendable, Equatable {
    var theme = "light"
    var layout = Layout()
    var nick: String? = "shop"
    var font = Font()
    var motto: String? = "open"
  }

  struct Shop: Model {
    var id = 0
    var settings = Settings()
    var prices = Prices(byName: ["water": 1])
    var items: [Old.Item] = []
    var extra: Old.Layout?
    var shape = Old.Shape.square(side: 1)

    static let schema = Schema<Shop> {
      Column(\.settings)
      Column(\.prices)
      Column(\.items)
      Column(\.extra)
      Column(\.shape)
    }
  }

  enum DeclaredShop {
    struct Shop: Model {
      var id = 0
      var settings = Settings()
      var prices = Old.Prices()
      var items: [Old.Item] = []
      var extra: Old.Layout?
      var shape = Old.Shape.square(side: 1)

      static let schema = Schema<Shop> {
        Column(\.settings, default: Settings(font: Font(size: 20)))
        Column(\.prices)
        Column(\.items)
        Column(\.extra)
        Column(\.shape)
      }
    }
  }

  enum Shape: Codable, Sendable, Equatable { case circle(radius: Int, filled: Bool), square(side: Int, filled: Bool) }
  enum ShapeShop {
    struct Shop: Model {
      var id = 0
      var settings = Old.Settings()
      var prices = Old.Prices()
      var items: [Old.Item] = []
      var extra: Old.Layout?
      var shape = Shape.square(side: 1, filled: true)

      static let schema = Schema<Shop> {
        Column(\.settings)
        Column(\.prices)
        Column(\.items)
        Column(\.extra)
        Column(\.shape)
      }
    }
  }

  struct Item: Codable, Sendable, Equatable { var name = ""; var unit = "piece" }
  enum ListShop {
    struct Shop: Model {
      var id = 0
      var settings = Old.Settings()
      var prices = Old.Prices()
      var items = [Item(name: "water")]
      var extra: Old.Layout?
      var shape = Old.Shape.square(side: 1)

      static let schema = Schema<Shop> {
        Column(\.settings)
        Column(\.prices)
        Column(\.items)
        Column(\.extra)
        Column(\.shape)
      }
    }
  }

  enum OptionalShop {
    struct Shop: Model {
      var id = 0
      var settings = Old.Settings()
      var prices = Old.Prices()
      var items: [Old.Item] = []
      var extra: Layout?
      var shape = Old.Shape.square(side: 1)

      static let schema = Schema<Shop> {
        Column(\.settings)
        Column(\.prices)
        Column(\.items)
        Column(\.extra)
        Column(\.shape)
      }
    }
  }

  enum TolerantShop {
    struct Item: Codable, Sendable, Equatable {
      var name = ""
      var unit = "piece"

      init(name: String, unit: String) { (self.name, self.unit) = (name, unit) }

      init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        name = try values.decode(String.self, forKey: .name)
        unit = try values.decodeIfPresent(String.self, forKey: .unit) ?? "piece"
      }
    }

    struct Shop: Model {
      var id = 0
      var settings = Old.Settings()
      var prices = Old.Prices()
      var items: [Item] = []
      var extra: Old.Layout?
      var shape = Old.Shape.square(side: 1)

      static let schema = Schema<Shop> {
        Column(\.settings)
        Column(\.prices)
        Column(\.items)
        Column(\.extra)
        Column(\.shape)
      }
    }
  }
}
