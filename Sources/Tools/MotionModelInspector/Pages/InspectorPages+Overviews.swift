import MotionModel
import MotionModelLoopback
import MotionModelValues

// Pages about the whole store.
extension InspectorPages {
  /// The relations of all models in words, and for a store as Mermaid's text of a diagram, with the columns.
  func relations() -> Reply {
    let tables = subject.tables()
    return page("Relations", section: "relations") { page in
      if tables.isEmpty { return page.block("p", text: "There are no models yet.") }
      page.block("ul") { page in
        for table in tables {
          for link in table.links where link.isToParent || link.key == nil {
            page.block("li") { page in
              page.link(table.name, address(ofModel: table.name))
              page.text(" \(link.words) (\(link.name))")
            }
          }
        }
      }
      guard let store = subject.store else { return }
      page.block("h2", text: "As a Mermaid diagram")
      page.block(
        "pre", [("class", "scroll"), ("tabindex", "0"), ("role", "region"), ("aria-label", "Mermaid diagram")],
        text: store.diagram())
    }
  }

  /// The records that break their rules.
  func rules() -> Reply {
    page("Rules", section: "rules") { page in
      var hasRules = false
      for table in subject.tables() {
        let outcome = Result { try table.broken(limit: 100) }
        if case .success(nil) = outcome { continue }
        hasRules = true
        page.block("section") { page in
          page.block("h2", text: table.name)
          guard case .success(let broken?) = outcome else {
            return page.block("p", text: Self.unreadable(table, outcome))
          }
          let looked = "\(broken.lookedAt.grouped) record\(broken.lookedAt == 1 ? "" : "s") looked at"
          if broken.records.isEmpty { return page.block("p", text: "All rules are met: \(looked).") }
          page.block("p", text: "\(broken.records.count) records break a rule: \(looked).")
          page.block("ul") { page in
            for record in broken.records {
              page.block("li") { page in
                page.link(record.id.shownText(limit: 80).text, address(ofRecord: record.id, of: table.name))
                page.text(": \(record.messages.joined(separator: "; "))")
              }
            }
          }
        }
      }
      if !hasRules { page.block("p", text: "No model has rules. One that is Validatable is checked here.") }
    }
  }

  /// The hooks of each model, those of one kind in the order in which they run.
  func hooks() -> Reply {
    page("Hooks", section: "hooks") { page in
      let tables = subject.tables()
      if tables.allSatisfy(\.hooks.isEmpty) { page.block("p", text: "No model has hooks.") }
      for table in tables where !table.hooks.isEmpty {
        page.block("section") { page in
          page.block("h2", text: table.name)
          page.list(table.hooks, as: "ol")
        }
      }
    }
  }

  /// What indexes would help, and which are not used.
  func advice() -> Reply {
    page("Advice", section: "advice") { page in
      let advice = finders?.advice ?? []
      if advice.isEmpty {
        page.block(
          "p",
          text:
            "There is no advice. It comes from the finders that a program runs while the inspector logs them: see slowFinders of Inspector."
        )
      } else {
        page.list(advice.map(\.description))
      }
      if let finders {
        page.block("h2", text: "Slow finders")
        if finders.all.isEmpty { page.block("p", text: "No finder was slow yet.") }
        page.list(finders.all)
      }
      page.block("h2", text: "Indexes")
      for table in subject.tables() where !table.indexes.isEmpty {
        page.block("section") { page in
          page.block("h3", text: table.name)
          page.list(table.indexes)
        }
      }
    }
  }

  /// The records of all models in whose texts some words are.
  func search(_ words: String?) -> Reply {
    page("Search", section: "search") { page in
      page.block("form", [("method", "get"), ("class", "finder"), ("role", "search")]) { page in
        page.element("label", [("for", "words")], text: "Text")
        page.void("input", [("id", "words"), ("name", "words"), ("value", words ?? ""), ("type", "search")])
        page.element("button", text: "Search")
      }
      guard let words else {
        return page.block(
          "p",
          text:
            "Finds the records of all models: by the index of words of those that have one, and otherwise by texts that contain what you write, whatever its case."
        )
      }
      var isFound = false
      for (table, outcome, condition) in found(words) {
        guard case .success(let answer) = outcome else {
          page.block("p", text: Self.unreadable(table, outcome))
          continue
        }
        isFound = self.found(answer, in: table, condition: condition, &page) || isFound
      }
      if !isFound { page.block("p", text: "No text contains this.") }
    }
  }

  /// Searches the texts of all models for words. Returns the results for each table with texts, and the condition that
  /// finds them; nil if the table's index for searches found them.
  private func found(_ words: String) -> [(any InspectedTable, Result<TableAnswer, any Error>, String?)] {
    let text = AttributeValue.string(words).asLiteral
    return subject.tables().compactMap { table in
      if let answer = table.search(words, limit: 10) { return (table, .success(answer), nil) }
      let names = table.columns.filter { $0.isText && $0.isFindable }.map(\.name.asName)
      if names.isEmpty { return nil }
      let condition = names.map { "\($0) contains \(text) (case-insensitive)" }.joined(separator: " || ")
      return (table, Result { try table.find(TableQuery(condition: condition, limit: 10)) }, condition)
    }
  }

  /// Says why the records of a table cannot be read.
  static func unreadable<Value>(_ table: any InspectedTable, _ outcome: Result<Value, any Error>) -> String {
    "The records of \(table.name) cannot be read\(table.keeper.map { " from \($0)" } ?? "")\(outcome.mistake.map { ": \($0)" } ?? ".")"
  }

  /// Writes what was found in a table; false if that is nothing.
  private func found(
    _ answer: TableAnswer, in table: any InspectedTable, condition: String?, _ page: inout Markup
  ) -> Bool {
    if answer.total == 0 { return false }
    page.block("section") { page in
      page.block("h2", text: table.name)
      page.block("p") { page in
        page.text("\(answer.total.grouped) record\(answer.total == 1 ? "" : "s") in \(answer.time.shortText). ")
        if let condition {
          page.link("Show in the table", address(ofModel: table.name, Parameters([("where", condition)])))
        } else {
          page.text("The best are first, by the index of words.")
        }
      }
      records(answer.rows, of: table, nil, total: answer.total, &page)
    }
    return true
  }
}
