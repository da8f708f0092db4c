import MotionModel
import MotionModelInspector

extension Command {
  private static let language = Option(
    name: "as", value: "LANGUAGE", help: "The language; mermaid if it is missing.",
    completion: .words(SchemaLanguage.allCases.map(\.rawValue)))
  private static let unique = Option(
    name: "unique", letter: "u", value: "COLUMNS",
    help: "Says that a column is unique, or several together: Track.AlbumId,Number. May be repeated.",
    isRepeatable: true)

  static let schema = Command(
    name: "schema",
    summary: "Prints the models of a file as a diagram, or in the language of databases, of JSON or of TypeScript.",
    discussion: [
      "A file says names and types of columns, and which column has the ids. It does not say which columns are unique or refer "
        + "to other models, so --unique and --reference do. Where it does not say a type, that of the values is taken, and "
        + "marked.",
      "sqlite and postgresql are CREATE TABLE statements. json-schema and typescript describe the JSON that cat prints.",
    ],
    parameters: [.file, .optionalModel],
    options: [language, .reference, unique, .id] + Option.text,
    examples: [
      .init(line: "schema shop.motionmodel", meaning: "Draw the models of a file with Mermaid."),
      .init(
        line: "schema shop.json --as sqlite -r Album.ArtistId=Artist -u Artist.Name",
        meaning: "Print the statements that make an SQLite database with a table for each model."),
      .init(line: "schema shop.json Track --as typescript", meaning: "Print the TypeScript type of a model."),
    ]
  ) { call in
    let document = try call.document()
    var schema = FileSchema(document, idColumn: try call.idColumn(in: [document]))
    for text in call.arguments.all(.reference) { try schema.addReference(text) }
    for text in call.arguments.all(unique) { try schema.addUnique(text) }
    if call.arguments[.model] != nil { schema = schema.only(try call.records(in: document).model.name) }
    let language = call.arguments[language].flatMap { SchemaLanguage(rawValue: $0) } ?? .mermaid
    try call.console.write(language.text(of: schema))
    return .success
  }
}
