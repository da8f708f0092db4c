import MotionModel
import MusicShop

extension Tour {
  /// Declaring a model, and what its schema knows.
  func declare() {
    printer.chapter(
      "1 Declare",
      """
      A model is a struct with an id and a schema, which lists its columns: their names in files, their options, their \
      defaults. The types come from the properties. This is Track, as Track.schema.columns tells it; the source is \
      Examples/More/MusicShop/Models/Track.swift.
      """)
    printer.table(
      ["column", "type", "may be nil", "options", "in a new record"],
      Track.schema.columns.map { column in
        [
          column.name, "\(column.type)", column.isOptional ? "yes" : "no",
          column.options.isEmpty ? "" : "\(column.options)", describe(column.defaultValue),
        ]
      })
    printer.note("A column goes by its name, by its name in snake case, or by its property:")
    printer.examples(
      (#"Track.schema["UnitPrice"]"#, Track.schema["UnitPrice"]),
      (#"Track.schema["unit_price"]"#, Track.schema["unit_price"]),
      (#"Track.schema[\.unitPrice]"#, Track.schema[\.unitPrice]),
      (#"Track.schema["Price"]"#, Track.schema["Price"]))
  }

  private func describe(_ value: AttributeValue) -> String {
    switch value {
    case .null: "nil"
    case .string(let text): text.quoted
    default: "\(value)"
    }
  }
}
