// Types with the names of SwiftData's, and of two that other modules have, for a test that imports them beside the library.

package protocol PersistentModel: AnyObject {}
package protocol VersionedSchema { static var models: [any PersistentModel.Type] { get } }
package protocol SchemaMigrationPlan { static var stages: [MigrationStage] { get } }
package enum MigrationStage { case lightweight }
package final class Schema {
  package init(_ types: [any PersistentModel.Type]) {}
}
package struct ModelConfiguration { package init(isStoredInMemoryOnly: Bool) {} }
package final class ModelContainer { package init(for schema: Schema, configurations: ModelConfiguration) {} }
package final class ModelContext {
  package init(_ container: ModelContainer) {}
  package func fetch<Model>(_ descriptor: FetchDescriptor<Model>) -> FetchResultsCollection<Model> { .init() }
}
package struct FetchDescriptor<Model> { package init() {} }
package struct FetchResultsCollection<Model> { package init() {} }
package struct PersistentIdentifier: Hashable { package init() {} }
package struct HistoryDescriptor { package init() {} }
package enum HistoryChange { case insert }
package struct DefaultStore { package init() {} }
package protocol DataStore {}
package struct DataStoreError: Error { package init() {} }
package struct EditingState { package init() {} }
package struct ModelDocument { package init() {} }
package struct SwiftDataError: Error { package init() {} }
package struct RelationshipCollection { package init() {} }

/// `Column` of GRDB.
package struct Column {
  package let name: String
  package init(_ name: String) { self.name = name }
}

/// `Store` of the Composable Architecture.
package final class Store<State, Action> {
  package init(initialState: State, _ action: Action.Type) {}
}
