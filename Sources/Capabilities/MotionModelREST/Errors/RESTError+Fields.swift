import MotionModel
public import MotionModelValidation
import MotionModelValues

extension RESTError {
  /// What the server says of the members of a record, in the form that Rails writes:
  /// `{"errors": {"name": ["can't be blank"]}}`, or the inner object alone, as Rails' generator has
  /// it. Empty if the response says nothing in that form.
  ///
  /// The member `base` is about the record as a whole.
  public var fieldErrors: [String: [String]] {
    guard case .status = reason, let response, case .success(.dictionary(let body)) = ResponseBody.read(response.body)
    else {
      return [:]
    }
    var members = body
    if case .dictionary(let errors)? = body["errors"] { members = errors }
    return members.compactMapValues { value in
      guard case .array(let elements) = value else { return nil }
      let messages = elements.compactMap { if case .string(let message) = $0 { message } else { nil } }
      return messages.isEmpty || messages.count != elements.count ? nil : messages
    }
  }

  /// What the server says of a record, as errors of the fields of its model.
  ///
  /// ```swift
  /// error.validationErrors(for: Train.self).on("maxSpeed").fullMessages   // => ["Max speed must be greater than 0"]
  /// ```
  ///
  /// A member that is not one of the model's is about the record as a whole, with its name before the message. The
  /// rule of each error is `server`, and the parameter `message` is what the server says.
  ///
  /// - Parameters:
  ///   - model: The model of the record.
  ///   - format: The conventions of the server.
  public func validationErrors<Record: RemoteModel>(
    for model: Record.Type, in format: RESTFormat = RESTFormat()
  ) -> ValidationErrors {
    let fields = Resource(Record.remote, in: format).fields
    let name = Record.schema.modelName
    return ValidationErrors(
      fieldErrors.sorted { $0.key < $1.key }.flatMap { member, messages in
        let field = fields.first { $0.key == member }?.name
        return messages.map { message in
          let isUnknown = field == nil && member != "base"
          return ValidationError(
            model: name, path: field.map { [.field($0)] } ?? [], rule: .server,
            parameters: ["message": .string(isUnknown ? "\(member) \(message)" : message)], message: "{message}")
        }
      })
  }
}

extension RuleName {
  /// The server refused the value, with a message of its own.
  public static let server: RuleName = "server"
}
