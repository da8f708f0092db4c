import MotionModel
import MotionModelValidation

extension World {
  /// Has an event happen to a booking, and saves it.
  func fire(_ index: Int, _ number: Int) throws {
    guard let booking = find(Booking.self, Target(kind: .booking, index: index, which: .present)) else { return }
    let event = Booking.eventNames[number % Booking.eventNames.count]
    let (possible, expected) = (Booking.lifecycle.events(for: booking), booking.possibleEvents)
    if possible != expected { throw Difference("events", "\(possible), expected \(expected): \(booking.text)") }
    let (phase, next) = (Self.phase(of: booking, after: event), booking.phase(after: event))
    if phase != next { throw Difference("event \(event)", "\(phase), expected \(next): \(booking.text)") }
    guard case .success(let target) = next else { return }
    let swift = "try Booking.lifecycle.apply(\(event.swift), to: &booking); try booking.save()"
    let changed = try both("{ var booking = \(source(booking)); \(swift) }()") {
      var changed = booking
      try Booking.lifecycle.apply(event, to: &changed)
      try changed.save()
      return Same(changed)
    } naive: { naive throws(Refusal) in
      var changed = booking
      changed.phase = target
      try naive.save(&changed, .save)
      return Same(changed)
    }
    if let changed { keep(changed.record) }
  }

  private static func phase(of booking: Booking, after event: String) -> Result<Int, StateError> {
    var changed = booking
    do throws(StateError) { try Booking.lifecycle.apply(event, to: &changed) } catch { return .failure(error) }
    return .success(changed.phase)
  }
}
