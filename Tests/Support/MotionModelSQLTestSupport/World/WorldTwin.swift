import Foundation
import MotionModel
import MotionModelTestSupport
import MotionModelTransactions

/// One of two stores in which the same steps are made. A step is words of numbers, which stand for the records and values
/// that the store has.
struct WorldTwin<Adapter: StorageAdapter> {
  typealias SiteModel = Site<Adapter>
  typealias WorkerModel = Worker<Adapter>
  typealias JobModel = Job<Adapter>
  typealias ShiftModel = Shift<Adapter>
  typealias PermitModel = Permit<Adapter>
  typealias RemarkModel = Remark<Adapter>
  typealias BookingModel = Booking<Adapter>

  let store: Store
  let history: UndoHistory
  var random: SplitMix64
  /// Copies that were read earlier.
  private var copies: [JobModel] = []
  /// The number of the step, which is the time: a call that is run again has the same.
  private let clock = Locked(0)
  private let adapters: [any StorageAdapter]
  /// Whether new records have ids that the steps give. Those of the store differ when a transaction is run again.
  private let givesIDs: Bool
  private var idCount = 0
  /// How often a transaction is run again while another program writes.
  private static var retries: Int { 100 }

  init(_ adapters: [any StorageAdapter], _ random: SplitMix64, givesIDs: Bool) {
    self.givesIDs = givesIDs
    store = Store(
      clock: { [clock] in Date(timeIntervalSinceReferenceDate: clock.withLock { Double($0) }) },
      notificationCenter: nil, adapters: adapters)
    history = UndoHistory(of: store)
    self.adapters = adapters
    self.random = random
  }

  /// Makes the next step, and returns its result in words that do not depend on the adapter.
  mutating func next() -> String {
    clock.withLock { $0 += 1 }
    return Store.with(store) { Self.words((try? attempt(depth: 0)) ?? "") }
  }

  static func words(_ text: String) -> String {
    text.replacing(/<[A-Za-z.]*Adapter>/, with: "").replacing(/(version[^0-9a-z]{1,6})[1-9][0-9]*/) { "\($0.1)n" }
  }

  /// What changed, whichever models were used first in this process.
  private static func words(_ changeset: Changeset) -> String {
    "\(changeset)".split(separator: "; ").sorted().joined(separator: "; ")
  }

  /// The sentence of an error. Of several records without a parent it says only the model, because they have another order
  /// in a database after an undone deletion.
  private static func words(_ error: any Error) -> String {
    words("\(error)").replacing(/([A-Z][a-z]+) \S+( cannot be saved, because its relation)/) { "\($0.1)\($0.2)" }
  }

  /// Makes a step. An error is its result, unless it says that another transaction was in the way of this one, which is
  /// over then.
  private mutating func attempt(depth: Int) throws -> String {
    var name = ""
    do {
      let result = try step(&name, depth)
      return "\(name): \(result)"
    } catch {
      if depth > 0 && isConflict(error) { throw error }
      return "\(name): throws \(Self.words(error))"
    }
  }

  private func isConflict(_ error: any Error) -> Bool {
    adapters.contains { ($0 as? any TransactionalAdapter)?.isTransient(error) == true }
  }

  // MARK: - Steps

  private mutating func step(_ name: inout String, _ depth: Int) throws -> String {
    switch random.number(0...(depth < 2 ? 33 : 28)) {
    case 0...2:
      name = "create site"
      let (site, lead) = (site(), try workerID())
      let id = newID()
      return
        "\(try SiteModel.create { ($0.id, $0.name, $0.budget, $0.leadID) = (id, site.name, site.budget, lead) })"
    case 3...4:
      name = "create worker"
      let (id, email, boss) = (random.pick(Self.workerIDs), email(), try workerID())
      return "\(try WorkerModel.create { ($0.id, $0.email, $0.bossID) = (id, email, boss) })"
    case 5...8:
      name = "create job"
      let (job, site, parent, id) = (job(), try siteID(), try jobID(), newID())
      return "\(try JobModel.create { ($0, $0.id, $0.siteID, $0.parentID) = (job, id, site, parent) })"
    case 9...10:
      name = "create shift"
      let (job, worker, hours, id) = (try jobID() ?? 0, try workerID() ?? "", random.number(0...8), newID())
      return "\(try ShiftModel.create { ($0.id, $0.jobID, $0.workerID, $0.hours) = (id, job, worker, hours) })"
    case 11:
      name = "set permit"
      return try setPermit()
    case 12:
      name = "create remark"
      let remarkID = newID()
      if random.chance(50), let site = try SiteModel.find(siteID()) {
        return "\(try site.remarks.create { ($0.id, $0.text) = (remarkID, "a") })"
      }
      guard let id = try jobID(), let job = try JobModel.find(id) else { return "no job" }
      return "\(try job.remarks.create { ($0.id, $0.text) = (remarkID, "b") })"
    case 13:
      name = "create booking"
      let (machine, slot, id) = (random.number(0...2), random.number(-1...5), newID())
      return "\(try BookingModel.create { ($0.id, $0.machine, $0.slot) = (id, machine, slot) })"
    case 14...15:
      name = "update site"
      guard var site = try SiteModel.find(siteID()) else { return "no site" }
      let (new, lead) = (self.site(), try workerID())
      try site.update { ($0.name, $0.budget, $0.leadID) = (new.name, new.budget, lead) }
      return "\(site)"
    case 16...17: return try changeJob(&name)
    case 18:
      name = "update worker"
      guard let id = try workerID(), var worker = try WorkerModel.find(id) else { return "no worker" }
      (worker.email, worker.bossID) = (email(), try workerID())
      try worker.save()
      return "\(worker)"
    case 19:
      name = "update all jobs"
      let (priority, other) = (random.number(0...3), random.number(0...3))
      return "\(try JobModel.where(\.priority == priority).updateAll { $0.priority = other })"
    case 20:
      name = "move all jobs"
      let (site, other) = (try siteID(), try siteID())
      return "\(try JobModel.where(\.siteID == site).updateAll { $0.siteID = other })"
    case 21:
      name = "exchange emails"
      return try exchangeEmails()
    case 22:
      name = "delete job"
      guard let id = try jobID() else { return "no job" }
      return "\(try JobModel.delete(id))"
    case 23:
      name = "destroy"
      switch random.number(0...3) {
      case 0: return "site \(try SiteModel.destroy(siteID()))"
      case 1: return "worker \(try WorkerModel.destroy(workerID() ?? ""))"
      default: return "job \(try JobModel.destroy(jobID() ?? 0))"
      }
    case 24:
      name = "delete all"
      let hours = random.number(0...8)
      return random.chance(50)
        ? "\(try ShiftModel.where(\.hours == hours).deleteAll())"
        : "\(try RemarkModel.where(\.text == "b").deleteAll())"
    case 25: return try insertMany(&name)
    case 26...28: return try ask(&name)
    case 29...31: return try transaction(&name, depth)
    case 32 where depth == 0:
      name = "undo"
      return Self.words(try history.undo())
    case 33 where depth == 0:
      name = "redo"
      return Self.words(try history.redo())
    default:
      name = "preview"
      let id = try siteID()
      return Self.words(store.preview { try SiteModel.destroy(id) }.changeset)
    }
  }

  private mutating func changeJob(_ name: inout String) throws -> String {
    name = "change job"
    guard let id = try jobID(), var job = try JobModel.find(id) else { return "no job" }
    switch random.number(0...5) {
    case 0:
      copies.append(job)
      return "kept a copy"
    case 1:
      // A copy of before, which may be stale or gone.
      guard var copy = random.pickAny(copies) else { return "no copy" }
      copy.title = random.pick(Self.titles)
      try copy.save()
      return "\(copy)"
    case 2: try job.increment(\.priority)
    case 3: try job.toggle(\.isDone)
    case 4:
      (job.siteID, job.parentID) = (try siteID(), try jobID())
      try job.save()
    default:
      let new = self.job()
      try job.update { ($0.title, $0.tags, $0.wage, $0.dueAt) = (new.title, new.tags, new.wage, new.dueAt) }
    }
    return "\(job)"
  }

  private mutating func setPermit() throws -> String {
    let (site, number) = (random.chance(10) ? nil : try siteID(), random.pick(["", "1", "2"]))
    if random.chance(30), var permit = try PermitModel.order(by: \.id).first {
      try permit.update { ($0.siteID, $0.number) = (site, number) }
      return "\(permit)"
    }
    // An adapter may give another id after a refused save, so a permit of a site that is not stored has an id of its own.
    let isRefused = try site.map { try $0 != 0 && SiteModel.find($0) == nil } ?? false
    let given = newID()
    let id = isRefused ? random.number(-999 ... -1) : given == 0 ? nil : given
    return "\(try PermitModel.create { ($0.id, $0.siteID, $0.number, $0.scan) = (id, site, number, Data([0, 255])) })"
  }

  /// Two records exchange what is unique, in one commit.
  private func exchangeEmails() throws -> String {
    let workers = try WorkerModel.where(\.email != nil).order(by: \.id).limit(2).all
    guard workers.count == 2 else { return "no workers" }
    try store.transaction(retries: Self.retries) { _ in
      var (first, second) = (workers[0], workers[1])
      (first.email, second.email) = (nil, first.email)
      try first.save()
      try second.save()
      first.email = workers[1].email
      try first.save()
    }
    return "\(workers.map(\.id))"
  }

  private mutating func insertMany(_ name: inout String) throws -> String {
    name = "insert many"
    let bookings = (0..<random.number(1...3)).map { _ in
      var booking = BookingModel()
      (booking.id, booking.machine, booking.slot) = (newID(), random.number(0...2), random.number(0...5))
      return booking
    }
    let workers = (0..<random.number(1...3)).map { _ in
      var worker = WorkerModel()
      (worker.id, worker.email) = (random.pick(Self.workerIDs), email())
      return worker
    }
    switch random.number(0...3) {
    case 0: return "\(try BookingModel.insert(contentsOf: bookings))"
    case 1: return "\(try WorkerModel.insert(contentsOf: workers, onConflict: .ignore).records)"
    case 2: return "\(try WorkerModel.upsert(contentsOf: workers).records)"
    default:
      return "\(try BookingModel.insert(contentsOf: bookings, onConflict: .merge(\.slot), on: \.machine).records)"
    }
  }

  private mutating func transaction(_ name: inout String, _ depth: Int) throws -> String {
    name = "transaction"
    let (count, isUndone) = (random.number(1...4), random.chance(25))
    var results: [String] = []
    var twin = self
    defer { (random, copies, idCount) = (twin.random, twin.copies, twin.idCount) }
    do {
      try store.transaction(retries: depth == 0 ? Self.retries : 0) { _ in
        (twin, results) = (self, [])
        for _ in 0..<count { results.append(try twin.attempt(depth: depth + 1)) }
        results.append("sees \(try twin.state())")
        if isUndone { throw WorldRefusal.undone }
      }
    } catch {
      if depth > 0 && isConflict(error) { throw error }
      return "\(results.joined(separator: "\n    ")) throws \(Self.words(error))"
    }
    return results.joined(separator: "\n    ")
  }

  // MARK: - Questions

  private mutating func ask(_ name: inout String) throws -> String {
    name = "ask"
    let priority = random.number(0...3)
    switch random.number(0...16) {
    // Titles that are equal say nothing of the order: a job whose deletion was undone is behind the others in a database, and
    // in its place in memory.
    case 0: return "\(try JobModel.where(\.priority >= priority).order(by: \.title).order(by: \.id).ids)"
    case 1: return "\(try JobModel.order(by: \.dueAt, nils: .first).order(by: \.id, .descending).limit(3).ids)"
    case 2: return "\(try SiteModel.where { $0.jobs.any { $0.priority == priority } }.order(by: \.id).ids)"
    case 3: return "\(try SiteModel.where { $0.jobs.count > priority }.order(by: \.id).ids)"
    case 4: return "\(try JobModel.where { $0.site.lead.teamCount > 0 }.order(by: \.id).ids)"
    case 5: return "\(try JobModel.group(by: \.priority).count().sorted { $0.key < $1.key })"
    case 6: return "\(try JobModel.records.sum(\.wage)) \(String(describing: try JobModel.records.maximum(\.dueAt)))"
    case 7: return "\(try SiteModel.find(siteID())?.workers.order(by: \.id).ids ?? [])"
    case 8: return "\(try RemarkModel.order(by: \.id).first?.subjectID ?? 0)"
    case 9:
      let page = try JobModel.order(by: \.priority).order(by: \.id).page(size: 3)
      guard let cursor = page.next else { return "\(page.records)" }
      return "\(try JobModel.order(by: \.priority).order(by: \.id).page(after: cursor, size: 3).records)"
    case 10: return "\(try WorkerModel.where { $0.team.isEmpty && $0.shifts.isEmpty }.order(by: \.id).ids)"
    case 11: return "\(try SiteModel.where(\.wages > 0).order(by: \.wages).order(by: \.id).ids)"
    case 14: return "\(try PermitModel.where(\.number == "\(priority)").sole())"
    case 15:
      let first = JobModel.order(by: \.priority).order(by: \.id, .descending)
      return "\(String(describing: try first.pick(\.title, \.dueAt))) \(try first.limit(2).count > 1)"
    case 16:
      let sites = SiteModel.order(by: { $0.topJob.priority }, .descending).order(by: \.id)
      return "\(try sites.where { $0.topJob.priority <= priority }.ids) \(try sites.all.map { try $0.topJob?.id ?? 0 })"
    case 12:
      let sites = try SiteModel.rebuildDerived()
      return "\(sites) \(try WorkerModel.rebuildDerived()) \(try JobModel.rebuildDerived())"
    default:
      return "\(try JobModel.find { $0.title.count > 2 }.order(by: \.id).ids) \(try JobModel.where(\.isDone).count)"
    }
  }

  /// All records.
  func state() throws -> String {
    try Store.with(store) {
      let (sites, workers) = (try SiteModel.order(by: \.id).all, try WorkerModel.order(by: \.id).all)
      let (jobs, shifts) = (try JobModel.order(by: \.id).all, try ShiftModel.order(by: \.id).all)
      let (permits, remarks) = (try PermitModel.order(by: \.id).all, try RemarkModel.order(by: \.id).all)
      let bookings = try BookingModel.order(by: \.id).all
      let all: [[Any]] = [sites, workers, jobs, shifts, permits, remarks, bookings]
      return Self.words("\(all.joined().map { "\($0)" }.joined(separator: "\n"))\n\(store.commitCount) commits")
    }
  }

  // MARK: - Values

  private static var titles: [String] { ["", "dig", "Dig deep", "caf\u{E9}", "cafe\u{301}", "\u{0}"] }
  private static var workerIDs: [String] { ["ann", "bob", "caf\u{E9}", "cafe\u{301}", "Ann", "z", "\u{212A}"] }

  private mutating func site() -> SiteModel {
    var site = SiteModel()
    site.name = random.pick([
      "a", "b", "c", "d", "e", "", " padded", "padded", "logged", "kept", "forbidden", "caf\u{E9}",
    ])
    site.budget = random.pick([0, -0.0, 1, 2.5, -1, .infinity])
    return site
  }

  private mutating func job() -> JobModel {
    var job = JobModel()
    (job.title, job.priority) = (random.pick(Self.titles), random.number(0...3))
    job.tags = random.pick([[], ["a"], ["b", "caf\u{E9}"]])
    job.wage = random.pick([0, Decimal(string: "0.10") ?? 0, 12, -3])
    job.dueAt = random.pick([nil, Date(timeIntervalSinceReferenceDate: 0.1), Date(timeIntervalSinceReferenceDate: 5)])
    return job
  }

  /// The id of a new record: 0, for which the store gives one, or a number that is the same when a transaction is run again.
  private mutating func newID() -> Int {
    if !givesIDs { return 0 }
    idCount += 1
    return 100 * clock.withLock { $0 } + idCount % 100
  }

  private mutating func email() -> String? { random.pick([nil, nil, "a@x", "b@x", "c@x", "d@x", "before", "after"]) }

  /// The id of a site, or that of none.
  private mutating func siteID() throws -> Int {
    random.chance(10) ? 999 : random.pickAny(try SiteModel.order(by: \.id).ids) ?? 0
  }

  private mutating func jobID() throws -> Int? {
    random.chance(20) ? nil : random.pickAny(try JobModel.order(by: \.id).ids)
  }

  private mutating func workerID() throws -> String? {
    random.chance(30) ? nil : random.pickAny(try WorkerModel.order(by: \.id).ids)
  }
}
