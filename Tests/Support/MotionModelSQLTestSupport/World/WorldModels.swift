package import Foundation
package import MotionModel
package import MotionModelValidation

/// The models of random worlds: between them, they use what a store does for its records.

/// A building site: a parent of jobs, which it counts and which touch it, with hooks that change, refuse and write, and columns that
/// are kept up.
package struct Site<Adapter: StorageAdapter>: Model {
  package var id = 0
  package var name = ""
  package var budget = 0.0
  package var leadID: String?
  package var jobsCount = 0
  package var wages = Decimal(0)
  package var topPriority: Int?
  package var helpers = 0
  package var title = ""
  package var createdAt: Date?
  package var updatedAt: Date?

  package init() {}

  package static var schema: Schema<Self> {
    .once {
      Schema {
        Column(\.name, .unique)
        Column(\.budget, .ordered)
        Column(\.leadID)
        Derived(\.jobsCount, count: \.jobs)
        Derived(\.wages, .ordered, sum: \.jobs, \.wage)
        Derived(\.topPriority, maximum: \.jobs, \.priority, where: \.isDone == false)
        Derived(\.helpers, count: \.workers)
        Derived(\.title) { "\($0.name), \($0.jobsCount) jobs" }
        Timestamps(\.createdAt, \.updatedAt)
      }
    }
  }
  package struct Relations: Sendable {
    package let lead = BelongsTo<Worker<Adapter>>(\.leadID)
    package let jobs = HasMany<Job<Adapter>>(\.siteID, dependent: .destroy)
    package let topJob = HasOne<Job<Adapter>>(\.siteID) { $0.order(by: \.priority, .descending).order(by: \.id) }
    package let permit = HasOne<Permit<Adapter>>(\.siteID, dependent: .delete)
    package let workers = HasMany<Worker<Adapter>>(through: \.jobs, \.workers)
    package let remarks = HasMany<Remark<Adapter>>(as: \.subject, dependent: .destroy)
  }
  package static var relations: Relations { Schemas.once { Relations() } }

  package static var hooks: Hooks<Self> {
    Schemas.once {
      [
        .beforeSave("trim") { site, _ in if site.name == " padded" { site.name = "padded" } },
        .beforeSave("refuse") { site, _ in if site.name == "forbidden" { throw WorldRefusal.hook } },
        .afterCreate("log") { site, _ in
          if site.name == "logged" {
            try site.remarks.create { ($0.id, $0.text) = (site.id < 100 ? 0 : 1_000_000 + site.id, "opened") }
          }
        },
        .beforeDelete("keep") { site, context in if site.name == "kept" { throw context.halt("It is kept.") } },
      ]
    }
  }
}

/// The errors that the code of worlds throws.
package enum WorldRefusal: Error { case hook, undone }

/// A worker, whose id is a string, with a hook around saving.
package struct Worker<Adapter: StorageAdapter>: Model {
  package var id = ""
  package var email: String?
  package var bossID: String?
  package var teamCount = 0
  package var sitesCount = 0
  package var shiftsCount = 0
  package var latestHours: Int?

  package init() {}

  package static var schema: Schema<Self> {
    .once {
      Schema {
        Column(\.email, .unique)
        Column(\.bossID)
        Derived(\.teamCount, count: \.team)
        Derived(\.sitesCount, count: \.sites)
        Derived(\.shiftsCount, count: \.shifts)
        Derived(\.latestHours, latest: \.shifts, \.hours, by: \.id)
      }
    }
  }
  package struct Relations: Sendable {
    package let boss = BelongsTo<Worker<Adapter>>(\.bossID)
    package let team = HasMany<Worker<Adapter>>(\.bossID, dependent: .nullify)
    package let sites = HasMany<Site<Adapter>>(\.leadID, dependent: .nullify)
    package let shifts = HasMany<Shift<Adapter>>(\.workerID, dependent: .restrict)
  }
  package static var relations: Relations { Schemas.once { Relations() } }

  package static var hooks: Hooks<Self> {
    Schemas.once {
      [
        .aroundSave("around") { worker, _, proceed in
          if worker.email == "before" { throw WorldRefusal.hook }
          try proceed(&worker)
          if worker.email == "after" { throw WorldRefusal.hook }
        }
      ]
    }
  }
}

/// A job at a site, which may have steps, with a version and values of several kinds.
package struct Job<Adapter: StorageAdapter>: Model {
  package var id = 0
  package var title = ""
  package var priority = 0
  package var isDone = false
  package var tags: [String] = []
  package var wage = Decimal(0)
  package var dueAt: Date?
  package var siteID = 0
  package var parentID: Int?
  package var stepsCount = 0
  package var shiftsCount = 0
  package var averageHours: Double?
  package var version = 0

  package init() {}

  package static var schema: Schema<Self> {
    .once {
      Schema {
        Column(\.title, .indexed)
        Column(\.priority, .ordered)
        Column(\.isDone)
        Column(\.tags)
        Column(\.wage)
        Column(\.dueAt)
        Column(\.siteID)
        Column(\.parentID)
        Derived(\.stepsCount, count: \.steps)
        Derived(\.shiftsCount, count: \.shifts)
        Derived(\.averageHours, average: \.shifts, \.hours)
        LockVersion(\.version)
      }
    }
  }
  package struct Relations: Sendable {
    package let site = BelongsTo<Site<Adapter>>(\.siteID, touch: true)
    package let parent = BelongsTo<Job<Adapter>>(\.parentID)
    package let steps = HasMany<Job<Adapter>>(\.parentID, dependent: .nullify)
    package let shifts = HasMany<Shift<Adapter>>(\.jobID, dependent: .delete)
    package let workers = HasMany<Worker<Adapter>>(through: \.shifts, \.worker)
    package let remarks = HasMany<Remark<Adapter>>(as: \.subject, dependent: .nullify)
  }
  package static var relations: Relations { Schemas.once { Relations() } }
}

/// Joins a job and a worker, each pair once: requires both, and both count it.
package struct Shift<Adapter: StorageAdapter>: Model {
  package var id = 0
  package var jobID = 0
  package var workerID = ""
  package var hours = 0

  package init() {}

  package static var schema: Schema<Self> {
    .once {
      Schema {
        Column(\.jobID)
        Column(\.workerID)
        Column(\.hours)
        Index(\.jobID, \.workerID, unique: true)
      }
    }
  }
  package struct Relations: Sendable {
    package let job = BelongsTo<Job<Adapter>>(\.jobID)
    package let worker = BelongsTo<Worker<Adapter>>(\.workerID)
  }
  package static var relations: Relations { Schemas.once { Relations() } }
}

/// The one permit of a site, with an optional id. Its key is nil or leads to a stored site.
package struct Permit<Adapter: StorageAdapter>: Model {
  package var id: Int?
  package var siteID: Int?
  package var number = ""
  package var scan = Data()

  package init() {}

  package static var schema: Schema<Self> {
    .once {
      Schema {
        Column(\.siteID, .unique)
        Column(\.number)
        Column(\.scan)
      }
    }
  }
  package struct Relations: Sendable {
    package let site = BelongsTo<Site<Adapter>>(\.siteID, references: .existing)
  }
  package static var relations: Relations { Schemas.once { Relations() } }
}

/// A remark about a site or a job.
package struct Remark<Adapter: StorageAdapter>: Model {
  package var id = 0
  package var text = ""
  package var subjectType: String?
  package var subjectID: Int?

  package init() {}

  package static var schema: Schema<Self> {
    .once {
      Schema {
        Column(\.text)
        Column(\.subjectType)
        Column(\.subjectID)
      }
    }
  }
  package struct Relations: Sendable {
    package let subject = BelongsToAny<Int>(
      type: \.subjectType, id: \.subjectID, Site<Adapter>.self, Job<Adapter>.self)
  }
  package static var relations: Relations { Schemas.once { Relations() } }
}

/// A booking of a machine, with rules for one record and for several.
package struct Booking<Adapter: StorageAdapter>: Validatable {
  package var id = 0
  package var machine = 0
  package var slot = 0

  package init() {}

  package static var schema: Schema<Self> {
    .once {
      Schema {
        Column(\.machine)
        Column(\.slot)
      }
    }
  }
  package static var validations: Validations<Self> {
    Schemas.once {
      Validations {
        Numericality(\.slot, .greaterOrEqual(0))
        Uniqueness(\.slot, scope: \.machine)
        AcrossRecords("notAllOfThem", by: \.machine) { try $0.count <= 3 }
      }
    }
  }
}
