import MotionModelValidation

/// What a person has entered in a field, and what is wrong with it.
struct FieldState: Sendable, Hashable {
  /// What the field has, as it was entered.
  var input: FormInput
  /// What the field would have for the stored record.
  var initial: FormInput
  /// Why the input has no value; nil if it has one.
  var problem: ValidationError?
  /// What the rules and the store say of the value.
  var errors: [ValidationError] = []
  /// Set when others have changed the stored value meanwhile, until the field is entered or submitted again.
  var conflict: ValidationError?
  /// Whether ``conflict`` was found in an answer, and is kept by the next comparison with the store.
  var isStale = false
  /// Whether errors show.
  var isShown = false
  /// Whether something was entered since the form was opened.
  var isTouched = false
  /// The value that others have stored meanwhile.
  var theirs: FormInput?
  /// The text that is searched for among the options.
  var search: String?

  init(_ input: FormInput) { (self.input, initial) = (input, input) }

  /// Whether the field has something else than the stored record.
  var isChanged: Bool { input != initial }

  /// All errors, shown or not.
  var allErrors: [ValidationError] { (problem.map { [$0] } ?? errors) + (conflict.map { [$0] } ?? []) }
}

/// The children of a record, as they are in its form.
struct GroupState: Sendable {
  /// The children in order. Code that adds, removes or renumbers items calls ``reindex()``.
  var items: [ItemState] = []
  /// The places of the items, by their numbers.
  private var places: [Int: Int] = [:]
  /// How many items are to be removed.
  private var removedCount = 0
  /// The number of the next item. Numbers are never given again.
  var next = 0
  /// What is wrong with the group as a whole.
  var errors: [ValidationError] = []
  /// Whether the order was changed.
  var isReordered = false

  mutating func append(_ node: any FormNode) {
    places[next] = items.count
    items.append(ItemState(number: next, node: node))
    next += 1
  }

  /// Notes the places of the items.
  ///
  /// - Complexity: O(*n*) in the number of items.
  mutating func reindex() {
    places = Dictionary(items.enumerated().map { ($1.number, $0) }) { first, _ in first }
    removedCount = items.count(where: \.isRemoved)
  }

  /// Returns the place of the item with a number; nil if there is none.
  func index(of number: Int) -> Int? { places[number] }

  /// Sets whether an item is to be removed.
  mutating func setRemoved(_ isRemoved: Bool, _ item: Int) {
    if items[item].isRemoved == isRemoved { return }
    items[item].isRemoved = isRemoved
    removedCount += isRemoved ? 1 : -1
  }

  /// How many items are not to be removed.
  var presentCount: Int { items.count - removedCount }

  /// How many children there will be. Added ones in which nothing was entered are none.
  var count: Int { items.count { !$0.isRemoved && !$0.isIdle } }

  var isChanged: Bool { isReordered || items.contains { $0.isRemoved ? !$0.node.isNew : $0.node.isChanged } }
}

/// A child of a record in its form.
struct ItemState: Sendable {
  var number: Int
  var isRemoved = false
  /// Whether others have deleted the child.
  var isGone = false
  var node: any FormNode

  init(number: Int, node: any FormNode) { (self.number, self.node) = (number, node) }

  /// Whether the child was added and nothing was entered in it.
  var isIdle: Bool { node.isNew && !node.isChanged }
}
