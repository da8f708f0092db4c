import Foundation
import MotionModel
import MotionModelLoopback

/// A server of HTTP at the loopback address and a port that the system chooses. Each connection serves one request.
///
/// It listens until it is stopped or the process ends: a server that ended with its last mention would not wait for
/// requests that are under way.
final class LoopbackServer: Sendable {
  let address: URL
  private let listener: Listener
  private let log = Locked<[Request]>([])

  /// The requests that arrived whole.
  var requests: [Request] { log.withLock { $0 } }

  /// Starts a server.
  ///
  /// - Parameter answer: Returns what is sent for a request. It is called by a thread for each connection.
  init(_ answer: @escaping @Sendable (Request) -> Reply) throws {
    listener = try Listener()
    guard let url = URL(string: "http://127.0.0.1:\(listener.port)") else { throw URLError(.badURL) }
    address = url
    listener.serve(within: RequestLimits(body: .max, reading: 120_000)) { [log] connection in
      guard let request = try? connection.readRequest() else { return }
      log.withLock { $0.append(request) }
      answer(request).send(on: connection)
    }
  }

  /// Refuses further connections.
  func stop() { listener.end() }
}

/// What a ``LoopbackServer`` sends: a response, or the faulty beginning of one.
struct Reply: Sendable {
  private let bytes: [UInt8]
  private var cut: Int?
  private var pause: Duration?
  private var repeats = false

  /// A response with a body.
  init(_ status: Int = 200, _ body: String = "", headers: [String: String] = [:]) {
    var reply = MotionModelLoopback.Reply("application/json", Array(body.utf8), status: status)
    reply.headers += headers.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    bytes = reply.bytes()
  }

  /// Bytes as they are.
  init(raw text: String) { bytes = Array(text.utf8) }

  /// How many bytes the whole response has.
  var count: Int { bytes.count }

  /// The same response, of which only the first bytes are sent before the connection ends.
  func cut(at count: Int) -> Reply { with { $0.cut = count } }

  /// The same response, one byte at a time.
  func slow(_ pause: Duration) -> Reply { with { $0.pause = pause } }

  /// The same response, whose last byte is sent again and again as long as the other side reads.
  var endless: Reply { with { $0.repeats = true } }

  private func with(_ change: (inout Reply) -> Void) -> Reply {
    var copy = self
    change(&copy)
    return copy
  }

  func send(on connection: Connection) {
    let sent = bytes.prefix(cut ?? bytes.count)
    if let pause {
      for byte in sent {
        if !connection.send([byte]) { return }
        usleep(UInt32(pause / .microseconds(1)))
      }
    } else if !connection.send(sent) {
      return
    }
    guard repeats, let last = bytes.last else { return }
    let block = [UInt8](repeating: last, count: 1 << 16)
    while connection.send(block) {}
  }
}
