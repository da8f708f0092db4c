// An app of SwiftData, as it is here: two models with a relation, conditions, work in the background, a unique value.

// snippet.program
import Foundation
import MotionModel
import MotionModelTransactions

struct Trip: Model {  // @Model final class Trip
  var id = ""  // the store gives a UUID
  var name = ""  // @Attribute(.unique)
  var start = Date.now

  static let schema = Schema<Trip> { Column(\.name, .unique) }
  struct Relations: ModelRelations {
    let items = HasMany<Item>(\.tripID)  // @Relationship(deleteRule: .cascade, inverse: \Item.trip) var items: [Item]
  }
}

struct Item: Model {
  var id = ""
  var name = ""
  var isPacked = false
  var tripID: String?

  static let schema = Schema<Item> { Column(\.tripID, .indexed) }
  struct Relations: ModelRelations {
    let trip = BelongsTo<Trip>(\.tripID, references: .existing, onDelete: .delete)  // var trip: Trip?
  }
}

let store = Store.default  // ModelContainer(…, isStoredInMemoryOnly: true)
var trip = try Trip.create { $0.name = "Rome" }  // context.insert(trip); try context.save()
try trip.items.create { $0.name = "Map" }  // trip.items.append(Item(…))
try trip.items.create { ($0.name, $0.isPacked) = ("Camera", true) }

// FetchDescriptor(predicate: #Predicate { !$0.isPacked }, sortBy: [SortDescriptor(\.name)])
let missing = Item.where(#Predicate { !$0.isPacked }).order(by: SortDescriptor(\.name)).pluck(\.name)  // => ["Map"]
let ready = Trip.where(#Predicate { $0.items.allSatisfy { $0.isPacked } }).count  // => 0

struct Packer: Sendable {  // @ModelActor actor Packer
  let store: Store

  func packAll() async throws {  // values and stores are Sendable, so no context belongs to a thread
    try await store.inTurn { try Item.where(\.isPacked == false).updateAll { $0.isPacked = true } }
  }
}
try await Packer(store: store).packAll()
let packed = try Item.require(by: \.name, "Map").isPacked  // => true

try Trip.create { $0.name = "Oslo" }.delete()  // context.delete(trip)
try trip.delete()  // its items go with it
let rest = Item.count  // => 0
// snippet.hide
precondition(missing == ["Map"] && ready == 0 && packed && rest == 0 && Trip.count == 0 && trip.id.count == 36)
