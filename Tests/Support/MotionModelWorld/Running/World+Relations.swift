import MotionModel

extension World {
  /// Writes along a relation.
  func relate(_ relating: Relating, _ first: Int, _ second: Int, _ edits: [Edit]) throws {
    func pick<Record: WorldModel>(_ model: Record.Type, _ index: Int) -> Record? {
      find(model, Target(kind: Record.kind, index: index, which: .present))
    }
    switch relating {
    case .createJob:
      guard let site = pick(Site.self, first) else { return }
      var job = edited(Job(), edits)
      job.siteID = site.id
      try both("\(source(site)).jobs.create { \(job.assignments) }") {
        Same(try site.jobs.create { $0 = job })
      } naive: { naive throws(Refusal) in
        var job = job
        try naive.save(&job, .insert)
        return Same(job)
      }
    case .appendJob:
      guard let site = pick(Site.self, first), let job = pick(Job.self, second) else { return }
      try both("{ var job = \(source(job)); try \(source(site)).jobs.append(&job) }()") {
        var job = job
        try site.jobs.append(&job)
        return Same(job)
      } naive: { naive throws(Refusal) in
        var job = job
        job.siteID = site.id
        try naive.save(&job, .save)
        return Same(job)
      }
    case .removeJob:
      guard let site = pick(Site.self, first), let job = pick(Job.self, second) else { return }
      try both("\(source(site)).jobs.remove(\(source(job)))") {
        try site.jobs.remove(job)
      } naive: { naive throws(Refusal) in
        if job.siteID != site.id { return false }
        return try naive.destroy(Job.self, [job.id]) > 0
      }
    case .replaceJobs:
      guard let site = pick(Site.self, first), let job = pick(Job.self, second) else { return }
      try both("\(source(site)).jobs.replace(with: [\(source(job))])") {
        try site.jobs.replace(with: [job]).count
      } naive: { naive throws(Refusal) in
        let unwanted = naive.jobs.records.filter { $0.siteID == site.id && $0.id != job.id }
        _ = try naive.destroy(Job.self, unwanted.map(\.id))
        if naive.jobs.find(job.id)?.siteID == site.id { return 1 }
        var job = job
        job.siteID = site.id
        try naive.save(&job, .save)
        return 1
      }
    case .setPermit:
      guard let site = pick(Site.self, first) else { return }
      var permit = edited(Permit(), edits)
      permit.siteID = nil
      try both("\(source(site)).create(\\.permit) { \(permit.assignments) }") {
        try site.create(\.permit) {
          $0.number = permit.number
          $0.scan = permit.scan
        }.siteID
      } naive: { naive throws(Refusal) in
        var permit = permit
        _ = try naive.delete(Permit.self, naive.permits.records.filter { $0.siteID == site.id }.map(\.id))
        permit.siteID = site.id
        try naive.save(&permit, .insert)
        return permit.siteID
      }
    case .removePermit:
      guard let site = pick(Site.self, first) else { return }
      try both("\(source(site)).remove(\\.permit)") {
        try site.remove(\.permit)
      } naive: { naive throws(Refusal) in
        try naive.delete(Permit.self, naive.permits.records.filter { $0.siteID == site.id }.map(\.id)) > 0
      }
    case .addWorker:
      guard var job = pick(Job.self, first), var worker = pick(Worker.self, second) else { return }
      try both("{ var worker = \(source(worker)); try \(source(job)).workers.append(&worker) }()") {
        try job.workers.append(&worker)
        return true
      } naive: { naive throws(Refusal) in
        if naive.shifts.records.contains(where: { $0.jobID == job.id && $0.workerID == worker.id }) { return true }
        var shift = Shift()
        (shift.jobID, shift.workerID) = (job.id, worker.id)
        try naive.save(&shift, .save)
        return true
      }
      job.title = ""
    case .removeWorker:
      guard let job = pick(Job.self, first), let worker = pick(Worker.self, second) else { return }
      try both("\(source(job)).workers.remove(\(source(worker)))") {
        try job.workers.remove(worker)
      } naive: { naive throws(Refusal) in
        let ids = naive.shifts.records.filter { $0.jobID == job.id && $0.workerID == worker.id }.map(\.id)
        return try naive.destroy(Shift.self, ids) > 0
      }
    case .assignWorkers:
      guard let job = pick(Job.self, first) else { return }
      try assignWorkers(to: job, edits)
    case .nestJob:
      guard let site = pick(Site.self, first) else { return }
      try nestJob(in: site, pick(Job.self, second), edits, isRemoval: second % 3 == 0)
    case .appendTeam:
      guard let boss = pick(Worker.self, first), let worker = pick(Worker.self, second) else { return }
      try both("{ var worker = \(source(worker)); try \(source(boss)).team.append(&worker) }()") {
        var worker = worker
        try boss.team.append(&worker)
        return Same(worker)
      } naive: { naive throws(Refusal) in
        var worker = worker
        worker.bossID = boss.id
        try naive.save(&worker, .save)
        return Same(worker)
      }
    case .removeTeam:
      guard let boss = pick(Worker.self, first) else { return }
      try both("\(source(boss)).team.removeAll()") {
        try boss.team.removeAll()
      } naive: { naive throws(Refusal) in
        let team = naive.workers.records.filter { $0.bossID == boss.id }
        try naive.take(team, .nullify) { $0.bossID = nil }
        return team.count
      }
    }
  }
}
