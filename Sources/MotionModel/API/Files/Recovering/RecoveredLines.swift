import Foundation

/// Reads a damaged file of JSON or JSON Lines line by line.
///
/// The writers put each record on a line of its own, and in JSON also each member of what a file says about itself and
/// about a model. So a line is read without those around it.
struct RecoveredLines {
  /// Whether every line is an object, as in JSON Lines.
  private let areRecords: Bool
  private var result = RecoveredDocument.empty
  private var place = Place.head
  private var number = 0
  /// The members that were read before the first model.
  private var head: [String: AttributeValue] = [:]
  /// Whether the result has what they say.
  private var isHeadOver = false
  /// The name and the members of the model whose lines are read.
  private var section: (name: String, members: [String: AttributeValue])?
  private var model: TableDocument?
  /// The records of the model. They are added together, because each of them may have a column that no other has.
  private var rows: [RowDocument] = []
  /// How many lines of records the model has had, in JSON Lines, with those that could not be read.
  private var lineCount = 0
  /// How many lines about models there were, in JSON Lines.
  private var modelCount = 0
  /// How many objects have ended behind the last line that was more than brackets.
  private var endCount = 0
  /// The number of the last line that could not be read.
  private var lostLine = 0
  /// Whether a line about the model could not be read.
  private var hasLostMember = false

  private enum Place {
    case head, models, section, rows
  }

  init(areRecords: Bool) { self.areRecords = areRecords }

  mutating func add(_ line: Data) {
    number += 1
    var text = line.drop { Self.blanks.contains($0) }
    while let last = text.last, Self.blanks.contains(last) || last == UInt8(ascii: ",") { text.removeLast() }
    // Brackets alone end what began before.
    if text.allSatisfy({ Self.brackets.contains($0) }) {
      if text.first == UInt8(ascii: "]") { endModel() }
      endCount += text.count { $0 == UInt8(ascii: "}") }
      return
    }
    endCount = 0
    if areRecords { addObject(text) } else { addPart(text) }
  }

  mutating func end() -> RecoveredDocument {
    // In JSON, the last model ends, the models do, and the file does. Lines of another program do not say how many
    // follow.
    let isForeign = head.isEmpty && modelCount == 0
    let isWhole =
      areRecords
      ? isForeign || (head.number("models") == modelCount && lineCount >= recordCount ?? 0) : endCount >= 3
    endModel()
    if !(areRecords && isForeign) { endHead() }
    // A line that is cut off may have been followed by others.
    result.noteEnd(isWhole: isWhole && !(isForeign && lostLine == number), isCut: number > 0 && lostLine == number)
    return result
  }

  private static let blanks = Array(" \t\r".utf8)
  private static let brackets = Array("{}[]".utf8)

  private static func value(_ text: Data) -> AttributeValue? {
    guard let text = String(validating: text, as: UTF8.self) else { return nil }
    return try? JSONFormat.read(text, depthLimit: FileHeader.valueDepthLimit).get()
  }

  /// Reads a line that is one member of an object.
  private static func member(_ text: Data, end: String = "}") -> (name: String, value: AttributeValue)? {
    guard case .dictionary(let members)? = value(Data("{".utf8) + text + Data(end.utf8)), members.count == 1 else {
      return nil
    }
    return members.first.map { ($0.key, $0.value) }
  }

  private mutating func lose() {
    let name = model?.name ?? section?.name
    lostLine = number
    if place == .section { hasLostMember = true }
    result.lose(at: "line \(number)", of: name, count: place == .rows ? 1 : nil)
  }

  // MARK: - JSON

  private mutating func addPart(_ text: Data) {
    let opens = text.last == UInt8(ascii: "{") || text.last == UInt8(ascii: "[")
    switch (
      place, Self.member(text), opens ? Self.member(text, end: text.last == UInt8(ascii: "{") ? "}}" : "]}") : nil
    ) {
    case (.head, _, let opened?):
      // Otherwise the line with the beginning of the models is damaged.
      endHead()
      place = .models
      if opened.name != "models" { beginSection(opened.name) }
    case (.head, let member?, _): head[member.name] = member.value
    case (.section, _, let opened?) where opened.name == "rows": beginRows()
    case (.section, let member?, _) where member.name == "rows":
      beginRows()
      if case .array(let rows) = member.value { for row in rows { addRow(row) } }
      endModel()
    case (.section, let member?, _): section?.members[member.name] = member.value
    case (.models, _, let opened?): beginSection(opened.name)
    case (.section, nil, nil) where text.first == UInt8(ascii: "{"):
      // The line with the beginning of the rows is damaged.
      beginRows()
      addRow(Self.value(text))
    case (.section, _, let opened?) where opened.value == [:]:
      // The line with the rows is damaged, of which there were none.
      endModel()
      beginSection(opened.name)
    case (.rows, _, let opened?) where opened.value == [:]:
      // The line with the end of the rows before is damaged.
      endModel()
      beginSection(opened.name)
    case (.models, let member?, _):
      // The line with the name of the model is damaged.
      beginSection("")
      section?.members = [member.name: member.value]
    case (.rows, _, _): addRow(Self.value(text))
    default: lose()
    }
  }

  // MARK: - JSON Lines

  private mutating func addObject(_ text: Data) {
    guard case .dictionary(let members)? = Self.value(text) else {
      lose()
      // Behind the last record of a model is the line about the next one.
      if let count = recordCount, lineCount >= count { endModel() }
      lineCount += 1
      return
    }
    if number == 1, Self.isHead(members) {
      head = members
      endHead()
    } else if case .string(let name)? = members["model"], members["columns"] != nil || members["nextNumber"] != nil {
      endModel()
      beginSection(name)
      section?.members = members
      modelCount += 1
      beginRows()
    } else {
      if let count = recordCount, rows.count >= count { endModel() }
      if model == nil { model = TableDocument("Unnamed\(number)") }
      rows.append(RowDocument(members))
      lineCount += 1
    }
  }

  /// Whether the members are those of a first line. Records of other programs may have a format, too.
  private static func isHead(_ members: [String: AttributeValue]) -> Bool {
    guard let format = members["format"] else { return false }
    return format == .string(FileHeader.lines) || (members["scope"] != nil && members.number("models") != nil)
  }

  /// How many records the model has, if the line about it could be read and says so.
  private var recordCount: Int? { section?.members.number("count") }

  // MARK: - Models

  /// Notes what the file says of itself, when no more of it may follow.
  private mutating func endHead() {
    if isHeadOver { return }
    isHeadOver = true
    result.set(head)
  }

  /// Begins a model. One whose name is damaged is called after its line: no file can have records of a model without a
  /// name.
  private mutating func beginSection(_ name: String) {
    if name.isEmpty { lose() }
    section = (name.isEmpty ? "Unnamed\(number)" : name, [:])
    (place, hasLostMember) = (.section, false)
  }

  private mutating func beginRows() {
    guard let (name, described) = section else { return }
    var members = described
    // Older files say only the columns and the next number of a model.
    let isOlder = !hasLostMember && Set(members.keys).isSubset(of: ["model", "columns", "nextNumber", "count"])
    if !isOlder && !result.noteVersion(members["version"], of: name) { members["version"] = nil }
    defer { (place, lineCount) = (.rows, 0) }
    if let section = FileSection(name, members) {
      model = TableDocument(section)
    } else {
      lose()
      model = TableDocument(name)
    }
  }

  private mutating func addRow(_ value: AttributeValue?) {
    if case .dictionary(let members)? = value {
      rows.append(RowDocument(members))
    } else {
      lose()
    }
  }

  private mutating func endModel() {
    if place == .section { beginRows() }
    if var model {
      model.rows.append(contentsOf: rows)
      result.add(model)
    }
    (model, section, rows) = (nil, nil, [])
    if place != .head { place = .models }
  }
}
