import Foundation

/// Reads JSON Lines as a whole, as the tree of values that JSON would have.
enum JSONLines {
  /// The name of the model in a tree of lines that are nothing but records. No type has it.
  static let unnamedModel = ""

  /// - Throws: ``JSONFormat/Failure`` also for a file that has fewer or more lines than it says.
  static func tree(of data: Data) throws(JSONFormat.Failure) -> AttributeValue {
    let lines = try data.withUnsafeBytes { bytes in Result { () throws(JSONFormat.Failure) in try values(in: bytes) } }
      .get()
    guard case .dictionary(var file)? = lines.first, file["format"] == .string(FileHeader.lines) else {
      return tree(ofRecords: lines)
    }
    file["format"] = .string(FileHeader.format)
    // A newer version may have other lines, so they are not looked at.
    guard file["version"] == FileHeader.versionNumber else { return .dictionary(file) }
    guard let count = file.number("models") else { throw .malformed }
    var (models, next): ([String: AttributeValue], Int) = ([:], 1)
    while next < lines.count {
      guard case .dictionary(var section) = lines[next], let name = text(section["model"]), name != unnamedModel,
        let count = section.number("count"), (0..<lines.count - next).contains(count)
      else { throw .malformed }
      section["rows"] = .array(Array(lines[next + 1..<next + 1 + count]))
      if models.updateValue(.dictionary(section), forKey: name) != nil { throw .sameKeyTwice }
      next += count + 1
    }
    guard models.count == count else { throw .malformed }
    file["models"] = .dictionary(models)
    return .dictionary(file)
  }

  static func tree(ofRecords lines: [AttributeValue]) -> AttributeValue {
    let section: AttributeValue = ["columns": [], "nextNumber": 1, "rows": .array(lines)]
    return [
      "format": .string(FileHeader.format), "version": FileHeader.versionNumber,
      "models": [unnamedModel: section],
    ]
  }

  private static func text(_ value: AttributeValue?) -> String? {
    if case .string(let text)? = value { text } else { nil }
  }

  private static func values(in bytes: UnsafeRawBufferPointer) throws(JSONFormat.Failure) -> [AttributeValue] {
    var reader = JSONReader(bytes.bindMemory(to: UInt8.self), depthLimit: FileHeader.valueDepthLimit + 1)
    var values: [AttributeValue] = []
    while !reader.isAtEnd { values.append(try reader.readValue()) }
    return values
  }
}
