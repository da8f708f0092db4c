import MotionModel
import MotionModelForms
import MotionModelLive
import MotionModelTransactions
import MotionModelValidation
import SwiftDataStandIn
import SwiftUIStandIn
import Testing

/// A file that imports SwiftUI and SwiftData beside the library names what it uses of each without its module. That it
/// compiles is the test; `PublicNamesTests` compares all names.
@Suite struct NamesBesideOthersTests {
  struct Project: Model {
    var id = 0
    var name = ""
    struct Relations: ModelRelations { let todos = HasMany<Todo>(\.projectID, dependent: .destroy) }
  }

  enum Status: String, ColumnValue { case open, closed }

  struct Todo: Model, Validatable {
    var id = 0
    var name = ""
    var status = Status.open
    var draft = ""
    var version = 0
    var projectID: Int?

    static let schema = Schema<Todo> {
      Column(\.name, .ordered)
      LockVersion(\.version)
      Index(\.status, \.name)
      Transient(\.draft)
    }
    struct Relations: ModelRelations { let project = BelongsTo<Project>(\.projectID) }
    static let validations = Validations<Todo> {
      Presence(\.name)
      Length(\.name, max: 80)
      StateTransition(\.status, [.open: [.closed]])
    }
    static let hooks: Hooks<Todo> = [.beforeSave { todo, _ in todo.name = todo.name.uppercased() }]
  }

  struct Inbox {
    let store: ModelStore
    let todos: ModelTable<Todo>
    let schema: ModelSchema<Todo>
    let column: ModelColumn<Todo>

    init(_ store: ModelStore) {
      (self.store, todos, schema) = (store, store.table(Todo.self), Todo.schema)
      column = Column(\.status)
    }

    func close(_ id: Int) -> ModelStore.Preview<Todo> {
      store.preview { (transaction: ModelStore.Transaction) in
        var todo = try todos.require(id)
        try todos.update(&todo) { $0.status = .closed }
        return todo
      }
    }
  }

  struct Rows: View {
    @State var shown = true
    let inbox: Inbox

    var body: any View {
      Form {
        Section("Open") { Text(inbox.todos.first?.name ?? "") }
        List(inbox.todos.where(\.status == .open).all) { Label($0.name, image: "todo") }
        Table(inbox.todos.all) { TableColumn("Name", value: \.name) }
        Toggle("Shown", isOn: .constant(shown))
        Picker("Status", selection: .constant(1))
        Button("Close") { _ = inbox.close(1) }
      }
    }

    var fade: any Transition { OpacityTransition() }
    func moved(_ row: TableRow<Todo>, in transaction: Transaction) -> Animation? { transaction.animation ?? .easeIn }
  }

  @Test func `names of the library, of SwiftUI and of SwiftData stand side by side`() throws {
    let store = ModelStore(notificationCenter: nil)
    let inbox = Inbox(store)
    let house = try store.table(Project.self).create { $0.name = "House" }
    try store.of(house).todos.create { $0.name = "paint" }
    #expect(inbox.todos.all.map(\.name) == ["PAINT"])
    #expect(inbox.close(1).changeset.description == "Todo: 1 updated" && inbox.column.name == "status")
    #expect(inbox.schema.columns.map(\.name) == ["id", "name", "status", "version", "projectID"])
    let form = ModelForm<Todo>("Todo") { Input(\.name) }
    #expect(try form.table(of: inbox.todos.page(size: 5)).columns == [TableDescription.Column("name", "Name")])
    _ = Rows(inbox: inbox).body

    let container = ModelContainer(for: Schema([]), configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let found: FetchResultsCollection<Project> = ModelContext(container).fetch(FetchDescriptor())
    let kept: [any Sendable] = [
      PersistentIdentifier(), HistoryDescriptor(), HistoryChange.insert, DefaultStore(), MigrationStage.lightweight,
      DataStoreError(), EditingState(), SwiftDataError(), RelationshipCollection(), ModelDocument(),
    ]
    #expect(type(of: found) == FetchResultsCollection<Project>.self && kept.count == 10)
    #expect(SwiftDataStandIn.Column("name").name == Column("name").name)
    _ = Store(initialState: 1, Int.self)
    #expect(Store().commitCount == 0)
  }
}
