import Foundation
import MotionModel
import MotionModelForms
import MotionModelFormsHTML
import MotionModelTestSupport

/// A record with children, of which a form has both.
struct Recipe: Model {
  var id = 0
  var name = ""
  static let schema = Schema<Recipe> { Column(\.name) }
  struct Relations {
    let steps = HasMany<RecipeStep>(\.recipeID, dependent: .destroy).acceptingAttributes(allowingRemoval: true)
  }
  static let relations = Relations()
  static let form = ModelForm<Recipe> {
    Input(\.name)
    Children(\.steps, orderedBy: \.place) {
      Input(\.text)
      Input(\.isDone)
    }
  }
}

struct RecipeStep: Model {
  var id = 0
  var text = ""
  var isDone = false
  var place = 0
  var recipeID: Int?
  static let schema = Schema<RecipeStep> {
    Column(\.text)
    Column(\.isDone)
    Column(\.place)
    Column(\.recipeID, .indexed)
  }
}

/// Bodies of requests, each behind a line with its type, and what they are to forms.
enum Bodies {
  private static let boundary = "xyz"
  private static let encoded = "application/x-www-form-urlencoded"
  private static let multipart = "multipart/form-data; boundary=\(boundary)"

  // MARK: - Seeds

  /// Returns a body with what somebody may enter in one of two forms.
  static func seed(using random: inout SplitMix64) throws -> Data {
    let pairs = random.chance(50) ? try recipe(using: &random) : try allTypes(using: &random)
    return random.chance(50)
      ? body(encoded, pairs.map { "\(percent($0))=\(percent($1))" }.joined(separator: "&"))
      : body(multipart, pairs.map(part).joined() + "--\(boundary)--\r\n")
  }

  private static func body(_ type: String, _ text: String) -> Data { Data("\(type)\n\(text)".utf8) }

  private static func percent(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
  }

  private static func part(_ name: String, _ text: String) -> String {
    let isFile = text.utf8.count % 5 == 4
    return "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name)\""
      + (isFile ? "; filename=\"a.png\"\r\nContent-Type: image/png" : "") + "\r\n\r\n\(text)\r\n"
  }

  private static func allTypes(using random: inout SplitMix64) throws -> [(String, String)] {
    let fields = try ModelForm<AllTypes>().description(of: .random(1, using: &random)).fields
    return fields.filter { _ in random.chance(70) }.map { (FormFieldNames.plain.name(of: $0.path), $0.value.text) }
  }

  private static func recipe(using random: inout SplitMix64) throws -> [(String, String)] {
    var pairs = [("name", String.nasty(using: &random)), ("_shown", "name steps")]
    for item in 0..<random.number(0...3) {
      pairs.append(("steps[\(item)][text]", .nasty(using: &random)))
      pairs.append(("steps[\(item)][isDone]", random.pick(["0", "1", "on", ""])))
      if random.chance(40) { pairs.append(("steps[\(item)][_id]", "\(random.number(1...3))")) }
      if random.chance(20) { pairs.append(("steps[\(item)][_remove]", "1")) }
    }
    if random.chance(30) { pairs.append(("steps[_order]", "1 0 2")) }
    return pairs
  }

  // MARK: - Reading

  /// Reads a body, enters it in two forms, and submits them.
  ///
  /// - Returns: The store with what was saved; nil if the body was refused.
  static func read(_ input: Data, _ bound: MemoryBound) throws -> Store? {
    let line = input.prefix { $0 != UInt8(ascii: "\n") }
    let (type, body) = (String(decoding: line, as: UTF8.self), Data(input.dropFirst(line.count + 1)))
    let whole = try bound.check(input.count) { result(body, type, pieces: .max) }
    guard result(body, type, pieces: 7) == whole else { throw Target.Changed(what: "a body in pieces") }
    guard case .success(let parameters) = whole else { return nil }
    let store = try Target.startingStore()
    for names in [FormFieldNames.plain, .rails("recipe")] {
      let answer = try bound.check(input.count) { FormSubmission(parameters, names: names) }
      try checkCoding(of: answer)
      try bound.check(input.count) { try submit(answer, to: ModelForm<AllTypes>(), store) }
      try bound.check(input.count) { try submit(answer, to: Recipe.form, store) }
    }
    return store
  }

  private static func result(_ body: Data, _ type: String, pieces: Int) -> Result<BodyParameters, BodyError> {
    Result { () throws(BodyError) in
      do {
        let reader = try BodyReader(contentType: type)
        var rest = body[...]
        while !rest.isEmpty {
          try reader.receive(rest.prefix(pieces))
          rest = rest.dropFirst(pieces)
        }
        return try reader.finish()
      } catch let error as BodyError {
        throw error
      } catch {
        fatalError("A body was refused with an error of another type: \(error)")
      }
    }
  }

  /// Throws unless an answer is the same when it was encoded, but for the bytes of files, which are not.
  private static func checkCoding(of answer: FormSubmission) throws {
    var answer = answer
    for (index, entry) in answer.entries.enumerated() {
      guard case .file(var file?) = entry.input else { continue }
      file.content = nil
      answer.entries[index].input = .file(file)
    }
    let again = try JSONDecoder().decode(FormSubmission.self, from: JSONEncoder().encode(answer))
    guard again == answer else { throw Target.Changed(what: "an answer") }
  }

  /// Submits an answer; what is saved shows the values that it was saved with.
  private static func submit<Record: Model>(
    _ answer: FormSubmission, to form: ModelForm<Record>, _ store: Store
  ) throws {
    let state = FormState(form, in: store)
    state.receive(answer)
    _ = (state.description, state.description.html())
    if let saved = try state.submit().record { _ = try FormState(form, editing: saved, in: store).description }
  }
}
