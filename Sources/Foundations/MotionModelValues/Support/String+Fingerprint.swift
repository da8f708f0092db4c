extension StringProtocol {
  /// A number that is the same for the same text in every run and on every system: FNV-1a of Fowler, Noll and Vo. It
  /// finds changes, and keeps no secrets.
  package var fingerprint: UInt64 { utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 } }
}
