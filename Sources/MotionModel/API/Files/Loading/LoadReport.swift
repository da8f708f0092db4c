/// What loading a file did.
///
/// ```swift
/// let report = try store.load(from: .file(url), models: [Todo.self], policy: .merge(onConflict: .ours))
/// print(report)               // => Todo: 3 inserted, 1 updated; 5 unchanged; 1 conflict
/// report.conflicts.map(\.id)  // => [7]
/// ```
public struct LoadReport: Sendable {
  /// The changes that were committed.
  public internal(set) var changes = Changeset()
  /// How many records of the file the store had already, as they are in the file.
  public internal(set) var unchangedCount = 0
  /// The records that differ in the file and in the store, with the columns in conflict, and how each was resolved.
  public internal(set) var conflicts: [Conflict] = []
  var renumbering = Renumbering()

  /// A record that differs in the file and in the store.
  public struct Conflict: Sendable, CustomStringConvertible {
    /// The model's name.
    public let model: String
    /// The id.
    public let id: AttributeValue
    /// The columns that differ; *ours* is the value of the file, and *theirs* that of the store.
    public let columns: [ChangeConflict.Column]
    /// Which record counted.
    public let resolution: MergePolicy.Resolution

    init(_ conflict: ChangeConflict, _ resolution: MergePolicy.Resolution) {
      (model, id, columns) = (conflict.ourChange.layout.name, conflict.id, conflict.columns)
      self.resolution = resolution
    }

    /// The record and the columns, without values: `Todo 3: "priority", "name"`.
    public var description: String {
      "\(model) \(id): \(columns.map { "\"\($0.name)\"" }.joined(separator: ", "))"
    }
  }

  /// Returns the id that a record of the file has in the store. Only ``LoadPolicy/append`` gives others than the file.
  ///
  /// - Complexity: O(*n*) in the number of records that got a new id.
  public func id<Record: Model>(of model: Record.Type, _ id: Record.ID) -> Record.ID {
    renumbering.id(of: model, id)
  }
}

extension LoadReport: CustomStringConvertible {
  /// The changes, and how many records were unchanged, in conflict and given new ids.
  public var description: String {
    func part(_ count: Int, _ singular: String, _ plural: String) -> String? {
      count == 0 ? nil : "\(count) \(count == 1 ? singular : plural)"
    }
    let parts = [
      changes.isEmpty ? nil : "\(changes)", part(unchangedCount, "unchanged", "unchanged"),
      part(conflicts.count, "conflict", "conflicts"), part(renumbering.count, "new id", "new ids"),
    ]
    return parts.contains { $0 != nil } ? parts.compactMap(\.self).joined(separator: "; ") : "nothing"
  }
}
