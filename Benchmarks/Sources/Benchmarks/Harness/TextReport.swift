import Foundation

/// Prints measurements to the terminal.
enum TextReport {
  static func show(_ measured: Comparison) {
    print("  \(measured.about)")
    let own = measured.best(.library)
    for timing in measured.timings {
      let ratio = own.map { timing.kind == .library ? "" : "\(number(timing.minimum / $0))× of MotionModel's" } ?? ""
      print(
        "    \(padded(timing.kind.rawValue, 13)) \(padded(duration(timing.minimum), 10))"
          + " median \(padded(duration(timing.median), 10)) \(padded(ratio, 26)) \(timing.label)")
    }
    fflush(nil)
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
