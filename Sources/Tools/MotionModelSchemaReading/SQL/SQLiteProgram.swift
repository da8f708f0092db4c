import Foundation
import MotionModelGenerator

/// The program `sqlite3`, which prints the schema of a database.
enum SQLiteProgram {
  /// Returns the statements that create the tables and indexes of a database, which is not changed.
  static func schema(of url: URL, calling file: String) throws(Diagnostic) -> String {
    let place = SourcePlace(file: file)
    #if os(macOS) || os(Linux)  // where processes can be started
      guard FileManager.default.fileExists(atPath: url.path(percentEncoded: false)) else {
        throw Diagnostic("The file cannot be read.", at: place)
      }
      guard let program = folders.lazy.map({ "\($0)/sqlite3" }).first(where: FileManager.default.isExecutableFile)
      else {
        throw Diagnostic(
          "An SQLite database is read with the program sqlite3, which is not in PATH: install it, or give its output of .schema.",
          at: place)
      }
      guard let schema = output(of: program, url) else {
        throw Diagnostic("The program sqlite3 does not take the file for a database.", at: place)
      }
      return schema
    #else
      throw Diagnostic("Programs cannot be started here: give the output of sqlite3's .schema.", at: place)
    #endif
  }

  #if os(macOS) || os(Linux)
    private static var folders: [String] {
      (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":").map(String.init)
    }

    private static func output(of program: String, _ url: URL) -> String? {
      let (process, output) = (Process(), Pipe())
      process.executableURL = URL(filePath: program)
      // An absolute path cannot be taken for an option.
      process.arguments = ["-batch", "-readonly", url.absoluteURL.path(percentEncoded: false), ".schema"]
      (process.standardOutput, process.standardError) = (output, FileHandle.nullDevice)
      process.standardInput = FileHandle.nullDevice
      guard (try? process.run()) != nil else { return nil }
      let data = try? output.fileHandleForReading.readToEnd()
      process.waitUntilExit()
      return process.terminationStatus == 0 ? String(decoding: data ?? Data(), as: UTF8.self) : nil
    }
  #endif
}
