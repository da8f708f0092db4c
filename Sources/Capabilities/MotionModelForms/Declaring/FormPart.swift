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

extension ListBuilder {
  /// Adds an input.
  public static func buildExpression<Record>(_ input: Input<Record>) -> [Element] where Element == FormPart<Record> {
    [FormPart(.input(input))]
  }

  /// Adds children.
  public static func buildExpression<Record>(_ children: Children<Record>) -> [Element]
  where Element == FormPart<Record> {
    [FormPart(.children(children))]
  }

  /// Adds a fieldset.
  public static func buildExpression<Record>(_ fieldset: Fieldset<Record>) -> [Element]
  where Element == FormPart<Record> {
    [fieldset.part]
  }

  /// Adds all other inputs.
  public static func buildExpression<Record>(_ others: OtherInputs<Record>) -> [Element]
  where Element == FormPart<Record> {
    [FormPart(.others(except: others.exceptions))]
  }
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
  public init(
    _ title: String? = nil, help: String? = nil, @ListBuilder<FormPart<Record>> _ content: () -> [FormPart<Record>]
  ) {
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
