import MotionModel
import MotionModelTransactions
import MotionModelValidation

extension World {
  /// - Parameter isInTurn: Whether the transaction waits for its turn as a task.
  func transaction(_ steps: [Step], _ ending: Ending, isInTurn: Bool = false) throws {
    let call = isInTurn ? "try await Store.current.inTurn" : "try Store.current.transaction"
    let line = transcript?.open("\(call) { transaction in")
    defer { transcript?.close() }
    let before = current.naive
    if depth == 0 { metadata = Changeset.Metadata() }
    let outerMetadata = metadata
    depth += 1
    let outcome = Result<Bool, any Error> {
      defer { depth -= 1 }
      try commit(isInTurn: isInTurn) { [self] transaction in
        transactions.append(transaction)
        defer { transactions.removeLast() }
        let (first, rest) = ending == .rollbackAndGoOn ? (steps.dropLast(1), steps.suffix(1)) : (steps[...], [])
        for step in first { try perform(step) }
        if ending == .rollback || ending == .rollbackAndGoOn {
          print("transaction.rollback()")
          transaction.rollback()
          current.naive = current.naive.restored(to: before)
          if let difference = Comparison.of(current.store, current.naive) { throw difference }
        }
        for step in rest { try perform(step) }
        if ending == .fail {
          print("throw HookRefusal()")
          throw Refusal.thrown
        }
      }
      return true
    }
    if case .failure = outcome { metadata = outerMetadata }
    if depth == 0 { current.metadata = metadata }
    defer { if depth == 0 { current.metadata = Changeset.Metadata() } }
    try conclude(outcome, ending == .fail ? .thrown : nil, before, line)
  }

  private func commit(isInTurn: Bool, _ body: @escaping (Store.Transaction) throws -> Void) throws {
    let store = current.store
    if !isInTurn { return try store.transaction(body) }
    try TaskThread.run { try await store.inTurn(body) }
  }

  /// Names the author of the open transaction's commit.
  func sign(_ number: Int) throws {
    guard let transaction = transactions.last else { return }
    if transaction.metadata != metadata {
      throw Difference("metadata", "\(transaction.metadata), expected \(metadata)")
    }
    let author = number % 2 == 0 ? "ann" : "bob"
    print("transaction.metadata.author = \(author.swift)")
    transaction.metadata.author = author
    metadata.author = author
  }

  /// Compares the outcome of a block of several steps with the expected one.
  private func conclude(
    _ outcome: Result<Bool, any Error>, _ refusal: Refusal?, _ before: NaiveStore, _ line: Int?
  ) throws {
    var expected = refusal.map { Result<Bool, Refusal>.failure($0) } ?? .success(true)
    if refusal == nil, depth == 0 {
      do throws(Refusal) { try current.naive.checkCommit() } catch { expected = .failure(error) }
    }
    _ = try judge(outcome, expected, before, line: line)
  }

  func preview(_ steps: [Step]) throws {
    if depth > 0 { return }
    metadata = Changeset.Metadata()
    transcript?.open("_ = Store.current.preview {")
    defer { transcript?.close() }
    let before = current.naive
    depth += 1
    current.naive.ignoresRestrictions = true
    var problem: (any Error)?
    let runs = HookRuns()
    let preview = HookRuns.$current.withValue(runs) {
      current.store.preview {
        for step in steps where problem == nil { do { try perform(step) } catch { problem = error } }
      }
    }
    depth -= 1
    if let problem { throw problem }
    try examineHooks(of: preview, runs)
    current.naive = current.naive.restored(to: before)
    _ = try judge(.success(true), .success(true), before)
  }

  func withoutHooks(_ steps: [Step]) throws {
    transcript?.open("try Store.withoutHooks {")
    defer { transcript?.close() }
    let outer = runsHooks
    runsHooks = false
    defer { runsHooks = outer }
    try Store.withoutHooks { for step in steps { try perform(step) } }
  }

  func withoutTouching(_ steps: [Step]) throws {
    transcript?.open("try Store.current.withoutTouching {")
    defer { transcript?.close() }
    untouched.append(ObjectIdentifier(current.store))
    defer { untouched.removeLast() }
    try current.store.withoutTouching { for step in steps { try perform(step) } }
  }

  /// Makes steps as a clerk, who may write remarks as long as they are not bad.
  func act(_ steps: [Step]) throws {
    transcript?.open("try Clerk().acting {")
    defer { transcript?.close() }
    let outer = isClerk
    isClerk = true
    defer { isClerk = outer }
    try Clerk().acting { for step in steps { try perform(step) } }
  }

  /// Makes steps in a block of the store or of its history.
  func runBlock(_ steps: [Step], _ block: Block) throws {
    let twin = current
    let name = block == .group ? "\(twin.name)PartHistory.group(\"group\")" : "Store.current.\(block.rawValue)"
    transcript?.open("try \(name) {")
    defer { transcript?.close() }
    let isOutermost = twin.begin(block)
    func run() throws { for step in steps { try perform(step) } }
    switch block {
    case .silenced: try twin.store.silenced { try run() }
    case .coalesced: try twin.store.coalesced { try run() }
    case .group: try twin.partHistory.group("group") { try run() }
    }
    if isOutermost { try twin.end(block) }
  }
}
