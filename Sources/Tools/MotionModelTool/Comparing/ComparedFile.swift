import Foundation
import MotionModel
import MotionModelInspector

/// A file that is compared with others.
struct ComparedFile {
  /// What errors call it.
  let name: String
  private(set) var document: StoreDocument
  /// Whether the file has records of one model, and not the model's name.
  private let isNameless: Bool

  init(_ path: String, _ document: StoreDocument) {
    let url = URL(filePath: path)
    name = path == "-" ? "standard input" : AttributeValue.string(url.lastPathComponent).cellText
    self.document = document
    let assumed = path == "-" ? Invocation.inputName : url.deletingPathExtension().lastPathComponent
    isNameless =
      !document.isWholeStore && document.models.count == 1 && document.models[0].name == assumed
      && document.models[0].columns.allSatisfy { $0.type == nil }
  }

  /// If the file does not name its only model, names it as the other files do.
  ///
  /// - Parameter wanted: The name of the compared model, in case other files have several models.
  mutating func takeName(from others: [ComparedFile], wanted: String?) {
    guard isNameless, let other = others.first(where: { !$0.isNameless }) ?? others.first else { return }
    if other.document.models.count == 1 {
      document.models[0].name = other.document.models[0].name
    } else if let wanted, other.document[wanted] != nil {
      document.models[0].name = wanted
    }
  }
}

extension Invocation {
  /// Reads files that are compared.
  func comparedFiles(_ paths: [String], of model: String? = nil) throws -> [ComparedFile] {
    var files = try paths.map { ComparedFile($0, try document(at: $0)) }
    for index in files.indices { files[index].takeName(from: files, wanted: model) }
    return files
  }

  /// The records of a model in each of the files, which say the same column for the ids.
  ///
  /// A record is known by its id, so one without, or with that of an earlier one, would be lost.
  func comparedRecords(of name: String, in files: [ComparedFile]) throws -> [Records] {
    var column = try idColumn(in: files.map(\.document))
    let assumed = files.compactMap { file in file.document[name].flatMap { Records($0).idName } }
    if column == nil, Set(assumed).count == 1 { column = assumed[0] }
    let records = files.map { Records($0.document[name] ?? StoreDocument.Table(name), idColumn: column) }
    let known = records.filter { !$0.names.isEmpty }
    guard Set(known.map(\.idName)).count <= 1, known.allSatisfy({ $0.idPlace != nil }) else {
      throw Records.unknownIDs(of: name)
    }
    let kind = ColumnKind(ofIDsIn: records)
    for (file, records) in zip(files, records) { try records.checkIDs(as: kind, in: file.name) }
    return records
  }
}

extension Records {
  /// The name of the column with the ids; nil if it is not known.
  var idName: String? { idPlace.map { names[$0] } }

  static func unknownIDs(of model: String) -> UsageError {
    UsageError("The files do not say which column of \(model) has the ids: name it with --id COLUMN.")
  }

  /// Says that ids cannot be checked, in a sentence; nil if the column that has them is known.
  var noteOnIDs: String? {
    if idPlace != nil || names.isEmpty { return nil }
    return "The ids of \(model.name) are not checked, because the file does not say which column has them: "
      + "name it with --id COLUMN."
  }

  /// Throws if the column with the ids is not known.
  func requireIDs() throws(UsageError) {
    if idPlace == nil && !names.isEmpty { throw Self.unknownIDs(of: model.name) }
  }

  /// Returns the numbers of the records without an id, and of those with the id of an earlier one.
  ///
  /// - Parameter kind: The kind as which ids are compared.
  func unusableIDs(as kind: ColumnKind = .unknown) -> [(number: Int, id: AttributeValue?)] {
    var seen: Set<AttributeValue> = []
    return (0..<count).compactMap { number in
      let id = comparedID(of: row(number), as: kind)
      return id.map { seen.insert($0).inserted } == true ? nil : (number, id)
    }
  }

  /// Throws if a record has no id, or that of an earlier one.
  fileprivate func checkIDs(as kind: ColumnKind, in file: String) throws {
    guard let (number, id) = unusableIDs(as: kind).first else { return }
    let fault = id.map { "has the id of an earlier one, \($0.cellText)" } ?? "has no id"
    throw FileError.unreadable(
      file: file,
      reason: "Record \(number + 1) of \(model.name) \(fault), so it cannot be told from others: see check.")
  }
}
