import Foundation
import MotionModel
import Testing

@Suite struct ChangesetMetadataTests {
  private var full: ChangesetMetadata {
    var metadata = ChangesetMetadata(author: "ann", reason: "Spring cleaning")
    metadata["room"] = "attic"
    metadata["boxes"] = 12
    return metadata
  }

  @Test func `metadata have an author, a reason and custom values`() {
    #expect(full["room"] == "attic" && full["cellar"] == nil && !full.isEmpty)
    #expect(full.values == ["room": "attic", "boxes": 12] && ChangesetMetadata().isEmpty)
  }

  @Test func `metadata are described in one line`() {
    #expect("\(full)" == "by ann: Spring cleaning [boxes: 12, room: attic]")
    #expect("\(ChangesetMetadata(reason: "Fix"))" == "Fix" && "\(ChangesetMetadata())" == "")
    #expect("\(ChangesetMetadata(values: ["a": 1]))" == "[a: 1]")
  }

  @Test func `metadata are encoded and decoded`() throws {
    let data = try JSONEncoder().encode(full)
    #expect(try JSONDecoder().decode(ChangesetMetadata.self, from: data) == full)
  }
}
