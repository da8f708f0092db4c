public import MotionModel
public import MotionModelValidation

/// The children of a record in its form, each with fields of its own.
///
/// ```swift
/// ModelForm<Album> {
///   Input(\.title)
///   Children(\.tracks, "Songs", orderedBy: \.position) {
///     Input(\.name)
///     Input(\.seconds)
///   }
///   .limit(1...30)
/// }
/// ```
///
/// The relation must accept attributes (`acceptingAttributes()`), because a form writes records of another model
/// through their owner. An added child in which nothing was entered is not saved. Stored children can be removed where
/// the relation allows it (`acceptingAttributes(allowingRemoval: true)`). What happens to a removed child is said by
/// the relation, as for `RelatedRecords.remove(_:)`.
///
/// ## Topics
/// ### Choosing the relation
/// - ``init(_:_:orderedBy:_:)``
/// ### What may be done
/// - ``adding(_:)``
/// - ``removing(_:)``
/// - ``limit(_:)``
/// ### When it is there
/// - ``only(_:)``
/// - ``only(in:)``
public struct Children<Record: Model>: Sendable {
  /// Completes the group.
  let plan: @Sendable (GroupSettings, ValidationContext?) -> any GroupPlan<Record>
  let name: String
  /// Whether the relation allows that stored children are removed.
  private let allowsRemoval: Bool
  var settings = GroupSettings()

  /// Creates a group for a relation to many records.
  ///
  /// - Parameters:
  ///   - relation: The relation.
  ///   - label: What the children are called.
  ///   - content: The fields of each child; by default, all that people fill in.
  public init<Target: Model>(
    _ relation: any KeyPath<Record.Relations, Relation<Record, ToMany<Target>>> & Sendable, _ label: String? = nil,
    @ListBuilder<FormPart<Target>> _ content: () -> [FormPart<Target>] = { ListBuilder.buildExpression(OtherInputs()) }
  ) {
    self.init(relation, label, nil, isMany: true, content())
  }

  /// Creates a group for a relation to many records whose order can be changed, with the fields that are listed.
  ///
  /// - Parameters:
  ///   - relation: The relation.
  ///   - label: What the children are called.
  ///   - position: The column that has a child's place. The form has no field for it.
  ///   - content: The fields of each child.
  public init<Target: Model>(
    _ relation: any KeyPath<Record.Relations, Relation<Record, ToMany<Target>>> & Sendable, _ label: String? = nil,
    orderedBy position: any WritableKeyPath<Target, Int> & Sendable,
    @ListBuilder<FormPart<Target>> _ content: () -> [FormPart<Target>]
  ) {
    self.init(relation, label, InputAccess.of(position), isMany: true, content())
  }

  /// Creates a group for a relation to one record, with the fields that are listed.
  ///
  /// - Parameters:
  ///   - relation: The relation.
  ///   - label: What the child is called.
  ///   - content: The fields of the child.
  public init<Target: Model>(
    _ relation: any KeyPath<Record.Relations, Relation<Record, ToOne<Target>>> & Sendable, _ label: String? = nil,
    @ListBuilder<FormPart<Target>> _ content: () -> [FormPart<Target>]
  ) {
    self.init(relation, label, nil, isMany: false, content())
    settings.maximum = 1
  }

  private init<Kind: RelationKind>(
    _ relation: any KeyPath<Record.Relations, Relation<Record, Kind>> & Sendable, _ label: String?,
    _ position: (String, InputAccess<Kind.Target>)?, isMany: Bool, _ parts: [FormPart<Kind.Target>]
  ) {
    let declared = Record.relations[keyPath: relation]
    let name = Relation<Record, Kind>.name(of: relation)
    if !declared.isWrittenWithOwner {
      FormMisuse.stop(
        "The form of \(Record.self)", "has children of the relation \"\(name)\", which does not accept attributes",
        "add .acceptingAttributes() to the relation, or leave the children out")
    }
    self.name = name
    allowsRemoval = declared.allowsRemoval
    settings.label = label
    (settings.isMany, settings.canReorder, settings.canRemove) = (isMany, position != nil, allowsRemoval)
    let hidden = Set([declared.keyOfChildren, position?.0].compactMap { $0 })
    let forms = ChildForms(parts, withoutKeys: hidden)
    plan = { settings, check in
      RelationPlan(name: name, settings: settings, relation: declared, position: position, form: forms.form(in: check))
    }
  }

  /// Sets an explanation that is shown at the head of the group.
  public func help(_ help: String) -> Children { with { $0.help = help } }

  /// Sets whether children may be added.
  public func adding(_ canAdd: Bool) -> Children { with { $0.canAdd = canAdd } }

  /// Sets whether stored children may be removed. By default they may where the relation allows it, with
  /// `acceptingAttributes(allowingRemoval: true)`; where it does not, no form can. Children that were added to the form
  /// and are not saved yet can always be removed.
  public func removing(_ canRemove: Bool) -> Children {
    if canRemove && !allowsRemoval {
      FormMisuse.stop(
        "The form of \(Record.self)", "removes children of the relation \"\(name)\", which does not allow that",
        "write .acceptingAttributes(allowingRemoval: true) at the relation, or leave out .removing(true)")
    }
    return with { $0.canRemove = canRemove }
  }

  /// Sets how many children there may be; 1,000 at most by default, so that an answer cannot make any number of them.
  public func limit(_ counts: ClosedRange<Int>) -> Children {
    with { ($0.minimum, $0.maximum) = (max(0, counts.lowerBound), counts.upperBound) }
  }

  /// Limits the group to forms that make a record, or to forms that edit one.
  public func only(_ context: FormDescription.Context) -> Children { with { $0.contexts = [context] } }

  /// Limits the group to forms that are checked in one of some contexts of your own; see ``ModelForm/checked(in:)``.
  public func only(in checks: ValidationContext...) -> Children { with { $0.checks = checks } }

  private func with(_ change: (inout GroupSettings) -> Void) -> Children {
    var copy = self
    change(&copy.settings)
    return copy
  }
}

/// The form of a child, which is the same whether its owner is made or edited. Without it, each level of children would
/// double the number of forms.
private final class ChildForms<Child: Model>: Sendable {
  private let parts: [FormPart<Child>]
  private let keys: Set<String>
  private let made = Locked<[ValidationContext?: ModelForm<Child>]>([:])

  init(_ parts: [FormPart<Child>], withoutKeys keys: Set<String>) { (self.parts, self.keys) = (parts, keys) }

  /// Returns the form whose records are checked in a context of the program's own.
  func form(in check: ValidationContext?) -> ModelForm<Child> {
    if let form = made.withLock({ $0[check] }) { return form }
    let form = ModelForm(nil, parts: parts, withoutKeys: keys, check: check)
    made.withLock { $0[check] = form }
    return form
  }
}

/// What a form says of a group of children.
struct GroupSettings: Sendable, Hashable {
  var label: String?
  var help: String?
  var isMany = true
  var canAdd = true
  var canRemove = false
  var canReorder = false
  var minimum = 0
  var maximum = 1000
  var contexts = Set(FormDescription.Context.allCases)
  var checks: [ValidationContext]?
}
