/// The models of the world, by name.
package enum Kind: Int, CaseIterable, Sendable, Comparable, Codable {
  case site, job, worker, shift, permit, remark, booking

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
    }
  }

  package static func < (first: Kind, second: Kind) -> Bool { first.rawValue < second.rawValue }
}

/// Does something with each model of the world, with code that is specialised for it.
protocol ModelVisitor {
  mutating func visit<Record: WorldModel>(_ model: Record.Type) throws
}

extension ModelVisitor {
  mutating func visitAll() throws {
    try visit(Site.self)
    try visit(Job.self)
    try visit(Worker.self)
    try visit(Shift.self)
    try visit(Permit.self)
    try visit(Remark.self)
    try visit(Booking.self)
  }
}
