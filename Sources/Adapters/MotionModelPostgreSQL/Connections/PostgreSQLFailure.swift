#if PostgreSQL
  import CMotionModelPostgreSQL
  import Foundation
  import MotionModelSQL

  /// What the server says of a statement that it refuses.
  struct PostgreSQLFailure {
    private let statement: String
    /// The SQLSTATE; empty when the connection was lost.
    let code: String
    private let message: String
    private let constraint: String
    private let table: String
    private let column: String

    init(_ result: OpaquePointer?, _ statement: String) {
      func field(_ code: Character) -> String {
        guard let result, let value = PQresultErrorField(result, Int32(code.asciiValue ?? 0)) else { return "" }
        return String(cString: value)
      }
      self.statement = statement
      (code, message, constraint, table, column) = (field("C"), field("M"), field("n"), field("t"), field("c"))
    }

    /// The error of the call.
    var error: SQLError {
      switch code {
      case "23505": .notUnique(statement: statement, constraint: constraint)
      case "23503", "23001": broken(.foreignKey)
      case "23502": broken(.required)
      case "23514": broken(.check)
      case "23P01": broken(.exclusion)
      case "40001", "40P01": .conflict(statement: statement, code: code)
      case "57014": .timedOut(statement: statement)
      case "55P03": .busy(statement: statement)
      // The server shuts down, or a person has ended the connection.
      case "57P01", "57P02", "57P03", "57P05": .connectionLost(statement: statement, reason: message)
      case _ where code.hasPrefix("08"): .connectionLost(statement: statement, reason: message)
      // Messages of this class have the value that does not fit.
      case _ where code.hasPrefix("22"): .refused(statement: statement, code: code, reason: Self.words(for: code))
      default: .refused(statement: statement, code: code, reason: message)
      }
    }

    private func broken(_ kind: SQLError.Constraint.Kind) -> SQLError {
      let columns = column.isEmpty ? [] : [column]
      return .constraint(
        SQLError.Constraint(kind, table: table, columns: columns, name: constraint), statement: statement)
    }

    private static func words(for code: String) -> String {
      switch code {
      case "22001": "a string is too long"
      case "22003": "a number does not fit"
      case "22021": "a string is not in the encoding of the server"
      case "22P02": "a value is not of the column's type"
      default: "a value does not fit"
      }
    }
  }
#endif
