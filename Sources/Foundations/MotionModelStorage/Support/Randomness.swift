/// Where the random bits of files come from: salts, ids of stores and names of temporary files.
package enum Randomness {
  /// Makes bits for the calling task, so that a test gets the same files twice; nil for those of the system.
  @TaskLocal package static var source: Source?

  /// Swift 6.3 ends the process in an optimised build when a task local is a closure, so it is in a structure.
  package struct Source: Sendable {
    let bits: @Sendable () -> UInt64
    package init(_ bits: @escaping @Sendable () -> UInt64) { self.bits = bits }
  }

  package static func bits() -> UInt64 { source?.bits() ?? .random(in: .min ... .max) }

  package static func longBits() -> UInt128 { UInt128(bits()) << 64 | UInt128(bits()) }
}
