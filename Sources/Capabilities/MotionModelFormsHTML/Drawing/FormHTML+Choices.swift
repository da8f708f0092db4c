extension FormHTML {
  /// Writes options as radio buttons or as boxes to tick, and a search if there are more of them.
  func drawOptions(_ field: FormField, isMany: Bool, in writer: inout HTMLWriter) {
    let options = field.listedOptions(none: field.isRequired || isMany ? nil : words[.none])
    // The summary of errors leads to the first of what there is.
    let isEmpty = options.isEmpty && !field.isSearched
    let own = isEmpty ? [HTMLAttribute("id", ids.id(field.path)), HTMLAttribute("tabindex", "-1")] : []
    let state = isMany ? [describing(field)] : [HTMLAttribute("role", "radiogroup")] + state(of: field)
    writer.block("fieldset", [classes.attribute(.choices)] + own + state) { writer in
      writer.element("legend", [classes.attribute(.label)]) { drawLabel(of: field, in: &$0) }
      writer.line()
      drawDescription(of: field, in: &writer)
      drawBoxes(options, of: field, isMany: isMany, in: &writer)
      if field.isSearched { drawSearch(of: field, isFirst: options.isEmpty, in: &writer) }
    }
  }

  private func drawBoxes(
    _ options: [FormField.ListedOption], of field: FormField, isMany: Bool, in writer: inout HTMLWriter
  ) {
    let name = names.name(of: field.path, isList: isMany)
    let state = [isMany && !field.errors.isEmpty ? HTMLAttribute("aria-invalid", "true") : nil]
    for (place, option) in options.enumerated() {
      let id = place == 0 ? ids.id(field.path) : ids.id(field.path, "option\(place)")
      let kind: BoxKind = isMany ? .checkbox : .radio
      drawBox(kind, (name, option.value), option.label, id, isOn: option.isChosen, state, in: &writer)
    }
  }

  /// Writes a box for a text, and a button that searches it among the options.
  private func drawSearch(of field: FormField, isFirst: Bool, in writer: inout HTMLWriter) {
    let id = isFirst ? ids.id(field.path) : ids.id(field.path, "search")
    let found = ids.id(field.path, "found")
    let result =
      field.search == nil ? nil : field.options.isEmpty ? words[.nothingFound] : field.hasMore ? words[.more] : nil
    writer.block("div", [classes.attribute(.search)]) { writer in
      let label = FormWords.filled(words[.searchFor], ["label": field.label])
      writer.block("label", [HTMLAttribute("for", id)], text: label)
      let attributes = [
        HTMLAttribute("type", "text"), classes.attribute(.input), HTMLAttribute("id", id),
        HTMLAttribute("name", names.name(of: .search(field.path))), HTMLAttribute("value", field.search ?? ""),
        HTMLAttribute("inputmode", "search"), HTMLAttribute("autocomplete", "off"), HTMLAttribute("dir", "auto"),
        result == nil ? nil : HTMLAttribute("aria-describedby", found),
      ]
      writer.void("input", attributes)
      writer.line()
      drawButton(words[.search], of: field.label, FormAction(.search, field.path), in: &writer)
      if let result { writer.block("p", [HTMLAttribute("id", found), HTMLAttribute("role", "status")], text: result) }
    }
  }

  /// Writes options as a menu.
  func drawMenu(_ field: FormField, _ attributes: [HTMLAttribute?], in writer: inout HTMLWriter) {
    let autocomplete = field.autocomplete.map { HTMLAttribute("autocomplete", $0) }
    let none = field.isRequired ? (field.value.isEmpty ? words[.choose] : nil) : words[.none]
    writer.block("select", attributes + [autocomplete]) { writer in
      for option in field.listedOptions(none: none) {
        let attributes = [HTMLAttribute("value", option.value), option.isChosen ? HTMLAttribute("selected") : nil]
        writer.block("option", attributes, text: option.label)
      }
    }
  }
}

extension FormField {
  /// An option as it is drawn.
  fileprivate struct ListedOption {
    let value: String
    let label: String
    let isChosen: Bool
  }

  /// Returns the options, with those that are chosen and not offered before them. Without these, a browser would choose
  /// something else.
  ///
  /// - Parameter none: The label of an option for no value; nil for none.
  fileprivate func listedOptions(none: String?) -> [ListedOption] {
    let chosen: [String] = if case .choices(let values) = value { values } else { [value.text] }
    let chosenSet = Set(chosen)
    let offered = Set(options.map(\.value))
    var listed: [ListedOption] = []
    if let none, !offered.contains("") {
      listed.append(ListedOption(value: "", label: none, isChosen: value.isEmpty))
    }
    for value in chosen where !value.isEmpty && !offered.contains(value) {
      listed.append(ListedOption(value: value, label: value, isChosen: true))
    }
    return listed
      + options.map { ListedOption(value: $0.value, label: $0.label, isChosen: chosenSet.contains($0.value)) }
  }
}
