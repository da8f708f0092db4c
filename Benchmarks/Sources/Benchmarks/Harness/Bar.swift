/// A performance goal of the library.
enum Bar {
  /// The library may take at most this multiple of another contestant's time.
  case atMost(Double, times: Contestant.Kind)
  /// The library must be faster than another contestant by at least this factor.
  case atLeast(Double, timesFasterThan: Contestant.Kind)
  /// The library may take at most this many nanoseconds more than another contestant.
  case beyond(Contestant.Kind, nanoseconds: Double)
  /// An operation may take at most this many nanoseconds.
  case nanoseconds(Double)
  /// At least this many operations must be done in a second.
  case perSecond(Double)

  func verdict(on measured: Comparison) -> Verdict? {
    guard let own = measured.best(.library) else { return nil }
    switch self {
    case .atMost(let limit, let kind):
      return measured.best(kind).map {
        verdict(own / $0 <= limit, "≤ \(number(limit))× \(kind.rawValue)", "\(number(own / $0))×", measured)
      }
    case .atLeast(let limit, let kind):
      return measured.best(kind).map {
        verdict($0 / own >= limit, "≥ \(number(limit))× faster than \(kind.rawValue)", "\(number($0 / own))×", measured)
      }
    case .beyond(let kind, let limit):
      return measured.best(kind).map {
        verdict(own - $0 <= limit, "≤ \(duration(limit)) beyond \(kind.rawValue)", duration(own - $0), measured)
      }
    case .nanoseconds(let limit):
      return verdict(own <= limit, "≤ \(duration(limit))", duration(own), measured)
    case .perSecond(let limit):
      return verdict(
        1e9 / own >= limit, "≥ \(number(limit / 1e6)) million per second", "\(number(1e3 / own)) million", measured)
    }
  }

  private func verdict(_ isMet: Bool, _ bar: String, _ figure: String, _ measured: Comparison) -> Verdict {
    Verdict(suite: measured.suite, about: measured.about, bar: bar, figure: figure, isMet: isMet)
  }
}

/// The measurement for a bar, and whether the bar is met.
struct Verdict: Codable {
  let suite: String
  let about: String
  let bar: String
  let figure: String
  let isMet: Bool
}
