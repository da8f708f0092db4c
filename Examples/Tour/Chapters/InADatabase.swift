import Foundation
import MotionModel
import MotionModelPostgreSQL
import MotionModelSQL
import MotionModelSQLite

extension Tour {
  /// The same code on the records of each store that is here.
  func inADatabase() throws {
    printer.chapter(
      "17 In a database",
      """
      A model may name an adapter, and its records are then wherever that keeps them: in memory, in a file of SQLite, or \
      on a PostgreSQL server. The models of this chapter are some of the shop's, which name AnyAdapter: it is chosen when \
      the store is made. Nothing else is different, but that reading can fail, so it is called with try.
      """)
    try inFolder { folder in
      let runs = try shops(in: folder).map(run)
      for answers in runs[0].answers {
        printer.note(answers.note)
        printer.examples(Array(zip(answers.codes, answers.results)))
      }
      try compare(runs)
    }
  }

  /// A shop that is kept somewhere, and what the chapter's code answers there.
  private struct Run {
    let name: String
    let filling: Duration
    let asking: Duration
    let answers: [Answers]
  }

  /// The stores that this build has.
  private func shops(in folder: URL) throws -> [(name: String, store: Store)] {
    var shops = [("memory, in lists", Store(adapters: [AnyAdapter()]))]
    #if SQLite
      let adapter = try SQLiteAdapter(file: folder.appending(path: "shop.sqlite"))
      shops.append(("SQLite", Store(adapters: [AnyAdapter(adapter)])))
    #endif
    #if PostgreSQL
      if let address = ProcessInfo.processInfo.environment["MOTIONMODEL_POSTGRESQL"] {
        let adapter = try PostgreSQLAdapter(PostgreSQLServer(address))
        shops.append(("PostgreSQL", Store(adapters: [AnyAdapter(adapter)])))
      }
    #endif
    return shops
  }

  private func run(_ name: String, _ kept: Store) throws -> Run {
    let clock = ContinuousClock()
    let filling = try clock.measure { try KeptShop.fill(kept, from: store) }
    defer { try? KeptShop.empty(kept) }
    var answers: [Answers] = []
    let asking = try clock.measure { answers = try Store.with(kept) { try KeptShop.answers() } }
    return Run(name: name, filling: filling, asking: asking, answers: answers)
  }

  private func compare(_ runs: [Run]) throws {
    printer.note("The code of this chapter ran here, and gave the same answers everywhere:")
    printer.table(
      ["records in", "the shop is copied in", "all of the above takes", "same answers"],
      runs.map { run in
        [run.name, run.filling.text, run.asking.text, run.answers == runs[0].answers ? "yes" : "no"]
      })
    if let other = runs.first(where: { $0.answers != runs[0].answers }) {
      for (answers, expected) in zip(other.answers, runs[0].answers) where answers != expected {
        printer.examples(Array(zip(answers.codes, answers.results)))
      }
      throw TourError.differ(store: other.name)
    }
    printer.note(
      """
      Lists have no indexes; a store in memory whose models name no adapter has them. \
      swift run --traits SQLite,PostgreSQL Tour adds SQLite, and a server whose address is in MOTIONMODEL_POSTGRESQL: an \
      empty database, because tables are made and emptied there.
      """)
  }
}
