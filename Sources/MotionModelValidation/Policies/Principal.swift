public import MotionModel

/// Who reads and writes records, for the policies of models.
///
/// ```swift
/// struct Member: Principal {
///   let id: Int
///   let isAdmin: Bool
///   var principalName: String { "member \(id)" }
/// }
///
/// try member.acting { try todo.save() }
/// ```
///
/// A record can be a principal, too.
public protocol Principal: Sendable {
  /// What a ``PolicyError`` calls it.
  var principalName: String { get }
}

extension Principal {
  /// Runs `body`, whose commits are those of this principal: the policies of ``PolicyProtected`` models are checked for
  /// it.
  ///
  /// It applies to the calls of `body` and to the tasks started in it, in all stores. Blocks may be nested; the
  /// innermost counts. Policies are checked when a transaction ends, so the principal at its end counts.
  @discardableResult
  public func acting<Result>(_ body: () throws -> Result) rethrows -> Result {
    try Acting.$current.withValue(Acting(who: .principal(self)), operation: body)
  }

  /// Runs an asynchronous `body`, whose commits are those of this principal.
  @discardableResult
  public func acting<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await Acting.$current.withValue(Acting(who: .principal(self)), operation: body, isolation: isolation)
  }
}

extension Store {
  /// Runs `body` without checking policies, as for an import, a migration of records, or work of the program itself.
  ///
  /// It applies to the calls of `body` and to the tasks started in it, in all stores, unless a principal acts inside.
  @discardableResult
  public static func withoutPolicies<Result>(_ body: () throws -> Result) rethrows -> Result {
    try Acting.$current.withValue(Acting(who: .program), operation: body)
  }

  /// Runs an asynchronous `body` without checking policies.
  @discardableResult
  public static func withoutPolicies<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await Acting.$current.withValue(Acting(who: .program), operation: body, isolation: isolation)
  }
}

/// Who acts in the calling task.
struct Acting: Sendable {
  enum Who: Sendable {
    case principal(any Principal)
    /// The program itself, for which policies are not checked.
    case program
    case nobody
  }

  var who = Who.nobody

  @TaskLocal static var current = Acting()
}
