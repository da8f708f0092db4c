extension FormHTML {
  /// Writes the children of a record: their fields, and buttons that change which there are.
  func draw(_ group: FormGroup, depth: Int, in writer: inout HTMLWriter) {
    if depth >= Self.depthLimit { return }
    let attributes = [
      classes.attribute(.group), HTMLAttribute("id", ids.id(group.path)), HTMLAttribute("tabindex", "-1"),
    ]
    writer.block("fieldset", attributes) { writer in
      writer.block("legend", text: group.label)
      if let help = group.help { writer.block("p", [classes.attribute(.hint)], text: help) }
      draw(group.messages, at: group.path, in: &writer)
      if let order = group.changedOrder {
        drawHidden(names.name(of: .order(group.path)), FormFieldNames.orderText(order), in: &writer)
      }
      drawItems(of: group, depth: depth, in: &writer)
      guard group.canAdd else { return }
      writer.block("div", [classes.attribute(.actions)]) { writer in
        drawButton(words[.add], of: group.label, FormAction(.add, group.path), in: &writer)
      }
    }
  }

  private func drawItems(of group: FormGroup, depth: Int, in writer: inout HTMLWriter) {
    let count = group.items.count { !$0.isRemoved }
    var place = 0
    for item in group.items {
      if item.isRemoved {
        drawRemoved(item, of: group, in: &writer)
      } else {
        draw(item, PlacedItem(group: group, place: place, count: count), depth: depth, in: &writer)
        place += 1
      }
    }
  }

  /// Where an item is among those that stay.
  private struct PlacedItem {
    let group: FormGroup
    let place: Int
    let count: Int

    /// What the item is called.
    func title(in words: FormWords) -> String {
      group.isMany
        ? FormWords.filled(words[.item], ["group": group.label, "number": String(place + 1)]) : group.label
    }
  }

  private func draw(_ item: FormGroup.Item, _ placed: PlacedItem, depth: Int, in writer: inout HTMLWriter) {
    let attributes = [
      classes.attribute(.item), HTMLAttribute("id", ids.id(item.path)), HTMLAttribute("tabindex", "-1"),
    ]
    // One child has the legend of its group.
    writer.block(placed.group.isMany ? "fieldset" : "div", attributes) { writer in
      if placed.group.isMany { writer.block("legend", text: placed.title(in: words)) }
      drawRecord(of: item, in: &writer)
      draw(item.messages, at: item.path, in: &writer)
      for row in item.rows { draw(row, depth: depth + 1, in: &writer) }
      drawButtons(of: item, placed, in: &writer)
    }
  }

  private func drawRecord(of item: FormGroup.Item, in writer: inout HTMLWriter) {
    if let record = item.record { drawHidden(names.name(of: .record(item.path)), record, in: &writer) }
  }

  private func drawButtons(of item: FormGroup.Item, _ placed: PlacedItem, in writer: inout HTMLWriter) {
    let group = placed.group
    var buttons: [(String, FormAction.Kind)] = []
    if group.canReorder && placed.place > 0 { buttons.append((words[.moveUp], .moveUp)) }
    if group.canReorder && placed.place + 1 < placed.count { buttons.append((words[.moveDown], .moveDown)) }
    if group.canRemove(item) { buttons.append((words[.remove], .remove)) }
    if buttons.isEmpty { return }
    let title = placed.title(in: words)
    writer.block("div", [classes.attribute(.actions)]) { writer in
      for (label, kind) in buttons { drawButton(label, of: title, FormAction(kind, item.path), in: &writer) }
    }
  }

  // MARK: - Removed items

  private func drawRemoved(_ item: FormGroup.Item, of group: FormGroup, in writer: inout HTMLWriter) {
    writer.block("fieldset", [classes.attribute(.item)]) { writer in
      let name = item.name(in: words)
      let title = name.isEmpty ? group.label : group.label + ": " + name
      writer.block("legend", text: title)
      drawKept(item, in: &writer)
      writer.block("p", text: words[.removed])
      writer.block("div", [classes.attribute(.actions)]) { writer in
        drawButton(words[.restore], of: title, FormAction(.restore, item.path), in: &writer)
      }
    }
  }

  /// Writes the input of an item that is not drawn as hidden fields, so that restoring the item restores the input.
  private func drawKept(_ item: FormGroup.Item, depth: Int = 0, in writer: inout HTMLWriter) {
    drawRecord(of: item, in: &writer)
    if item.isRemoved { drawHidden(names.name(of: .removal(item.path)), "true", in: &writer) }
    for row in item.rows {
      switch row {
      case .field(let field): drawKept(field, in: &writer)
      case .group(let group):
        if depth >= Self.depthLimit { continue }
        for item in group.items { drawKept(item, depth: depth + 1, in: &writer) }
      }
    }
  }
}

extension FormGroup {
  /// The numbers of the items if they were put in another order; else nil. Numbers are given in order.
  fileprivate var changedOrder: [Int]? {
    let numbers = items.map(\.number)
    return zip(numbers, numbers.dropFirst()).allSatisfy(<) ? nil : numbers
  }
}

extension FormGroup.Item {
  /// The first text of the item, by which a person knows it; empty if there is none.
  fileprivate func name(in words: FormWords) -> String {
    for case .field(let field) in rows {
      let text = field.text(of: field.value, in: words)
      if !text.isEmpty { return text }
    }
    return ""
  }
}
