extension FormScreen {
  /// Takes a key.
  ///
  /// - Returns: What the key asks of the form, in order.
  mutating func press(_ key: TerminalKey) -> [Request] {
    notice = nil
    if key == .control("c") { return [.close(.interrupted)] }
    if key == .control("l") { return [.redraw] }
    if isLeaving { return answer(key) }
    if picker != nil, let requests = pick(key) { return requests }
    if let requests = command(key) ?? edit(key) { return requests }
    switch key {
    case .enter, .down, .right: return go(by: 1)
    case .up, .left: return go(by: -1)
    case .home: return go(by: -stops.count)
    case .end: return go(by: stops.count)
    default: return []
    }
  }

  /// Takes the answer whether to leave.
  private mutating func answer(_ key: TerminalKey) -> [Request] {
    isLeaving = false
    guard case .text(let text) = key, let first = text.lowercased().first else { return [] }
    return first == "y" || first == words.yes.lowercased().first ? [.close(.chosen)] : []
  }

  /// Takes a key that means the same everywhere; nil for all others.
  private mutating func command(_ key: TerminalKey) -> [Request]? {
    switch key {
    case .escape:
      if !isChanged { return [.close(.chosen)] }
      isLeaving = true
      return []
    case .control("s"): return leaving() + [.submit]
    case .tab: return go(by: 1)
    case .backTab: return go(by: -1)
    case .pageDown: return go(by: max(1, size.rows - 3))
    case .pageUp: return go(by: -max(1, size.rows - 3))
    case .control("n"): return addedGroup.map { leaving() + [.add($0)] } ?? []
    case .control("x"): return removed()
    case .moveUp: return moved(by: -1)
    case .moveDown: return moved(by: 1)
    case .control("t"):
      guard let field = focusedField, field.theirs != nil else { return [] }
      return [.takeTheirs(field.path)]
    default: return nil
    }
  }

  // MARK: - Children

  /// The group to which a child is added from the focus: the innermost one around it.
  var addedGroup: FormPath? {
    if case .add(let path)? = focus { return path }
    return focus?.path.innermostItem?.withoutLast
  }

  /// The child around the focus: its group, and its place there.
  var focusedItem: (group: FormGroup, place: Int)? {
    guard let path = focus?.path.innermostItem, let group = form.group(at: path.withoutLast),
      let place = group.items.firstIndex(where: { $0.path == path })
    else { return nil }
    return (group, place)
  }

  /// Removes the child around the focus, or takes that back.
  private func removed() -> [Request] {
    guard let (group, place) = focusedItem else { return [] }
    let item = group.items[place]
    return [item.isRemoved ? .restore(item.path) : .remove(item.path)]
  }

  private func moved(by count: Int) -> [Request] {
    guard let (group, place) = focusedItem, group.items.indices.contains(place + count) else { return [] }
    return [.move(group.items[place].path, to: place + count)]
  }

  // MARK: - Fields

  /// Takes a key at the focus; nil if it does not concern what is there.
  private mutating func edit(_ key: TerminalKey) -> [Request]? {
    if case .add(let path)? = focus { return key == .enter || key == .text(" ") ? [.add(path)] : nil }
    if case .item? = focus { return key == .delete || key == .backspace ? removed() : nil }
    guard let field = focusedField, !field.isReadOnly else { return nil }
    switch field.control {
    case .toggle: return key == .text(" ") ? [.enter(.flag(!field.value.isOn), field.path)] : nil
    case .choice: return choose(key, in: field)
    case .choices: return toggle(key, in: field)
    case .file: return file(key, in: field)
    default: return type(key, in: field)
    }
  }

  private mutating func file(_ key: TerminalKey, in field: FormField) -> [Request]? {
    let isEmpty = editor?.text.isEmpty ?? true
    if isEmpty && (key == .delete || key == .backspace) { return [.enter(.file(nil), field.path)] }
    return type(key, in: field)
  }

  private mutating func choose(_ key: TerminalKey, in field: FormField) -> [Request]? {
    switch key {
    case .left: return choose(field, by: -1)
    case .right: return choose(field, by: 1)
    case .backspace, .delete: return field.isRequired ? [] : [.enter(.text(""), field.path)]
    case .text, .paste, .enter: return open(key)
    default: return nil
    }
  }

  /// Chooses the option beside the chosen one. A field that need not be filled in also has the choice of none.
  private func choose(_ field: FormField, by count: Int) -> [Request] {
    let values = (field.isRequired ? [] : [""]) + field.options.map(\.value)
    if values.isEmpty { return [] }
    let place = values.firstIndex(of: field.value.text).map { $0 + count } ?? 0
    return [.enter(.text(values[(place + values.count) % values.count]), field.path)]
  }

  private mutating func toggle(_ key: TerminalKey, in field: FormField) -> [Request]? {
    guard case .option(_, let number)? = focus, field.options.indices.contains(number) else {
      switch key {
      case .text, .paste, .enter: return field.isPicked ? open(key) : nil
      default: return nil
      }
    }
    return key == .text(" ") ? [toggled(field.options[number], in: field)] : nil
  }

  private func toggled(_ option: FormOption, in field: FormField) -> Request {
    guard case .choices(let values) = field.value else { return .enter(.choices([option.value]), field.path) }
    let others = values.filter { $0 != option.value }
    return .enter(.choices(others.count < values.count ? others : values + [option.value]), field.path)
  }

  // MARK: - Picking

  /// Opens the list of options, with what was typed as its filter.
  private mutating func open(_ key: TerminalKey) -> [Request] {
    var picker = Picker()
    if key != .enter && key != .text(" ") { _ = picker.filter.press(key) }
    self.picker = picker
    return search()
  }

  private func search() -> [Request] {
    guard let field = focusedField, field.isSearched, let picker else { return [] }
    return [.search(picker.filter.text, field.path)]
  }

  /// The options that have what was typed in their labels.
  var pickedOptions: [FormOption] {
    guard let field = focusedField, let picker else { return [] }
    let text = picker.filter.text.lowercased()
    return text.isEmpty ? field.options : field.options.filter { $0.label.lowercased().contains(text) }
  }

  /// Takes a key while options are listed; nil closes the list and takes the key as usual.
  private mutating func pick(_ key: TerminalKey) -> [Request]? {
    guard let field = focusedField else { return nil }
    let options = pickedOptions
    switch key {
    case .escape: return endPicking(field)
    case .up, .down:
      let place = (picker?.selected ?? 0) + (key == .up ? -1 : 1)
      picker?.selected = min(max(0, place), max(0, options.count - 1))
      return []
    case .enter:
      guard let place = picker?.selected, options.indices.contains(place) else { return endPicking(field) }
      let option = options[place]
      let input = field.control == .choices ? toggled(option, in: field) : .enter(.text(option.value), field.path)
      return [input] + endPicking(field)
    default:
      guard picker?.filter.press(key) == true else {
        picker = nil
        return nil
      }
      picker?.selected = 0
      return search()
    }
  }

  private mutating func endPicking(_ field: FormField) -> [Request] {
    picker = nil
    return field.isSearched ? [.search("", field.path)] : []
  }
}
