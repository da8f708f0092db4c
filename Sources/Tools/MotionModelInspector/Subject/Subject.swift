import MotionModel

/// What an inspector shows: a store, or the content of a file.
protocol Subject: Sendable {
  /// The name in headings.
  var title: String { get }
  /// The store; nil for the content of a file.
  var store: Store? { get }
  /// Returns all tables as they are now. Those in memory never change afterwards.
  func tables() -> [any InspectedTable]
}

extension Subject {
  /// Returns the table of a model; nil if there is none.
  func table(_ model: String) -> (any InspectedTable)? { tables().first { $0.name == model } }
}

/// One version of the records of a model, without the model's type. Records that an adapter keeps are read each time.
///
/// Reading throws what the adapter throws, and nothing where records are in memory.
protocol InspectedTable: Sendable {
  /// The model's name.
  var name: String { get }
  var columns: [InspectedColumn] { get }
  /// The relations of the model, in order.
  var links: [InspectedLink] { get }
  var count: Int { get throws }
  /// The type of the adapter that keeps the records; nil if they are in memory.
  var keeper: String? { get }
  /// How many bytes the rows take, without what strings and arrays hold elsewhere; nil if it is not known.
  var rowBytes: Int? { get }
  /// The indexes, in words.
  var indexes: [String] { get }
  /// The hooks of the model, in the order of its list; empty if there are none to know.
  var hooks: [String] { get }

  /// Finds the records that meet a condition, in an order.
  ///
  /// - Throws: `ConditionError`, ``QueryRefusal``; the errors of the adapter.
  func find(_ query: TableQuery) throws -> TableAnswer
  /// Finds records by the words of their texts, the best first; nil if the model has no index of words.
  func search(_ words: String, limit: Int) -> TableAnswer?
  /// Returns the record with an id as an address has it; nil if there is none.
  func row(id: String) throws -> InspectedRow?
  /// Returns the titles of records by their ids as addresses have them, without those that there are not.
  ///
  /// - Complexity: One query where an adapter keeps the records.
  func titles(of ids: Set<String>) throws -> [String: String]
  /// Returns the table of a model to which columns refer, in the same version; nil if there is none.
  func parentTable(_ model: String) -> (any InspectedTable)?
  /// Returns what is related to a record; empty if there is no such record.
  func related(to id: String, limit: Int) throws -> [RelatedRows]
  /// Returns the records that break a rule, at most some, and how many were looked at; nil if there are no rules.
  func broken(limit: Int) throws -> BrokenRules?
  /// What edits records; nil for a file.
  var editor: (any RecordEditor)? { get }
}

/// Changes the records of a model.
protocol RecordEditor: Sendable {
  /// The fields of a record with an id, or of a new one; nil if there is no such record.
  ///
  /// - Throws: The errors of the adapter.
  func fields(id: String?) throws -> [EditedField]?
  func save(_ entered: EnteredRecord, id: String?) throws -> AttributeValue
  func previewSave(_ entered: EnteredRecord, id: String?) -> EditOutcome
  func destroy(id: String) throws
  func previewDestroy(id: String) -> EditOutcome
}

/// A column of a record in a form.
struct EditedField: Sendable, Equatable {
  let column: InspectedColumn
  /// The text that is shown; nil for nil.
  let text: String?
  let isOptional: Bool
  /// The texts that are possible; nil if any is.
  var choices: [String]?
}

/// A column of a model.
struct InspectedColumn: Sendable, Equatable {
  let name: String
  /// The type in words, with a question mark if it can be nil; nil if it is not known.
  let type: String?
  var isID = false
  /// What the schema says besides: `unique`, `indexed`.
  var marks: [String] = []
  /// The models to whose records the values refer: several where a parent may be of any of them, none if they are not
  /// keys.
  var targets: [String] = []
  /// The place of the column that has the name of the parent's model, where there are several.
  var namePlace: Int?
  /// Whether the values are strings.
  var isText = false
  /// Whether a condition and an order may name the column.
  var isFindable = true

  /// Returns the model to whose records the value in a record refers; nil if it is not a key, or its model is not
  /// named.
  func target(in row: InspectedRow) -> String? {
    guard let namePlace else { return targets.first }
    return targets.first { row.values[namePlace] == .string($0) }
  }
}

extension [InspectedColumn] {
  /// The place of the column with the titles of records: a text with the name of a title, or else the first text; nil
  /// without a text.
  var titlePlace: Int? {
    let texts = indices.filter { self[$0].isText && !self[$0].isID && self[$0].targets.isEmpty }
    for name in ["name", "title", "label"] {
      if let place = texts.first(where: { self[$0].name.lowercased() == name }) { return place }
    }
    return texts.first
  }
}

/// A relation of a model.
struct InspectedLink: Sendable, Equatable {
  let name: String
  /// The kind in words: `has many`.
  let kind: String
  let targets: [String]
  /// The column with the key; nil for a relation through others.
  let key: String?
  var isRequired = false
  /// Whether it was guessed from the names of columns.
  var isGuessed = false

  /// Whether the key is in this model.
  var isToParent: Bool { kind == "belongs to" }
}

/// A record.
struct InspectedRow: Sendable, Equatable {
  /// The id; nil if its column is not known, or the value is nil.
  let id: AttributeValue?
  /// The values in the order of the columns; nil for nil.
  let values: [AttributeValue?]
}

/// Which records are to be found.
struct TableQuery: Sendable, Equatable {
  var condition: String?
  var order: String?
  var offset = 0
  var limit = 100
}

/// The records that were found.
struct TableAnswer: Sendable {
  let rows: [InspectedRow]
  /// How many records meet the condition.
  let total: Int
  /// How they were found, in words.
  var plan: String?
  /// What would find them more quickly, in words.
  var advice: String?
  var time = Duration.zero
}

/// Records that are related to another one.
struct RelatedRows: Sendable {
  let link: InspectedLink
  /// The table of the records.
  let table: any InspectedTable
  /// The first ones.
  let rows: [InspectedRow]
  let total: Int
  /// The condition that finds them in the model's table; nil if there is none.
  var condition: String?
  /// How many records the condition finds: more than all of them if the relation has conditions of its own.
  var conditionTotal = 0
}

/// Records that break rules.
struct BrokenRules: Sendable, Equatable {
  /// How long records are looked at.
  static let patience = Duration.seconds(2)

  struct Record: Sendable, Equatable {
    let id: AttributeValue
    let messages: [String]
  }

  let records: [Record]
  let lookedAt: Int
}

/// Why a query is not answered, in one sentence.
struct QueryRefusal: Error, CustomStringConvertible, Equatable {
  let description: String

  init(_ description: String) { self.description = description }
}
