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
    #expect(Badge.where(\.name, "red").first?.purchases.all == [purchase])
    // One to many that became many to many.
    let shelf = try #require(Mark.where(\.title, "shelf").first)
    #expect(shelf.shelved.all.map(\.title) == ["first", "second"])
    #expect(Mark.where(\.title, "first").first?.shelves.all == [shelf])
    #expect(MarkShelved.count == 2)
    // A renamed key to an entity that has heirs now.
    let oak = try #require(Chest.where(\.name, "oak").first)
    #expect(oak.holder is Keeper)
    #expect(Chest.where(\.name, "tin").first?.holder == nil)
  }
}
