import MotionModel
import MotionModelTransactions
import MotionModelValidation

/// What is counted: each call by its name, made again and again in a store of 100 projects, 2,000 todos, 1,000 accounts and a record
/// with rules. A call returns a number, so that the compiler does not leave it out.
struct Calls {
  let store: Store
  let todos: ModelTable<Todo>
  let accounts: ModelTable<Account>
  let ruled: ModelTable<Ruled>
  let project: Project
  let todo: Todo
  let account: Account
  let rule: Ruled
  let byHand: [Int: [Todo]]

  init(_ store: Store) throws {
    self.store = store
    todos = store.table(Todo.self)
    accounts = store.table(Account.self)
    ruled = store.table(Ruled.self)
    let projects = try store.table(Project.self).insert(
      contentsOf: (0..<100).map { number in Project.new { $0.name = "project \(number)" } })
    let inserted = try todos.insert(
      contentsOf: (0..<2_000).map { number in
        Todo.new {
          $0.name = "todo \(number)"
          $0.location = "place \(number % 50)"
          $0.rank = number * 7919 % 2_000
          $0.projectID = projects[number % 100].id
        }
      })
    account = try accounts.insert(contentsOf: (0..<1_000).map { number in Account.new { $0.balance = number } })[0]
    project = projects[4]
    todo = inserted[499]
    rule = try ruled.create { $0.name = "a" }
    byHand = Dictionary(grouping: inserted) { $0.projectID ?? 0 }
  }

  /// Makes a call so many times; the number of the round is given to it.
  private func times(_ count: Int, _ call: (Int) throws -> Int) rethrows -> Int {
    var sum = 0
    for round in 0..<count { sum &+= try call(round) }
    return sum
  }

  func run(_ name: String, _ count: Int) throws -> Int? {
    try reading(name, count) ?? finding(name, count) ?? writing(name, count) ?? ruling(name, count)
      ?? together(name, count)
  }

  private func reading(_ name: String, _ count: Int) -> Int? {
    let (todo, project) = (todo, project)
    return switch name {
    case "nothing": times(count) { $0 }
    case "look-up in a dictionary": times(count) { byHand[$0 % 100 + 1]?.count ?? 0 }
    case "table.find": times(count) { _ in todos.find(500)?.priority ?? 0 }
    case "Model.find": times(count) { _ in Todo.find(500)?.priority ?? 0 }
    case "parent": times(count) { _ in todo.project?.id ?? 0 }
    case "parent in a store": times(count) { _ in store.of(todo).project?.id ?? 0 }
    case "children, count": times(count) { _ in project.todos.count }
    case "children, isEmpty": times(count) { _ in project.todos.isEmpty ? 0 : 1 }
    case "children, first": times(count) { _ in project.todos.first?.id ?? 0 }
    case "children, all 20": times(count) { _ in project.todos.all.count }
    case "children with a condition, count": times(count) { _ in project.todos.where(\.priority == 0).count }
    default: nil
    }
  }

  private func finding(_ name: String, _ count: Int) -> Int? {
    let kept = todos.where(\.location == "place 7")
    return switch name {
    case "where, made only": times(count) { _ in keep(todos.where(\.location == "place 7")) }
    case "where indexed, count": times(count) { _ in todos.where(\.location == "place 7").count }
    case "where indexed, first": times(count) { _ in todos.where(\.location == "place 7").first?.id ?? 0 }
    case "where indexed, all 40": times(count) { _ in todos.where(\.location == "place 7").all.count }
    case "kept finder, count": times(count) { _ in kept.count }
    case "kept finder, first": times(count) { _ in kept.first?.id ?? 0 }
    case "where ordered, first 10": times(count) { _ in todos.order(by: \.rank).limit(10).all.count }
    case "order by a computed value, first 10":
      times(count) { _ in todos.order(by: { $0.rank + 1 }).limit(10).all.count }
    case "distinct texts, count": times(count) { _ in todos.distinct(by: \.location).count }
    case "where in an ordered range, count": times(count) { _ in todos.where(\.rank < 20).count }
    default: nil
    }
  }

  private func writing(_ name: String, _ count: Int) throws -> Int? {
    var todo = todo
    return switch name {
    case "save":
      try times(count) {
        todo.priority = $0
        try todos.save(&todo)
        return 0
      }
    case "save that changes nothing":
      try times(count) { _ in
        try todos.save(&todo)
        return 0
      }
    case "save of a hashed key":
      try times(count) {
        todo.location = $0 & 1 == 0 ? "here" : "there"
        try todos.save(&todo)
        return 0
      }
    case "save of an ordered key":
      try times(count) {
        todo.rank = $0 * 31 % 2_000
        try todos.save(&todo)
        return 0
      }
    case "update":
      try times(count) { round in
        try todos.update(&todo) { $0.priority = round }
        return 0
      }
    case "create": try times(count) { round in try todos.create { $0.priority = round }.id }
    case "create and destroy":
      try times(count) { round in
        try todos.destroy(todos.create { $0.priority = round }) ? 1 : 0
      }
    default: nil
    }
  }

  private func ruling(_ name: String, _ count: Int) throws -> Int? {
    var (rule, account) = (rule, account)
    return switch name {
    case "save under two rules":
      try times(count) {
        rule.name = $0 & 1 == 0 ? "x" : "y"
        try ruled.save(&rule)
        return 0
      }
    case "update under a rule that is code":
      try times(count) { round in
        try accounts.update(&account) { $0.balance = round }
        return 0
      }
    case "create under a rule that is code": try times(count) { round in try accounts.create { $0.balance = round }.id }
    default: nil
    }
  }

  private func together(_ name: String, _ count: Int) throws -> Int? {
    var todo = todo
    return switch name {
    case "transaction of one save":
      try times(count) { round in
        try store.transaction {
          todo.priority = round
          try todos.save(&todo)
        }
        return 0
      }
    case "transaction of ten saves":
      try times(count) { round in
        try store.transaction {
          for save in 0..<10 {
            todo.priority = round &+ save
            try todos.save(&todo)
          }
        }
        return 0
      }
    case "transaction of ten creations":
      try times(count) { round in
        try store.transaction { for _ in 0..<10 { try todos.create { $0.priority = round } } }
        return 0
      }
    case "transfer under a rule that is code":
      try times(count) { round in
        try store.transaction {
          var giver = try accounts.require(round % 500 + 1)
          var taker = try accounts.require(round % 500 + 501)
          giver.balance -= 1
          taker.balance += 1
          try accounts.save(&giver)
          try accounts.save(&taker)
        }
        return 0
      }
    default: nil
    }
  }
}

/// Lets a value be made that nobody reads.
@inline(never) private func keep<Value>(_ value: Value) -> Int { withExtendedLifetime(value) { 0 } }
