import Foundation
import MotionModel
import MotionModelJournal

extension Suite {
  /// Files that several processes read and write, beside a file that one process has for itself, and beside SQLite.
  static let sharing = Suite(name: "sharing") { bench, _ in
    let folder = FileManager.default.temporaryDirectory.appending(path: "MotionModelBenchmarks-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let rows = bench.options.rows ?? (bench.options.isQuick ? 1_000 : 100_000)
    let files = SharedFiles(bench, rows, folder)
    try files.compareFinding()
    try files.compareSaving()
    try files.compareWriters()
    try files.measureDelays()
    try files.measureRest()
  }
}

private struct SharedFiles {
  let bench: Bench
  let rows: Int
  let folder: URL

  init(_ bench: Bench, _ rows: Int, _ folder: URL) { (self.bench, self.rows, self.folder) = (bench, rows, folder) }

  /// Makes a file in a folder of its own: the store is woken by changes of all files in the folder.
  private func file(_ sharing: Sharing) throws -> URL {
    let own = folder.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
    let file = own.appending(path: sharing == .store ? "todos.motionmodel" : "todos.sqlite")
    try sharing.fill(file, rows: rows)
    return file
  }

  private func words(_ isFlushed: Bool) -> String { isFlushed ? "flushed at every commit" : "flushed every second" }

  // MARK: - One process

  private func opened(_ isFlushed: Bool) throws -> Sharer {
    Sharer(
      store: try Store(
        file: file(.store), models: [Todo.self], durability: isFlushed ? .everyCommit : .every(.seconds(1)),
        notificationCenter: nil))
  }

  private func shared(_ sharing: Sharing, _ isFlushed: Bool) throws -> Sharer {
    try sharing.open(file(sharing), isFlushed: isFlushed)
  }

  func compareFinding() throws {
    try bench.compare(
      "Find by id in a shared file", rows: rows, bars: [.atMost(1.1, times: .hand)],
      [
        find(.library, "table.find(id), Store(sharing:)", shared(.store, true)),
        find(.hand, "table.find(id), Store(file:)", opened(true)),
        find(.grdb, "pool.read { fetchOne(cached statement, id) }", shared(.pool, true)),
      ])
  }

  /// What sharing costs a process that is alone with the file.
  func compareSaving() throws {
    for isFlushed in [true, false] {
      let count = isFlushed ? 20 : 1_000
      let level = isFlushed ? "FULL" : "NORMAL"
      var contestants = [
        try save(.library, "table.save(&todo), Store(sharing:)", shared(.store, isFlushed), count),
        try save(.hand, "table.save(&todo), Store(file:)", opened(isFlushed), count),
        try save(
          .grdb, "pool.write { try todo.update($0) }, synchronous=\(level)", shared(.pool, isFlushed), count),
      ]
      if isFlushed { contestants.append(try save(.adapter, "table.save(&todo)", shared(.adapter, true), count)) }
      try bench.compare(
        "Save one record of a shared file, \(words(isFlushed))", rows: rows, bars: [.atMost(1.3, times: .hand)],
        contestants)
    }
  }

  private func ids(_ count: Int) -> [Int] { (0..<count).map { 1 + Int(World.scrambled($0) % UInt64(rows)) } }

  private func save(_ kind: Contestant.Kind, _ label: String, _ sharer: Sharer, _ count: Int) throws -> Contestant {
    let save = try sharer.saving(ids(count))
    return Contestant(kind, label, operations: count) { for index in 0..<count { try save(index) } }
  }

  private func find(_ kind: Contestant.Kind, _ label: String, _ sharer: Sharer) -> Contestant {
    let ids = ids(1_000)
    return Contestant(kind, label, operations: ids.count) {
      [try ids.reduce(0) { try $0 + (sharer.priority($1) ?? 0) }]
    } body: {
      for id in ids { blackHole(try sharer.priority(id)) }
    }
  }

  // MARK: - Two processes that write

  /// How many commits two processes make together in a second, each of a record of its own.
  func compareWriters() throws {
    for isFlushed in [true, false] {
      var best: [Sharing: Double] = [:]
      let kinds: [Sharing] = isFlushed ? [.store, .pool, .adapter] : [.store, .pool]
      for _ in 0..<(bench.options.isQuick ? 1 : 2) {
        for kind in kinds { best[kind] = max(best[kind] ?? 0, try commitsPerSecond(kind, isFlushed)) }
      }
      let own = best[.store] ?? 0
      let others = kinds.dropFirst().map { kind in
        let other = best[kind] ?? 0
        return "\(kind == .pool ? "GRDB" : "SQLiteAdapter") \(grouped(Int(other))), \(number(own / other))×"
      }
      bench.note(
        "Commits of two processes in a second, \(words(isFlushed))",
        "\(grouped(Int(own))); \(others.joined(separator: "; "))")
    }
  }

  private func commitsPerSecond(_ sharing: Sharing, _ isFlushed: Bool) throws -> Double {
    let file = try file(sharing)
    let before = try [1, 2].map { try sharing.open(file, isFlushed: isFlushed).priority($0) ?? 0 }
    let writers = try [1, 2].map { _ in try process(sharing, isFlushed, file) }
    for (id, writer) in zip([1, 2], writers) { try writer.tell("write \(id) \(bench.options.isQuick ? 0.1 : 1)") }
    let results = try writers.map { try $0.numbers() }
    let after = try [1, 2].map { try sharing.open(file, isFlushed: isFlushed).priority($0) ?? 0 }
    for (index, result) in results.enumerated() where Double(after[index] - before[index]) != result[0] {
      throw LostCommits(sharing: sharing)
    }
    return results.reduce(0) { $0 + $1[0] / $1[1] * 1e9 }
  }

  private struct LostCommits: Error { let sharing: Sharing }

  private func process(_ sharing: Sharing, _ isFlushed: Bool, _ file: URL) throws -> OtherProcess {
    try OtherProcess(
      "sharer", [sharing.rawValue, isFlushed ? "flushed" : "later", file.path(percentEncoded: false)])
  }

  // MARK: - Seeing and resting

  /// How long it takes from the call that saves until another process has the record.
  func measureDelays() throws {
    let count = bench.options.isQuick ? 100 : 2_000
    for sharing in [Sharing.store, .pool] {
      let file = try file(sharing)
      let save = try sharing.open(file, isFlushed: true).saving([1])
      let watcher = try process(sharing, true, file)
      try watcher.tell("watch 1 \(count)")
      _ = try watcher.answer()
      var starts: [Int] = []
      for _ in 0..<count {
        starts.append(Stopwatch.sharedNow)
        try save(0)
        usleep(1_000)
      }
      let delays = zip(try watcher.numbers(), starts).map { ($0 - Double($1)) / 1e6 }.sorted()
      let (median, high) = (delays[count / 2], delays[count * 99 / 100])
      let figure = "median \(number(median)) ms, 99 of 100 \(number(high)) ms"
      if sharing == .store {
        bench.judge(
          "From a save until another process has it", "median ≤ 2 ms, 99 of 100 ≤ 10 ms", figure,
          median <= 2 && high <= 10)
      } else {
        bench.note("From a save until a process that asks GRDB all the time has it", figure)
      }
    }
  }

  /// What ten processes take that have a file open, while none of them does anything.
  func measureRest() throws {
    let seconds = bench.options.isQuick ? 0.2 : 10
    let file = try file(.store)
    let processes = try (0..<10).map { _ in try process(.store, true, file) }
    for process in processes { try process.tell("rest \(seconds)") }
    let shares = try processes.map { try $0.numbers()[0] * 100 }
    let most = shares.max() ?? 0
    bench.judge(
      "Each of ten processes that share a file and do nothing", "≤ 0.1 % of a processor",
      "\(number(shares.reduce(0, +) / 10)) %, at most \(number(most)) %", most <= 0.1)
  }
}
