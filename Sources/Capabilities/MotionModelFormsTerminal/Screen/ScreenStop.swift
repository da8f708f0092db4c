/// A place of a form at which the focus can be.
enum ScreenStop: Sendable, Hashable {
  /// A field.
  case field(FormPath)
  /// One of the boxes of a field with several choices, by its number among the options.
  case option(FormPath, Int)
  /// The head of a child.
  case item(FormPath)
  /// What adds a child to a group.
  case add(FormPath)

  /// The field, the item or the group.
  var path: FormPath {
    switch self {
    case .field(let path), .option(let path, _), .item(let path), .add(let path): path
    }
  }

  /// The field that has the focus; nil if it is at something else.
  var fieldPath: FormPath? {
    switch self {
    case .field(let path), .option(let path, _): path
    case .item, .add: nil
    }
  }
}

extension FormDescription {
  /// The stops in the order in which they are shown.
  var stops: [ScreenStop] { sections.flatMap { $0.rows.flatMap(\.stops) } }
}

extension FormRow {
  fileprivate var stops: [ScreenStop] {
    switch self {
    case .field(let field): field.stops
    case .group(let group):
      group.items.flatMap { [.item($0.path)] + ($0.isRemoved ? [] : $0.rows.flatMap(\.stops)) }
        + (group.canAdd ? [.add(group.path)] : [])
    }
  }
}

extension FormField {
  fileprivate var stops: [ScreenStop] {
    if isHidden { return [] }
    if control != .choices || isReadOnly || options.isEmpty { return [.field(path)] }
    return (isSearched ? [.field(path)] : []) + options.indices.map { .option(path, $0) }
  }

  /// Whether its options are picked from a list.
  var isPicked: Bool { !isReadOnly && (control == .choice || control == .choices && isSearched) }
}
