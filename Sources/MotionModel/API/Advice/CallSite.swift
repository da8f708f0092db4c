import Foundation

#if os(Linux) && canImport(Runtime)
  import Runtime
#endif

extension FinderLog {
  /// Where a call came from: the innermost function on the call stack that is not of this library.
  ///
  /// Its description is `ListView.swift:31 in rows()`. Without debug information there are no file and no line, and
  /// where the compiler has inlined functions they may be those of a function nearby.
  public struct CallSite: Sendable, Hashable, CustomStringConvertible {
    /// The function's name, as the system gives it.
    public let function: String
    /// The path of the source file; nil without debug information.
    public let file: String?
    /// The line; nil without debug information.
    public let line: Int?

    /// The file's name, the line and the function.
    public var description: String {
      guard let file, let line else { return function }
      return "\(file.split(separator: "/").last ?? "\(file)"):\(line) in \(function)"
    }

    /// Where the call came from that runs on the calling thread.
    package static var current: FinderLog.CallSite? { CallStack().caller }

    /// The folder of this library's modules, whose frames are skipped.
    private static let sources = String(
      #filePath.prefix(#filePath.count - "/MotionModel/API/Advice/CallSite.swift".count))

    /// Whether a frame is one of the library's own or of the standard library.
    ///
    /// - Parameters:
    ///   - symbol: The mangled name of the function.
    ///   - path: The path of its source file, if that is known. Of functions that were inlined, only the name may be.
    static func isSkipped(_ symbol: String, _ path: String?) -> Bool {
      if let path, path.hasPrefix("/") {
        return path.hasPrefix("\(sources)/MotionModel") || module(of: symbol) == "Swift"
      }
      guard let module = module(of: symbol) else { return true }
      return module == "Swift" || module.hasPrefix("_") || module.hasPrefix("Foundation")
        || module.hasPrefix("MotionModel")
    }

    /// Returns the name of the module in a mangled name; nil if it is not that of a Swift function.
    static func module(of symbol: String) -> Substring? {
      guard let start = ["$s", "_$s", "$S"].first(where: symbol.hasPrefix) else { return nil }
      let rest = symbol.dropFirst(start.count)
      if rest.hasPrefix("s") || rest.hasPrefix("S") { return "Swift" }
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      guard let length = Int(digits), length > 0 else { return nil }
      return rest.dropFirst(digits.count).prefix(length)
    }
  }
}

/// The call stack of a repeated question. Its functions are named only when the caller is read, because naming them
/// reads the program's debug information.
final class CallStack: Sendable {
  /// The innermost addresses, which are the same for the same line in a loop.
  let addresses: [String]
  private let site: Lazy<FinderLog.CallSite?>

  /// The caller of the library; nil if there is none that can be named.
  ///
  /// - Complexity: The first time in a process, milliseconds to seconds with the size of the program.
  var caller: FinderLog.CallSite? { site.value }

  /// How many addresses distinguish stacks.
  private static let depth = 16

  #if os(Linux) && canImport(Runtime)
    /// The program and its libraries.
    private static let images = loadedImages()

    /// Returns the program and its libraries: the files of which memory can be run, by the system's list.
    ///
    /// `ImageMap.capture()` also reads the beginning of each file in memory, and crashes where another thread gives
    /// that memory back meanwhile. A map can only be made by decoding one: a byte for the size of words, the system's
    /// name, the number of images, and for each its address and size, an identifier, and its path in pieces.
    static func loadedImages() -> ImageMap {
      let list = (try? FileHandle(forReadingAtPath: "/proc/self/maps")?.readToEnd()) ?? Data()
      var (bytes, count, path, start) = ([UInt8](), 0, Substring(), UInt64())
      for line in String(decoding: list, as: UTF8.self).split(separator: "\n") {
        let range = line.prefix { $0 != " " }.split(separator: "-").compactMap { UInt64($0, radix: 16) }
        guard range.count == 2, let slash = line.firstIndex(of: "/") else { continue }
        if line[slash...] != path { (path, start) = (line[slash...], range[0]) }
        guard line[..<slash].contains("x") else { continue }
        count += 1
        bytes += [0x3F] + [start, range[1] - start].flatMap { word in withUnsafeBytes(of: word.bigEndian, Array.init) }
        bytes += [0] + path.utf8.flatMap { [1, $0] } + [0]
      }
      bytes = [UInt8(Int.bitWidth / 32), 0, UInt8(0x80 | count >> 7), UInt8(count & 0x7F)] + bytes
      let stack = ["architecture": "", "backtrace": "", "imageMap": Data(bytes).base64EncodedString()]
      return (try? JSONDecoder().decode(Backtrace.self, from: JSONEncoder().encode(stack)))?.images ?? .capture()
    }

    /// The stack of the calling thread.
    ///
    /// - Complexity: Some hundred microseconds.
    init() {
      let stack = try? Backtrace.capture(algorithm: .fast, limit: 64, offset: 1, images: Self.images)
      addresses = (stack?.frames).map { $0.prefix(Self.depth).map { "\($0)" } } ?? []
      site = Lazy {
        let symbols = stack?.symbolicated()?.frames.lazy.compactMap(\.symbol).map { symbol in
          (symbol, source: symbol.sourceLocation.flatMap { $0.line > 0 ? $0 : nil })
        }
        return symbols?.first { !FinderLog.CallSite.isSkipped($0.rawName, $1?.path) }
          .map { FinderLog.CallSite(function: $0.name, file: $1?.path, line: $1?.line) }
      }
    }
  #else
    /// The stack of the calling thread, without files and lines.
    init() {
      let symbols = Thread.callStackSymbols
      addresses = Array(symbols.prefix(Self.depth))
      site = Lazy {
        let names = symbols.lazy.compactMap { line in
          line.split(separator: " ").map(String.init).first { FinderLog.CallSite.module(of: $0) != nil }
        }
        return names.first { !FinderLog.CallSite.isSkipped($0, nil) }
          .map { FinderLog.CallSite(function: $0, file: nil, line: nil) }
      }
    }
  #endif
}
