#if PostgreSQL
  import CMotionModelPostgreSQL
  import Foundation
  public import MotionModelSQL

  /// The address of a database of a PostgreSQL server, and how to connect to it.
  ///
  /// ```swift
  /// let server = try PostgreSQLServer("postgres://shop@db.example.com/shop?sslmode=verify-full")
  /// server.password = secret
  /// ```
  ///
  /// What is not given is taken from the environment and the files that `libpq` reads, such as `PGPASSWORD`,
  /// `~/.pgpass` and `~/.postgresql/root.crt`. The password is in no description and in no error.
  public struct PostgreSQLServer: Sendable, Hashable {
    /// The parameters of `libpq` by their names, without the password: `host`, `port`, `dbname`, `user`, `sslmode`,
    /// `sslrootcert`, `sslcert`, `sslkey`, `target_session_attrs`, …
    public var parameters: [String: String]
    /// The password; nil for that of the environment, or none.
    public var password: String?

    /// Creates an address from parameters of `libpq`.
    ///
    /// - Parameters:
    ///   - host: A name, an address, or the folder of a socket.
    ///   - port: The port.
    ///   - database: The name of the database.
    ///   - user: The name of the user.
    ///   - password: The password; nil for that of the environment, or none.
    ///   - parameters: Other parameters, such as `["sslmode": "verify-full"]`.
    public init(
      host: String, port: Int = 5432, database: String, user: String, password: String? = nil,
      parameters: [String: String] = [:]
    ) {
      self.parameters = parameters
      self.parameters["host"] = host
      self.parameters["port"] = "\(port)"
      self.parameters["dbname"] = database
      self.parameters["user"] = user
      self.password = password
    }

    /// Reads a URL such as `postgres://user@host:5432/database?sslmode=require`, or a string such as
    /// `host=localhost dbname=shop`.
    ///
    /// - Throws: `SQLError.notConnected` for a string that is neither, without the string.
    public init(_ text: String) throws(SQLError) {
      guard !text.utf8.contains(0), let options = PQconninfoParse(text, nil) else {
        throw .notConnected(to: "PostgreSQL", reason: "the address is neither a URL nor a list of parameters")
      }
      defer { PQconninfoFree(options) }
      parameters = [:]
      var option = options
      while let keyword = option.pointee.keyword {
        if let value = option.pointee.val { parameters[String(cString: keyword)] = String(cString: value) }
        option += 1
      }
      password = parameters.removeValue(forKey: "password")
    }
  }

  extension PostgreSQLServer: CustomStringConvertible, CustomReflectable {
    /// The server and the database, without the password: `shop@db.example.com:5432/shop`.
    public var description: String {
      let user = parameters["user"].map { "\($0)@" } ?? ""
      let port = parameters["port"].map { ":\($0)" } ?? ""
      return
        "\(user)\(parameters["host"] ?? parameters["hostaddr"] ?? "localhost")\(port)/\(parameters["dbname"] ?? "")"
    }

    /// The description alone, so that dumps do not have the password.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
  }

  extension PostgreSQLServer {
    /// Connects, and returns the connection of `libpq`.
    ///
    /// - Parameter timeout: How long to wait for each address.
    func connect(timeout: Duration) throws(SQLError) -> OpaquePointer {
      var all = parameters
      all["password"] = password
      // libpq takes whole seconds, and one for two.
      all["connect_timeout"] = all["connect_timeout"] ?? "\(Int(max(2, min(timeout / .seconds(1), 1e6))))"
      all["client_encoding"] = "UTF8"
      all["application_name"] = all["application_name"] ?? "MotionModel"
      if let bad = all.first(where: { $0.key.utf8.contains(0) || $0.value.utf8.contains(0) }) {
        throw .notConnected(to: description, reason: "its parameter \(bad.key.debugDescription) contains NUL")
      }
      let words = all.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }.map { name, value in
        "\(name) = '\(value.replacing("\\", with: "\\\\").replacing("'", with: "\\'"))'"
      }
      guard let handle = PQconnectdb(words.joined(separator: " ")) else {
        throw .notConnected(to: description, reason: "there is no memory for a connection")
      }
      if PQstatus(handle) == CONNECTION_OK { return handle }
      let reason = sentence(PQerrorMessage(handle))
      PQfinish(handle)
      throw .notConnected(to: description, reason: reason)
    }

    /// Returns words of the server or of `libpq` as a part of a sentence, without the password.
    func sentence(_ message: UnsafeMutablePointer<CChar>?) -> String {
      var text = message.map { String(cString: $0) } ?? ""
      if let password, !password.isEmpty { text = text.replacing(password, with: "…") }
      let lines = text.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
      return lines.isEmpty ? "no reason is known" : lines.joined(separator: " ")
    }
  }
#endif
