import Foundation
import MotionModel
import Testing

@Suite struct ChangesetMetadataTests {
  private var full: Changeset.Metadata {
    var metadata = Changeset.Metadata(author: "ann", reason: "Spring cleaning")
    metadata["room"] = "attic"
    metadata["boxes"] = 12
    return metadata
  }

  @Test func `metadata have an author, a reason and custom values`() {
    #expect(full["room"] == "attic" && full["cellar"] == nil && !full.isEmpty)
    #expect(full.values == ["room": "attic", "boxes": 12] && Changeset.Metadata().isEmpty)
  }

  @Test func `metadata are described in one line`() {
    #expect("\(full)" == "by ann: Spring cleaning [boxes: 12, room: attic]")
    #expect("\(Changeset.Metadata(reason: "Fix"))" == "Fix" && "\(Changeset.Metadata())" == "")
    #expect("\(Changeset.Metadata(values: ["a": 1]))" == "[a: 1]")
  }

  @Test func `metadata are encoded and decoded`() throws {
    let data = try JSONEncoder().encode(full)
    #expect(try JSONDecoder().decode(Changeset.Metadata.self, from: data) == full)
  }
}
