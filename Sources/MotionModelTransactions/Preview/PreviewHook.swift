public import MotionModel

extension Store {
  /// A hook, or middleware, that takes part in a commit that was previewed.
  public struct PreviewHook: Sendable, Hashable {
    /// Identifies a hook of a preview.
    struct Name: Hashable {
      let hook: String
      let model: String?
      let isAfterCommit: Bool
    }

    private let name: Name
    /// How many times it runs: once for each record, if the operation does not repeat it.
    public internal(set) var count: Int

    init(_ name: Name, count: Int) { (self.name, self.count) = (name, count) }

    /// The kind with the name, or else with the position in the source, as `Hooks.Hook.description`: `beforeSave
    /// "trim"`.
    public var hook: String { name.hook }
    /// The name of the records' model; nil for middleware that receives the whole commit.
    public var model: String? { name.model }
    /// Whether it would run after the commit, and so did not run in the preview. Hooks before and after steps did.
    public var isAfterCommit: Bool { name.isAfterCommit }
  }
}

extension Store.PreviewHook: CustomStringConvertible {
  /// The hook, its model, and how often it runs: `afterCommit "notify" of Todo, after the commit (3 times)`.
  public var description: String {
    hook + (model.map { " of \($0)" } ?? "") + (isAfterCommit ? ", after the commit" : "")
      + (count == 1 ? "" : " (\(count) times)")
  }
}
