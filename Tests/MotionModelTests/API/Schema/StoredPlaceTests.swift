import MotionModelTestSupport
import Testing

@testable import MotionModel

@Suite struct StoredPlaceTests {
  private struct Size: Codable, Equatable {
    var width = 0
    var height = 0
  }

  private struct Frame: Model {
    var id = 0
    var size = Size()
    var name = ""
    var initials: String { String(name.prefix(1)) }

    static let schema = Schema<Frame> {
      Column(\.size.width, name: "width")
      Column(\.size.height, name: "height")
      Column(\.name)
    }
  }

  @Test func `a property that begins another one has another place`() {
    #expect(StoredPlace(\Frame.size.width) != StoredPlace(\Frame.size))
    #expect(StoredPlace(\Frame.size.width) != StoredPlace(\Frame.size.height))
    #expect(StoredPlace(\Frame.size.width) == StoredPlace(\Frame.size.width))
  }

  @Test func `a computed property has no place`() { #expect(StoredPlace(\Frame.initials) == nil) }

  @Test func `columns are found by the places of their properties`() {
    let schema = Frame.schema
    let found = [\Frame.id, \.size.width, \.size.height, \.name, \.size, \.initials].map { schema[$0]?.name }
    #expect(found == ["id", "width", "height", "name", nil, nil])
  }
}
