/// Where the random bits of files come from: salts, ids of stores and names of temporary files.
package enum Randomness {
  /// Makes bits for the calling task, so that a test gets the same files twice; nil for those of the system.
  @TaskLocal package static var source: (@Sendable () -> UInt64)?

  package static func bits() -> UInt64 { source?() ?? .random(in: .min ... .max) }

  package static func longBits() -> UInt128 { UInt128(bits()) << 64 | UInt128(bits()) }
}
