import Foundation
import MotionModel
import MotionModelJournal
import MotionModelTestSupport
import Testing

/// Opened stores that earlier versions of the library wrote, in `Tests/Support/Fixtures/Stores`, are opened for ever: a snapshot,
/// and a journal of commits after it. The files are never written again.
@Suite(.temporaryFolder) struct WrittenStoresTests {
  struct Specimen: Model, Equatable {
    var id = 0
    var text = ""
    var tags: [String] = []
    var maybe: Double?
    static let schema = Schema<Specimen> {
      Column(\.text)
      Column(\.tags)
      Column(\.maybe)
    }
  }

  private let fixtures = URL(filePath: #filePath).appending(path: "../../../Support/Fixtures/Stores")
    .standardizedFileURL

  @Test func `a store of the first version of the journal is opened`() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: fixtures.path(percentEncoded: false))
    for name in names where name.hasPrefix("first.") {
      try FileManager.default.copyItem(
        at: fixtures.appending(path: name), to: TemporaryFolder.current.appending(path: name))
    }
    let store = try Store(file: TemporaryFolder.current.appending(path: "first.motionmodel"), models: [Specimen.self])
    #expect(store.journal?.recovery == Recovery(commits: 2))
    let packed = (1...40).map { Specimen(id: $0 + 3, text: "packed \($0)", tags: ["a"]) }
    let records = [Specimen(id: 1, text: "1", maybe: -0.5)] + packed + [Specimen(id: 44, text: "last")]
    #expect(store.table(Specimen.self).records.all == records)
  }
}
