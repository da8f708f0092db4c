import Foundation
import MotionModel
import MotionModelStorage
import MotionModelValues

/// A file of records with its form, so that it can be written as it was.
struct RecordFile {
  let document: StoreDocument
  /// The lines of CSV of which something was left out, by their numbers from 1.
  let shortened: [Int]
  private let form: Form
  private let coding: TextCoding

  private enum Form {
    /// That of a format; nil for that of the file's name.
    case format(FileFormat?)
    /// CSV, behind lines that are no records.
    case csv(CSVForm, head: Data)
    /// JSON of another program: an array of objects, or an object on each line.
    case array, lines
  }

  /// Reads a file.
  init(contentsOf url: URL, _ text: TextForm) throws {
    var text = text
    text.format = text.format ?? FileFormat(of: url)
    let model = url.deletingPathExtension().lastPathComponent
    let data = text.format?.isRewritten == false ? Data() : try FileSource.file(url).data()
    let format = text.format ?? FileFormat(of: data)
    // A store's file is not read without its journals.
    if format?.isRewritten ?? true {
      try self.init(data, text, name: url.lastPathComponent, model: model)
    } else {
      self.init(try StoreDocument(contentsOf: url, as: format).naming(model), as: format)
    }
  }

  private init(_ document: StoreDocument, as format: FileFormat?) {
    (self.document, shortened, form, coding) = (document, [], .format(format), TextCoding(of: Data(), nil))
  }

  /// Reads the bytes of a file.
  ///
  /// - Parameters:
  ///   - name: What errors call the file.
  ///   - model: The name of the model of a file that says none.
  init(_ data: Data, _ text: TextForm, name: String, model: String) throws {
    if data.starts(with: [0x1F, 0x8B]) {
      throw FileError.unreadable(
        file: name,
        reason:
          "It is compressed: unpack it with gunzip -k FILE, or in a pipe, gunzip -c FILE | \(Tool.name) … - --from csv."
      )
    }
    // Of several files of CSV, some may be in UTF-8; and JSON is, unless it has a mark.
    let isOther = text.format?.isCSV ?? true && !TextCoding.isUnicode(data)
    coding = TextCoding(of: data, isOther ? text.encoding : nil)
    guard let content = coding.decoded(data) else {
      throw FileError.unreadable(file: name, reason: "It is not text in UTF-16: name another encoding with --encoding.")
    }
    let format = text.format ?? (text.csv == CSVForm() ? FileFormat(of: content) : .csv)
    if let format, format.isCSV {
      let csv = try Self.csv(content, as: format, text, name: name)
      (document, shortened) = (csv.document.naming(model), csv.shortened)
      form = .csv(csv.form, head: Self.head(of: content, lines: text.csv.skippedLines))
      return
    }
    let document = try StoreDocument(content, as: format, name: name)
    let isNameless = document.models.count == 1 && document.models[0].name.isEmpty
    form = isNameless && format == .json ? .array : isNameless && format == .jsonLines ? .lines : .format(format)
    (self.document, shortened) = (document.naming(model), [])
  }

  private static func csv(
    _ content: Data, as format: FileFormat, _ text: TextForm, name: String
  ) throws -> CSVDocument {
    var form = text.csv
    form.hasCarriageReturns = content.prefix { $0 != UInt8(ascii: "\n") }.last == UInt8(ascii: "\r")
    do { return try CSVDocument(content, as: format, form, name: name) } catch {
      if text.encoding == nil, String(validating: content, as: UTF8.self) == nil {
        throw FileError.unreadable(
          file: name, reason: "It is not text in UTF-8: name its encoding, as --encoding latin1.")
      }
      throw error
    }
  }

  /// The lines before the names of the columns.
  private static func head(of content: Data, lines: Int) -> Data {
    var end = content.startIndex
    for _ in 0..<lines {
      guard let line = content[end...].firstIndex(of: UInt8(ascii: "\n")) else { return content }
      end = line + 1
    }
    return content[..<end]
  }
}

extension RecordFile {
  /// What the file has in a column of a record that has no value. JSON of other programs says it.
  var nothing: AttributeValue? {
    switch form {
    case .array, .lines: .null
    case .format, .csv: nil
    }
  }

  /// Replaces a file in one step by one in the same form, with other records.
  func write(_ document: StoreDocument, to url: URL) throws {
    if case .format(let format) = form { return try document.write(to: url, as: format) }
    try replace(url, with: try bytes(of: document))
  }

  /// Replaces a file in one step by one with a text in UTF-8, in the encoding of this one.
  func replace(_ url: URL, with text: [UInt8]) throws {
    let file = url.lastPathComponent
    do {
      let bytes = try coding.encoded(text).get()
      var replacement = try FileReplacement(of: url.path(percentEncoded: false), in: DiskFiles())
      try replacement.write(bytes)
      try replacement.commit()
    } catch let error as DiskError {
      throw FileError.unwritable(file: file, reason: "\(error.reason).")
    } catch let missing as TextCoding.MissingCharacter {
      throw FileError.unwritable(
        file: file,
        reason: "It is in Latin-1, which does not have the character \(missing.scalar): convert it to a new file, "
          + "which is in UTF-8.")
    }
  }

  /// Returns the text of a file in the same form, with other records.
  func text(of document: StoreDocument) throws -> String { String(decoding: try bytes(of: document), as: UTF8.self) }

  /// Returns the bytes of a file in the same form, with other records, of which text is in UTF-8.
  private func bytes(of document: StoreDocument) throws -> [UInt8] {
    switch form {
    case .format(let format): Array(try document.data(as: format ?? .json))
    case .csv(let csv, let head): Array(head) + Self.csv(document.models[0], csv)
    case .array: Array("[\n".utf8) + Self.json(document.models[0], separator: ",\n") + Array("]\n".utf8)
    case .lines: Self.json(document.models[0], separator: "\n")
    }
  }

  private static func csv(_ model: StoreDocument.Table, _ form: CSVForm) -> [UInt8] {
    var csv = CSVFileWriter(model.columns, form)
    for index in model.rows.indices {
      let row = model.rows.values(at: index)
      csv.write(row.places.compactMap { place in row[place].map { (place, $0) } }, at: nil)
    }
    return csv.takeBytes()
  }

  /// The records as objects, each on a line.
  private static func json(_ model: StoreDocument.Table, separator: StaticString) -> [UInt8] {
    var json = JSONWriter(hasDecimals: true)
    let columns = model.columns
    for index in model.rows.indices {
      if index > 0 { json.write(raw: separator) }
      let row = model.rows.values(at: index)
      json.write(object: row.places.compactMap { place in row[place].map { (columns[place].name, $0) } })
    }
    if !model.rows.isEmpty { json.write(raw: "\n") }
    return json.takeBytes()
  }
}

extension FileFormat {
  /// Whether a file in the format may have a form of its own: CSV, and JSON of other programs.
  fileprivate var isRewritten: Bool { isCSV || self == .json || self == .jsonLines }
}

extension StoreDocument {
  /// Gives a name to the records of a file that says none, as lines of another program.
  fileprivate func naming(_ name: String) -> StoreDocument {
    guard let index = models.firstIndex(where: { $0.name.isEmpty }), self[name] == nil else { return self }
    var document = self
    document.models[index].name = name
    return document
  }
}
