public import MotionModel
import MotionModelValidation

/// A store that has what a person types in a form, as if it were saved.
///
/// ```swift
/// let state = try FormState(Todo.form, editing: todo, in: store)
/// let preview = state.preview()
/// let urgent = preview.store.table(Todo.self).where(\.priority > 7).live()
/// try state.type("9", at: "priority")      // the live result has the todo now
/// let outcome = try state.submit()         // and now the store
/// ```
///
/// Everything that reads a store works in it: finders, relations, searches, live results. The children of the form are
/// there too, counters of their owners count them, and removed ones are gone.
///
/// - A field keeps its last value while its text cannot be cast, or a rule or the store refuses it. Rules about several
///   fields, and rules of untouched fields, are not checked: a preview of a form that is half filled in would otherwise
///   show nothing.
/// - No hooks run: a key stroke sends no mail and writes no log. Whatever a hook would have changed is not seen.
/// - A new record, or a new child, appears with the first thing that is entered in it.
/// - It is never saved. ``FormState/submit()`` saves what was typed in the store of the form, once, and the preview
///   then has what that has.
///
/// It writes to no other store than its own, and the state updates it only while the program keeps a reference to it.
///
/// It belongs to the same thread or actor as its ``FormState``.
public final class FormPreview<Record: Model> {
  /// The store that has what is typed.
  public let store: Store

  let shown: ShownRecords
  private weak var state: FormState<Record>?

  init(of state: FormState<Record>) {
    store = state.store.fork()
    self.state = state
    shown = ShownRecords(in: store, locale: state.locale)
  }

  /// The form's record as the preview has it; nil if it is not there: of a new one, nothing is entered, or the store
  /// refuses it.
  public var record: Record? { shown[.form] as? Record }

  /// Brings into the preview what others have saved in the form's store. It happens by itself when the form is
  /// submitted, and when children are added, removed or moved.
  ///
  /// - Complexity: That of writing all input and the changes by others.
  public func update() { state.map { show($0.core, in: $0.environment) } }

  /// Writes everything that is entered, as one commit.
  func show(_ core: FormCore<Record>, in environment: FormEnvironment) {
    let next = environment.store.fork()
    Store.withoutHooks {
      shown.rewrite(in: next) { core.show(at: .form, in: shown) }
      // It is in memory and has no checks of its own, so nothing refuses the commit.
      try? store.advance { _ in (next, Renumbering()) }
    }
  }

  /// Writes what is entered in one field.
  func follow(_ path: FormPath, _ core: FormCore<Record>) {
    Store.withoutHooks { core.follow(path.steps[...], at: .form, in: shown) }
  }
}

extension FormState {
  /// Begins a store that has what is typed from now on, as if it were saved; see ``FormPreview``.
  ///
  /// Its store is a copy on write of the form's store: beginning costs what is entered so far, and discarding costs
  /// nothing. While the program keeps the preview, each call returns the same one.
  ///
  /// The records must be in memory: a store cannot be copied whose adapter keeps them elsewhere, and this traps.
  ///
  /// - Complexity: That of writing the input. Afterwards, a key stroke also costs a commit of one record.
  public func preview() -> FormPreview<Record> {
    if let living = previewed { return living }
    form.requireMemory()
    let preview = FormPreview(of: self)
    previewed = preview
    preview.show(core, in: environment)
    return preview
  }

  /// Lets the preview follow a change.
  func follow(_ edit: FormEdit, at path: FormPath) {
    guard let preview = previewed else { return }
    switch edit {
    case .input: preview.follow(path, core)
    case .leave, .search: return
    case .answer, .absent, .adopt, .order, .takeTheirs, .add, .remove, .restore, .move:
      preview.show(core, in: environment)
    }
  }
}
