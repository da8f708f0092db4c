import Foundation
public import MotionModel

extension IDGenerator {
  /// Gives ids in sequence where ids are random otherwise: `00000000-0000-0000-0000-000000000001`, … for UUIDs, and
  /// `1`, `2`, … for strings, of each model.
  ///
  /// Integers are counted by any generator, and a type of your own makes its ids as it does otherwise. An initial value
  /// such as `var id = UUID()` is an id already, which no generator replaces.
  public static let sequence = IDGenerator.standard
    .making(UUID.self) { uuid($0) }
    .making(UUID?.self) { uuid($0) }
    .making(String.self) { String($0) }
    .making(String?.self) { String($0) }

  private static func uuid(_ number: Int) -> UUID {
    var bytes = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)).uuid
    withUnsafeMutableBytes(of: &bytes) { $0.storeBytes(of: UInt64(number).bigEndian, toByteOffset: 8, as: UInt64.self) }
    return UUID(uuid: bytes)
  }
}
