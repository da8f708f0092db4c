/// Distinguishes a closure in a query from other closures. Swift cannot compare closures, so copies of a query share
/// this object.
final class CodeIdentity: Sendable {}
