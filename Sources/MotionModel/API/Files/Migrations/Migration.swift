/// A step that turns records of one version of a model into records of a later version, before they are read as the
/// model's type.
///
/// ```swift
/// static let all = [
///   Migration(from: 1, to: 2, of: "Todo") { todos in
///     try todos.convert("priority", to: "Int") { value in value == "high" ? 3 : 1 }
///   },
///   Migration("move addresses", from: 2, to: 3, inFileOf: "Person") { file in
///     var addresses = StoreDocument.Table("Address")
///     try file["Person"]?.updateRows { person in
///       addresses.rows.append(["id": person["id"] ?? .null, "city": person["city"] ?? ""])
///       person["city"] = nil
///     }
///     file["Address"] = addresses
///   },
/// ]
///
/// try store.load(from: file, models: [Todo.self, Person.self], migrations: Migration.all)
/// ```
///
/// A migration belongs to the versions that it mentions, and is never changed once it has shipped. So it uses names of
/// models and columns, and not the types of the program, which change.
///
/// Added, removed and renamed columns need no migration: see ``Schema``. Each migration raises the ``Schema/version``,
/// and each version that a file may have needs a migration to a later version.
///
/// ## Topics
/// ### Creating
/// - ``init(_:from:to:of:_:)``
/// - ``init(_:from:to:inFileOf:_:)``
/// ### Testing one alone
/// - ``apply(to:)``
public struct Migration: Sendable {
  /// What errors and previews call it, besides its versions.
  package let name: String?
  /// The name that the model has in both versions.
  package let model: String
  /// The version of the records before.
  package let from: Int
  /// The version of the records after.
  package let to: Int
  private let change: @Sendable (inout StoreDocument) throws -> Void

  /// Creates a step that changes the records of one model.
  ///
  /// - Parameters:
  ///   - name: What errors and previews call it, besides its versions.
  ///   - from: The version of the records before.
  ///   - to: The version after, which is higher.
  ///   - model: The name that the model has in these versions.
  ///   - change: Changes the records. Without it, the declarations of the schema are all that is needed.
  public init(
    _ name: String? = nil, from: Int, to: Int, of model: String,
    _ change: @escaping @Sendable (inout StoreDocument.Table) throws -> Void = { _ in }
  ) {
    self.init(name, from: from, to: to, inFileOf: model) { file in
      guard var content = file.take(model) else { return }
      defer { file[model] = content }
      try change(&content)
    }
  }

  /// Creates a step that changes the whole file, if it has records of a version of a model.
  ///
  /// A model that the step adds begins with version 1, unless it is given another.
  ///
  /// - Parameters:
  ///   - name: What errors and previews call it, besides its versions.
  ///   - from: The version of the model's records before.
  ///   - to: The version after, which is higher.
  ///   - model: The name that the model has in these versions.
  ///   - change: Changes the file.
  public init(
    _ name: String? = nil, from: Int, to: Int, inFileOf model: String,
    _ change: @escaping @Sendable (inout StoreDocument) throws -> Void
  ) {
    // NB: Not `precondition`, which prints no message in release builds.
    if from < 1 || from >= to {
      fatalError("A migration of \(model) leads from version \(from) to version \(to): it has to lead to a later one.")
    }
    (self.name, self.from, self.to, self.model, self.change) = (name, from, to, model, change)
  }

  /// Applies the migration to the content of a file, as a test of the migration does.
  ///
  /// - Throws: ``MigrationError`` if the content has no records of the version, or the migration fails. The content is
  ///   unchanged then.
  public func apply(to document: inout StoreDocument) throws(MigrationError) {
    guard let found = document[model] else {
      throw MigrationError("there are no records of \(model)", of: self)
    }
    guard found.version == from else {
      throw MigrationError("the records of \(model) have version \(found.version)", of: self)
    }
    let before = document
    do throws(MigrationError) { try run(on: &document) } catch {
      document = before
      throw error
    }
  }

  /// Applies the migration to content that has records of the version. If it throws, the content is in no defined
  /// state.
  func run(on document: inout StoreDocument) throws(MigrationError) {
    do { try change(&document) } catch let error as MigrationError {
      throw error.with(self)
    } catch {
      throw MigrationError("\(error)", of: self)
    }
    if document[model] != nil { document[model]?.version = to }
  }
}

extension Migration: CustomStringConvertible {
  /// The name, the model and the versions: `"move addresses" (Person, version 2 to 3)`.
  public var description: String {
    let versions = "\(model), version \(from) to \(to)"
    return name.map { "\"\($0)\" (\(versions))" } ?? "of \(versions)"
  }
}
