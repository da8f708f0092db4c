public import MotionModel

/// The records of a finder with what is included with them to any depth, kept true by each commit.
///
/// ```swift
/// let projects = Project.order(by: \.name).including(\.todos) { $0.including(\.steps) }.live()
/// for (project, todos) in projects.value { … }
/// ```
///
/// The elements are those of the `RelatedFinder`, all of one moment. See ``LiveValue``.
public typealias LiveIncluded<Element: Sendable> = LiveValue<[Element], LiveValueUpdate<[Element]>>

extension RelatedFinder where Record.Adapter == ArrayAdapter, Element: Sendable {
  /// Returns the records with what is included with them, kept true by each commit of the store.
  ///
  /// ```swift
  /// let cards = Card.including(\.labels).including(\.board) { $0.including(\.owner) }.live()
  /// let observation = cards.onChange { change in show(change.after) }
  /// ```
  ///
  /// It shows the committed records; inside a transaction of the store, without its writes. A commit that leaves the
  /// value unchanged is not notified.
  ///
  /// - Complexity: That of `all`, repeated after each commit that changes a record which meets, or met, the conditions
  ///   of its level. It is repeated only when the value is read or a change is notified. Other commits cost nothing.
  ///   Where records are many and commits frequent, a live value for each list is cheaper.
  public func live() -> LiveIncluded<Element> {
    LiveValue(LiveFoldSource(LiveIncludedFold(self), in: finder.store), in: finder.store)
  }
}

/// Reads records with what is included with them again after each commit that can concern them.
struct LiveIncludedFold<Record: Model, Element: Sendable>: LiveFold {
  /// What was read at one moment.
  struct Reading: Sendable {
    var elements: [Element] = []
    var trace: RecordTrace?

    func isSame(as other: Reading) -> Bool {
      guard let trace, let otherTrace = other.trace else { return trace == nil && other.trace == nil }
      return trace.isSame(as: otherTrace)
    }
  }

  private let finder: RelatedFinder<Record, Element>
  private var reading = Reading()
  let interests: LiveInterests

  init(_ finder: RelatedFinder<Record, Element>) { (self.finder, interests) = (finder, finder.liveInterests) }

  var obstacle: String? { "what is included with the records" }
  var value: [Element] { reading.elements }

  // NB: A value with an obstacle is neither read from tables nor shown changes.
  mutating func read(in tables: LiveTables) {}
  mutating func take(_ parts: [LivePart], of commit: LiveCommit, isFollowed: Bool) -> LiveStep<Reading>? { nil }

  func again(in store: Store) -> (fold: Self, commit: Int) {
    let (now, commit) = store.committed
    var fold = self
    let (elements, trace) = finder.elements(in: now)
    fold.reading = Reading(elements: elements, trace: trace)
    return (fold, commit)
  }

  func difference(from old: Self) -> LiveStep<Reading>? { Self.step(old.reading, reading) }

  func composed(_ first: LiveStep<Reading>, _ second: LiveStep<Reading>) -> LiveStep<Reading>? {
    Self.step(first.old, second.new)
  }

  private static func step(_ old: Reading, _ new: Reading) -> LiveStep<Reading>? {
    old.isSame(as: new) ? nil : LiveStep(old, new)
  }

  static func change(_ delta: LiveStep<Reading>, _ span: CommitSpan, by _: Void) -> LiveValueUpdate<[Element]>? {
    LiveValueUpdate(delta.old.elements, delta.new.elements, span)
  }
}
