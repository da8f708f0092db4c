import GRDB

/// A database in memory with a table of articles, and an FTS5 table of their words that triggers keep up to date.
struct ArticleDatabase {
  private let queue: DatabaseQueue

  /// Creates the tables; the index of words is empty.
  init(_ articles: [Article]) throws {
    queue = try DatabaseQueue()
    try queue.write { database in
      try database.execute(
        sql: "CREATE TABLE article (id INTEGER PRIMARY KEY, title TEXT NOT NULL, text TEXT NOT NULL)")
      try database.create(virtualTable: "words", using: FTS5()) { table in
        table.synchronize(withTable: "article")
        table.tokenizer = .unicode61(diacritics: .remove)
        table.column("title")
        table.column("text")
      }
      try database.execute(sql: "DROP TRIGGER __words_ai")
      let statement = try database.makeStatement(sql: "INSERT INTO article VALUES (?, ?, ?)")
      for article in articles { try statement.execute(arguments: [article.id, article.title, article.text]) }
    }
  }

  // MARK: - The index

  func empty() throws { try command("delete-all") }

  func build() throws { try command("rebuild") }

  /// Merges the parts of the index, so that queries read one.
  func merge() throws { try command("optimize") }

  private func command(_ name: String) throws {
    try queue.write { try $0.execute(sql: "INSERT INTO words (words) VALUES (?)", arguments: [name]) }
  }

  func update(_ article: Article) throws {
    try queue.write {
      try $0.cachedStatement(sql: "UPDATE article SET title = ?, text = ? WHERE id = ?")
        .execute(arguments: [article.title, article.text, article.id])
    }
  }

  // MARK: - Queries

  /// The first 20 by rank.
  func first(_ query: String) throws -> [StoredArticle] {
    let sql = """
      SELECT article.* FROM words JOIN article ON article.id = words.rowid WHERE words MATCH ? ORDER BY words.rank LIMIT 20
      """
    return try queue.read { try StoredArticle.fetchAll($0.cachedStatement(sql: sql), arguments: [query]) }
  }

  /// The ranks of the first 20.
  func ranks(_ query: String) throws -> [Double] {
    try queue.read {
      try Double.fetchAll(
        $0, sql: "SELECT rank FROM words WHERE words MATCH ? ORDER BY rank LIMIT 20", arguments: [query])
    }
  }

  func count(_ query: String) throws -> Int {
    let sql = "SELECT COUNT(*) FROM words WHERE words MATCH ?"
    return try queue.read { try Int.fetchOne($0.cachedStatement(sql: sql), arguments: [query]) ?? 0 }
  }
}
