/// An adapter that keeps some values in another form than memory does.
///
/// The store rounds dates before it compares a record with the stored one, so a record reads back as it was saved.
package protocol StoredFormStating: StorageAdapter {
  /// Returns the form, as far as it is known. The database is not queried.
  func storedForm<Record: Model>(of model: Record.Type) -> StoredForm
}

extension Store {
  /// Returns how the adapter of a model keeps values; as memory does for a model in memory.
  func storedForm(of layout: TableLayout) -> StoredForm {
    func form<Record: Model>(of model: Record.Type) -> StoredForm {
      (adapter(Record.Adapter.self, of: model) as? any StoredFormStating)?.storedForm(of: model) ?? StoredForm()
    }
    return statesForms && layout.isExternal ? form(of: layout.type) : StoredForm()
  }
}
