#if PostgreSQL && os(Linux)
  import Foundation
  import MotionModelPostgreSQL
  import MotionModelValues
  import Testing

  /// What stands between a program and a server, and cuts a connection where it is told to.
  final class CuttingProxy: Sendable {
    /// Where the next connection is cut.
    struct Cut: Sendable {
      /// The number of the messages of the program, from now on.
      var number: Int
      /// Whether the server gets the message, and only its answer is lost.
      let isAnswerLost: Bool
    }

    private let folder: String
    private let target: String
    private let listener: Int32
    private let cut = Locked<Cut?>(nil)

    /// - Parameter server: A server with a socket in a folder.
    init(to server: PostgreSQLServer) throws {
      let host = try #require(server.parameters["host"])
      target = "\(host)/.s.PGSQL.5432"
      folder = "/tmp/motionmodel-proxy-\(UInt32.random(in: 0...(.max)))"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
      listener = descriptor
      try #require(Self.withAddress("\(folder)/.s.PGSQL.5432") { bind(descriptor, $0, $1) } == 0)
      try #require(listen(descriptor, 16) == 0)
      Thread.detachNewThread { [self] in
        while true {
          let client = accept(descriptor, nil, nil)
          if client < 0 { return }
          Thread.detachNewThread { self.relay(client) }
        }
      }
    }

    /// Ends the proxy. Connections that are open go on.
    func close() {
      shutdown(listener, Int32(SHUT_RDWR))
      Glibc.close(listener)
      try? FileManager.default.removeItem(atPath: folder)
    }

    var address: PostgreSQLServer { PostgreSQLServer(host: folder, database: "postgres", user: "postgres") }

    /// Calls `body`, during which a connection is cut once.
    ///
    /// - Returns: Whether one was cut.
    func cutting(_ place: Cut, _ body: () throws -> Void) rethrows -> Bool {
      cut.withLock { $0 = place }
      try body()
      return cut.withLock { cut in
        defer { cut = nil }
        return cut == nil
      }
    }

    private static func withAddress(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
      return withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
      }
    }

    /// Passes on what both sides send, until one of them ends or the connection is to be cut.
    private func relay(_ client: Int32) {
      let server = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
      defer {
        Glibc.close(client)
        Glibc.close(server)
      }
      guard Self.withAddress(target, { connect(server, $0, $1) }) == 0 else { return }
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        var states = [client, server].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        guard poll(&states, 2, -1) > 0 else { return }
        for (source, target) in [(client, server), (server, client)]
        where states[source == client ? 0 : 1].revents != 0 {
          let count = read(source, &buffer, buffer.count)
          if count <= 0 { return }
          let place = source == client ? next() : nil
          if place?.isAnswerLost == false { return }
          var sent = 0
          while sent < count {
            let written = buffer[sent..<count].withUnsafeBytes {
              send(target, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if written <= 0 { return }
            sent += written
          }
          if place != nil {
            _ = read(server, &buffer, buffer.count)
            return
          }
        }
      }
    }

    /// Counts a message of the program, and returns where it is cut, if it is this one.
    private func next() -> Cut? {
      cut.withLock { cut in
        guard let place = cut else { return nil }
        cut?.number -= 1
        if place.number > 1 { return nil }
        cut = nil
        return place
      }
    }
  }
#endif
