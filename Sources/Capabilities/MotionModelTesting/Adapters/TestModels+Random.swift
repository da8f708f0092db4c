import MotionModel
import MotionModelTransactions

private struct Undone: Error {}

extension TestModels {
  /// Takes random steps, some of them together in a transaction.
  func takeSteps(_ transcript: inout Transcript, _ seed: UInt64) {
    var random = StepGenerator(state: seed)
    for number in 0..<150 {
      if random.number(5) > 0 {
        transcript.note("step \(number)") { try step(&random) }
        continue
      }
      transcript.note("transaction \(number)") {
        try store.transaction { _ in
          var notes: [String] = []
          for _ in 0...random.number(3) {
            let start = random
            do { notes.append(try step(&random)) } catch { notes.append("\(error)") }
            if random.state == start.state { break }
          }
          if random.number(4) == 0 { throw Undone() }
          return notes
        }
      }
      if number % 10 == 0 { noteAll(in: &transcript) }
    }
  }

  private func step(_ random: inout StepGenerator) throws -> String {
    let (kind, first, second) = (random.number(12), random.number(8) + 1, random.number(8) + 1)
    switch kind {
    case 0: return "\(try Project.create { $0.name = "project \(first)" })"
    case 1, 2:
      return "\(try Todo.create { ($0.name, $0.priority, $0.projectID) = ("todo \(second)", second, first) })"
    case 3:
      guard var todo = try Todo.order(by: \.id).offset(first).first else { return "no todo" }
      try todo.update { $0.projectID = second }
      return "\(todo)"
    case 4: return "\(try Todo.where(\.priority == first).updateAll { $0.priority = second })"
    case 5: return "\(try Todo.order(by: \.id).offset(first).first?.destroy() ?? false)"
    case 6: return "\(try Project.find(first)?.destroy() ?? false)"
    case 7:
      guard let todo = try Todo.order(by: \.id).offset(first).first else { return "no todo" }
      var tag = try Tag.find("tag \(second)") ?? Tag("tag \(second)")
      try todo.tags.append(&tag)
      return "\(try todo.tags.order(by: \.id).ids)"
    case 8: return "\(try Note.create { ($0.words, $0.projectID) = ("note", try Project.find(first)?.id) })"
    case 9: return "\(try Project.where(\.id > first).order(by: \.name).limit(second).ids)"
    case 10: return "\(try Todo.where(\.id == first).deleteAll())"
    default: return "\(try Project.where(\.id == first).updateAll { $0.name = "project \(second)" })"
    }
  }
}

/// Numbers that follow from a seed, by SplitMix64 of Guy Steele, Doug Lea and Christine Flood.
private struct StepGenerator {
  var state: UInt64

  /// A number below another one.
  mutating func number(_ end: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((bits ^ (bits >> 31)) % UInt64(end))
  }
}
