/// A type whose values are records: created, found, changed, saved and deleted in a ``Store``.
///
/// ```swift
/// struct Todo: Model {
///   var id = 0
///   var name = ""
///   var priority = 0
///
///   static let schema = Schema<Todo> {
///     Column(\.name)
///     Column(\.priority, .ordered)
///   }
/// }
///
/// var todo = try Todo.create { $0.name = "Walk the dog" }
/// todo.priority = 3
/// try todo.save()
/// Todo.where(\.priority > 2).all   // => [todo]
/// ```
///
/// Records are values. A change to one is nobody else's business until it is saved; what a finder returns stays as it is
/// whatever happens to the store. Any thread may do anything.
///
/// ## Topics
/// ### Making a type a model
/// - ``id``
/// - ``schema``
/// - ``init()``
/// - ``Adapter``
/// ### Relating
/// - ``relations``
/// - ``HasMany``
/// - ``HasOne``
/// - ``BelongsTo``
/// - ``BelongsToAny``
/// ### Creating
/// - ``new(_:)``
/// - ``create(_:)``
/// - ``init(attributes:)``
/// ### Saving
/// - ``save()``
/// - ``insert()``
/// - ``update(_:)``
/// - ``upsert()``
/// ### Finding
/// - ``require(_:)``
/// - ``where(_:)-(RecordPredicate<Self>)``
/// ### Deleting
/// - ``delete()``
/// - ``deleteAll()``
/// - ``destroy()``
/// ### Taking part
/// - ``hooks``
/// - ``withoutHooks(_:)``
@dynamicMemberLookup
public protocol Model: Identifiable, Sendable where ID: ModelID {
  /// Where the records live. In memory, unless a type says otherwise.
  associatedtype Adapter: StorageAdapter = ArrayAdapter

  /// The relations, a nested type with a property for each; ``NoRelations`` unless a type has some.
  associatedtype Relations = NoRelations

  /// What identifies the record; the store gives one to a record that has none when it is first saved.
  var id: ID { get set }

  /// Makes a record with the properties' initial values.
  init()

  /// The columns.
  static var schema: Schema<Self> { get }

  /// The relations: a `static let`, which each of them is then found through.
  static var relations: Relations { get }

  /// What runs when records are saved, deleted, loaded and committed; nothing, unless the type says otherwise.
  static var hooks: Hooks<Self> { get }

  /// What a record is asked before it is saved; nil, unless a module such as `MotionModelValidation` supplies it.
  static var saveCheck: SaveCheck<Self>? { get }

  /// What is asked of all changes to records of the model before they are committed; nil, unless a module such as
  /// `MotionModelValidation` supplies it.
  static var commitCheck: CommitCheck<Self>? { get }
}

extension Model {
  /// Nothing runs.
  public static var hooks: Hooks<Self> { Hooks() }

  /// Nothing is asked.
  public static var saveCheck: SaveCheck<Self>? { nil }

  /// Nothing is asked.
  public static var commitCheck: CommitCheck<Self>? { nil }
}
