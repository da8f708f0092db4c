import MotionModelGenerator

/// The dialects of SQL, by their lexical rules.
enum SQLDialect {
  /// SQLite and PostgreSQL: a backslash in a string is a character like others.
  case standard
  /// MySQL and MariaDB: a backslash escapes the next character, and some comments are executed.
  case mySQL

  /// Finds the dialect of a file by the first sign of one in it, before which both read the same words.
  init(of text: String, file: String) throws(Diagnostic) {
    let head = text.prefix(400)
    if ["MySQL dump", "MariaDB dump", "phpMyAdmin", "mysqldump"].contains(where: head.contains) {
      self = .mySQL
      return
    }
    var lexer = try SQLLexer(text, file: file, .standard)
    do throws(Diagnostic) {
      self = try Self.firstSign(in: &lexer) ?? .standard
    } catch {
      // A literal without an end in one dialect may have one in the other.
      self = text.contains("\\") || lexer.hasExecutedComments ? .mySQL : .standard
    }
  }

  private static func firstSign(in lexer: inout SQLLexer) throws(Diagnostic) -> SQLDialect? {
    while let statement = try lexer.nextStatement() {
      for (index, token) in statement.enumerated() {
        if let dialect = sign(token, before: index + 1 < statement.count ? statement[index + 1] : nil) {
          return dialect
        }
      }
      if lexer.hasExecutedComments { return .mySQL }
    }
    return nil
  }

  private static func sign(_ token: SourceToken, before next: SourceToken?) -> SQLDialect? {
    if token.isTorn { return .mySQL }
    if token.isSign("::") { return .standard }
    guard case .word(let word) = token.kind else { return nil }
    switch word.uppercased() {
    case "AUTO_INCREMENT", "UNSIGNED", "DELIMITER": return .mySQL
    case "ENGINE" where next?.isSign("=") == true: return .mySQL
    case "COMMENT": if case .string? = next?.kind { return .mySQL }
    case "ENUM", "SET": if next?.isSign("(") == true { return .mySQL }
    case "AUTOINCREMENT", "BIGSERIAL", "JSONB", "BYTEA", "TIMESTAMPTZ", "PRAGMA", "ROWID": return .standard
    default: break
    }
    return nil
  }
}
