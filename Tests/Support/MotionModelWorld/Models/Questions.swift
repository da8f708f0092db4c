import Foundation
import MotionModel

// What finders compute, aggregate and find by, model by model. The naive store follows keys by searching arrays.

extension NaiveStore {
  fileprivate func site(_ id: Int?) -> Site? { id.flatMap { sites.find($0) } }
  fileprivate func job(_ id: Int?) -> Job? { id.flatMap { jobs.find($0) } }
  fileprivate func worker(_ id: String?) -> Worker? { id.flatMap { workers.find($0) } }
  fileprivate func jobsOfSite(_ site: Site) -> [Job] { jobs.records.filter { $0.siteID == site.id } }
  fileprivate func topJob(_ site: Site) -> Job? { jobsOfSite(site).max { $0.priority < $1.priority } }
  fileprivate func shiftsOfJob(_ job: Job) -> [Shift] { shifts.records.filter { $0.jobID == job.id } }
}

extension Int {
  /// Returns the result of an operation, or nil if it overflows.
  fileprivate func exactly(_ operation: (Int) -> (Int) -> (Int, Bool), _ other: Int) -> Int? {
    let (result, overflows) = operation(self)(other)
    return overflows ? nil : result
  }
}

extension Site {
  package static let naturalKey: NaturalKey<Site>? = NaturalKey("\\.name", \.name)
  package static let computations = Computation<Site>.list {
    Computation("$0.name.count", { $0.name.count }, [0, 1, 2, 6]) { site, _ in site.name.count }
    Computation("$0.name", { $0.name }, "$0.code", { $0.code }) { site, _ in (site.name, site.code) }
    Computation("$0.budget * 2.0", { $0.budget * 2.0 }, [0, 2, 5, -.infinity, nil]) { site, _ in site.budget * 2 }
    Computation("$0.budget - $0.budget", { $0.budget - $0.budget }, [0, 1]) { site, _ in site.budget - site.budget }
    Computation(
      "$0.updatedAt.seconds(since: $0.createdAt)", { $0.updatedAt.seconds(since: $0.createdAt) }, [0, 3, 20, nil]
    ) {
      site, _ in site.seconds
    }
    Computation("$0.updatedAt.days(since: $0.createdAt)", { $0.updatedAt.days(since: $0.createdAt) }, [0, 3 / 86_400]) {
      site, _ in site.seconds.map { $0 / 86_400 }
    }
    Computation("$0.createdAt", { $0.createdAt }, "$0.updatedAt", { $0.updatedAt }) { site, _ in
      (site.createdAt, site.updatedAt)
    }
    Computation("$0.lead.name", { $0.lead.name }, ["ann", "bob", "", nil]) { site, naive in
      naive.worker(site.leadID)?.name
    }
    Computation("$0.lead.boss.email", { $0.lead.boss.email }, ["a@x", "c@x", nil]) { site, naive in
      naive.worker(naive.worker(site.leadID)?.bossID)?.email
    }
    Computation("$0.lead.name == \"ann\"", { $0.lead.name == "ann" }) { site, naive in
      naive.worker(site.leadID)?.name == "ann"
    }
    Computation("$0.lead.exists", { $0.lead.exists }) { site, naive in naive.worker(site.leadID) != nil }
    Computation("$0.jobs.count", { $0.jobs.count }, [0, 1, 2]) { site, naive in naive.jobsOfSite(site).count }
    Computation("$0.jobsCount", { $0.jobsCount }, "$0.jobs.count", { $0.jobs.count }) { site, naive in
      (site.jobsCount, naive.jobsOfSite(site).count)
    }
    Computation("$0.jobs.maximum(\\.priority)", { $0.jobs.maximum(\.priority) }, [0, 3, nil]) { site, naive in
      naive.jobsOfSite(site).map(\.priority).max()
    }
    Computation("$0.jobs.sum(\\.stepsCount)", { $0.jobs.sum(\.stepsCount) }, [0, 1, 2]) { site, naive in
      naive.jobsOfSite(site).reduce(0) { $0 + $1.stepsCount }
    }
    Computation("$0.jobs.where { !$0.isDone }.count", { $0.jobs.where { !$0.isDone }.count }, [0, 1]) { site, naive in
      naive.jobsOfSite(site).count { !$0.isDone }
    }
    Computation("$0.jobs.any { $0.isDone }", { $0.jobs.any { $0.isDone } }) { site, naive in
      naive.jobsOfSite(site).contains(where: \.isDone)
    }
    Computation("$0.jobs.all { $0.isDone }", { $0.jobs.all { $0.isDone } }) { site, naive in
      naive.jobsOfSite(site).allSatisfy(\.isDone)
    }
    Computation("$0.workers.count", { $0.workers.count }, [0, 1, 2]) { site, naive in
      Set(naive.jobsOfSite(site).flatMap { naive.shiftsOfJob($0) }.compactMap { naive.worker($0.workerID)?.id }).count
    }
    Computation("$0.topJob.stepsCount", { $0.topJob.stepsCount }, [0, 1, nil]) { site, naive in
      naive.topJob(site)?.stepsCount
    }
    Computation("$0.topJob.isDone == true", { $0.topJob.isDone == true }) { site, naive in
      naive.topJob(site)?.isDone == true
    }
    Computation("$0.topJob.shifts.count", { $0.topJob.shifts.count }, [0, 1, 2]) { site, naive in
      naive.topJob(site).map { naive.shiftsOfJob($0).count } ?? 0
    }
    Computation("$0.permit.number", { $0.permit.number }, ["", "1", "2", nil]) { site, naive in
      naive.permits.records.first { $0.siteID == site.id }?.number
    }
  }
  package static let summaries: [Summary<Site>] =
    Summary.extremes(("\\.budget", "\\.code"), \.budget, by: \.code)
    + Summary.sums(("\\.jobsCount", "\\.leadID"), \.jobsCount, by: \.leadID)
    + [Summary.parents("\\.lead", \.lead) { $0.leadID }, Summary.pairs(("\\.code", "\\.leadID"), \.code, \.leadID)]

  fileprivate var seconds: Double? {
    updatedAt.flatMap { updated in createdAt.map { updated.timeIntervalSince($0) } }
  }
}

extension Job {
  package static let naturalKey: NaturalKey<Job>? = NaturalKey("\\.title", \.title)
  package static let computations = Computation<Job>.list {
    Computation("$0.isDone", { $0.isDone }) { job, _ in job.isDone }
    Computation("$0.parent.isDone", { $0.parent.isDone }) { job, naive in naive.job(job.parentID)?.isDone == true }
    Computation("$0.tags.count", { $0.tags.count }, [0, 1, 2]) { job, _ in job.tags.count }
    Computation("$0.title.count", { $0.title.count }, [0, 1, 4]) { job, _ in job.title.count }
    Computation("$0.priority + 1", { $0.priority + 1 }, [1, 2, 0, nil]) { job, _ in
      job.priority.exactly(Int.addingReportingOverflow, 1)
    }
    Computation("$0.priority - $0.stepsCount", { $0.priority - $0.stepsCount }, [0, 1, nil]) { job, _ in
      job.priority.exactly(Int.subtractingReportingOverflow, job.stepsCount)
    }
    Computation("$0.priority * $0.priority", { $0.priority * $0.priority }, [0, 1, 4, nil]) { job, _ in
      job.priority.exactly(Int.multipliedReportingOverflow, job.priority)
    }
    Computation("$0.parentID", { $0.parentID }, "$0.id", { $0.id }) { job, _ in (job.parentID, job.id) }
    Computation("$0.title", { $0.title }, "$0.site.name", { $0.site.name }) { job, naive in
      (job.title, naive.site(job.siteID)?.name)
    }
    Computation("$0.priority", { $0.priority }, "$0.parent.priority", { $0.parent.priority }) { job, naive in
      (job.priority, naive.job(job.parentID)?.priority)
    }
    Computation("$0.site.name", { $0.site.name }, ["a", "b", "", nil]) { job, naive in naive.site(job.siteID)?.name }
    Computation("$0.site.lead.name", { $0.site.lead.name }, ["ann", "Ann", nil]) { job, naive in
      naive.worker(naive.site(job.siteID)?.leadID)?.name
    }
    Computation("$0.site.budget > 1.0", { $0.site.budget > 1.0 }) { job, naive in
      naive.site(job.siteID).map { $0.budget > 1 } ?? false
    }
    Computation(
      "$0.title.contains(\"FÉ\", caseSensitive: false, accentSensitive: false)",
      { $0.title.contains("FÉ", caseSensitive: false, accentSensitive: false) }
    ) {
      job, _ in job.title.withoutCaseAndAccents.contains("fe")
    }
    Computation("$0.steps.count", { $0.steps.count }, [0, 1]) { job, naive in
      naive.jobs.records.count { $0.parentID == job.id }
    }
    Computation("$0.workers.count", { $0.workers.count }, [0, 1, 2]) { job, naive in
      Set(naive.shiftsOfJob(job).compactMap { naive.worker($0.workerID)?.id }).count
    }
    Computation("$0.shifts.sum(\\.hours)", { $0.shifts.sum(\.hours) }, [0, 1, 8]) { job, naive in
      naive.shiftsOfJob(job).reduce(0) { $0 + $1.hours }
    }
    Computation("$0.shifts.minimum(\\.startsAt)", { $0.shifts.minimum(\.startsAt) }, [nil]) { job, naive in
      naive.shiftsOfJob(job).compactMap(\.startsAt).min()
    }
  }
  package static let summaries: [Summary<Job>] =
    Summary.extremes(("\\.priority", "\\.state"), \.priority, by: \.state)
    + Summary.extremes(("\\.title", "\\.isDone"), \.title, by: \.isDone)
    + Summary.sums(("\\.stepsCount", "\\.siteID"), \.stepsCount, by: \.siteID)
    + Summary.statistics(("\\.shiftsCount", "\\.siteID"), \.shiftsCount, by: \.siteID)
    + [
      Summary.parents("\\.parent", \.parent) { $0.parentID }, Summary.parents("\\.site", \.site) { $0.siteID },
      Summary.pairs(("\\.siteID", "\\.state"), \.siteID, \.state),
    ]
}

extension Worker {
  package static let naturalKey: NaturalKey<Worker>? = NaturalKey("\\.email", \.email)
  package static let computations = Computation<Worker>.list {
    Computation("$0.email.count", { $0.email.count }, [0, 3, nil]) { worker, _ in worker.email?.count }
    Computation("$0.name.contains(\"n\")", { $0.name.contains("n") }) { worker, _ in worker.name.contains("n") }
    Computation(
      "$0.name.eq(\"CAFE\", caseSensitive: false, accentSensitive: false)",
      { $0.name.eq("CAFE", caseSensitive: false, accentSensitive: false) }
    ) {
      worker, _ in worker.name.withoutCaseAndAccents == "cafe"
    }
    Computation(
      "$0.name.startsWith(\"CAF\", caseSensitive: false, accentSensitive: false)",
      { $0.name.startsWith("CAF", caseSensitive: false, accentSensitive: false) }
    ) {
      worker, _ in worker.name.withoutCaseAndAccents.hasPrefix("caf")
    }
    Computation("$0.boss.name", { $0.boss.name }, ["ann", "bob", nil]) { worker, naive in
      naive.worker(worker.bossID)?.name
    }
    Computation("$0.name", { $0.name }, "$0.boss.name", { $0.boss.name }) { worker, naive in
      (worker.name, naive.worker(worker.bossID)?.name)
    }
    Computation("$0.teamCount + $0.sitesCount", { $0.teamCount + $0.sitesCount }, [0, 1, 2]) { worker, _ in
      worker.teamCount + worker.sitesCount
    }
    Computation("$0.team.count", { $0.team.count }, [0, 1]) { worker, naive in
      naive.workers.records.count { $0.bossID == worker.id }
    }
    Computation("$0.boss.isMissing", { $0.boss.isMissing }) { worker, naive in naive.worker(worker.bossID) == nil }
  }
  package static let summaries: [Summary<Worker>] =
    Summary.extremes(("\\.name", "\\.bossID"), \.name, by: \.bossID)
    + Summary.sums(("\\.teamCount", "\\.name"), \.teamCount, by: \.name)
    + Summary.statistics(("\\.teamCount", "\\.name"), \.teamCount, by: \.name)
    + [Summary.parents("\\.boss", \.boss) { $0.bossID }]
}

extension Shift {
  package static let computations = Computation<Shift>.list {
    Computation("$0.hours * $0.hours", { $0.hours * $0.hours }, [0, 1, 64]) { shift, _ in shift.hours * shift.hours }
    Computation("$0.job.title", { $0.job.title }, ["dig", "", nil]) { shift, naive in naive.job(shift.jobID)?.title }
    Computation("$0.worker.email", { $0.worker.email }, ["a@x", nil]) { shift, naive in
      naive.worker(shift.workerID)?.email
    }
    Computation("$0.job.site.name", { $0.job.site.name }, ["a", "b", nil]) { shift, naive in
      naive.site(naive.job(shift.jobID)?.siteID)?.name
    }
    Computation(
      "$0.startsAt.days(since: $0.job.site.createdAt)", { $0.startsAt.days(since: $0.job.site.createdAt) }, [0, nil]
    ) { shift, naive in
      let created = naive.site(naive.job(shift.jobID)?.siteID)?.createdAt
      return shift.startsAt.flatMap { start in created.map { start.timeIntervalSince($0) / 86_400 } }
    }
  }
  package static let summaries: [Summary<Shift>] =
    Summary.extremes(("\\.hours", "\\.workerID"), \.hours, by: \.workerID)
    + Summary.dates("\\.startsAt", \.startsAt)
    + [Summary.parents("\\.worker", \.worker) { $0.workerID }, Summary.parents("\\.job", \.job) { $0.jobID }]
}

extension Permit {
  package static let naturalKey: NaturalKey<Permit>? = NaturalKey("\\.siteID", \.siteID)
  package static let computations = Computation<Permit>.list {
    Computation("$0.number.count", { $0.number.count }, [0, 1, 2]) { permit, _ in permit.number.count }
    Computation("$0.scan.count", { $0.scan.count }, [0, 1]) { permit, _ in permit.scan.count }
    Computation("$0.site.jobsCount", { $0.site.jobsCount }, [0, 1, nil]) { permit, naive in
      naive.site(permit.siteID)?.jobsCount
    }
    Computation("$0.site.budget", { $0.site.budget }, [0, 1, nil]) { permit, naive in
      naive.site(permit.siteID)?.budget
    }
  }
  package static let summaries: [Summary<Permit>] =
    Summary.extremes(("\\.number", "\\.scan"), \.number, by: \.scan)
}

extension Remark {
  package static let naturalKey: NaturalKey<Remark>? = NaturalKey("\\.text", \.text)
  package static let computations = Computation<Remark>.list {
    Computation("$0.text.count", { $0.text.count }, [0, 3, 4]) { remark, _ in remark.text.count }
    Computation("$0.text", { $0.text }, "$0.subjectType", { $0.subjectType }) { remark, _ in
      (remark.text, remark.subjectType)
    }
  }
  package static let summaries: [Summary<Remark>] =
    Summary.extremes(("\\.text", "\\.subjectType"), \.text, by: \.subjectType)
    + [Summary.pairs(("\\.subjectType", "\\.subjectID"), \.subjectType, \.subjectID)]
}

extension Booking {
  package static let naturalKey: NaturalKey<Booking>? = NaturalKey("\\.slot", \.slot)
  package static let computations = Computation<Booking>.list {
    Computation("$0.machine + $0.slot", { $0.machine + $0.slot }, [0, 2, 5]) { booking, _ in
      booking.machine + booking.slot
    }
    Computation("$0.machine * $0.slot - 1", { $0.machine * $0.slot - 1 }, [-1, 0, 3]) { booking, _ in
      booking.machine * booking.slot - 1
    }
    Computation("$0.machine", { $0.machine }, "$0.slot", { $0.slot }) { booking, _ in (booking.machine, booking.slot) }
  }
  package static let summaries: [Summary<Booking>] =
    Summary.extremes(("\\.slot", "\\.machine"), \.slot, by: \.machine)
    + Summary.sums(("\\.slot", "\\.holder"), \.slot, by: \.holder)
    + Summary.statistics(("\\.slot", "\\.holder"), \.slot, by: \.holder)
}

extension String {
  /// This text as Foundation folds it.
  fileprivate var withoutCaseAndAccents: String {
    folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
  }
}
