import MotionModel
import MotionModelLoopback

extension InspectorPages {
  /// The records of a model: the finder, its records, and further links.
  func table(_ table: any InspectedTable, _ view: TableView, isPart: Bool) -> Reply {
    let outcome = Result { try table.find(view.query) }
    if isPart {
      var part = Markup()
      rows(of: table, view, outcome, &part)
      return Reply(page: part.html)
    }
    return page(table.name, section: "") { page in
      summary(of: table, &page)
      if allowsEditing && table.editor != nil {
        page.block("p") { $0.link("New record", address("model", table.name, "edit")) }
      }
      finder(of: table, view, outcome, &page)
      rows(of: table, view, outcome, &page)
      copies(of: table, view, &page)
    }
  }

  private func summary(of table: any InspectedTable, _ page: inout Markup) {
    page.block("details") { page in
      page.block("summary", text: "Columns, relations and indexes")
      page.block("ul") { page in
        for column in table.columns {
          page.block("li") { page in
            page.element("code", text: "\(column.name)\(column.type.map { ": \($0)" } ?? "")")
            let notes = (column.isID ? ["id"] : []) + column.marks
            if !notes.isEmpty { page.text(" \(notes.joined(separator: ", "))") }
            for (number, target) in column.targets.enumerated() {
              page.text(number == 0 ? " → " : " or ")
              page.link(target, address(ofModel: target))
            }
          }
        }
      }
      if !table.links.isEmpty { page.list(table.links.map { "\($0.name): \($0.words)" }) }
      if !table.indexes.isEmpty { page.list(table.indexes) }
    }
  }

  // MARK: - The finder

  private func finder(
    of table: any InspectedTable, _ view: TableView, _ outcome: Result<TableAnswer, any Error>, _ page: inout Markup
  ) {
    let columns = table.columns.filter(\.isFindable).map(\.name.asName).joined(separator: "\n")
    page.block("form", [("method", "get"), ("class", "finder"), ("role", "search")]) { page in
      let mistake = outcome.mistake
      page.element("label", [("for", "where")], text: "Condition")
      var attributes: [Markup.Attribute] = [
        ("id", "where"), ("name", "where"), ("value", view.condition ?? ""), ("autocomplete", "off"),
        ("autocapitalize", "off"), ("spellcheck", "false"), ("data-columns", columns),
        ("placeholder", Self.example(table)),
      ]
      if mistake != nil { attributes += [("aria-invalid", "true"), ("aria-describedby", "mistake")] }
      page.void("input", attributes)
      page.line()
      page.element("label", [("for", "order")], text: "Order")
      page.void(
        "input",
        [
          ("id", "order"), ("name", "order"), ("value", view.order ?? ""), ("autocomplete", "off"),
          ("autocapitalize", "off"), ("spellcheck", "false"), ("data-columns", columns), ("data-order", nil),
          ("placeholder", "\(table.columns.first?.name.asName ?? "id") descending"),
        ])
      page.line()
      page.element("button", text: "Find")
      page.line()
      columnChoice(table, view, &page)
      if let mistake { page.block("pre", [("id", "mistake"), ("class", "mistake"), ("role", "alert")], text: mistake) }
    }
  }

  private static func example(_ table: any InspectedTable) -> String {
    let column = table.columns.first { $0.isText && !$0.isID && $0.isFindable }
    return column.map { "\($0.name.asName) contains \"a\"" } ?? "\(table.columns.first?.name.asName ?? "id") > 2"
  }

  private func columnChoice(_ table: any InspectedTable, _ view: TableView, _ page: inout Markup) {
    page.block("details", [("class", "choice")]) { page in
      page.block("summary", text: "Columns")
      page.block("fieldset") { page in
        page.block("legend", text: "Shown columns")
        let shown = Set(view.places(of: table.columns))
        for (place, column) in table.columns.enumerated() {
          let isShown = shown.contains(place)
          page.element("label") { page in
            page.void(
              "input",
              [("type", "checkbox"), ("name", "columns"), ("value", column.name)] + (isShown ? [("checked", nil)] : []))
            page.text(" \(column.name)")
          }
          page.line()
        }
      }
    }
  }

  // MARK: - The records

  private func rows(
    of table: any InspectedTable, _ view: TableView, _ outcome: Result<TableAnswer, any Error>, _ page: inout Markup
  ) {
    guard case .success(let answer) = outcome else { return }
    let start: [Markup.Attribute] = [
      ("id", "rows"), ("data-model", table.name), ("data-parents", table.parentNames),
      ("data-total", "\(answer.total)"), ("data-offset", "\(view.offset)"),
      ("data-limit", "\(view.limit)"),
    ]
    page.block("div", start) { page in
      page.block("p", [("class", "found")]) { page in
        let count = (try? table.count) ?? answer.total
        let found = view.condition == nil ? count.grouped : "\(answer.total.grouped) of \(count.grouped)"
        page.element("strong", text: "\(found) record\(count == 1 ? "" : "s")")
        page.text(" in \(answer.time.shortText)")
        if let plan = answer.plan { page.text(": \(plan)") }
        if let advice = answer.advice { page.text(". \(advice)") }
      }
      if answer.rows.isEmpty {
        page.block("p", text: answer.total == 0 ? "No record was found." : "There are no records so far behind.")
      } else {
        records(answer.rows, of: table, view, total: answer.total, &page)
      }
      pages(view, answer, &page)
    }
  }

  func records(
    _ rows: [InspectedRow], of table: any InspectedTable, _ view: TableView?, total: Int, _ page: inout Markup
  ) {
    let columns = table.columns
    let shown = view?.places(of: columns) ?? Array(columns.indices)
    let titles = ParentTitles(of: rows, shown, in: table)
    page.block(
      "div", [("class", "scroll"), ("tabindex", "0"), ("role", "region"), ("aria-label", "Records of \(table.name)")]
    ) { page in
      page.block("table", [("class", "records"), ("aria-rowcount", "\(total + 1)")]) { page in
        page.block("thead") { page in
          page.element("tr", [("aria-rowindex", "1")]) { page in
            for place in shown { head(columns[place], view, &page) }
          }
        }
        page.block("tbody") { page in
          for (number, row) in rows.enumerated() {
            var attributes: [Markup.Attribute] = [("aria-rowindex", "\((view?.offset ?? 0) + number + 2)")]
            if let id = row.id { attributes.append(("data-id", id.plainString)) }
            page.element("tr", attributes) { page in
              for place in shown { cell(row, columns[place], row.values[place], table.name, titles, &page) }
            }
            page.line()
          }
        }
      }
    }
  }

  private func head(_ column: InspectedColumn, _ view: TableView?, _ page: inout Markup) {
    var attributes: [Markup.Attribute] = [("scope", "col")]
    if let direction = view?.direction(of: column.name) { attributes.append(("aria-sort", direction)) }
    page.element("th", attributes) { page in
      guard let view, column.isFindable else { return page.text(column.name) }
      page.link(column.name, address(ofModel: view.model, view.ordered(by: column.name).parameters))
    }
  }

  private func cell(
    _ row: InspectedRow, _ column: InspectedColumn, _ value: AttributeValue?, _ model: String, _ titles: ParentTitles,
    _ page: inout Markup
  ) {
    // A key is followed by a title, so it does not end where the column does.
    let isNumber = value?.isNumber == true && column.targets.isEmpty
    page.element("td", isNumber ? [("class", "number")] : []) { page in
      if column.isID, let id = row.id {
        page.link(id.shownText(limit: 80).text, address(ofRecord: id, of: model))
      } else {
        self.value(value, of: column, in: row, titles, limit: 160, &page)
      }
    }
  }

  /// Writes the value of a column: of a key, a link to the parent, and its title.
  private func value(
    _ value: AttributeValue?, of column: InspectedColumn, in row: InspectedRow, _ titles: ParentTitles, limit: Int,
    _ page: inout Markup
  ) {
    guard let target = column.target(in: row), let value else { return page.value(value, limit: limit) }
    page.link(value.shownText(limit: 80).text, address(ofRecord: value, of: target))
    guard let title = titles.title(of: value, target) else { return }
    page.text(" ")
    page.element("span", [("class", "parent")]) { $0.value(.string(title), limit: 80) }
  }

  private func pages(_ view: TableView, _ answer: TableAnswer, _ page: inout Markup) {
    if answer.total <= view.limit && view.offset == 0 { return }
    page.block("nav", [("aria-label", "Windows"), ("class", "pages")]) { page in
      let last = max(0, (answer.total - 1) / view.limit * view.limit)
      let links = [
        ("First", 0, view.offset > 0), ("Previous", view.offset - view.limit, view.offset > 0),
        ("Next", view.offset + view.limit, view.offset < last), ("Last", last, view.offset < last),
      ]
      for (name, offset, isThere) in links where isThere {
        page.link(name, address(ofModel: view.model, view.at(offset).parameters))
        page.line()
      }
      let end = view.offset + answer.rows.count
      if !answer.rows.isEmpty { page.text("\((view.offset + 1).grouped)–\(end.grouped) of \(answer.total.grouped)") }
    }
  }

  /// Writes links that copy records, or open them as a file where there is no script.
  private func copies(_ page: inout Markup, _ address: (Export) -> String) {
    page.block("p", [("class", "copies")]) { page in
      page.text("As ")
      for format in Export.allCases {
        page.link(format.name, address(format), [("data-copy", nil)])
        page.line()
      }
    }
  }

  private func copies(of table: any InspectedTable, _ view: TableView, _ page: inout Markup) {
    copies(&page) { format in
      address(ofModel: table.name, view.at(0).parameters.setting(["limit": nil, "as": format.rawValue]))
    }
  }

  // MARK: - A record

  /// A record with its values, its related records, and the commits that changed it.
  ///
  /// - Throws: The errors of the adapter.
  func record(_ id: String, of table: any InspectedTable) throws -> Reply {
    guard let row = try table.row(id: id) else {
      return refusal(404, "\(table.name) has no record with this id: it was deleted, or never there.")
    }
    let (columns, related) = (table.columns, try table.related(to: id, limit: 20))
    let titles = ParentTitles(of: [row], Array(columns.indices), in: table)
    return page("\(table.name) \(id)", section: "") { page in
      page.block("p", [("class", "path")]) { $0.link("All records of \(table.name)", address(ofModel: table.name)) }
      page.block(
        "dl",
        [
          ("class", "record"), ("data-refresh", "record"), ("data-model", table.name), ("data-record", id),
          ("data-parents", table.parentNames),
        ]
      ) { page in
        for (column, value) in zip(columns, row.values) {
          page.element("dt", text: column.name)
          page.element("dd") { self.value(value, of: column, in: row, titles, limit: 100_000, &$0) }
          page.line()
        }
      }
      if allowsEditing && table.editor != nil {
        let parameters = Parameters([("id", id)])
        page.block("p", [("class", "actions")]) { page in
          page.link("Edit", address("model", table.name, "edit", parameters: parameters))
          page.link("Delete …", address("model", table.name, "delete", parameters: parameters))
        }
      }
      for related in related { self.related(related, &page) }
      history(of: id, table.name, &page)
      copies(&page) { format in
        let parameters = Parameters([("id", id), ("as", format.rawValue)])
        return address("model", table.name, "record", parameters: parameters)
      }
    }
  }

  private func related(_ related: RelatedRows, _ page: inout Markup) {
    page.block("section") { page in
      page.block("h2", text: related.link.name)
      page.block("p") { page in
        page.text("\(related.link.words): \(related.total.grouped) record\(related.total == 1 ? "" : "s"). ")
        if let condition = related.condition {
          let parameters = Parameters([("where", condition)])
          let others =
            related.conditionTotal == related.total ? "" : "all \(related.conditionTotal.grouped) with this key "
          page.link(
            "Show \(others)in the table of \(related.table.name)", address(ofModel: related.table.name, parameters))
        }
      }
      if !related.rows.isEmpty {
        records(related.rows, of: related.table, nil, total: related.total, &page)
      }
    }
  }
}

extension InspectedLink {
  /// What the relation says, in words: `belongs to Album by albumID, required`.
  var words: String {
    let key = key.map { " by \($0)" } ?? " through others"
    let notes = (isRequired ? ", required" : "") + (isGuessed ? ", guessed from the name" : "")
    return "\(kind) \(targets.joined(separator: " or "))\(key)\(notes)"
  }
}

extension Result where Failure == any Error {
  /// The sentence that says why there is no answer.
  var mistake: String? { if case .failure(let error) = self { "\(error)" } else { nil } }
}
