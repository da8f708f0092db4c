/// A type whose values are records, which are created, found, changed, saved and deleted in a ``Store``.
///
/// ```swift
/// struct Todo: Model {
///   var id = 0
///   var name = ""
///   var priority = 0
///
///   static let schema = Schema<Todo> { Column(\.priority, .ordered) }
/// }
///
/// var todo = try Todo.create { $0.name = "Walk the dog" }
/// todo.priority = 3
/// try todo.save()
/// Todo.where(\.priority > 2).all   // => [todo]
/// ```
///
/// Records are values. A change to a record affects nothing else until it is saved, and a record that a finder
/// returned does not change when the store does. Any thread may use models.
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
/// - ``create(_:)-((Self)->Void)``
/// - ``create(_:)-(Self)``
/// - ``init(attributes:)``
/// ### Saving
/// - ``save()``
/// - ``insert()``
/// - ``update(_:)``
/// - ``upsert()``
/// ### Finding
/// - ``require(_:)``
/// - ``defaultScope``
/// - ``unscoped()``
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
  /// The adapter that stores the records; by default in memory.
  associatedtype Adapter: StorageAdapter = ArrayAdapter

  /// The relations, a nested type with a property for each; by default there are none.
  associatedtype Relations = Void

  /// The record's id; the first save assigns one to a record that has none.
  var id: ID { get set }

  /// Creates a record with the properties' initial values.
  init()

  /// The columns of the model; by default one for each stored property.
  ///
  /// A `schema` of another type, such as a pasted one of another model, is an unrelated property to the compiler, and
  /// the default counts.
  static var schema: Schema<Self> { get }

  /// The relations of the model; by default those of ``Relations``, if it conforms to ``ModelRelations``.
  static var relations: Relations { get }

  /// The hooks that run when records are saved, deleted, loaded and committed; by default none.
  static var hooks: Hooks<Self> { get }

  /// The condition that finders of this model begin with, unless they are ``FinderChain/unscoped()``; by default none.
  ///
  /// ```swift
  /// static let defaultScope: RecordPredicate<Note>? = \.isArchived == false
  ///
  /// Note.count                      // those that are not archived
  /// Note.where(\.text == "").or(\.text == "?").all       // none of them is archived
  /// board.notes.all
  /// Note.unscoped().count           // all
  /// ```
  ///
  /// It applies to the finders of a model and of a table, with all that they read and write, and to the records of a
  /// relation. New records that such a finder builds have the values that it requires by `==`. It does not apply where
  /// a record is known by its id (`find(id)`, `require`, `reload`, a parent), nor to what the store does by itself:
  /// counters and other derived columns, integrity, cascades, unique columns and rules, files and conditions on
  /// related records.
  static var defaultScope: RecordPredicate<Self>? { get }

  /// The check of a record before it is saved; nil unless a module such as `MotionModelValidation` supplies it.
  static var saveCheck: SaveCheck<Self>? { get }

  /// The check of all changes to the model's records before they are committed; nil unless a module such as
  /// `MotionModelValidation` supplies it.
  static var commitCheck: CommitCheck<Self>? { get }
}

extension Model {
  /// A column for each stored property, the default.
  @inlinable public static var schema: Schema<Self> { .once { Schema {} } }

  /// No default scope, the default.
  @inlinable public static var defaultScope: RecordPredicate<Self>? { nil }

  /// No hooks, the default.
  @inlinable public static var hooks: Hooks<Self> { Hooks() }

  /// No check, the default.
  public static var saveCheck: SaveCheck<Self>? { nil }

  /// No check, the default.
  public static var commitCheck: CommitCheck<Self>? { nil }
}
