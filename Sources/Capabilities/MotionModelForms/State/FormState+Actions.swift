extension FormState {
  /// Performs the action of a button that does not save.
  ///
  /// Moving up or down passes siblings that are removed. Moving the first sibling up, or the last one down, does
  /// nothing. A search was made already when the answer was received.
  ///
  /// - Throws: ``FormError`` if there is no such field, group or item, or the form does not offer it.
  /// - Complexity: Moving is that of ``description``; all else is that of the change.
  public func perform(_ action: FormAction) throws(FormError) {
    switch action.kind {
    case .add: try add(to: action.path)
    case .remove: try remove(action.path)
    case .restore: try restore(action.path)
    case .moveUp: try move(action.path, by: -1)
    case .moveDown: try move(action.path, by: 1)
    case .takeTheirs: try takeTheirs(action.path)
    case .search: return
    }
  }

  private func move(_ path: FormPath, by step: Int) throws(FormError) {
    let group = FormPath(path.steps.dropLast())
    guard let items = description.group(at: group)?.items, let place = items.firstIndex(where: { $0.path == path })
    else { throw .unknownField(path) }
    var next = place + step
    while items.indices.contains(next), items[next].isRemoved { next += step }
    try move(path, to: items.indices.contains(next) ? next : place)
  }
}
