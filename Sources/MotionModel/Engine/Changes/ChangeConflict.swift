/// Two changes of one record that cannot both be made.
///
/// *Ours* is the change that is rebased or merged; *theirs* is the change that comes before it.
public struct ChangeConflict: Sendable {
  /// A column that both changed, to different values.
  public struct Column: Sendable, Hashable {
    /// The column's name.
    public let name: String
    /// The value before both changes; ``AttributeValue/null`` when both inserted the record.
    public let base: AttributeValue
    /// The value that our change gives it.
    public let ours: AttributeValue
    /// The value that their change gave it.
    public let theirs: AttributeValue
  }

  /// The record's id, in its untyped form.
  public let id: AttributeValue
  /// What our change does to the record.
  public let ours: ChangeKind
  /// What their change did to the record.
  public let theirs: ChangeKind
  /// The columns in conflict; none when one of the two deletes the record.
  public let columns: [Column]

  let ourChange: ChangesetPart
  let theirChange: ChangesetPart

  init(_ ours: EntryView, _ theirs: EntryView, columns: [Column]) {
    let layout = ours.layout
    id = layout.columns[layout.idColumn].operations.attribute(ours.row)
    (self.ours, self.theirs, self.columns) = (ours.kind, theirs.kind, columns)
    (ourChange, theirChange) = (ours.alone, theirs.alone)
  }
}

extension ChangeConflict: CustomStringConvertible {
  /// The record and what both changes did to it, without values: `Todo 3: both updated "priority"`.
  public var description: String {
    let record = "\(ourChange.layout.name) \(id)"
    if ours != theirs { return "\(record): ours is \(ours.rawValue), theirs \(theirs.rawValue)" }
    return "\(record): both \(ours.participle) \(columns.map { "\"\($0.name)\"" }.joined(separator: ", "))"
  }
}
