import Foundation
import MotionModel

extension World {
  private static var fileSlots: Int { 3 }

  func saveFile(_ slot: Int, _ format: Format) throws {
    try makeFolder()
    let slot = slot % Self.fileSlots
    let url = folder.appending(path: "\(slot).\(format.rawValue)")
    try save(to: url, "Store.current.save") { try current.store.save(to: url) }
    files[slot] = SavedFile(url: url, naive: current.naive)
    try checkFile(url, [.replace, .mergeOrFail, .append][stepCount % 3])
  }

  /// Checks that a file that is loaded into an empty store gives an equal store.
  private func checkFile(_ url: URL, _ loading: Loading) throws {
    let copy = Store(notificationCenter: nil)
    try Store.withoutHooks { _ = try copy.load(from: .file(url), models: Self.models, policy: loading.policy) }
    if let difference = Comparison.of(copy, current.naive) {
      throw Difference("file, \(loading): \(difference.rule)", difference.details)
    }
    let (there, back) = (
      Changeset.difference(from: current.store, to: copy), Changeset.difference(from: copy, to: current.store)
    )
    if !current.isAlone || there.isEmpty && back.isEmpty { return }
    throw Difference("difference of equal stores", "\(there.details), back: \(back.details)")
  }

  func saveModel<Record: WorldModel>(_ model: Record.Type, _ format: Format) throws {
    try makeFolder()
    let url = folder.appending(path: "\(Record.kind).\(format.rawValue)")
    try save(to: url, "\(Record.name).serialize") { try model.save(to: url) }
    modelFiles[Record.kind] = SavedFile(url: url, naive: current.naive)
  }

  /// Saves to a file. A store leaves one as it is that it could not load, so that is removed first.
  private func save(to url: URL, _ swift: String, _ body: () throws -> Void) throws {
    let place = "folder.appending(path: \"\(url.lastPathComponent)\")"
    if refusedFiles.contains(url) {
      let content = try? Data(contentsOf: url)
      do { try body() } catch FileError.unwritable {
        if (try? Data(contentsOf: url)) != content { throw Difference("refused file", url.lastPathComponent) }
      }
      print("try? FileManager.default.removeItem(at: \(place))")
      try? FileManager.default.removeItem(at: url)
    }
    print("try \(swift)(to: \(place))")
    try body()
  }

  /// Writes a file as an earlier version of the program did, in which a site had a label, no budget, and a crew
  /// that nobody kept up.
  func saveEarlierFile(_ slot: Int, _ format: Format) throws {
    try makeFolder()
    let slot = slot % Self.fileSlots
    let url = folder.appending(path: "\(slot).\(format.rawValue)")
    print("try World.saveEarlier(to: folder.appending(path: \"\(slot).\(format.rawValue)\"))")
    var document = try StoreDocument(current.store.data(as: .json), as: .json, name: "store")
    try document["Site"]?.rename("name", to: "label")
    document["Site"]?.remove("budget")
    document["Site"]?.remove("crew")
    try document.write(to: url)
    files[slot] = SavedFile(url: url, naive: current.naive.withoutBudgets)
  }

  /// Loads one of the files with one model.
  func loadModel(_ index: Int, _ loading: Loading) throws {
    if modelFiles.isEmpty { return }
    let (kind, file) = modelFiles.sorted { $0.key < $1.key }[index % modelFiles.count]
    try loadModel(kind.model, file, loading)
  }

  private func loadModel<Record: WorldModel>(_ model: Record.Type, _ file: SavedFile, _ loading: Loading) throws {
    let swift = "\(Record.name).load(from: \(file.swift), policy: \(loading.swift))"
    try load(file, [Record.kind], loading, swift) {
      try model.load(from: .file(file.url), policy: loading.policy)
    }
  }

  private func makeFolder() throws {
    if !files.isEmpty || !modelFiles.isEmpty { return }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  /// Loads one of the files with a whole store.
  func loadFile(_ index: Int, _ loading: Loading) throws {
    if files.isEmpty { return }
    let file = files.sorted { $0.key < $1.key }[index % files.count].value
    // With other threads, the meters of the file would conflict with theirs when the branch is merged.
    if !current.isAlone && (current.branch != nil || loading != .replace) { return }
    let swift = "Store.current.load(from: \(file.swift), models: models, policy: \(loading.swift))"
    try load(file, Kind.allCases, loading, swift) {
      try current.store.load(from: .file(file.url), models: Self.models, policy: loading.policy)
    }
  }

  private func load(
    _ file: SavedFile, _ kinds: [Kind], _ loading: Loading, _ swift: String, _ read: () throws -> LoadReport
  ) throws {
    func body() throws -> LoadReport {
      do { return try read() } catch {
        refusedFiles.insert(file.url)
        throw error
      }
    }
    if loading == .replace {
      try both(swift) {
        _ = try body()
        return true
      } naive: { naive throws(Refusal) in
        naive = naive.loaded(file.naive, kinds)
        try naive.checkAllUnique()
        // Records from a file keep their versions.
        naive.countAll(raisesVersions: false)
        return true
      }
      return
    }
    let line = transcript?.add("try \(swift)")
    let before = current.naive
    let outcome = Result { try body() }
    let expected = Result { () throws(Refusal) in
      let loaded = try before.adding(file.naive, kinds, loading, ids(outcome, file.naive, kinds))
      try loaded.checkCommit()
      return loaded
    }
    if case .success(var loaded) = expected {
      if case .success = outcome { loaded.takeOverVersions(current.store) }
      current.naive = loaded
    }
    _ = try judge(outcome.map { _ in true }, expected.map { _ in true }, before, line: line)
  }

  /// Returns the new ids of a file's records; if it was refused, ids that no record has.
  private func ids(
    _ outcome: Result<LoadReport, any Error>, _ file: NaiveStore, _ kinds: [Kind]
  ) -> [Kind: [AnyHashable: AnyHashable]] {
    var renumbering = RenumberedIDs(
      renumbered: try? outcome.get(), naive: file, base: NaiveStore(), theirs: current.naive)
    renumbering.visitAll()
    return renumbering.ids.filter { kinds.contains($0.key) }
  }
}

extension SavedFile {
  fileprivate var swift: String { ".file(folder.appending(path: \(url.lastPathComponent.swift)))" }
}

extension Loading {
  fileprivate var policy: LoadPolicy {
    switch self {
    case .replace: .replace
    case .mergeOrFail: .merge(onConflict: .fail)
    case .mergeOurs: .merge(onConflict: .ours)
    case .mergeTheirs: .merge(onConflict: .theirs)
    case .append: .append
    }
  }

  fileprivate var swift: String {
    switch self {
    case .replace: ".replace"
    case .mergeOrFail: ".merge(onConflict: .fail)"
    case .mergeOurs: ".merge(onConflict: .ours)"
    case .mergeTheirs: ".merge(onConflict: .theirs)"
    case .append: ".append"
    }
  }
}
