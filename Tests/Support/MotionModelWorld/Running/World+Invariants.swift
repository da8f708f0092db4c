import Foundation
import MotionModel
import MotionModelTransactions
import MotionModelValidation

extension World {
  /// Checks what is too expensive to check after every step.
  func examine() throws {
    try Store.withoutPolicies { for twin in [main] + branches { try examine(twin) } }
    for (number, snapshot) in snapshots.enumerated() {
      if let difference = Comparison.of(snapshot.store, snapshot.naive) {
        throw Difference("snapshot: \(difference.rule)", "\(number): \(difference.details)")
      }
    }
  }

  private func examine(_ twin: Twin) throws {
    if let fault = try twin.store.verify().first { throw Difference("fault", "\(fault)") }
    if let difference = Comparison.of(twin.store, twin.naive) {
      throw Difference("later: \(difference.rule)", difference.details)
    }
    try Store.with(twin.store) { try examineRelations(twin.naive) }
    if !twin.isAlone { return }
    try examinePast(twin)
    try examineBlame(twin)
    try examineBisection(twin)
    try examineText(twin)
  }

  /// Checks that the replica and the history of a store hold the expected records.
  private func examinePast(_ twin: Twin) throws {
    if let difference = Comparison.of(twin.replica, twin.naive) {
      throw Difference("replica: \(difference.rule)", difference.details)
    }
    for state in twin.states {
      guard let past = try? twin.history.store(at: state.commit) else { continue }
      if let difference = Comparison.of(past, state.naive) {
        throw Difference("history: \(difference.rule)", "\(state.commit): \(difference.details)")
      }
    }
    if !Changeset.difference(from: twin.store, to: twin.store.snapshot()).isEmpty {
      throw Difference("difference", "a store differs from its snapshot")
    }
  }

  /// Checks that relations return what a search through arrays finds.
  private func examineRelations(_ naive: NaiveStore) throws {
    func expect<Value: Equatable>(_ name: String, _ value: Value, _ expected: Value) throws(Difference) {
      if value != expected { throw Difference("relation \(name)", "\(value), expected \(expected)") }
    }
    for site in naive.sites.records.prefix(5) {
      let jobs = naive.jobs.records.filter { $0.siteID == site.id }
      try expect("site.jobs", site.jobs.ids, jobs.map(\.id))
      try expect("site.jobs.count", site.jobs.count, jobs.count)
      try expect("site.permit", site.permit?.id, naive.permits.records.first { $0.siteID == site.id }?.id)
      let remarks = naive.remarks.records.filter { $0.subjectType == "Site" && $0.subjectID == site.id }
      try expect("site.remarks", site.remarks.ids, remarks.map(\.id))
      try expect("site.lead", site.lead?.id, naive.workers.records.first { $0.id == site.leadID }?.id)
      let jobIDs = Set(jobs.map(\.id))
      let workerIDs = Set(naive.shifts.records.filter { jobIDs.contains($0.jobID) }.map(\.workerID))
      try expect("site.workers", Set(site.workers.ids), workerIDs)
      try expect("site.workers.count", site.workers.count, workerIDs.count)
    }
    for job in naive.jobs.records.prefix(5) {
      try expect("job.site", job.site?.id, job.siteID)
      try expect("job.steps", job.steps.ids, naive.jobs.records.filter { $0.parentID == job.id }.map(\.id))
      try expect(
        "job.workers", Set(job.workers.ids), Set(naive.shifts.records.filter { $0.jobID == job.id }.map(\.workerID)))
    }
    for remark in naive.remarks.records.prefix(5) {
      let expected: Bool =
        switch remark.subjectType {
        case "Site": naive.sites.records.contains { $0.id == remark.subjectID }
        case "Job": naive.jobs.records.contains { $0.id == remark.subjectID }
        default: false
        }
      try expect("remark.subject", remark.subject != nil, expected)
    }
    try expect(
      "remarks including their subjects, and the jobs of sites",
      Remark.including(\.subject).including(\.subject, as: Site.self) { $0.including(\.jobs) }.all.map {
        "\($0.id) \($1 != nil) \($2.map { "\($0.0.id) \($0.1.map(\.id))" } ?? "-")"
      },
      naive.remarks.records.map { remark in
        let (isSite, isJob) = (remark.subjectType == "Site", remark.subjectType == "Job")
        let site = naive.sites.records.first { isSite && $0.id == remark.subjectID }
        let job = naive.jobs.records.first { isJob && $0.id == remark.subjectID }
        let jobs = naive.jobs.records.filter { $0.siteID == site?.id }.map(\.id)
        return "\(remark.id) \(site != nil || job != nil) \(site.map { "\($0.id) \(jobs)" } ?? "-")"
      })
    let mild = naive.remarks.records.filter { !$0.isBad }.map(\.id)
    try expect("remarks that a clerk may read", Remark.readable(by: Clerk()).ids, mild)
    try expect("remarks that a clerk may change", Remark.records.allowing(.update, by: Clerk()).ids, mild)
    try expect(
      "sites including jobs, these including steps and workers",
      Site.including(\.jobs) { $0.including(\.steps).including(\.workers) }.all.map { site, jobs in
        "\(site.id): " + jobs.map { job, steps, workers in "\(job.id) \(steps.map(\.id)) \(workers.count)" }.joined()
      },
      naive.sites.records.map { site in
        "\(site.id): "
          + naive.jobs.records.filter { $0.siteID == site.id }.map { job in
            let steps = naive.jobs.records.filter { $0.parentID == job.id }.map(\.id)
            let workers = Set(naive.shifts.records.filter { $0.jobID == job.id }.map(\.workerID))
            return "\(job.id) \(steps) \(workers.count)"
          }.joined()
      })
    try expect(
      "sites with jobs", Site.where { $0.jobs.exists }.ids, naive.sites.records.filter { $0.jobsCount > 0 }.map(\.id))
    try expect(
      "jobs of sites", Job.where { $0.site.name == "a" }.ids,
      naive.jobs.records.filter { job in naive.sites.records.contains { $0.id == job.siteID && $0.name == "a" } }.map(
        \.id))
  }
}
