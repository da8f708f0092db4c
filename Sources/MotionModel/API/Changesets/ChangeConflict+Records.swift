extension ChangeConflict {
  /// The record's model.
  public var model: any Model.Type { ourChange.layout.type }

  /// Returns our change, with the record before and after; nil when the conflict is about a record of another model.
  public func ours<Record: Model>(_ model: Record.Type) -> Change<Record>? { Self.change(ourChange, model) }

  /// Returns their change, with the record before and after; nil when the conflict is about a record of another model.
  public func theirs<Record: Model>(_ model: Record.Type) -> Change<Record>? { Self.change(theirChange, model) }

  private static func change<Record: Model>(_ part: ChangesetPart, _ model: Record.Type) -> Change<Record>? {
    part.layout.slot == Record.schema.layout.slot ? part.changes(of: model).first : nil
  }
}
