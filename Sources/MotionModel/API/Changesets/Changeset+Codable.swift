public import Foundation

extension Changeset: Encodable, DecodableWithConfiguration {
  /// Encodes the changes with the id, date and metadata of the commit, by the names of models and columns and with
  /// values as in files.
  ///
  /// `JSONEncoder` keeps all values exactly. Foundation's `PropertyListEncoder` encodes canonically equivalent
  /// strings as one of them, and negative zero as zero.
  ///
  /// - Throws: What the encoder throws; `EncodingError` for a value that could not be decoded again. The error names
  ///   the model, the id and the column.
  public func encode(to encoder: any Encoder) throws {
    try EncodedChangeset(self, encoder.codingPath).encode(to: encoder)
  }

  /// Decodes the changes to records of some models.
  ///
  /// ```swift
  /// let data = try JSONEncoder().encode(changeset)
  /// let same = try JSONDecoder().decode(Changeset.self, from: data, configuration: [Todo.self, Project.self])
  /// ```
  ///
  /// A column that is missing in the encoded changes gets its default.
  ///
  /// - Throws: `DecodingError` when there are changes of a model that is not in `configuration`, a column that the
  ///   model does not have, or a value that does not fit.
  public init(from decoder: any Decoder, configuration: [any Model.Type]) throws {
    let encoded = try EncodedChangeset(from: decoder)
    self.init(try encoded.parts.map { try $0.part(configuration, decoder.codingPath) })
    (id, date, metadata) = (encoded.id, encoded.date, encoded.metadata ?? Changeset.Metadata())
  }
}

/// The encoded form of a changeset, with the names of models and columns.
private struct EncodedChangeset: Codable {
  var version = 1
  let id: Int
  let date: Date
  let metadata: Changeset.Metadata?
  let parts: [EncodedPart]

  init(_ changeset: Changeset, _ path: [any CodingKey]) throws {
    (id, date, parts) = (changeset.id, changeset.date, try changeset.parts.map { try EncodedPart($0, path) })
    metadata = changeset.metadata.isEmpty ? nil : changeset.metadata
  }
}

private struct EncodedPart: Codable {
  struct Entry: Codable {
    var old: [String: AttributeValue]?
    var new: [String: AttributeValue]?
    var position: Int?
    var origin: Int?

    /// Whether the positions are possible in a table, which means not negative.
    var hasPlaces: Bool { (position ?? 0) >= 0 && (origin ?? 0) >= 0 }

    /// The position to insert the record at; nil for the end of the table. A position of 2³⁰ or more becomes nil too,
    /// because the memory for all positions before it would be out of proportion.
    var reachablePosition: Int? { position.flatMap { $0 < 1 << 30 ? $0 : nil } }
  }

  let model: String
  let nextNumber: Int?
  let isBulk: Bool
  let changes: [Entry]

  init(_ part: ChangesetPart, _ path: [any CodingKey]) throws {
    (model, nextNumber, isBulk) = (part.layout.name, part.nextNumber, part.isBulk)
    changes = try part.entries.map { entry in
      Entry(
        old: try entry.old.map { try part.attributes($0, path) },
        new: try entry.new.map { try part.attributes($0, path) },
        position: entry.position, origin: entry.origin)
    }
  }

  func part(_ models: [any Model.Type], _ path: [any CodingKey]) throws -> ChangesetPart {
    guard let model = (models + [KeyedValue.self]).first(where: { String(describing: $0) == model }) else {
      throw corrupted("There are changes of \(model), which is not one of the models that were given: add it.", path)
    }
    func part<Record: Model>(_ type: Record.Type) throws -> ChangesetPart {
      var part = ChangesetPart(Record.schema.layout, capacity: changes.count * 2)
      (part.nextNumber, part.isBulk) = (nextNumber, isBulk)
      for change in changes {
        let (old, new) = (
          try change.old.map { try record($0, type, path) }, try change.new.map { try record($0, type, path) }
        )
        guard (new ?? old)?.id.isAssigned == true, old == nil || new == nil || old?.id == new?.id else {
          throw corrupted("A change of \(Record.self) has no id, or two of them.", path)
        }
        guard change.hasPlaces else { throw corrupted("A change of \(Record.self) has a place that cannot be.", path) }
        part.append(old: old, new: new, position: change.reachablePosition, origin: change.origin)
      }
      return part
    }
    return try part(model)
  }

  private func record<Record: Model>(
    _ values: [String: AttributeValue], _ model: Record.Type, _ path: [any CodingKey]
  ) throws -> Record {
    do throws(AttributeError) {
      return try Record(attributes: values)
    } catch {
      throw corrupted("A record does not fit its model: \(error)", path, error)
    }
  }

  private func corrupted(
    _ text: String, _ path: [any CodingKey], _ error: (any Error)? = nil
  ) -> DecodingError {
    .dataCorrupted(.init(codingPath: path, debugDescription: text, underlyingError: error))
  }
}

extension ChangesetPart {
  fileprivate func attributes(_ row: Int, _ path: [any CodingKey]) throws -> [String: AttributeValue] {
    let row = address(row)
    return Dictionary(
      uniqueKeysWithValues: try layout.columns.map { column in
        do throws(CastError) {
          return (column.name, try column.operations.written(row))
        } catch {
          let text = "Column \"\(column.name)\" of \(layout.name) \(layout.id.text(row)) cannot be written: \(error)."
          throw EncodingError.invalidValue(
            error, .init(codingPath: path, debugDescription: text, underlyingError: error))
        }
      })
  }

  /// Adds a change of a record that has no change here yet.
  mutating func append<Record: Model>(old: Record?, new: Record?, position: Int?, origin: Int?) {
    func with(_ record: Record?, _ body: (Row?) -> Void) {
      guard let record else { return body(nil) }
      withRow(of: record) { body($0) }
    }
    with(old) { old in
      with(new) { append(old: old, new: $0, position: position, origin: origin) }
    }
  }
}
