import MotionModel
import MotionModelForms
import MotionModelValidation

extension Suite {
  /// Key strokes in forms of 2 and of 200 fields, drawing them, and saving them.
  static let forms = Suite(name: "forms") { bench, _ in
    let small = try FilledRota(shifts: 1)
    let large = try FilledRota(shifts: FilledRota.most)
    bench.judgeGrowth([try bench.compareKeyStrokes(small), try bench.compareKeyStrokes(large)], atMost: 2)
    try bench.compareTexts(large)
    try bench.compareDescriptions(large)
    try bench.compareSubmissions(large)
  }
}

extension Bench {
  /// A key stroke in a number, beside a cast and a check of its limits.
  fileprivate func compareKeyStrokes(_ rota: FilledRota) throws -> Comparison {
    let texts = ["3", "30", "305", "x", "7"]
    var (byHand, turn) = (Shift(), 0)
    return try compare(
      "A key stroke in a number", rows: rota.fieldCount,
      bars: [.nanoseconds(100_000)], barRows: FilledRota.most * 2,
      [
        Contestant(.library, "state.type(text, at: path)") {
          try texts.map { text in
            try rota.state.type(text, at: rota.lastMinutes)
            try rota.state.leave(rota.lastMinutes)
            return rota.state.messages(at: rota.lastMinutes).count
          }
        } body: {
          turn += 1
          try rota.state.type(texts[turn % texts.count], at: rota.lastMinutes)
        },
        Contestant(.hand, "Int(text), and whether it is in a range") {
          texts.map { byHand.assignByHand($0) == nil ? 0 : 1 }
        } body: {
          turn += 1
          blackHole(byHand.assignByHand(texts[turn % texts.count]))
        },
      ])
  }

  /// A key stroke in a text with three rules.
  fileprivate func compareTexts(_ rota: FilledRota) throws {
    let texts = ["Walk", "Walk t", "Walk the dog", "Wa", "Walk the cat"]
    var (byHand, turn) = (Rota(), 0)
    try compare(
      "A key stroke in a text", rows: rota.fieldCount, bars: [.nanoseconds(100_000)], barRows: FilledRota.most * 2,
      [
        Contestant(.library, "state.type(text, at: path)") {
          turn += 1
          try rota.state.type(texts[turn % texts.count], at: "name")
        },
        Contestant(.hand, "an assignment, and two conditions") {
          turn += 1
          blackHole(byHand.assignByHand(texts[turn % texts.count]))
        },
      ])
  }

  /// The form as it is drawn.
  fileprivate func compareDescriptions(_ rota: FilledRota) throws {
    try compare(
      "Describe a form", rows: rota.fieldCount, unit: "field",
      [
        Contestant(.library, "state.description", operations: rota.fieldCount) {
          blackHole(rota.state.description)
        }
      ])
  }

  /// A form with one changed field that is saved, beside a save of the record.
  fileprivate func compareSubmissions(_ rota: FilledRota) throws {
    // A store of its own: a save beside the form would be a conflict.
    let other = try FilledRota(shifts: FilledRota.most)
    let table = other.store.table(Rota.self)
    var (record, turn) = (other.state.record, 0)
    try rota.state.type("Walk the dog", at: "name")
    try rota.state.type("7", at: rota.lastMinutes)
    try compare(
      "Submit a form with one changed field", rows: rota.fieldCount,
      [
        Contestant(.library, "state.submit()") {
          turn += 1
          try rota.state.type("Walk \(turn) dogs", at: "name")
          guard try rota.state.submit().record != nil else { preconditionFailure("\(rota.state.errors)") }
        },
        Contestant(.hand, "table.save(&record)") {
          turn += 1
          record.name = "Walk \(turn) dogs"
          try table.save(&record)
        },
      ])
  }
}

/// A form of a rota and its shifts, which a person fills in.
private struct FilledRota {
  static let most = 100

  let store = Store(notificationCenter: nil)
  let state: FormState<Rota>
  let fieldCount: Int
  let lastMinutes: FormPath

  init(shifts: Int) throws {
    var rota = Rota()
    rota.name = "Walk the dog"
    let saved = try store.table(Rota.self).saved(rota)
    try store.table(Shift.self).insert(
      contentsOf: (1...shifts).map { number in
        var shift = Shift()
        (shift.name, shift.minutes, shift.rotaID) = ("Shift \(number)", number, saved.id)
        return shift
      })
    state = try FormState(Rota.form, editing: saved, in: store)
    fieldCount = shifts * 2
    lastMinutes = FormPath([.field("shifts"), .index(shifts - 1), .field("minutes")])
  }
}

private struct Rota: Model, Validatable {
  var id = 0
  var name = ""

  static let schema = Schema<Rota> { Column(\.name) }
  struct Relations: Sendable {
    let shifts = HasMany<Shift>(\.rotaID).acceptingAttributes()
  }
  static let relations = Relations()
  static let validations = Validations<Rota> {
    Presence(\.name)
    Length(\.name, 5...80)
  }
  static let form = ModelForm<Rota> {
    Input(\.name)
    Children(\.shifts) {
      Input(\.name)
      Input(\.minutes)
    }
  }

  @inline(never)
  mutating func assignByHand(_ text: String) -> String? {
    name = text
    if !text.contains(where: { !$0.isWhitespace }) { return "can't be blank" }
    return (5...80).contains(text.count) ? nil : "is too short or too long"
  }
}

private struct Shift: Model, Validatable {
  var id = 0
  var name = ""
  var minutes = 0
  var rotaID = 0

  static let schema = Schema<Shift> {
    Column(\.name)
    Column(\.minutes)
    Column(\.rotaID)
  }
  static let validations = Validations<Shift> {
    Presence(\.name)
    Numericality(\.minutes, .in(0...999))
  }

  @inline(never)
  mutating func assignByHand(_ text: String) -> String? {
    guard let number = Int(text) else { return "is not a number" }
    minutes = number
    return (0...999).contains(number) ? nil : "must be in 0...999"
  }
}
