import MotionModel
import MotionModelSearch

/// The indexes that steps add and remove: of every kind, of stored and computed values, unique and partial ones.
struct WorldIndex: Sendable {
  let name: String
  let swift: String
  let add: @Sendable (Store) throws -> Bool
  let remove: @Sendable (Store) throws -> Bool
  let isUnique: Bool

  private init<Record: WorldModel>(_ searchable: Searchable<Record>, _ swift: String) {
    self.init(searchable.index, swift, type: "Searchable")
  }

  private init<Record: WorldModel>(_ index: Index<Record>, _ swift: String, type: String = "Index") {
    let name = index.name
    (self.name, self.swift) = ("\(Record.name).\(name)", "\(type)<\(Record.name)>(\(swift))")
    (add, remove) = ({ try $0.addIndex(index) }, { try $0.removeIndex(name, of: Record.self) })
    isUnique = index.isUnique
  }

  /// Removes the unique indexes from a store, so that it accepts all that any other store accepts.
  static func removeUniqueOnes(from store: Store) {
    for index in all where index.isUnique { _ = try? index.remove(store) }
  }

  /// The names of those that the schemas declare, so that a store has them at first.
  static let declared: Set<String> = Set(searches.map(\.name))

  private static let searches = [
    WorldIndex(Searchable<Job>(\.title, \.tags, weights: [3, 1]), "\\.title, \\.tags, weights: [3, 1]"),
    WorldIndex(Searchable<Remark>(\.text), "\\.text"),
  ]

  static let all = searches + others

  private static let others = [
    WorldIndex(Index<Job>(\.initial, name: "initial"), "\\.initial, name: \"initial\""),
    WorldIndex(Index<Job>(\.title, \.priority, name: "two"), "\\.title, \\.priority, name: \"two\""),
    WorldIndex(
      Index<Job>(\.title, where: \.isDone == false, name: "open"), "\\.title, where: \\.isDone == false, name: \"open\""
    ),
    WorldIndex(Index<Job>(orderedBy: \.title, name: "ordered"), "orderedBy: \\.title, name: \"ordered\""),
    WorldIndex(
      Index<Job>(orderedBy: \.priority, \.title, name: "queue"), "orderedBy: \\.priority, \\.title, name: \"queue\""),
    WorldIndex(Index<Job>(substringsOf: \.title, name: "parts"), "substringsOf: \\.title, name: \"parts\""),
    WorldIndex(
      Index<Job>(substringsOf: \.title, accentSensitive: false, name: "loose"),
      "substringsOf: \\.title, accentSensitive: false, name: \"loose\""),
    WorldIndex(Index<Site>(orderedBy: \.leadID, name: "leads"), "orderedBy: \\.leadID, name: \"leads\""),
    WorldIndex(Index<Site>(\.budget, name: "budget"), "\\.budget, name: \"budget\""),
    WorldIndex(
      Index<Booking>(orderedBy: \.slot, where: \.machine == 1, name: "slots"),
      "orderedBy: \\.slot, where: \\.machine == 1, name: \"slots\""),
    WorldIndex(Index<Worker>(orderedBy: \.name, name: "names"), "orderedBy: \\.name, name: \"names\""),
    WorldIndex(
      Index<Remark>(\.subjectType, \.subjectID, name: "subject"), "\\.subjectType, \\.subjectID, name: \"subject\""),
    WorldIndex(Index<Remark>(\.text, unique: true, name: "texts"), "\\.text, unique: true, name: \"texts\""),
    WorldIndex(
      Index<Job>(\.priority, where: .search("dig"), name: "digging"),
      "\\.priority, where: .search(\"dig\"), name: \"digging\""),
  ]
}

extension Job {
  /// A computed value.
  package var initial: String { String(title.prefix(1)) }
}
