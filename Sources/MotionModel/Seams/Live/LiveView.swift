/// Something that follows the commits of a store: a live result, a live count.
///
/// A view is shown each commit that can concern it, in order, and says whether it changed. Its listeners are notified
/// later, when no lock is held.
///
/// ```
/// store.open(view, interests)   // the view reads the tables, and misses no commit from then on
/// view.take(…)                  // for each commit that meets one of its interests
/// view.tell(in:)                // when the commit is notified, if take returned true
/// store.close(view)
/// ```
package protocol LiveView: AnyObject, Sendable {
  /// The view's entry in the routes of a store. A view is open in one store at most.
  var route: LiveRoute { get }

  /// Takes the changes of a commit that meet the view's interests. It runs on the committing thread while other writers
  /// wait, so it must be quick, run no code of the program's, and neither use nor keep the store or the tables.
  ///
  /// - Returns: Whether listeners are to be notified.
  func take(_ parts: [LivePart], of commit: LiveCommit) -> Bool

  /// Notifies the listeners. It runs on the committing thread, and no lock is held. It may be called by several threads
  /// at once, and once for several commits.
  func tell(in store: Store)

  /// Notes that the store is freed, so that there are no further commits.
  func end()
}
