public import MotionModel

/// A part of a form's declaration.
public struct FormPart<Record: Model>: Sendable {
  enum Kind: Sendable {
    case input(Input<Record>)
    case children(Children<Record>)
    case others(except: Set<String>)
    case fieldset(title: String?, help: String?, [FormPart])
  }

  let kind: Kind

  init(_ kind: Kind) { self.kind = kind }
}

/// Collects the parts of a ``ModelForm``.
@resultBuilder
public enum FormBuilder<Record: Model> {
  /// Adds an input.
  public static func buildExpression(_ input: Input<Record>) -> [FormPart<Record>] { [FormPart(.input(input))] }

  /// Adds children.
  public static func buildExpression(_ children: Children<Record>) -> [FormPart<Record>] {
    [FormPart(.children(children))]
  }

  /// Adds a fieldset.
  public static func buildExpression(_ fieldset: Fieldset<Record>) -> [FormPart<Record>] { [fieldset.part] }

  /// Adds all other inputs.
  public static func buildExpression(_ others: OtherInputs<Record>) -> [FormPart<Record>] {
    [FormPart(.others(except: others.exceptions))]
  }

  /// Concatenates parts.
  public static func buildBlock(_ parts: [FormPart<Record>]...) -> [FormPart<Record>] { parts.flatMap { $0 } }

  /// Adds the parts of an `if` without `else`.
  public static func buildOptional(_ part: [FormPart<Record>]?) -> [FormPart<Record>] { part ?? [] }

  /// Adds the parts of the first of two alternatives.
  public static func buildEither(first part: [FormPart<Record>]) -> [FormPart<Record>] { part }

  /// Adds the parts of the second of two alternatives.
  public static func buildEither(second part: [FormPart<Record>]) -> [FormPart<Record>] { part }

  /// Concatenates the parts of a loop.
  public static func buildArray(_ parts: [[FormPart<Record>]]) -> [FormPart<Record>] { parts.flatMap { $0 } }
}

/// Inputs that belong together, under a heading.
///
/// ```swift
/// Fieldset("When", help: "Both may be left empty.") {
///   Input(\.dueDate)
///   Input(\.reminder)
/// }
/// ```
public struct Fieldset<Record: Model>: Sendable {
  let part: FormPart<Record>

  /// Creates a fieldset.
  ///
  /// - Parameters:
  ///   - title: The heading; nil for none.
  ///   - help: An explanation below the heading.
  ///   - content: The inputs and children in order. A fieldset cannot be inside another one.
  public init(_ title: String? = nil, help: String? = nil, @FormBuilder<Record> _ content: () -> [FormPart<Record>]) {
    part = FormPart(.fieldset(title: title, help: help, content()))
  }
}

/// All columns that people fill in and that the form does not list elsewhere, in the order of the schema.
///
/// A column that is added to the model later is then in the form by itself. That is convenient, and a reason to list
/// columns instead where a form is given to strangers.
public struct OtherInputs<Record: Model>: Sendable {
  let exceptions: Set<String>

  /// Stands for all other inputs.
  ///
  /// - Parameter exceptions: Columns that the form does not have.
  public init<each Value: ColumnValue>(except exceptions: repeat any KeyPath<Record, each Value> & Sendable) {
    var names: Set<String> = []
    for exception in repeat each exceptions {
      guard let column = Record.schema[exception] else {
        FormMisuse.stop("The form of \(Record.self)", "leaves out \(exception), which is no column", "remove it")
      }
      names.insert(column.name)
    }
    self.exceptions = names
  }
}

/// Mistakes of a program, which trap with a sentence.
package enum FormMisuse {
  package static func stop(_ what: String, _ problem: String, _ remedy: String) -> Never {
    // NB: Not `preconditionFailure`, which prints no message in release builds.
    fatalError("\(what) \(problem): \(remedy).")
  }
}
