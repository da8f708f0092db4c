import MotionModel

/// What a list shows of the rows of a query.
protocol LiveListing: Sendable {
  associatedtype Record: Model
  associatedtype Value: Sendable
  associatedtype Change: Sendable

  /// The finder whose records these are.
  var finder: Finder<Record> { get }
  var query: LiveQuery { get }

  func value(of version: LiveVersion) -> Value
  /// Returns what consumers receive of a difference; nil when nothing shown has changed.
  func change(
    from before: LiveVersion, to after: LiveVersion, _ difference: LiveDifference, _ span: CommitSpan
  ) -> Change?
}

/// The rows of a list.
///
/// Only what was touched is noted with a commit. Differences are found when they are handed out, outside of the lock.
struct LiveListFold<Listing: LiveListing>: LiveFold {
  struct Delta: Sendable {
    let before: LiveVersion
    var after: LiveVersion
    /// The rows that differ; nil when they are not known, so that all rows have to be compared.
    var touches: [RowTransition]?
  }

  let recipe: Listing
  private var window: LiveWindow
  /// How many rows the table had when ranks were computed last, and how many were written since that concern them
  /// slightly.
  private var ranked = (rows: 0, drift: 0)

  init(_ listing: Listing) { (recipe, window) = (listing, LiveWindow(listing.query)) }

  private var query: LiveQuery { recipe.query }
  var interests: LiveInterests { query.interests }
  var obstacle: String? { query.obstacle }
  var value: LiveVersion { window.version }

  mutating func read(in tables: LiveTables) { window.read(in: tables) }

  mutating func take(_ parts: [LivePart], of commit: LiveCommit, isFollowed: Bool) -> Delta? {
    // NB: A version that is held lets the tree be copied where it changes.
    if !isFollowed {
      _ = window.follow(parts, of: commit)
      return nil
    }
    let before = window.version
    let touches = window.follow(parts, of: commit)
    if touches?.isEmpty == true { return nil }
    return Delta(before: before, after: window.version, touches: touches)
  }

  mutating func isKept(by parts: [LivePart]) -> Bool {
    guard let drift = query.rankDrift(parts, since: ranked.rows, ranked.drift) else { return false }
    ranked.drift += drift
    return true
  }

  func again(in store: Store) -> (fold: Self, commit: Int) {
    let (rows, commit, tableCount) = query.rows(of: store, sharing: Array(window.rows[0..<window.rows.count]))
    var fold = self
    fold.window.replace(rows)
    fold.ranked = (tableCount, 0)
    return (fold, commit)
  }

  func difference(from old: Self) -> Delta? { Delta(before: old.window.version, after: window.version) }

  func composed(_ first: consuming Delta, _ second: Delta) -> Delta? {
    first.after = second.after
    guard let more = second.touches, let count = first.touches?.count,
      count + more.count <= max(1024, second.after.rows.count)
    else {
      first.touches = nil
      return first
    }
    first.touches?.append(contentsOf: more)
    return first
  }

  static func presented(_ version: LiveVersion, by listing: Listing, in store: Store) -> Listing.Value {
    listing.value(of: version)
  }

  static func change(_ delta: Delta, _ span: CommitSpan, by listing: Listing) -> Listing.Change? {
    let difference = LiveDifference(from: delta.before, to: delta.after, delta.touches, listing.query)
    return difference.isEmpty ? nil : listing.change(from: delta.before, to: delta.after, difference, span)
  }

  /// A finder is run again only when its records are read.
  static var isComparedForWatchers: Bool { false }
}
