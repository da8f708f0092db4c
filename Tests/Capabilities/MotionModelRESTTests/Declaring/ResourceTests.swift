import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

@testable import MotionModelREST

struct ResourceTests {
  private func keys<Record: RemoteModel>(_ model: Record.Type, _ format: RESTFormat = RESTFormat()) -> [String] {
    Resource(model.remote, in: format).fields.map(\.key)
  }

  @Test func `names are made of those of the model`() {
    let resource = Resource(OrderItem.remote, in: RESTFormat())
    #expect(resource.path.parts == [.text("order_items")])
    #expect(resource.idKey == "id")
    #expect(resource.fields.map(\.key) == ["max_weight", "api_url", "packed_at", "order_id"])
    #expect(resource.relations.map(\.key) == ["order"])
    #expect(resource.singleRoot == nil && resource.manyRoot == nil)
  }

  @Test func `roots are the spelled name of the model, and its plural`() {
    let snake = Resource(OrderItem.remote, in: RESTFormat(roots: .wrapped))
    #expect(snake.singleRoot == "order_item" && snake.manyRoot == "order_items")
    let camel = Resource(OrderItem.remote, in: RESTFormat(keys: .camelCase, roots: .wrapped))
    #expect(camel.singleRoot == "orderItem" && camel.manyRoot == "orderItems")
  }

  @Test func `members are spelled as the format says`() {
    #expect(keys(OrderItem.self, RESTFormat(keys: .camelCase)) == ["maxWeight", "apiUrl", "packedAt", "orderId"])
    #expect(keys(OrderItem.self, RESTFormat(keys: .asDeclared)) == ["maxWeight", "apiURL", "packedAt", "orderID"])
    #expect(
      keys(OrderItem.self, RESTFormat(keys: .custom { $0.uppercased() })) == [
        "MAXWEIGHT", "APIURL", "PACKEDAT", "ORDERID",
      ])
  }

  @Test func `names of times and of the version are spelled likewise`() {
    let names = ["text", "created_at", "updated_at", "lock_version"]
    #expect(keys(Memo.self) == names && keys(Memo.self, RESTFormat(keys: .asDeclared)) == names)
    #expect(keys(Memo.self, RESTFormat(keys: .camelCase)) == ["text", "createdAt", "updatedAt", "lockVersion"])
  }

  @Test func `an inflector of the program makes the names`() {
    let format = RESTFormat(inflector: .english.adding(uncountable: "order item"))
    #expect(Resource(OrderItem.remote, in: format).path.parts != [.text("")])
    let staff = RESTFormat(inflector: .english.adding(irregular: "plate", "platen"))
    #expect(Resource(Plate.remote, in: staff).path.parts == [.text("platen")])
  }

  @Test func `rules come before the format`() {
    let remote: Remote<OrderItem> = [
      .path("/orders/:order_id/items/"), .prefix("api/v2"), .root("item"), .keys(.asDeclared), .key(\.apiURL, "link"),
      .key(\.id, "uid"), .readOnly(\.packedAt), .ignored(\.maxWeight), .sendsID,
    ]
    let resource = Resource(remote, in: RESTFormat(keys: .camelCase, roots: .bare, prefix: "api/v1"))
    #expect(
      resource.path.parts == [.text("api"), .text("v2"), .text("orders"), .parameter("order_id"), .text("items")])
    #expect(resource.singleRoot == "item" && resource.manyRoot == "items")
    #expect(resource.idKey == "uid" && resource.sendsID)
    #expect(resource.fields.map(\.key) == ["link", "packedAt", "orderID"])
    #expect(resource.fields.filter(\.direction.isSent).map(\.key) == ["link", "orderID"])
  }

  @Test func `a model can do without the roots of the format`() {
    let resource = Resource<OrderItem>([.noRoot], in: RESTFormat(roots: .wrapped))
    #expect(resource.singleRoot == nil && resource.manyRoot == nil)
  }

  @Test func `dates have the form of the column, of the model, or of the format`() throws {
    let date = Date(timeIntervalSince1970: 1.5)
    func sent(_ remote: Remote<OrderItem>, _ format: RESTFormat = RESTFormat()) -> AttributeValue? {
      Resource(remote, in: format).fields.first { $0.name == "packedAt" }?.sent(.date(date))
    }
    #expect(sent([]) == .date(date))
    #expect(sent([], RESTFormat(dates: .milliseconds)) == .int(1500))
    #expect(sent([.dates(.seconds)], RESTFormat(dates: .milliseconds)) == .double(1.5))
    #expect(sent([.dates(.seconds), .dates(.milliseconds, \.packedAt)]) == .int(1500))
    #expect(try RESTFormat.DateForm.milliseconds.read(.int(1500)) == date)
    #expect(throws: CastError(expected: "a finite number", found: "another number")) {
      try RESTFormat.DateForm.seconds.read(.double(.infinity))
    }
  }

  @Test func `a path is filled with encoded values`() throws {
    let path = ResourcePath("trains/:train_id/ü cars", prefix: "/api/")
    #expect(try path.filled { _ in "a/b" } == "api/trains/a%2Fb/%C3%BC%20cars")
    for value in [nil, "", ".", ".."] {
      #expect(throws: ResourcePath.MissingParameter(name: "train_id")) { try path.filled { _ in value } }
    }
  }

  #if os(macOS) || os(Linux)  // where exit tests are available
    @Test func `two columns in one member trap`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = Resource<OrderItem>([.key(\.apiURL, "order_id")], in: RESTFormat())
      }
      expectSentence(
        "The remote of OrderItem gives the member \"order_id\" to two columns: name one of them with .key.", result)
    }

    @Test func `two rules for one thing trap`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = Resource<OrderItem>([.path("a"), .path("b")], in: RESTFormat())
      }
      expectSentence("The remote of OrderItem has two paths: remove one.", result)
    }
  #endif
}

struct OrderItem: RemoteModel {
  var id = 0
  var maxWeight = 0.0
  var apiURL: URL?
  var packedAt: Date?
  var orderID: Int?

  static let schema = Schema<OrderItem> {
    Column(\.maxWeight)
    Column(\.apiURL)
    Column(\.packedAt)
    Column(\.orderID)
  }
  struct Relations {
    let order = BelongsTo<Plate>(\.orderID)
  }
  static let relations = Relations()
}
