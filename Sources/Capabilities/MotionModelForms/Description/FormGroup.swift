import MotionModelValidation

/// The children of a record in its form: the fields of each, and what may be done with them.
public struct FormGroup: PlacedInForm, Sendable, Hashable, Identifiable {
  /// The place of the group in the form.
  public var path: FormPath
  /// The name of the relation.
  public var key: String
  /// What the children are called.
  public var label: String
  /// An explanation, shown at the head of the group.
  public var help: String?
  /// Whether there may be several children, and not at most one.
  public var isMany = true
  /// Whether children may be added.
  public var canAdd = false
  /// Whether stored children may be removed; new ones always may.
  public var canRemove = false
  /// Whether the order of the children may be changed.
  public var canReorder = false
  /// The least number of children.
  public var minimumCount = 0
  /// The greatest number of children.
  public var maximumCount: Int?
  /// The children in order, removed ones included.
  public var items: [Item] = []
  /// A child to be added, empty, with the number that it would have; nil if none may be added.
  public var blank: Item?
  /// What is wrong with the group as a whole.
  public var messages: [FormDescription.Message] = []

  /// Creates a group without children.
  package init(path: FormPath, key: String? = nil, label: String) {
    (self.path, self.label) = (path, label)
    if case .field(let name)? = path.steps.last { self.key = key ?? name } else { self.key = key ?? "" }
  }

  /// Whether a child may be removed.
  package func canRemove(_ item: Item) -> Bool { canRemove || item.isNew }

  /// One of the children in a ``FormGroup``.
  public struct Item: PlacedInForm, Sendable, Hashable, Identifiable {
    /// The place of the item in the form, with its number.
    public var path: FormPath
    /// The id of the child; nil if it is new. It is for an answer to name the item, which must be a child of the
    /// record.
    public var record: String?
    /// Whether the child is removed when the form is submitted.
    public var isRemoved = false
    /// The fields and groups of the child.
    public var rows: [FormDescription.Row] = []
    /// What is wrong with the child as a whole.
    public var messages: [FormDescription.Message] = []

    /// Creates an item without fields.
    package init(path: FormPath, record: String? = nil) { (self.path, self.record) = (path, record) }

    /// The item's number, which it keeps.
    public var number: Int {
      if case .index(let number)? = path.steps.last { number } else { 0 }
    }

    /// Whether the child is not stored yet.
    public var isNew: Bool { record == nil }
  }
}

extension FormDescription {
  /// A row of a form: a field, or a group of children.
  public enum Row: PlacedInForm, Sendable, Hashable, Identifiable {
    /// A field.
    case field(FormField)
    /// The children of a relation.
    case group(FormGroup)

    /// The place of the row in the form.
    public var path: FormPath {
      switch self {
      case .field(let field): field.path
      case .group(let group): group.path
      }
    }
  }
}
