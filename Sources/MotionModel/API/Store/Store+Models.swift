extension Store {
  /// The models of which the store has had records, as the calling task sees them, in the order in which their schemas
  /// were created.
  package var models: [any Model.Type] { read { $0.all.map(\.layout.type) } }
}
