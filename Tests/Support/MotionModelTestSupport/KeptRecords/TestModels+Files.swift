import Foundation
import MotionModel
import MotionModelTesting

extension TestModels {
  private static var tags: FileSource { .string(#"[{"id": "a", "weight": 7}, {"id": "new"}]"#) }
  private static var projects: FileSource { .string(#"[{"id": 1, "name": "one"}, {"name": "two", "id": 2}]"#) }

  func useFiles(_ transcript: inout Transcript) {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: url) }
    transcript.attempt("fill") { try Tag.insert(contentsOf: ["a", "b", "c"].map { Tag($0) }) }
    transcript.attempt("written") { try Tag.save(to: url) }
    transcript.attempt("changed") {
      try Tag.delete("a")
      try Tag.updateAll { $0.weight = 1 }
      try Tag.create { $0.id = "d" }
    }
    transcript.note("read") { try Tag.load(from: url).description }
    transcript.note("read again") { try Tag.load(from: url).description }
    transcript.note("merged, refused") {
      try Tag.load(from: Self.tags, policy: .merge(onConflict: .fail)).description
    }
    transcript.note("merged") { try Tag.load(from: Self.tags, policy: .merge(onConflict: .ours)).description }
    transcript.note("appended, refused") { try Tag.load(from: Self.tags, policy: .append).description }
    transcript.note("appended") { try Project.load(from: Self.projects, policy: .append).description }
    transcript.note("as text") {
      try (Tag.order(by: \.id).all.string(as: .csv), Project.order(by: \.id).all.string(as: .csv))
    }
    transcript.note("imported") {
      let rows: [[String: AttributeValue]] = [["id": "e", "weight": "1.5"], ["id": "a"], ["weight": "x"]]
      let report = try Tag.importRows(rows)
      return (report.records, report.failures)
    }
    importByMapping(in: &transcript)
  }

  /// Imports rows whose parents are found and created, twice: the second time, they update the records.
  private func importByMapping(in transcript: inout Transcript) {
    transcript.attempt("a parent") { try Project.create { $0.name = "house" } }
    let mapping: ImportMapping<Todo> = [
      .column("Task", to: \.name), .parent("Project", \.project, by: \.name, missing: .create),
      .key(\.projectID, \.name),
    ]
    for priority in ["3", "4", "10"] {
      transcript.note("imported by a mapping") {
        let rows: [[String: AttributeValue]] = [
          ["Task": "paint", "Project": "house", "priority": .string(priority)], ["Task": "", "Project": "cellar"],
          ["Task": "dig", "Project": "garden"], ["Task": "dig", "Project": "garden"],
          ["Task": "mow", "Project": "garden"],
        ]
        let report = try Todo.importRows(rows, mapping: mapping)
        return (report.description, report.records, report.rows, report.updatedRows, report.failures)
      }
      noteAll(in: &transcript)
    }
  }
}
