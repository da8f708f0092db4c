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

private struct Forgetful: Model {
  var id = 0
  var text = ""
  var note = ""

  static let schema = Schema<Forgetful> { Column(\.text) }
}

private struct HalfForgetful: Model {
  var id = 0
  var size = Size()

  struct Size: Sendable {
    var width = 0
    var height = 0
  }

  static let schema = Schema<HalfForgetful> { Column(\.size.width) }
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

  #if DEBUG && (os(macOS) || os(Linux))  // where exit tests are available
    @Test func `a property that was forgotten traps with its name`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = try Forgetful.create { $0.note = "lost" }
      }
      expectSentence(
        """
        The schema of Forgetful has no column for "note", which no file would have: add Column(\\.note), or \
        Transient(\\.note) if that is meant.
        """, result)
    }

    @Test func `a part of a struct that was forgotten traps with its path`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = HalfForgetful.count
      }
      expectSentence("no column for \"size.height\"", result)
    }

    @Test func `a property that is a column and transient traps`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { _ = Both.count }
      expectSentence("The schema of Both declares \\Both.text as a column and as transient: remove one.", result)
    }
  #endif
}
