import Foundation
import MotionModel

extension TestModels {
  func find(_ transcript: inout Transcript) {
    transcript.note("none") { try (Project.count, Project.first, Project.find(1), Project.isEmpty) }
    transcript.note("projects") { try Project.insert(contentsOf: ["a", "b", "c"].map { Project($0) }) }
    transcript.attempt("todos") { try insertTodos() }
    transcript.note("by id") { try (1...4).map { try Project.find($0)?.name } }
    transcript.note("by no id") { try Project.find(0) }
    transcript.note("by ids") { try Project.find(all: [3, 1, 9]).map(\.name) }
    transcript.note("required") { try Project.require(9) }
    transcript.note("exists") { try (Project.exists(2), Project.exists(9)) }
    for finder in finders {
      transcript.note("\(finder)") { try finder.all.map(\.id) }
      transcript.note("count") { try (finder.count, finder.isEmpty) }
      transcript.note("values") { try (finder.ids, finder.pluck(\.name), finder.pluck(\.id, \.priority)) }
      transcript.note("ends") { try (finder.first?.id, finder.last?.id, finder.last(2).map(\.id)) }
      transcript.note("one") { try (finder.find(3)?.id, finder.find(99)?.id) }
      transcript.note("sum") { try (finder.sum(\.priority), finder.maximum(\.priority), finder.minimum(\.dueDate)) }
      transcript.note("groups") { try finder.group(by: \.priority).count().sorted { $0.key < $1.key } }
    }
    transcript.note("by the parent") { try Todo.where { $0.project.name == "a" }.order(by: \.id).ids }
    transcript.note("by children") { try Project.where { $0.todos.any { $0.priority > 3 } }.order(by: \.id).ids }
    transcript.note("included") {
      let projects = Project.order(by: \.id).including(\.todos) { $0.order(by: \.priority, .descending).limit(2) }
      return try projects.all.map { ($0.name, $1.map(\.id)) }
    }
    notePages(in: &transcript)
  }

  private func insertTodos() throws {
    let projects = try Project.order(by: \.id).all
    try Todo.insert(
      contentsOf: (0..<40).map { number in
        var todo = Todo("todo \(number % 7) of \(number)", number % 5, in: projects[number % 2])
        todo.isDone = number % 3 == 0
        todo.dueDate = number % 4 == 0 ? nil : Date(timeIntervalSince1970: Double(number % 6))
        return todo
      })
  }

  private var finders: [Finder<Todo>] {
    [
      Todo.records, Todo.where(\.priority > 2), Todo.where(\.priority > 2 && \.isDone == true),
      Todo.where(\.priority == 1 || \.name == "todo 3 of 3"), Todo.where(\.name).contains("6 of"),
      Todo.where(\.name).startsWith("TODO 1", caseSensitive: false), Todo.where(\.id).in([5, 3, 99]),
      Todo.where(\.name).startsWith("TÖDO 1", caseSensitive: false, accentSensitive: false),
      Todo.where(\.name).in(["tödo 1 of 1", "TODO 2 of 9"], caseSensitive: true, accentSensitive: false),
      Todo.order(by: \.name, caseSensitive: false, accentSensitive: false).limit(5),
      Todo.where(\.id).eq(7), Todo.where(\.dueDate).isNil, Todo.where(\.dueDate).isNotNil.limit(3),
      Todo.where { !($0.priority == 1) && $0.id < 20 }, Todo.find { $0.id % 7 == 0 }, Todo.where(.none),
      Todo.order(by: \.priority), Todo.order(by: \.priority, .descending).order(by: \.name),
      Todo.order(by: \.dueDate), Todo.order(by: \.dueDate, .descending, nils: .first).limit(5),
      Todo.records.reversed(), Todo.order(by: \.name).reversed().offset(3).limit(4), Todo.records.offset(38),
      Todo.records.limit(0), Todo.records.distinct(by: \.priority), Todo.records.offset(99),
      Todo.order(by: \.id, .descending).distinct(by: \.isDone).limit(1),
    ]
  }

  private func notePages(in transcript: inout Transcript) {
    transcript.note("pages by related records") {
      let finder = Project.order(by: { $0.todos.count }, .descending)
      let page = try finder.page(size: 2)
      return try (page.records.map(\.id), page.next.map { try finder.page(after: $0, size: 2).records.map(\.id) })
    }
    let finders: [Finder<Todo>] = [
      Todo.records, Todo.order(by: \.priority), Todo.order(by: \.name).reversed(), Todo.order(by: \.dueDate),
      Todo.order(by: \.dueDate, .descending, nils: .first), Todo.order(by: \.dueDate).reversed(),
      Todo.order(by: \.isDone).order(by: \.priority, .descending), Todo.records.distinct(by: \.priority),
      Todo.order(by: \.id, .descending).where(\.priority > 1),
    ]
    for finder in finders {
      transcript.note("pages of \(finder)") {
        var page = try finder.page(size: 7)
        var ids = [page.records.map(\.id)]
        while let next = page.next, ids.count < 20 {
          page = try finder.page(after: next, size: 7)
          ids.append(page.records.map(\.id))
        }
        return ids
      }
    }
  }

  func keepValues(_ transcript: inout Transcript) {
    transcript.note("empty") { try TestValues<Adapter>.create() }
    transcript.note("full") {
      try TestValues<Adapter>.create { values in
        (values.flag, values.number, values.large) = (true, .min, .max)
        (values.fraction, values.amount) = (0.1, Decimal(string: "12345678901234567890.123456789") ?? 0)
        (values.words, values.date) = ("Löwe 🦁\n\"\u{0}'", Date(timeIntervalSinceReferenceDate: 0.125))
        values.uuid = UUID(uuidString: "6BA7B810-9DAD-11D1-80B4-00C04FD430C8")
        (values.url, values.bytes) = (URL(string: "https://example.com/a?b=c#d"), Data([0, 255, 13]))
        (values.list, values.optional) = (["", "b"], -1)
      }
    }
    transcript.note("stored") { try TestValues<Adapter>.order(by: \.id).all }
    transcript.note("exactly") { try TestValues<Adapter>.where(\.fraction == 0.1 && \.number == .min).count }
  }
}
