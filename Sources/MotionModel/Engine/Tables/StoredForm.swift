package import Foundation

/// How an adapter keeps the values of a model, where that is not as memory keeps them.
package struct StoredForm: Sendable {
  /// What rounds the dates of columns that have fewer digits than a `Date`, by the numbers of the columns.
  package var roundings: [Int: @Sendable (Date) -> Date] = [:]
  /// The greatest number by which a lock version is raised; 1 where nobody else gives versions.
  ///
  /// A copy that was saved in a transaction that was then undone has a version that nobody else knows. It was raised by
  /// a random number, so another program does not give the same version.
  package var greatestVersionStep = 1

  package init() {}

  var versionStep: Int { greatestVersionStep == 1 ? 1 : .random(in: 1...greatestVersionStep) }
}
