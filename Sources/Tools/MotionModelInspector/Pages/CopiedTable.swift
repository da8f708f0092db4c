import MotionModel
import MotionModelLoopback
import MotionModelTransactions
import MotionModelValues

/// What a page shows besides records, as a list that can be copied.
struct CopiedTable: Equatable {
  let columns: [String]
  var rows: [[AttributeValue?]] = []
}

extension InspectorPages {
  /// Returns what a page shows as a list; nil for pages that show records, which are copied as such, and where there is
  /// no page.
  func copiedTable(_ path: [String], _ parameters: Parameters) -> CopiedTable? {
    switch path {
    case []: modelTable
    case ["diagram"]: columnTable
    case ["search"]: parameters["words"].map(searchTable)
    case ["commits"]: log.map { commitTable($0) }
    case ["branches"] where log != nil: branchTable
    case ["charts"] where log != nil: sampleTable
    case ["rules"] where log != nil: ruleTable
    case ["hooks"] where log != nil: hookTable
    case ["advice"] where log != nil: adviceTable
    default: path.count == 2 ? changeset(path[0], path[1]).map(changeTable) : nil
    }
  }

  private func changeset(_ page: String, _ name: String) -> Changeset? {
    switch page {
    case "commits": Int(name).flatMap { log?.entry($0) }?.changeset
    case "branches": branches?.all.first { $0.name == name }?.branch.changes
    default: nil
    }
  }

  private var modelTable: CopiedTable {
    let rows = subject.tables().map { table -> [AttributeValue?] in
      [
        .string(table.name), (try? table.count).map { .int(Int64($0)) }, table.rowBytes.map { .int(Int64($0)) },
        table.keeper.map { .string($0) }, .array(table.columns.map { .string($0.name) }),
      ]
    }
    return CopiedTable(columns: ["model", "records", "rowBytes", "keptBy", "columns"], rows: rows)
  }

  private var columnTable: CopiedTable {
    let rows = subject.tables().flatMap { table in
      table.columns.map { column -> [AttributeValue?] in
        [
          .string(table.name), .string(column.name), column.type.map { .string($0) },
          column.targets.isEmpty ? nil : .array(column.targets.map { .string($0) }),
        ]
      }
    }
    return CopiedTable(columns: ["model", "column", "type", "refersTo"], rows: rows)
  }

  private func searchTable(_ words: String) -> CopiedTable {
    let rows = found(words, limit: Export.limit).flatMap { table, outcome, _ -> [[AttributeValue?]] in
      guard case .success(let answer) = outcome else {
        return [[.string(table.name), nil, .string(Self.unreadable(table, outcome))]]
      }
      return answer.rows.map { row in
        let values = zip(table.columns, row.values).compactMap { column, value in value.map { (column.name, $0) } }
        return [.string(table.name), row.id, .dictionary(Dictionary(values) { first, _ in first })]
      }
    }
    return CopiedTable(columns: ["model", "id", "record"], rows: rows)
  }

  private func commitTable(_ log: CommitLogBuffer) -> CopiedTable {
    let rows = log.entries().reversed().map { entry -> [AttributeValue?] in
      let metadata = entry.metadata
      return [
        .int(Int64(entry.id)), .date(entry.date), .int(Int64(entry.count)), .string(entry.summary),
        metadata.author.map { .string($0) }, metadata.reason.map { .string($0) },
        metadata.values.isEmpty ? nil : .dictionary(metadata.values),
      ]
    }
    return CopiedTable(columns: ["commit", "time", "changes", "summary", "author", "reason", "values"], rows: rows)
  }

  private func changeTable(_ changeset: Changeset) -> CopiedTable {
    let rows = changeset.recordedChanges(limit: Export.limit).flatMap { change in
      change.columns.map { column -> [AttributeValue?] in
        [
          .string(change.model), change.id, .string("\(change.kind)"), .string(column.column), column.old.orNil,
          column.new.orNil,
        ]
      }
    }
    return CopiedTable(columns: ["model", "id", "change", "column", "before", "after"], rows: rows)
  }

  private var branchTable: CopiedTable {
    let rows = (branches?.all ?? []).map { [AttributeValue.string($0.name), .string("\($0.branch.changes)")] }
    return CopiedTable(columns: ["branch", "changes"], rows: rows)
  }

  private var sampleTable: CopiedTable {
    let samples = sampler?.samples ?? []
    let models = Set(samples.flatMap(\.counts.keys)).sorted()
    let rows = samples.map { sample in
      [AttributeValue.double(sample.time), .int(Int64(sample.commits)), .double(sample.readTime)]
        + models.map { model in sample.counts[model].map { .int(Int64($0)) } }
    }
    return CopiedTable(columns: ["seconds", "commits", "readMicroseconds"] + models, rows: rows)
  }

  private var ruleTable: CopiedTable {
    let rows = subject.tables().flatMap { table -> [[AttributeValue?]] in
      let outcome = Result { try table.broken(limit: Export.limit) }
      guard case .success(let broken) = outcome else {
        return [[.string(table.name), nil, .string(Self.unreadable(table, outcome))]]
      }
      return (broken?.records ?? []).flatMap { record in
        record.messages.map { [.string(table.name), record.id, .string($0)] }
      }
    }
    return CopiedTable(columns: ["model", "id", "rule"], rows: rows)
  }

  private var hookTable: CopiedTable {
    let rows = subject.tables().flatMap { table in
      table.hooks.flatMap { operation, steps in
        steps.enumerated().map { number, step -> [AttributeValue?] in
          [.string(table.name), .string(operation), .int(Int64(number + 1)), .string(step)]
        }
      }
    }
    return CopiedTable(columns: ["model", "operation", "number", "step"], rows: rows)
  }

  private var adviceTable: CopiedTable {
    let advice = (finders?.advice ?? []).map { [AttributeValue.string("\($0.kind)"), .string("\($0)")] }
    let slow = (finders?.all ?? []).map { [AttributeValue.string("slow"), .string($0)] }
    let indexes = subject.tables().flatMap { table in
      table.indexes.map { [AttributeValue.string("index"), .string("\(table.name): \($0)")] }
    }
    return CopiedTable(columns: ["kind", "text"], rows: advice + slow + indexes)
  }

  /// Writes links that copy the content of a page, or open it as a file where there is no script.
  func copies(_ page: inout Markup, _ address: (Export) -> String) {
    page.block("p", [("class", "copies")]) { page in
      page.text("As ")
      for format in Export.allCases {
        page.link(format.name, address(format), [("data-copy", nil)])
        page.line()
      }
    }
  }

  /// Writes the links for a page that has no parameters.
  func copies(of path: [String], _ page: inout Markup) {
    copies(&page) { format in
      ([base] + path.map(Parameters.encoded)).joined(separator: "/") + (path.isEmpty ? "/" : "")
        + Parameters([("as", format.rawValue)]).text
    }
  }
}
