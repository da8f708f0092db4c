import MotionModel

// What forms and JSON write of related records: their ids, or their attributes.

extension World {
  /// Says by their ids who works on a job, some of whom may be nobody.
  func assignWorkers(to job: Job, _ edits: [Edit]) throws {
    let ids = edits.compactMap { Worker.id($0.value, in: current.naive) }
    let attributes: [String: AttributeValue] = ["worker_ids": .array(ids.map(\.attribute))]
    try both("{ var job = \(source(job)); try job.update(attributes: \(attributes.swift)) }()") {
      var changed = job
      try changed.update(attributes: attributes)
      return Set(changed.workers.ids)
    } naive: { naive throws(Refusal) in
      var owner = job
      try naive.save(&owner, .save)
      if ids.contains(where: { naive.workers.find($0) == nil }) { throw .notFound }
      let shifts = naive.shifts.records.filter { $0.jobID == job.id }
      _ = try naive.delete(Shift.self, shifts.filter { !ids.contains($0.workerID) }.map(\.id))
      let assigned = Set(shifts.map(\.workerID))
      for id in ids.withoutRepetitions where !assigned.contains(id) {
        var shift = Shift()
        (shift.jobID, shift.workerID) = (job.id, id)
        try naive.save(&shift, .save)
      }
      return Set(ids)
    }
  }

  /// Writes a job through the attributes of its site: a new one, one of the site or another one.
  func nestJob(in site: Site, _ job: Job?, _ edits: [Edit], isRemoval: Bool) throws {
    let edited = edited(job ?? Job(), edits)
    var written: [String: AttributeValue] = ["title": edited.title.attribute, "priority": edited.priority.attribute]
    // The relation decides about the key, whatever the attributes say.
    written["siteID"] = edited.siteID.attribute
    if let job { written["id"] = job.id.attribute }
    if isRemoval { written["_destroy"] = true }
    let attributes: [String: AttributeValue] = ["jobs": .array([.dictionary(written)])]
    try both("{ var site = \(source(site)); try site.update(attributes: \(attributes.swift)) }()") {
      var changed = site
      try changed.update(attributes: attributes)
      return changed.jobs.count
    } naive: { naive throws(Refusal) in
      var owner = site
      try naive.save(&owner, .save)
      if let job, job.siteID != site.id { throw .notFound }
      if isRemoval {
        if let job { _ = try naive.destroy(Job.self, [job.id]) }
      } else {
        var saved = job ?? Job()
        (saved.title, saved.priority, saved.siteID) = (edited.title, edited.priority, site.id)
        try naive.save(&saved, job == nil ? .insert : .save)
      }
      return naive.jobs.records.count { $0.siteID == site.id }
    }
  }
}

extension Array where Element: Hashable {
  /// The elements, each once.
  fileprivate var withoutRepetitions: [Element] {
    var known: Set<Element> = []
    return filter { known.insert($0).inserted }
  }
}
