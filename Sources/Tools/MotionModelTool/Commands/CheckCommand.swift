import Foundation
import MotionModel
import MotionModelInspector
import MotionModelJournal
import MotionModelValues

extension Command {
  private static let reference = Option(
    name: "reference", letter: "r", value: "KEY=MODEL",
    help: "Says that a column has ids of a model: Album.ArtistId=Artist. May be repeated.", isRepeatable: true)

  static let check = Command(
    name: "check",
    summary: "Looks for faults in a file.",
    discussion: [
      "It reads all of the file and of its journals, with their checksums, and reports records without an id or with that of another record, ids "
        + "beyond the next number, and values that are not of their column's type where the file says types. A file does not "
        + "say which columns refer to other models, so --reference does. The status is 1 if there is a fault."
    ],
    parameters: [.file],
    options: [reference, .id] + Option.text,
    examples: [
      .init(line: "check shop.motionmodel", meaning: "Check a file."),
      .init(line: "check shop.json -r Album.ArtistId=Artist", meaning: "Check that each album has an artist."),
    ]
  ) { call in
    let document: StoreDocument
    do {
      document = try call.document()
    } catch let error
      where (error as? FileError)?.isAboutContent ?? (error as? JournalError)?.isAboutContent ?? false
    {
      try call.console.writeLine("\(error)".printable)
      return .finding
    }
    var faults: [String] = []
    let idColumn = try call.idColumn(in: [document])
    var notes: [String] = []
    for model in document.models {
      let records = Records(model, idColumn: idColumn)
      faults += RecordCheck(records).faults
      if let note = records.noteOnIDs { notes.append(note) }
    }
    for text in call.arguments.all(reference) { faults += try Reference(text, in: document).faults }
    for fault in faults + notes { try call.console.writeLine(fault.printable) }
    if let path = call.arguments[.file], path != "-", case let url = URL(filePath: path),
      try JournalDocument.isNeeded(for: url), let note = try JournalDocument.unfinishedCommit(of: url)
    {
      try call.console.writeLine(note.printable)
    }
    let found = faults.isEmpty ? "no faults" : counted(faults.count, "fault")
    try call.console.writeLine("\(document.counts): \(found).")
    return faults.isEmpty ? .success : .finding
  }
}

extension FileError {
  /// Whether the file was read, and something is wrong with what it has.
  fileprivate var isAboutContent: Bool {
    switch self {
    case .malformed, .notRecords, .row, .rowID: true
    default: false
    }
  }
}

extension JournalError {
  /// Whether the files were read, and something is wrong with what they have.
  fileprivate var isAboutContent: Bool {
    switch self {
    case .damaged, .unreadable, .missing, .otherStore: true
    default: false
    }
  }
}

/// Faults of the records of one model.
private struct RecordCheck {
  private(set) var faults: [String] = []
  private let records: Records

  init(_ records: Records) {
    self.records = records
    checkIDs()
    checkValues()
  }

  private mutating func checkIDs() {
    // In JSON of another program, any column may have them.
    if records.idPlace == nil { return }
    for (number, id) in records.unusableIDs() {
      let fault = id.map { "it has the id of an earlier record, \($0.cellText)" } ?? "it has no id"
      faults.append("\(records.model.name), record \(number + 1): \(fault).")
    }
    let highest = (0..<records.count).reduce(0 as Int64) { highest, number in
      if case .int(let id)? = records.comparedID(of: records.row(number)) { max(highest, id) } else { highest }
    }
    // Records of another program have no next number.
    let saysNextNumber =
      records.model.columns.contains { $0.isListed && $0.type != nil } || records.model.nextNumber > 1
    if saysNextNumber, highest >= records.model.nextNumber {
      faults.append(
        "\(records.model.name): the next number is \(records.model.nextNumber), but there is a record with the id \(highest)."
      )
    }
  }

  /// Checks all values, and notes the faults column by column.
  private mutating func checkValues() {
    let columns = records.model.columns
    let types = columns.map { $0.storedType?.scalar }
    var found: [Int: [String]] = [:]
    for number in 0..<records.count {
      let row = records.row(number)
      for place in row.places {
        guard let type = types[place], let value = row[place] else { continue }
        if value.isNull && columns[place].type?.hasSuffix("?") ?? true { continue }
        do throws(CastError) { _ = try type.init(attribute: value) } catch {
          found[place, default: []].append(
            "\(records.model.name), record \(number + 1), column \(columns[place].name): \(error).")
        }
      }
    }
    faults += found.sorted { $0.key < $1.key }.flatMap(\.value)
  }
}

/// A column that has ids of a model.
private struct Reference {
  private let child: Records
  private let place: Int
  private let parent: Records

  /// Reads a reference such as `Album.artistID=Artist`.
  init(_ text: String, in document: StoreDocument) throws(UsageError) {
    let parts = text.split(separator: "=").map(String.init)
    let key = parts.first?.split(separator: ".", maxSplits: 1).map(String.init) ?? []
    guard parts.count == 2, key.count == 2 else {
      throw UsageError("--reference expects the form Album.artistID=Artist, and got \(text).")
    }
    let names = document.models.map(\.name)
    guard let model = document[key[0]] else { throw UsageError(unknown: "model", key[0], known: names) }
    guard let target = document[parts[1]] else { throw UsageError(unknown: "model", parts[1], known: names) }
    (child, parent) = (Records(model), Records(target))
    place = try child.places(of: [key[1]])[0]
  }

  var faults: [String] {
    let ids = Set((0..<parent.count).compactMap { parent.comparedID(of: parent.row($0)) })
    return (0..<child.count).compactMap { number in
      guard let key = child.row(number)[place], !key.isNull else { return nil }
      if ids.contains(key.comparable) { return nil }
      if case .uuid = key, ids.contains(.string(key.plainString)) { return nil }
      return "\(child.model.name), record \(number + 1), column \(child.names[place]): "
        + "there is no \(parent.model.name) \(key.cellText)."
    }
  }
}
