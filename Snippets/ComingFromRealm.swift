// An app of Realm, as it is here: embedded objects, a list with an order, changes of the list.

// snippet.program
import MotionModel
import MotionModelLive
import MotionModelTransactions

struct Address: Codable, Equatable, Sendable { var city = "" }  // EmbeddedObject

struct Person: Model {  // class Person: Object
  var id = 0  // @Persisted(primaryKey: true) var id
  var name = ""
  var address = Address()

  struct Relations: ModelRelations {
    let dogs = HasMany<Dog>(\.ownerID).ordered(by: \.place)  // @Persisted var dogs: List<Dog>
  }
}

struct Dog: Model {
  var id = 0
  var name = ""
  var place = 0  // the order of the list
  var ownerID: Int?

  static let schema = Schema<Dog> { Column(\.ownerID, .indexed) }
  struct Relations: ModelRelations {
    let owner = BelongsTo<Person>(\.ownerID, references: .existing, onDelete: .nullify)  // LinkingObjects
  }
}

let store = Store.default  // Realm(configuration: .init(inMemoryIdentifier: …))
var ann = try Person.create { ($0.name, $0.address.city) = ("Ann", "Bergen") }
let dogs = ann.dogs.live()
let observation = dogs.onChange { change in print(change) }  // results.observe { … }

try store.transaction {  // try realm.write {
  for name in ["Rex", "Fido", "Ada"] { try ann.dogs.create { $0.name = name } }  // ann.dogs.append(Dog(…))
}
try ann.dogs.move(fromOffsets: [2], toOffset: 0)  // ann.dogs.move(from: 2, to: 0)
let names = dogs.map(\.name)  // => ["Ada", "Rex", "Fido"]
try ann.update { $0.address.city = "Oslo" }  // writes one column; a copy elsewhere stays as it was

// realm.objects(Person.self).where { $0.dogs.name == "Rex" }, filter("ANY dogs.name == %@", "Rex")
let owners = Person.where { $0.dogs.any { $0.name == "Rex" } }.pluck(\.name)  // => ["Ann"]
try ann.delete()  // realm.delete(ann): links to it become nil
let strays = Dog.where(\.ownerID == nil).count  // => 3
// snippet.hide
precondition(names == ["Ada", "Rex", "Fido"] && owners == ["Ann"] && strays == 3 && ann.address.city == "Oslo")
observation.cancel()
