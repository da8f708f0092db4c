import Foundation
import MotionModelTestSupport
import Testing

@testable import MotionModel

/// Has a property of each kind that is not a column.
private struct Draft: Model {
  var id = 0
  var text = ""
  var isSelected = false
  var size = Size()
  var observed = 0 { didSet { isSelected = true } }
  lazy var cached = 1
  let kind = "draft"

  struct Size: Sendable, Equatable {
    var width = 0
    var height = 0
  }

  static let schema = Schema<Draft> {
    Column(\.text)
    Column(\.size.width)
    Column(\.observed, name: "observed")
    Transient(\.isSelected, \.size.height, \.kind)
  }
}

private struct Both: Model {
  var id = 0
  var text = ""

  static let schema = Schema<Both> {
    Column(\.text)
    Transient(\.text)
  }
}

@Suite(.ownStore) struct TransientTests {
  @Test func `columns and transient properties together cover all properties`() {
    #expect(Draft.schema.columns.map(\.name) == ["id", "text", "size.width", "observed"])
  }

  @Test func `a transient property is carried by a record and its copies, and not by its attributes`() throws {
    var draft = try Draft.create { $0.isSelected = true }
    #expect(Draft.find(draft.id)?.isSelected == true)
    #expect(draft.attributes == ["id": 1, "text": "", "size.width": 0, "observed": 0])
    draft.size.height = 3
    #expect(!draft.hasChanges)
  }

  #if os(macOS) || os(Linux)  // where exit tests are available
    @Test func `a property that is a column and transient traps`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { _ = Both.count }
      expectSentence("The schema of Both declares \\Both.text as a column and as transient: remove one.", result)
    }
  #endif
}
