#if PostgreSQL
  import Foundation
  import MotionModelPostgreSQL
  import MotionModelTestSupport
  import MotionModelValues
  import Testing

  /// A server of a test's own, which the test may kill.
  final class PrivateServer: Sendable {
    /// The folder of the server's programs, in `MOTIONMODEL_POSTGRESQL_PROGRAMS`.
    static let programs = ProcessInfo.processInfo.environment["MOTIONMODEL_POSTGRESQL_PROGRAMS"]

    /// The program that makes certificates; nil where it is missing.
    static let openSSL = ["/usr/bin/openssl", "/usr/local/bin/openssl", "/opt/homebrew/bin/openssl"].first {
      FileManager.default.isExecutableFile(atPath: $0)
    }

    private let folder: String
    private let options: String
    /// The port at which the server takes connections with TLS; nil if it only has a socket.
    private let port: Int?
    private let hasStandby = Locked(false)
    private let hasBouncer = Locked(false)

    /// Makes and starts a server.
    ///
    /// - Parameters:
    ///   - options: Options of the server besides.
    ///   - segment: The size of a file of its log, in megabytes.
    ///   - hasTLS: Whether it also takes connections to `localhost`, with a certificate that it has signed itself.
    init(options: String = "", segment: Int = 16, hasTLS: Bool = false) throws {
      // Below the ports that systems give to other programs' connections.
      (self.options, port) = (options, hasTLS ? Int.random(in: 20_000..<32_000) : nil)
      folder = "/tmp/motionmodel-\(ProcessInfo.processInfo.processIdentifier)-\(UInt32.random(in: 0...(.max)))"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      if getuid() == 0 { try Self.run("/bin/chown", ["postgres", folder]) }
      try run(
        "initdb",
        [
          "-D", "\(folder)/data", "-E", "UTF8", "--locale=C.UTF-8", "-A", "trust", "-U", "postgres",
          "--wal-segsize=\(segment)",
        ])
      if hasTLS { try makeCertificate() }
      try start()
    }

    deinit {
      if hasStandby.withLock(\.self) { try? run("pg_ctl", ["-D", "\(folder)/standby", "-m", "immediate", "stop"]) }
      if hasBouncer.withLock(\.self) { try? Self.run("/bin/sh", ["-c", "kill $(cat '\(folder)/bouncer.pid')"]) }
      kill()
      try? FileManager.default.removeItem(atPath: folder)
    }

    var address: PostgreSQLServer { PostgreSQLServer(host: folder, database: "postgres", user: "postgres") }

    /// The address with TLS, of whose certificate it is the name.
    var tlsAddress: PostgreSQLServer {
      PostgreSQLServer(
        host: "localhost", port: port ?? 0, database: "postgres", user: "postgres",
        parameters: ["sslmode": "verify-full", "sslrootcert": certificate])
    }

    private var certificate: String { "\(folder)/certificate.pem" }

    /// Makes a key, and a certificate for it.
    private func makeCertificate() throws {
      let program = try #require(Self.openSSL)
      let key = "\(folder)/data/server.key"
      let arguments = [
        "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost", "-addext",
        "subjectAltName=DNS:localhost", "-keyout", key, "-out", certificate,
      ]
      try runAsServer(program, arguments)
      try runAsServer("/bin/chmod", ["600", key])
    }

    func start() throws { try start("") }

    private func start(_ more: String) throws {
      let tls = port.map {
        "-c ssl=on -c ssl_cert_file=\(certificate) -c ssl_key_file=\(folder)/data/server.key -c listen_addresses=localhost "
          + "-c port=\($0)"
      }
      let options = """
        \(options) \(more) \(tls ?? "-c listen_addresses=''") -c unix_socket_directories=\(folder) -c fsync=off \
        -c wal_level=logical
        """
      try run("pg_ctl", ["-D", "\(folder)/data", "-w", "-l", "\(folder)/log", "-o", options, "start"])
    }

    /// Starts the server as from a backup, so that it goes on in another timeline.
    func recover() throws {
      try Data().write(to: URL(filePath: "\(folder)/data/recovery.signal"))
      try start("-c restore_command=/bin/false -c hot_standby=off")
      // The server counts as started before it has recovered, and refuses connections until then.
      let end = Date.now + 60
      while (try? PostgreSQLConnection(address, PostgreSQLLimits())) == nil {
        try #require(Date.now < end, "the server has not recovered")
        usleep(100_000)
      }
    }

    /// Starts a copy of the server that follows it and is only read, and returns its address.
    func standby() throws -> PostgreSQLServer {
      try run("pg_basebackup", ["-D", "\(folder)/standby", "-R", "-h", folder, "-U", "postgres"])
      let options = "-c port=5433 -c listen_addresses='' -c unix_socket_directories=\(folder) -c fsync=off"
      try run("pg_ctl", ["-D", "\(folder)/standby", "-w", "-l", "\(folder)/standby.log", "-o", options, "start"])
      hasStandby.withLock { $0 = true }
      return PostgreSQLServer(host: folder, port: 5433, database: "postgres", user: "postgres")
    }

    /// The program that shares few connections of a server among many of programs.
    static let bouncer = ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer", "/opt/homebrew/bin/pgbouncer"].first {
      FileManager.default.isExecutableFile(atPath: $0)
    }

    /// Starts a PgBouncer that gives each transaction another connection, and returns its address.
    func bounced(by program: String) throws -> PostgreSQLServer {
      let settings = """
        [databases]
        postgres = host=\(folder) dbname=postgres user=postgres
        [pgbouncer]
        pool_mode = transaction
        listen_addr =
        listen_port = 6432
        unix_socket_dir = \(folder)
        auth_type = any
        pidfile = \(folder)/bouncer.pid
        logfile = \(folder)/bouncer.log
        max_client_conn = 200
        default_pool_size = 4
        server_round_robin = 1
        """
      try Data((settings + "\n").utf8).write(to: URL(filePath: "\(folder)/bouncer.ini"))
      if getuid() == 0 { try Self.run("/bin/chown", ["postgres", "\(folder)/bouncer.ini"]) }
      try runAsServer(program, ["-d", "\(folder)/bouncer.ini"])
      hasBouncer.withLock { $0 = true }
      // It goes to the background before it listens.
      let end = Date.now + 60
      while !FileManager.default.fileExists(atPath: "\(folder)/.s.PGSQL.6432") {
        try #require(Date.now < end, "PgBouncer does not listen")
        usleep(20_000)
      }
      return PostgreSQLServer(host: folder, port: 6432, database: "postgres", user: "postgres")
    }

    /// Keeps a copy of a server that does not run.
    func keepCopy() throws { try Self.run("/bin/cp", ["-a", "\(folder)/data", "\(folder)/copy"]) }

    /// Makes the server what it was when the copy was kept.
    func restoreCopy() throws {
      try Self.run("/bin/rm", ["-r", "\(folder)/data"])
      try Self.run("/bin/cp", ["-a", "\(folder)/copy", "\(folder)/data"])
    }

    /// Ends the server as a loss of power does.
    func kill() { try? run("pg_ctl", ["-D", "\(folder)/data", "-m", "immediate", "stop"]) }

    private func run(_ program: String, _ arguments: [String]) throws {
      try runAsServer("\(Self.programs ?? "")/\(program)", arguments)
    }

    private func runAsServer(_ path: String, _ arguments: [String]) throws {
      // A server does not run as root.
      if getuid() == 0 {
        try Self.run("/usr/sbin/runuser", ["-u", "postgres", "--", path] + arguments)
      } else {
        try Self.run(path, arguments)
      }
    }

    /// Runs a program and waits for it. NB: A `Process` ends for Foundation only when the server ends that it has started.
    private static func run(_ path: String, _ arguments: [String]) throws {
      let words = ([path] + arguments).map { "'\($0.replacing("'", with: "'\\''"))'" }
      let command = "cd /tmp && \(words.joined(separator: " ")) >/dev/null 2>&1"
      var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("sh"), strdup("-c"), strdup(command), nil]
      var environment: [UnsafeMutablePointer<CChar>?] = [nil]
      defer { for argument in arguments { free(argument) } }
      var (child, status) = (pid_t(), Int32())
      try #require(posix_spawn(&child, "/bin/sh", nil, nil, &arguments, &environment) == 0)
      while waitpid(child, &status, 0) < 0 && errno == EINTR {}
      try #require(status == 0, "\(command)")
    }
  }
#endif
