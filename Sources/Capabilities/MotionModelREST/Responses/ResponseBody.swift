import Foundation
import MotionModel
import MotionModelValues

/// The body of a response as an untyped value.
enum ResponseBody {
  /// Reads a body of JSON.
  static func read(_ body: Data) -> Result<AttributeValue, CastError> {
    body.withUnsafeBytes { bytes in
      bytes.withMemoryRebound(to: UInt8.self) { bytes in
        var reader = JSONReader(bytes, depthLimit: AttributeValue.depthLimit)
        do throws(JSONReader.Failure) {
          let value = try reader.readValue()
          guard reader.isAtEnd else { return .failure(error(.malformed)) }
          return .success(value)
        } catch {
          return .failure(Self.error(error))
        }
      }
    }
  }

  private static func error(_ failure: JSONFormat.Failure) -> CastError {
    CastError(expected: "JSON", found: failure.found.replacing("a string", with: "a body"))
  }
}
