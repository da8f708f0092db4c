/// The models of the world, by name.
package enum Kind: Int, CaseIterable, Sendable, Comparable, Codable {
  case site, job, worker, shift, permit, remark, booking, sample

  /// The model.
  package var model: any WorldModel.Type {
    switch self {
    case .site: Site.self
    case .job: Job.self
    case .worker: Worker.self
    case .shift: Shift.self
    case .permit: Permit.self
    case .remark: Remark.self
    case .booking: Booking.self
    case .sample: Sample.self
    }
  }

  package static func < (first: Kind, second: Kind) -> Bool { first.rawValue < second.rawValue }
}

/// Visits each model of the world, with code that is specialised for it.
protocol ModelVisitor {
  mutating func visit<Record: WorldModel>(_ model: Record.Type)
}

extension ModelVisitor {
  mutating func visitAll() {
    visit(Site.self)
    visit(Job.self)
    visit(Worker.self)
    visit(Shift.self)
    visit(Permit.self)
    visit(Remark.self)
    visit(Booking.self)
    visit(Sample.self)
  }
}
