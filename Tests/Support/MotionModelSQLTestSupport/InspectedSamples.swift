import Foundation
package import MotionModel
import MotionModelInspector
import MotionModelTestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// An inspector shows records that a database keeps as it shows those in memory.
package enum InspectedSamples {
  private static let queries: [[String: String]] = [
    [:], ["where": "count == nil"], ["where": "number > 0 && flag"], ["where": #"name contains "a""#],
    ["order": "fraction descending"], ["where": "fraction >= 0", "order": "name"], ["order": "due"],
    ["where": #"grade == "low""#, "limit": "3", "offset": "2"], ["where": "(number * 2) > 4"],
  ]

  /// Fills an adapter that has no records, and memory, with the same random records, and compares what two inspectors show.
  package static func compare<Adapter: StorageAdapter>(_ adapter: Adapter) async throws {
    var random = TestSeed.generator(4_300)
    var copy = random
    let kept = try inspector(Sample<Adapter>.self, in: Store(adapters: [adapter]), &random)
    let memory = try inspector(Sample<ArrayAdapter>.self, in: Store(), &copy)
    for query in queries.map({ $0.merging(["as": "json"]) { $1 } }) {
      let found = try await page("model/Sample", query, of: kept)
      // An error would be a page and no list.
      #expect(found.hasPrefix("["), "\(query)")
      #expect(found == (try await page("model/Sample", query, of: memory)), "\(query)")
    }
    #expect(try await page("", [:], of: kept).contains(">\(Adapter.self)</td>"))
    #expect(try await page("model/Sample/record", ["id": "7"], of: kept).contains(#"data-record="7""#))
    kept.cancel()
    memory.cancel()
  }

  private static func inspector<Adapter: StorageAdapter>(
    _ model: Sample<Adapter>.Type, in store: Store, _ random: inout SplitMix64
  ) throws -> Inspector {
    let samples = (0..<40).map { _ in Sample<Adapter>.random(&random) }
    try store.table(Sample<Adapter>.self).insert(contentsOf: samples)
    return try Inspector(store, models: [Sample<Adapter>.self]).start()
  }

  private static func page(_ path: String, _ query: [String: String], of inspector: Inspector) async throws -> String {
    var address = try #require(inspector.address.flatMap { URLComponents(string: $0) })
    address.path += path
    address.queryItems = query.map { URLQueryItem(name: $0, value: $1) }
    let (body, _) = try await URLSession.shared.data(from: #require(address.url))
    return String(decoding: body, as: UTF8.self)
  }
}
