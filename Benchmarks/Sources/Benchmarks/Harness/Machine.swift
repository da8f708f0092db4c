import Foundation

/// The machine and the software with which the figures were measured.
struct Machine: Codable {
  let processor: String
  let cores: Int
  let gigabytes: Int
  let system: String
  let toolchain: String
  let date: String
  let commit: String
  /// The load average at the start; figures of a busy machine are less reliable.
  let load: String

  static var current: Machine {
    let process = ProcessInfo.processInfo
    return Machine(
      processor: processorName, cores: process.activeProcessorCount,
      gigabytes: Int((Double(process.physicalMemory) / 1_073_741_824).rounded()),
      system: process.operatingSystemVersionString,
      toolchain: output("swift", "--version").split(separator: "\n").first.map(String.init) ?? "unknown",
      date: Date.now.formatted(.iso8601), commit: commitName, load: loadText)
  }

  private static var processorName: String {
    let file = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
    let line = file.split(separator: "\n").first { $0.hasPrefix("model name") }
    return line?.split(separator: ": ").last.map(String.init) ?? output("sysctl", "-n", "machdep.cpu.brand_string")
  }

  /// The commit, with a note if there are uncommitted changes.
  private static var commitName: String {
    let commit = output("git", "rev-parse", "--short", "HEAD")
    let changes = output("git", "status", "--porcelain", "--", "Sources", "Package.swift")
    return commit + (changes.isEmpty ? "" : ", with changes")
  }

  private static var loadText: String {
    var loads = [0.0]
    return getloadavg(&loads, 1) == 1 ? number(loads[0]) : "unknown"
  }

  private static func output(_ command: String...) -> String {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return "unknown" }
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
