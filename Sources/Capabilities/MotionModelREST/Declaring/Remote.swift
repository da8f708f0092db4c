public import MotionModel

/// How a server's resource differs from what the model and the conventions of a ``RESTFormat`` say.
///
/// ```swift
/// static let remote: Remote<Train> = [
///   .path("railway/trains"),
///   .key(\.maxSpeed, "top_speed"),
///   .embeds(\.cars, missing: .delete),
///   .readOnly(\.mileage),
/// ]
/// ```
///
/// Names that no rule gives are made of those of the model by the ``RESTFormat`` of the client.
/// <doc:DeclaringResources> has all rules.
///
/// Each rule is a `Remote` by itself, and a list of them is one, too. Rules that contradict each other, or name
/// something the model lacks, trap when the resource is first used, with a message that says what to change.
///
/// ## Topics
/// ### Places
/// - ``path(_:)``
/// - ``prefix(_:)``
/// ### Names
/// - ``key(_:_:)``
/// - ``keys(_:)``
/// - ``root(_:many:)``
/// - ``noRoot``
/// ### Members
/// - ``readOnly(_:)``
/// - ``writeOnly(_:)``
/// - ``ignored(_:)``
/// - ``dates(_:_:)``
/// - ``sendsID``
/// - ``lookup(by:)``
/// ### Relations
/// - ``embeds(_:as:missing:)``
public struct Remote<Record: Model>: Sendable {
  /// Adds the rules to those of a resource.
  let add: @Sendable (inout RuleList<Record>) -> Void

  /// What a rule says of an embedded relation.
  struct Embedding: Sendable {
    /// The name of the relation in the model.
    let relation: String
    /// The member that has the related records; nil for the one that the format makes of the relation's name.
    var key: String?
    /// What becomes of the stored children that a list does not have.
    var missing = MissingChildren.keep
    /// Returns the stored children of a record; nil for a relation that is not to many.
    var children: (@Sendable (Record, Store) throws -> [any Model])?
  }
}

extension Remote: ExpressibleByArrayLiteral {
  /// Creates a declaration of rules, in order.
  public init(arrayLiteral rules: Remote...) { self.init { list in for rule in rules { rule.add(&list) } } }
}

// MARK: - Places

extension Remote {
  /// Says where the records are, below the client's address: `trains` for the list, `trains/1` for one of them.
  ///
  /// ```swift
  /// .path("trains/:train_id/cars")
  /// ```
  ///
  /// A part that begins with a colon is a parameter: the value of the column with that name, or of the member, in the
  /// record or in what a request asks for. Without this rule, the path is the plural of the model's name:
  /// `order_items` for `OrderItem`.
  public static func path(_ path: String) -> Self { Self { $0.set(\.path, path, "two paths") } }

  /// Says what stands before the path: `.prefix("api/v2")`; in place of `RESTFormat(prefix:)`.
  public static func prefix(_ prefix: String) -> Self { Self { $0.set(\.prefix, prefix, "two prefixes") } }
}

// MARK: - Names

extension Remote {
  /// Says that bodies are objects with one member, the record or the list: `{"train": {…}}`, `{"trains": […]}`.
  ///
  /// - Parameters:
  ///   - single: The member that has one record.
  ///   - many: The member that has a list; by default the plural of the other.
  public static func root(_ single: String, many: String? = nil) -> Self {
    Self { $0.set(\.roots, (single, many), "two roots") }
  }

  /// Says that bodies are the records themselves, without an object around them.
  public static var noRoot: Self { Self { $0.set(\.roots, (nil, nil), "two roots") } }

  /// Says how this resource spells its members; in place of `RESTFormat(keys:)`.
  public static func keys(_ spelling: RESTFormat.KeySpelling) -> Self {
    Self { $0.set(\.keys, spelling, "two spellings") }
  }

  /// Names the member of a column.
  public static func key(_ column: any PartialKeyPath<Record> & Sendable, _ key: String) -> Self {
    Self { $0.set(\.names, of: [column], key, "two members for") }
  }
}

// MARK: - Members

extension Remote {
  /// Reads columns from responses, and never sends them.
  public static func readOnly(_ columns: any PartialKeyPath<Record> & Sendable...) -> Self {
    directed(.received, columns)
  }

  /// Sends columns, and never reads them from responses: passwords, and what else the server keeps to itself.
  public static func writeOnly(_ columns: any PartialKeyPath<Record> & Sendable...) -> Self {
    directed(.sent, columns)
  }

  /// Neither reads nor sends columns: they are kept here alone.
  public static func ignored(_ columns: any PartialKeyPath<Record> & Sendable...) -> Self {
    directed(.none, columns)
  }

  private static func directed(
    _ direction: FieldDirection, _ columns: [any PartialKeyPath<Record> & Sendable]
  ) -> Self {
    Self { $0.set(\.directions, of: columns, direction, "two directions for") }
  }

  /// Says how dates are written, of the columns that are listed or of all; in place of `RESTFormat(dates:)`.
  public static func dates(_ form: RESTFormat.DateForm, _ columns: any PartialKeyPath<Record> & Sendable...) -> Self {
    Self { $0.setDates(form, of: columns) }
  }

  /// Sends the record's own id when it is created, for ids that are made here, such as UUIDs.
  public static var sendsID: Self { Self { $0.sendsID = true } }

  /// Names a column with a unique value that is made here, by which the server's list can be filtered:
  /// `GET trains?token=…`. When it is not known whether a record was created, it is looked up, and not created twice.
  public static func lookup(by column: any PartialKeyPath<Record> & Sendable) -> Self {
    Self { $0.set(\.lookup, $0.name(of: column), "two columns to look up by") }
  }
}

// MARK: - Relations

extension Remote {
  /// Names the member that has embedded children, and decides what happens to stored children that a response no longer
  /// lists.
  ///
  /// Without a rule, embedded records are read wherever a response has them, and missing ones are kept.
  ///
  /// - Parameters:
  ///   - relation: The relation.
  ///   - key: The member; by default the name of the relation, as the format spells it.
  ///   - missing: What happens to stored children that the list does not have.
  public static func embeds<Target: Model>(
    _ relation: any KeyPath<Record.Relations, Relation<Record, ToMany<Target>>> & Sendable, as key: String? = nil,
    missing: MissingChildren = .keep
  ) -> Self {
    let name = Relation<Record, ToMany<Target>>.name(of: relation)
    return embedding(
      Embedding(relation: name, key: key, missing: missing) { record, store in
        try store.of(record)[dynamicMember: relation].finder.all
      })
  }

  /// Names the member that has an embedded child or parent.
  public static func embeds<Kind: RelationKind>(
    _ relation: any KeyPath<Record.Relations, Relation<Record, Kind>> & Sendable, as key: String? = nil
  ) -> Self {
    embedding(Embedding(relation: Relation<Record, Kind>.name(of: relation), key: key))
  }

  private static func embedding(_ embedding: Embedding) -> Self {
    Self { $0.set(\.embeddings[embedding.relation], embedding, "\"\(embedding.relation)\" embedded twice") }
  }
}

/// What becomes of stored children that an embedded list no longer has.
public enum MissingChildren: String, Sendable, Hashable, CaseIterable {
  /// They stay as they are.
  case keep
  /// They are deleted. Hooks do not run.
  case delete
  /// Their key is set to nil.
  case unlink
}

/// In which direction the value of a column goes.
enum FieldDirection: Sendable {
  case both, received, sent, none

  var isReceived: Bool { self == .both || self == .received }
  var isSent: Bool { self == .both || self == .sent }
}
