#if PostgreSQL
  import Foundation
  import MotionModel
  import MotionModelPostgreSQL
  import MotionModelSQL
  import Testing

  private struct Page: Model, Equatable {
    typealias Adapter = PostgreSQLAdapter

    var id = 0
    var title = ""

    static let schema = Schema<Page> { Column(\.title) }
  }

  /// Connections with TLS to a server whose certificate nobody else has signed.
  @Suite(
    .enabled(if: PrivateServer.programs != nil, "MOTIONMODEL_POSTGRESQL_PROGRAMS is not set"),
    .enabled(if: PrivateServer.openSSL != nil, "openssl is missing"))
  struct PostgreSQLTLSTests {
    @Test func `a connection is encrypted, and refused unless the certificate is the server's`() throws {
      let (server, stranger) = (try PrivateServer(hasTLS: true), try PrivateServer(hasTLS: true))
      defer { withExtendedLifetime((server, stranger)) {} }
      let address = server.tlsAddress
      let connection = try PostgreSQLConnection(address, PostgreSQLLimits())
      let encrypted = try connection.run("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()")
      #expect(encrypted.values == [.integer(1)])
      let pages = Store(adapters: [try PostgreSQLAdapter(address)]).table(Page.self)
      let page = try pages.create { $0.title = "Home" }
      #expect(try pages.find(page.id) == page)
      // The certificate names localhost, and not its address.
      var other = address
      (other.parameters["host"], other.parameters["hostaddr"]) = ("db.example.com", "127.0.0.1")
      expectRefusal(other)
      other.parameters["sslmode"] = "verify-ca"
      _ = try PostgreSQLConnection(other, PostgreSQLLimits())
      // The certificate of another server.
      var foreign = address
      foreign.parameters["sslrootcert"] = stranger.tlsAddress.parameters["sslrootcert"]
      expectRefusal(foreign)
      var unknown = address
      unknown.parameters["sslrootcert"] = "/nowhere"
      expectRefusal(unknown)
    }

    private func expectRefusal(_ address: PostgreSQLServer) {
      let error = #expect(throws: SQLError.self) { try PostgreSQLConnection(address, PostgreSQLLimits()) }
      guard case .notConnected = error else {
        Issue.record("\(String(describing: error))")
        return
      }
    }
  }
#endif
