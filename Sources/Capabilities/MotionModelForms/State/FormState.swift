import Foundation
public import MotionModel
public import MotionModelValidation
public import Observation

/// A form that is being filled in: it keeps the input and its errors, and saves it.
///
/// ```swift
/// let state = try FormState(Todo.form, editing: todo)
/// try state.type("Wa", at: "name")
/// state.leave("name")
/// state.messages(at: "name").map(\.text)     // => ["is too short (at least 5 characters)"]
/// try state.type("Walk the dog", at: "name")
/// state.messages(at: "name").map(\.text)     // => []: what is mended goes away at once
/// switch try state.submit() {
/// case .saved(let todo): …
/// case .refused(let errors): …               // nothing is saved, and all that was typed is kept
/// }
/// ```
///
/// A text is kept as it was typed, whether it can be cast or not. Errors show at these moments:
///
/// 1. ``enter(_:at:)`` casts and checks its own field. Errors of the field that show already are kept current. New ones
///    do not show, unless the input says `.shows(.typing)`.
/// 2. ``leave(_:)`` shows the field's errors, if something was entered in it.
/// 3. ``submit()`` checks and shows everything.
///
/// Only changed fields are saved, over the record as it is stored then: columns that the form does not have, and
/// untouched fields, are never written. Everything that is saved is one changeset.
///
/// It is a class because it has identity: several views show one state. It is not `Sendable`. It belongs to the thread
/// or actor where it was opened, such as the main actor of views or the task of a request, and can be sent to another
/// as a whole. Other code may write to the store meanwhile. ``submit()`` compares with the values stored by then, and
/// is one transaction.
///
/// `Observation` notifies views that read it once for each entry.
///
/// ## Topics
/// ### Opening
/// - ``init(_:making:in:locale:)``
/// - ``init(_:editing:in:locale:)``
/// ### Entering
/// - ``enter(_:at:)``
/// - ``type(_:at:)``
/// - ``leave(_:)``
/// - ``takeTheirs(_:)``
/// - ``search(_:at:)``
/// ### Children
/// - ``add(to:)``
/// - ``remove(_:)``
/// - ``restore(_:)``
/// - ``move(_:to:)``
/// - ``perform(_:)``
/// ### Reading
/// - ``description``
/// - ``record``
/// - ``errors``
/// - ``messages(at:)``
/// - ``changedFields``
/// ### Saving
/// - ``submit()``
/// ### Answers and drafts
/// - ``receive(_:)``
/// - ``draft``
/// - ``init(_:continuing:in:locale:)``
@Observable
public final class FormState<Record: Model> {
  /// The form.
  public let form: ModelForm<Record>
  /// The store that has the records.
  public let store: Store
  /// How the person writes numbers and dates.
  public let locale: FormLocale

  /// What is entered.
  var core: FormCore<Record> {
    get {
      settle()
      return kept
    }
    _modify {
      settle()
      yield &kept
    }
  }
  var kept: FormCore<Record>
  /// The save, while its transaction is still open.
  @ObservationIgnored var pending: PendingSave<Record>?
  /// What the last answer had that the form does not offer; it refuses the next submission.
  @ObservationIgnored var refusals: [ValidationError] = []
  var environment: FormEnvironment { FormEnvironment(store: store, locale: locale) }

  /// Opens a form that makes a record.
  ///
  /// - Parameters:
  ///   - form: The form.
  ///   - record: The new record with its initial values; by default, those of the model.
  ///   - store: The store; by default, the one in use.
  ///   - locale: How the person writes numbers and dates.
  public init(
    _ form: ModelForm<Record>, making record: Record? = nil, in store: Store = .current, locale: FormLocale = .iso
  ) {
    (self.form, self.store, self.locale) = (form, store, locale)
    let record = record ?? Store.with(store) { Record.new() }
    kept = FormCore(form, making: record, in: FormEnvironment(store: store, locale: locale))
  }

  /// Opens a form that edits a stored record.
  ///
  /// - Parameters:
  ///   - form: The form.
  ///   - record: The record, as it was read.
  ///   - store: The store; by default, the one in use.
  ///   - locale: How the person writes numbers and dates.
  /// - Throws: ``FormError/neverSaved(model:)`` for a record without an id; the errors of the adapters that keep the
  ///   children.
  public init(
    _ form: ModelForm<Record>, editing record: Record, in store: Store = .current, locale: FormLocale = .iso
  ) throws {
    if !record.id.isAssigned { throw FormError.neverSaved(model: Record.schema.modelName) }
    (self.form, self.store, self.locale) = (form, store, locale)
    kept = try FormCore(form, editing: record, in: FormEnvironment(store: store, locale: locale))
  }

  // MARK: - Entering

  /// Enters something in a field.
  ///
  /// - Throws: ``FormError`` if the form has no such field, the field is only shown, or the input is not of the
  ///   control's kind. A text that cannot be cast does not throw here: it is kept, and shown as one.
  /// - Complexity: That of one cast and of the rules about this field, whatever the size of the form.
  public func enter(_ input: FormInput, at path: FormPath) throws(FormError) { try apply(.input(input), at: path) }

  /// Enters a text in a field, as ``enter(_:at:)`` does.
  public func type(_ text: String, at path: FormPath) throws(FormError) { try enter(.text(text), at: path) }

  /// Notes that the person leaves a field. Its errors show from now on, if something was entered in it.
  ///
  /// - Throws: ``FormError/unknownField(_:)``.
  public func leave(_ path: FormPath) throws(FormError) { try apply(.leave, at: path) }

  /// Replaces a field's input by the stored value.
  ///
  /// - Throws: ``FormError/unknownField(_:)``.
  public func takeTheirs(_ path: FormPath) throws(FormError) { try apply(.takeTheirs, at: path) }

  // MARK: - Children

  /// Adds a child to a group, at its end.
  ///
  /// - Returns: The place of the item.
  /// - Throws: ``FormError`` if there is no such group, or it takes no more children.
  @discardableResult
  public func add(to path: FormPath) throws(FormError) -> FormPath {
    guard let number = try apply(.add, at: path) else { throw .unknownField(path) }
    return path.appending(number)
  }

  /// Removes an item: one that was added at once, and a stored child when the form is submitted.
  ///
  /// - Throws: ``FormError`` if there is no such item, or it may not be removed.
  public func remove(_ path: FormPath) throws(FormError) { try apply(.remove, at: path) }

  /// Takes back that an item is removed.
  ///
  /// - Throws: ``FormError/unknownField(_:)``.
  public func restore(_ path: FormPath) throws(FormError) { try apply(.restore, at: path) }

  /// Moves an item to a place among its siblings, counted from 0.
  ///
  /// - Throws: ``FormError`` if there is no such item, or the group has no order that can be changed.
  public func move(_ path: FormPath, to place: Int) throws(FormError) { try apply(.move(to: place), at: path) }

  @discardableResult
  func apply(_ edit: FormEdit, at path: FormPath) throws(FormError) -> Int? {
    try core.apply(edit, at: path, from: 0, in: environment)
  }

  // MARK: - Reading

  /// The form as it is drawn at this moment, in the current language.
  ///
  /// - Complexity: O(*n*) in the number of fields, and one query for each field that offers records.
  public var description: FormDescription { core.description(in: environment) }

  /// The record with what is entered. A field whose text cannot be cast has its former value.
  public var record: Record { core.draft }

  /// Whether the record is not stored yet.
  public var isNew: Bool { core.isNew }

  /// Whether anything differs from the stored record, also in its children.
  public var isChanged: Bool { core.isChanged }

  /// The fields that differ from the stored record, in order.
  public var changedFields: [FormPath] { core.changedFields(below: .form) }

  /// The errors that show at this moment, with their places: the index in a path is the number of an item.
  public var errors: ValidationErrors { ValidationErrors(core.errors(onlyShown: true)) }

  /// Returns the messages that show at a field, in the current language.
  public func messages(at path: FormPath) -> [FormDescription.Message] { description.field(at: path)?.messages ?? [] }

  // MARK: - Saving

  /// Checks everything, and saves it as one changeset if nothing is wrong.
  ///
  /// 1. Values that others have stored meanwhile are taken over in untouched fields, and refuse the form in changed
  ///    ones; such a field then has theirs beside mine. Submitting again means "mine".
  /// 2. Children that are to be removed are removed, so that their values are free.
  /// 3. All inputs are cast and checked by the rules about their fields.
  /// 4. The record is saved, then its children: changed and added ones.
  ///
  /// Inside a transaction of the store, the form is saved as part of it. If that is undone, the form is as it was
  /// before, with everything that was entered.
  ///
  /// - Returns: The saved record, or the errors. Nothing is saved then, and what was entered is kept.
  /// - Throws: An error that is not about the input, such as an error of a journal. Nothing is saved then, unless the
  ///   error says so.
  public func submit() throws -> FormOutcome<Record> {
    // Before the transaction of this call begins.
    settle()
    var (saved, date) = (FormCore<Record>?.none, Date?.none)
    let environment = environment
    defer { refusals = [] }
    do {
      try ValidationContext.saving(in: form.check) {
        try store.finishing {
          try store.inTransaction {
            try core.refresh(in: environment, following: false)
            if core.whole.isEmpty { try core.removeChildren([], in: environment) }
            if core.check(comparing: true, in: environment) || !refusals.isEmpty { throw FormRefusal(refusals) }
            var copy = core
            try copy.save([], in: environment) { try store.table(Record.self).insert(&$0) }
            saved = copy
            date = store.savepoint?.changeset.date
          }
        }
      }
    } catch {
      // A commit is refused as a whole, such as by a rule across records.
      guard let refusal = FormRefusal(error, of: saved?.original ?? core.draft, at: []) else { throw error }
      for error in refusal.errors { core.place(error, at: error.path[...]) }
      return .refused(errors)
    }
    if var saved {
      // Children change their owners: counters, times, versions.
      try saved.refresh(in: environment, following: true)
      let (former, isWritten) = (core, core.isNew || core.isChangedItself)
      core = saved
      pending = nil
      if store.isInTransaction, let date {
        pending = PendingSave(former, saved: (saved.original, isWritten), at: date, in: store)
      }
    }
    return .saved(core.original)
  }
}

/// What became of a form that was submitted.
public enum FormOutcome<Record: Model>: Sendable {
  /// Everything was saved. The record is as it is stored.
  case saved(Record)
  /// Nothing was saved, because of errors at these places.
  case refused(ValidationErrors)

  /// The saved record; nil if it was refused.
  public var record: Record? { if case .saved(let record) = self { record } else { nil } }

  /// The errors; none if it was saved.
  public var errors: ValidationErrors { if case .refused(let errors) = self { errors } else { ValidationErrors() } }
}
