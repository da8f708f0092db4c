import Foundation
import MotionModel
import MotionModelTestSupport

/// A model with a hook of every kind. The current ``HookProbe`` determines what the hooks do.
struct Chore: Model, Equatable {
  var id = 0
  var name = ""
  var priority = 0
  var updatedAt: Date?

  static let schema = Schema<Chore> {
    Column(\.name, .unique)
    Column(\.priority)
    Timestamps(updated: \.updatedAt)
  }

  static let hooks: Hooks<Chore> = [
    .beforeValidation { try HookProbe.run("beforeValidation", &$0, $1) },
    .afterValidation { try HookProbe.run("afterValidation", $0, $1) },
    .aroundSave { chore, context, proceed in
      try HookProbe.run("aroundSave", &chore, context)
      try proceed(&chore)
      try HookProbe.run("aroundSave ends", chore, context)
    },
    .beforeSave { try HookProbe.run("beforeSave", &$0, $1) },
    .aroundCreate { chore, context, proceed in
      try HookProbe.run("aroundCreate", &chore, context)
      try proceed(&chore)
      try HookProbe.run("aroundCreate ends", chore, context)
    },
    .beforeCreate { try HookProbe.run("beforeCreate", &$0, $1) },
    .aroundUpdate { chore, context, proceed in
      try HookProbe.run("aroundUpdate", &chore, context)
      try proceed(&chore)
      try HookProbe.run("aroundUpdate ends", chore, context)
    },
    .beforeUpdate { try HookProbe.run("beforeUpdate", &$0, $1) },
    .afterCreate { try HookProbe.run("afterCreate", $0, $1) },
    .afterUpdate { try HookProbe.run("afterUpdate", $0, $1) },
    .afterSave { try HookProbe.run("afterSave", $0, $1) },
    .aroundDestroy { chore, context, proceed in
      try HookProbe.run("aroundDestroy", chore, context)
      try proceed()
      try HookProbe.run("aroundDestroy ends", chore, context)
    },
    .beforeDestroy { try HookProbe.run("beforeDestroy", $0, $1) },
    .afterDestroy { try HookProbe.run("afterDestroy", $0, $1) },
    .aroundDelete { chore, context, proceed in
      try HookProbe.run("aroundDelete", chore, context)
      try proceed()
      try HookProbe.run("aroundDelete ends", chore, context)
    },
    .beforeDelete { try HookProbe.run("beforeDelete", $0, $1) },
    .afterDelete { try HookProbe.run("afterDelete", $0, $1) },
    .afterLoad { try HookProbe.run("afterLoad", &$0, $1) },
    .afterTouch { try HookProbe.run("afterTouch", $0, $1) },
    .beforeCommit { try HookProbe.run("beforeCommit", $0.new ?? $0.old ?? Chore(), $1) },
    .afterCommit { HookProbe.record("afterCommit", $0, $1) },
    .afterRollback { HookProbe.record("afterRollback", $0, $1) },
  ]

  static let saveCheck: SaveCheck<Chore>? = SaveCheck { try HookProbe.run("saveCheck", $0, $1) }

  init() {}

  init(_ name: String, priority: Int = 0) { (self.name, self.priority) = (name, priority) }
}

/// Determines what the hooks of ``Chore`` do in a test: they log their calls, and run the actions of the test.
final class HookProbe: Sendable {
  typealias Action = @Sendable (inout Chore, HookContext<Chore>) throws -> Void

  @TaskLocal private static var current: HookProbe?

  let log = Collector<String>()
  private let actions: [String: Action]

  init(_ actions: [String: Action] = [:]) { self.actions = actions }

  /// Runs `body` with this probe as the current one.
  func run<Result>(_ body: () throws -> Result) rethrows -> Result {
    try Self.$current.withValue(self, operation: body)
  }

  /// Runs an asynchronous `body` with this probe as the current one.
  func run<Result: Sendable>(_ body: () async throws -> Result) async rethrows -> Result {
    try await Self.$current.withValue(self, operation: body)
  }

  /// Runs `body` with this probe as the current one, and returns the error that it throws.
  func failure(_ body: () throws -> Void) -> (any Error)? {
    do {
      try run(body)
      return nil
    } catch {
      return error
    }
  }

  static func run(_ hook: String, _ chore: inout Chore, _ context: HookContext<Chore>) throws {
    current?.log.add("\(hook) \(chore.id)")
    try current?.actions[hook]?(&chore, context)
  }

  static func run(_ hook: String, _ chore: Chore, _ context: HookContext<Chore>) throws {
    var chore = chore
    try run(hook, &chore, context)
  }

  static func record(_ hook: String, _ change: Change<Chore>, _ context: HookContext<Chore>) {
    current?.log.add("\(hook) \(change.id) \(change.kind)")
    var chore = change.new ?? change.old ?? Chore()
    try? current?.actions[hook]?(&chore, context)
  }
}
