import Foundation
package import MotionModel
import MotionModelInspector
import MotionModelTestSupport
import Testing

/// An inspector shows records that a database keeps as it shows those in memory.
package enum InspectedSamples {
  private static let queries = [
    "", "where=count == nil", "where=number > 0 and flag == true", "where=name contains \"a\"",
    "order=fraction descending",
    "where=fraction >= 0&order=name", "where=grade == low&limit=3&offset=2", "order=due", "where=(number * 2) > 4",
  ]

  /// Fills an adapter that has no records, and memory, with the same random records, and compares what two inspectors show.
  package static func compare<Adapter: StorageAdapter>(_ adapter: Adapter) throws {
    var random = TestSeed.generator(4_300)
    var copy = random
    let kept = try inspector(Sample<Adapter>.self, in: Store(adapters: [adapter]), &random)
    let memory = try inspector(Sample<ArrayAdapter>.self, in: Store(), &copy)
    for query in queries.map({ $0 + "&as=json" }) {
      let found = try page("model/\(Sample<Adapter>.self)", query, of: kept)
      #expect(found == (try page("model/\(Sample<ArrayAdapter>.self)", query, of: memory)), "\(query)")
    }
    #expect(try page("", "", of: kept).contains(">\(Adapter.self)</td>"))
    #expect(try page("model/\(Sample<Adapter>.self)/record", "id=7", of: kept).contains(#"data-record="7""#))
    kept.stop()
    memory.stop()
  }

  private static func inspector<Adapter: StorageAdapter>(
    _ model: Sample<Adapter>.Type, in store: Store, _ random: inout SplitMix64
  ) throws -> Inspector {
    let samples = (0..<40).map { _ in Sample<Adapter>.random(&random) }
    try store.table(Sample<Adapter>.self).insert(contentsOf: samples)
    return try Inspector(store, models: [Sample<Adapter>.self]).start()
  }

  private static func page(_ path: String, _ query: String, of inspector: Inspector) throws -> String {
    var address = try #require(inspector.address.flatMap { URLComponents(string: $0) })
    (address.path, address.query) = (address.path + path, query)
    return try String(contentsOf: #require(address.url), encoding: .utf8)
  }
}
