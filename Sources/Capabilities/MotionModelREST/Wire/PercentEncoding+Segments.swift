import MotionModelValues

extension PercentEncoding {
  /// Encodes a part of a path; nil for one that would lead elsewhere, even encoded: nothing, `.` and `..`.
  static func encodedSegment(_ text: String) -> String? {
    text.isEmpty || text == "." || text == ".." ? nil : encoded(text)
  }
}
