import MotionModel

/// What a window offers for undoing and redoing: an `UndoManager`, which Foundation has on Apple's systems only.
@MainActor
protocol UndoMenu: AnyObject {
  /// Adds an action: of undo, or of redo while an action of undo runs.
  func add(_ name: String, _ action: @escaping @MainActor () -> Void)
  /// Removes the actions that were added.
  func removeAll()
}

extension UndoHistory {
  /// Combines everything that `body` commits into one named step, and offers to undo it.
  @MainActor
  func group<Result, Failure: Error>(
    _ name: String, in menu: (some UndoMenu)?, onError: @escaping @MainActor (any Error) -> Void,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // A group inside another is part of the outer one.
    guard let menu, UndoGroup.current(of: self) == nil else { return try group(name, body) }
    let latest = latestStep
    defer { if let step = latestStep, step != latest { offer(name, isUndo: true, in: menu, onError) } }
    return try group(name, body)
  }

  private var latestStep: Int? { state.withLock { $0.undo.last?.number } }

  @MainActor
  private func offer(
    _ name: String, isUndo: Bool, in menu: some UndoMenu, _ onError: @escaping @MainActor (any Error) -> Void
  ) {
    menu.add(name) { [self, weak menu] in
      guard let menu else { return }
      do {
        _ = try isUndo ? undo() : redo()
        offer(name, isUndo: !isUndo, in: menu, onError)
      } catch {
        // The menu would go on with the step before, and the history with this one.
        menu.removeAll()
        onError(error)
      }
    }
  }
}

#if canImport(Darwin)
  public import Foundation

  extension UndoManager: UndoMenu {
    func add(_ name: String, _ action: @escaping @MainActor () -> Void) {
      // NB: The manager is its own target, because it does not keep targets, and calls those that are gone.
      registerUndo(withTarget: self) { _ in action() }
      setActionName(name)
    }

    // NB: In a turn of its own, because the manager is in the middle of an action.
    func removeAll() { Task { removeAllActions(withTarget: self) } }
  }

  extension UndoHistory {
    /// Combines everything that `body` commits in the store into one named step, and offers it in the menu, by the keys
    /// and by the gestures of an undo manager.
    ///
    /// ```swift
    /// @Environment(\.undoManager) private var undoManager
    /// try history.group("Rename", with: undoManager) { try todo.update { $0.name = "Feed the cat" } }
    /// ```
    ///
    /// The manager knows the steps of such groups, in the order of this history. So each window has a history of its
    /// own that records groups only: `UndoHistory(of: store, recording: .groups)`. What others commit counts as changes
    /// by other users then. The actions keep the history.
    ///
    /// - Parameters:
    ///   - name: The name of the step, which the menu shows.
    ///   - manager: The undo manager; if nil, this is ``group(_:_:)``.
    ///   - onError: Receives why a step was not undone or redone, such as ``UndoError/changedSince(name:_:)``. The
    ///     manager then offers none of the steps so far.
    ///   - body: The code whose commits become one step.
    /// - Returns: What `body` returned.
    @MainActor
    @discardableResult
    public func group<Result, Failure: Error>(
      _ name: String, with manager: UndoManager?, onError: @escaping @MainActor (any Error) -> Void = { _ in },
      _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
      try group(name, in: manager, onError: onError, body)
    }
  }
#endif
