import Foundation
import MotionModelStorage
import MotionModelTestSupport

/// What checksums, appends and flushes cost on this machine. Only optimised builds say something.
struct Measurements {
  let folder: String
  private let files = DiskFiles()
  private let payload = [UInt8](repeating: 7, count: 100)

  func run() throws {
    checksums()
    try appends()
    try flushes()
    try threads()
  }

  private func checksums() {
    let bytes = [UInt8](repeating: 9, count: 1 << 26)
    let ways: [(String, (UnsafeRawBufferPointer) -> UInt32)] = [
      ("processor", { CRC32C.checksum(of: $0) }), ("tables", { CRC32C.softwareChecksum(of: $0) }),
    ]
    for (name, checksum) in ways {
      let time = best { bytes.withUnsafeBytes { keep(checksum($0)) } }
      let short = best { payload.withUnsafeBytes { bytes in for _ in 0..<100_000 { keep(checksum(bytes)) } } }
      print(
        "checksum, \(name): \(text(Double(bytes.count) / time / 1e9)) GB/s, 100 bytes \(text(short * 1e4)) ns")
    }
  }

  private func appends() throws {
    for batch in [1, 100] {
      var log = try newLog()
      let payloads = [[UInt8]](repeating: payload, count: batch)
      let time = try best { for _ in 0..<10_000 { try log.append(payloads) } }
      print("append 100 bytes, \(batch) in a write: \(text(time * 1e5 / Double(batch))) ns")
    }
    for policy in [LogWriter.Policy.manual, .interval(.seconds(1))] {
      let writer = LogWriter(try newLog(), policy: policy)
      let time = try best { for _ in 0..<10_000 { try writer.append(payload).confirm() } }
      try writer.close()
      print("append 100 bytes, writer, \(policy): \(text(time * 1e5)) ns")
    }
  }

  /// In turns, because a disk is slower at some times than at others.
  private func flushes() throws {
    let writer = LogWriter(try newLog(), policy: .everyEntry)
    let raw = try files.open(newPath(), .creating)
    var end: Int64 = 0
    var times: (raw: [Double], log: [Double]) = ([], [])
    for _ in 0..<1000 {
      times.raw.append(
        try seconds {
          try raw.write(payload, at: end)
          try raw.flush(.content)
        })
      end += Int64(payload.count)
      times.log.append(try seconds { try writer.append(payload).confirm() })
    }
    let (rawTime, logTime) = (median(times.raw), median(times.log))
    print(
      "write and flush: \(text(rawTime * 1e6)) µs; .everyEntry \(text(logTime * 1e6)) µs, \(text(logTime / rawTime)) ×")
  }

  private func threads() throws {
    var rates: [Double] = []
    for count in [1, 2, 4, 8, 16, 1, 8] {
      let writer = LogWriter(try newLog(), policy: .everyEntry)
      let each = 400
      let time = seconds {
        onThreads(count) { _ in
          do {
            for _ in 0..<each { try writer.append(payload).confirm() }
          } catch { fatalError("\(error)") }
        }
      }
      rates.append(Double(count * each) / time)
      print("\(count) writers: \(text(rates[rates.count - 1])) entries/s, \(text(rates[rates.count - 1] / rates[0])) ×")
    }
  }

  // MARK: - Helpers

  private func newPath() -> String { "\(folder)/MotionModelMeasurement-\(UUID())" }

  /// Returns a log whose file has no name any more, so that nothing stays.
  private func newLog() throws -> LogFile {
    let path = newPath()
    let log = try LogFile(creating: path, base: 1, in: files)
    try files.remove(path)
    return log
  }

  private func best(_ body: () throws -> Void) rethrows -> Double {
    try (0..<5).map { _ in try seconds(body) }.min() ?? 0
  }

  private func seconds(_ body: () throws -> Void) rethrows -> Double {
    let time = try ContinuousClock().measure(body)
    return Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
  }

  private func median(_ times: [Double]) -> Double { times.sorted()[times.count / 2] }
  private func text(_ number: Double) -> String { String(format: "%.2f", number) }
}

/// Keeps a result, so that the compiler does not remove what computes it.
@inline(never)
private func keep(_ value: UInt32) { withExtendedLifetime(value) {} }
