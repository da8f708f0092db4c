package import Foundation

/// What could be read of a damaged file.
package struct RecoveredDocument: Sendable {
  package internal(set) var document = StoreDocument(isWholeStore: false)
  /// What could not be read, in the order of the file, in sentences.
  package private(set) var losses: [String] = []

  /// The version of the format that the file says.
  private var version = FileHeader.version

  static let empty = RecoveredDocument()

  private init() {}

  /// Takes a document, and the error that ended reading it.
  package init(_ content: (document: StoreDocument, failure: (any Error)?)) {
    document = content.document
    if let failure = content.failure { lose("\(failure)") }
  }

  /// Notes that a part of the file could not be read.
  ///
  /// - Parameters:
  ///   - place: Where it is: `line 12`, `byte 4096`.
  ///   - model: The model whose records it has, if that is known.
  ///   - count: How many records are lost, if that is known.
  mutating func lose(at place: String, of model: String?, count: Int?) {
    let what =
      switch (model, count) {
      case (let model?, 1?): "1 record of \(model)"
      case (let model?, let count?): "\(count) records of \(model)"
      case (let model?, nil): "a part of \(model)"
      case (nil, _): "a part of the file"
      }
    lose("At \(place), \(what) cannot be read.")
  }

  /// Notes that the file has been cut off, if it has and nothing else says so.
  mutating func noteEnd(isWhole: Bool) {
    if !isWhole && losses.isEmpty { lose("The file ends before its content does.") }
  }

  /// Notes a loss, in a sentence. Whole models may be lost, so the document is no longer a whole store: otherwise,
  /// loading it would delete their records.
  package mutating func lose(_ sentence: String) {
    losses.append(sentence)
    document.isWholeStore = false
  }

  /// Takes what the file says about itself.
  mutating func set(_ members: [String: AttributeValue]) {
    if let number = members.number("version"), number > 0 {
      version = number
    } else {
      lose("The version of the format cannot be read, and is taken to be 1.")
    }
    if let head = FileHead(members) {
      document.head = head
    } else {
      lose("Whether the file holds a whole store cannot be read.")
    }
    if !losses.isEmpty { document.isWholeStore = false }
  }

  /// Reads what can be read of a file in the compact format: groups of up to 1,024 records with a wrong checksum in any
  /// part are left out. JSON and JSON Lines have to be whole, because a text can be corrected where the error says.
  ///
  /// - Throws: ``FileError`` if nothing can be read: the file is in another format or in a newer version of its format,
  ///   or its beginning is unreadable.
  /// - Complexity: O(*n*) in time and memory.
  package init(_ data: Data, as format: FileFormat? = nil, name: String) throws {
    if let refusal = ForeignFormat.refusal(of: data, file: name) { throw refusal }
    let format = format ?? FileFormat(of: data) ?? .json
    switch format {
    case .compact: if let blocks = data.withUnsafeBytes({ RecoveredBlocks($0) }) { self = blocks.result }
    case .json, .jsonLines:
      document = try StoreDocument(FileInput(.data(data), name: name), as: format)
      for index in document.models.indices where document.models[index].name == JSONLines.unnamedModel {
        document.models[index].name = "Unnamed"
      }
      return
    case .xml, .binary: throw FileError.unreadable(file: name, reason: "Property lists cannot be repaired.")
    case .csv, .csvWithSemicolons, .tsv: throw FileError.unreadable(file: name, reason: "CSV cannot be repaired.")
    }
    if version > FileHeader.version { throw FileError.newer(file: name, version: version) }
    if document.models.isEmpty { throw FileError.malformed(file: name, format: format) }
  }

  /// Reads what can be read of a file.
  ///
  /// - Throws: ``FileError`` also if the system cannot read the file.
  package init(contentsOf url: URL, as format: FileFormat? = nil) throws {
    try self.init(FileInput(.file(url)).data(), as: format ?? FileFormat(of: url), name: url.lastPathComponent)
  }

  /// Adds a model, or a later part of one whose rows were interrupted. Two models of one name could not be written.
  mutating func add(_ model: StoreDocument.Table) {
    guard let index = document.models.firstIndex(where: { $0.name == model.name }) else {
      return document.models.append(model)
    }
    document.models[index].rows.append(contentsOf: model.rows)
  }
}
