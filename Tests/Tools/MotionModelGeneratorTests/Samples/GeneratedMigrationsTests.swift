import Foundation
import MotionModel
import MotionModelTestSupport
import MotionModelTesting
import Testing

@testable import GeneratedSamples

/// A file of the first version of a data model, read by the models and the migrations that the second one becomes.
@Suite(.store)
struct GeneratedMigrationsTests {
  @Test func `What the version before stored is there in the next`() throws {
    let store = Store.current
    try store.load(
      from: URL(filePath: RecordedSamples.input("Attic-1.json")),
      models: [
        Badge.self, BadgePurchase.self, Chest.self, Keeper.self, Mark.self, MarkShelved.self, Purchase.self,
        SpecialKeeper.self,
      ], migrations: AtticMigrations.all)
    // A renamed entity of many to many, with the order at both ends.
    let purchase = try #require(Purchase.first)
    #expect(purchase.badges.all.map(\.name) == ["blue", "red"])
    #expect(Badge.all.first(where: { $0.name == "red" })?.purchases.all == [purchase])
    // One to many that became many to many.
    let shelf = try #require(Mark.all.first(where: { $0.title == "shelf" }))
    #expect(shelf.shelved.all.map(\.title) == ["first", "second"])
    #expect(Mark.all.first(where: { $0.title == "first" })?.shelves.all == [shelf])
    #expect(MarkShelved.count == 2)
    // A renamed key to an entity that has heirs now.
    let oak = try #require(Chest.all.first(where: { $0.name == "oak" }))
    #expect(oak.holder is Keeper)
    #expect(Chest.all.first(where: { $0.name == "tin" })?.holder == nil)
  }
}
