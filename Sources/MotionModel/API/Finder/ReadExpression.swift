import Foundation

/// A part of a predicate of Foundation that is computed from stored columns, without calling the predicate.
struct ReadExpression<Output> {
  /// The expression in words, which name its operators.
  let text: String
  /// The key paths and constants, in order of appearance; nil if one of them cannot be compared.
  let parts: [AnyHashable]?
  /// Returns the value; nil where there is none, because a number does not fit its type or is divided by zero.
  let value: (ReadScope) -> Output?
}

/// What an expression is computed from: a row, and the parameters of the closures inside the predicate.
struct ReadScope {
  let row: Row
  var parameters: [Any] = []

  /// Returns this scope inside a closure whose parameter is given.
  fileprivate func adding(_ parameter: Any) -> ReadScope {
    ReadScope(row: row, parameters: parameters + [parameter])
  }
}

/// An expression that may be computed from stored columns.
protocol ReadableExpression {
  /// - Returns: A ``ReadExpression`` of the expression's type; nil if a part of it is not readable.
  func read<Record: Model>(in translation: PredicateTranslation<Record>) -> Any?
}

extension PredicateTranslation {
  /// Returns how an expression is computed; nil if it has to be evaluated.
  func read<Expression: PredicateExpression>(_ expression: Expression) -> ReadExpression<Expression.Output>? {
    (expression as? any ReadableExpression)?.read(in: self) as? ReadExpression<Expression.Output>
  }

  /// Returns how a value is computed from another.
  fileprivate func read<A: PredicateExpression, Result>(
    _ a: A, _ words: (String) -> String, parts: [AnyHashable] = [], _ compute: @escaping (A.Output) -> Result?
  ) -> ReadExpression<Result>? {
    read(a).map { a in
      ReadExpression(text: words(a.text), parts: a.parts.map { $0 + parts }) { a.value($0).flatMap(compute) }
    }
  }

  /// Returns how a value is computed from two others, either of which may be missing.
  private func join<A: PredicateExpression, B: PredicateExpression, Result>(
    _ a: A, _ sign: String, _ b: B, _ compute: @escaping (A.Output?, () -> B.Output?) -> Result?
  ) -> ReadExpression<Result>? {
    guard let a = read(a), let b = read(b) else { return nil }
    let parts = a.parts.flatMap { first in b.parts.map { first + $0 } }
    return ReadExpression(text: "(\(a.text) \(sign) \(b.text))", parts: parts) { scope in
      compute(a.value(scope)) { b.value(scope) }
    }
  }

  /// Returns how a value is computed from two others, the second of which is read only if it is needed.
  fileprivate func readLazily<A: PredicateExpression, B: PredicateExpression, Result>(
    _ a: A, _ sign: String, _ b: B, _ compute: @escaping (A.Output, () -> B.Output?) -> Result?
  ) -> ReadExpression<Result>? {
    join(a, sign, b) { first, second in first.flatMap { compute($0, second) } }
  }

  /// Returns how a value is computed from two others, which is missing where one of them is.
  fileprivate func read<A: PredicateExpression, B: PredicateExpression, Result>(
    _ a: A, _ sign: String, _ b: B, _ compute: @escaping (A.Output, B.Output) -> Result?
  ) -> ReadExpression<Result>? {
    readLazily(a, sign, b) { first, second in second().flatMap { compute(first, $0) } }
  }

  /// Returns how two values are compared. The result is `missing` where one of them is.
  fileprivate func compare<A: PredicateExpression, B: PredicateExpression>(
    _ a: A, _ sign: String, _ b: B, missing: Bool = false, _ compare: @escaping (A.Output, B.Output) -> Bool
  ) -> ReadExpression<Bool>? {
    join(a, sign, b) { first, second in
      guard let first, let second = second() else { return missing }
      return compare(first, second)
    }
  }

  /// Returns how a closure inside the predicate is applied to a value.
  fileprivate func apply<A: PredicateExpression, Parameter, Body: PredicateExpression, Result>(
    _ word: String, _ a: A, _ parameter: PredicateExpressions.Variable<Parameter>, _ body: Body,
    _ compute: @escaping (A.Output, (Parameter) -> Body.Output?) -> Result?
  ) -> ReadExpression<Result>? {
    var inner = self
    inner.parameters.append(parameter.key)
    guard let a = read(a), let body = inner.read(body) else { return nil }
    let parts = a.parts.flatMap { first in body.parts.map { first + $0 } }
    return ReadExpression(text: "\(a.text).\(word) { \(body.text) }", parts: parts) { scope in
      a.value(scope).flatMap { value in compute(value) { body.value(scope.adding($0)) } }
    }
  }
}

// MARK: - Columns, parameters and constants

extension PredicateExpressions.Variable: ReadableExpression {
  func read<Record: Model>(in translation: PredicateTranslation<Record>) -> Any? {
    translation.parameters.firstIndex(of: key).map { place in
      ReadExpression(text: "$\(place)", parts: []) { $0.parameters[place] as? Output }
    }
  }
}

extension PredicateExpressions.KeyPath: ReadableExpression {
  func read<Record: Model>(in translation: PredicateTranslation<Record>) -> Any? {
    if let column = translation.column(self) {
      guard column.operations.bytes != nil, let path = keyPath as? KeyPath<Record, Output>,
        let stored = StoredProperty(path)
      else { return nil }
      return ReadExpression(text: column.name, parts: [path]) { stored.value(in: $0.row) }
    }
    guard let name = memberName else { return nil }
    let path = keyPath
    return translation.read(root, { "\($0).\(name)" }, parts: [path]) { $0[keyPath: path] }
  }

  /// The name of a member that is stored in the value, or that is the standard library's; nil for any other, which may
  /// depend on anything.
  var memberName: String? {
    if let name = (Root.Output.self as? any StandardMembers.Type)?.members[keyPath] { return name }
    return MemoryLayout<Root.Output>.offset(of: keyPath) == nil ? nil : "\(keyPath)"
  }
}

/// A type of the standard library with members that depend on nothing but the value.
protocol StandardMembers {
  static var members: [AnyKeyPath: String] { get }
}

extension String: StandardMembers {
  static var members: [AnyKeyPath: String] { [\Self.isEmpty: "isEmpty", \Self.count: "count"] }
}

extension Array: StandardMembers {
  static var members: [AnyKeyPath: String] {
    [\Self.isEmpty: "isEmpty", \Self.count: "count", \Self.first: "first", \Self.last: "last"]
  }
}

extension Set: StandardMembers {
  static var members: [AnyKeyPath: String] { [\Self.isEmpty: "isEmpty", \Self.count: "count"] }
}

extension Dictionary: StandardMembers {
  static var members: [AnyKeyPath: String] { [\Self.isEmpty: "isEmpty", \Self.count: "count"] }
}

extension PredicateExpressions.Value: ReadableExpression {
  func read<Record: Model>(in translation: PredicateTranslation<Record>) -> Any? {
    func part<Constant: Hashable>(_ type: Constant.Type) -> AnyHashable? {
      guard let constant = value as? Constant else { return nil }
      return AnyHashable(constant)
    }
    let value = value
    let text = (value as? any ColumnValue)?.attribute.nestedDescription ?? "\(value)"
    let part = (Output.self as? any Hashable.Type).flatMap { part($0) }
    return ReadExpression(text: text, parts: part.map { [$0] }) { _ in value }
  }
}

extension PredicateExpressions.NilLiteral: ReadableExpression {
  func read<Record: Model>(in translation: PredicateTranslation<Record>) -> Any? {
    ReadExpression(text: "nil", parts: []) { _ -> Wrapped?? in .some(nil) }
  }
}

// MARK: - Logic

extension PredicateExpressions.Conjunction: ReadableExpression {
  func read<Record: Model>(in translation: PredicateTranslation<Record>) -> Any? {
    translation.readLazily(lhs, "&&", rhs) { $0 ? $1() : false }
  }
}

extension PredicateExpressions.Disjunction: ReadableExpression {
  func read<Record: Model>(in translation: PredicateTranslation<Record>) -> Any? {
    translation.readLazily(lhs, "||", rhs) { $0 ? true : $1() }
  }
}

extension PredicateExpressions.Negation: ReadableExpression {
  func read<Record: Model>(in translation: PredicateTranslation<Record>) -> Any? {
    translation.read(wrapped, { "!\($0)" }) { !$0 }
  }
}

extension PredicateExpressions.Conditional: ReadableExpression {
  func read<Record: Model>(in translation: PredicateTranslation<Record>) -> Any? {
    guard let test = translation.read(test), let first = translation.read(trueBranch),
      let second = translation.read(falseBranch)
    else { return nil }
    let parts = test.parts.flatMap { a in first.parts.flatMap { b in second.parts.map { a + b + $0 } } }
    return ReadExpression(text: "(\(test.text) ? \(first.text) : \(second.text))", parts: parts) { scope in
      test.value(scope).flatMap { $0 ? first.value(scope) : second.value(scope) }
    }
  }
}

// MARK: - Comparisons

extension PredicateExpressions.Equal: ReadableExpression {
  func read<Record: Model>(in translation: PredicateTranslation<Record>) -> Any? {
    translation.compare(lhs, "==", rhs) { $0 == $1 }
  }
}

extension PredicateExpressions.NotEqual: ReadableExpression {
  func read<Record: Model>(in translation: PredicateTranslation<Record>) -> Any? {
    translation.compare(lhs, "!=", rhs, missing: true) { $0 != $1 }
  }
}

extension PredicateExpressions.Comparison: ReadableExpression {
  func read<Record: Model>(in translation: PredicateTranslation<Record>) -> Any? {
    switch op {
    case .lessThan: translation.compare(lhs, "<", rhs) { $0 < $1 }
    case .lessThanOrEqual: translation.compare(lhs, "<=", rhs) { $0 <= $1 }
    case .greaterThan: translation.compare(lhs, ">", rhs) { $0 > $1 }
    case .greaterThanOrEqual: translation.compare(lhs, ">=", rhs) { $0 >= $1 }
    @unknown default: nil
    }
  }
}

extension PredicateExpressions.ClosedRange: ReadableExpression {
  func read<Record: Model>(in translation: PredicateTranslation<Record>) -> Any? {
    translation.read(lower, "...", upper) { $0 <= $1 ? $0...$1 : nil }
  }
}

extension PredicateExpressions.Range: ReadableExpression {
  func read<Record: Model>(in translation: PredicateTranslation<Record>) -> Any? {
    translation.read(lower, "..<", upper) { $0 <= $1 ? $0..<$1 : nil }
  }
}

extension PredicateExpressions.RangeExpressionContains: ReadableExpression {
  func read<Record: Model>(in translation: PredicateTranslation<Record>) -> Any? {
    translation.compare(range, "contains", element) { $0.contains($1) }
  }
}

// MARK: - Numbers

extension PredicateExpressions.Arithmetic: ReadableExpression {
  func read<Record: Model>(in translation: PredicateTranslation<Record>) -> Any? {
    switch op {
    case .add: translation.read(lhs, "+", rhs) { $0.checked(.add, $1, or: +) }
    case .subtract: translation.read(lhs, "-", rhs) { $0.checked(.subtract, $1, or: -) }
    case .multiply: translation.read(lhs, "*", rhs) { $0.checked(.multiply, $1, or: *) }
    @unknown default: nil
    }
  }
}

extension PredicateExpressions.UnaryMinus: ReadableExpression {
  func read<Record: Model>(in translation: PredicateTranslation<Record>) -> Any? {
    translation.read(wrapped, { "-\($0)" }) { Output.zero.checked(.subtract, $0) { -$1 } }
  }
}

extension PredicateExpressions.IntDivision: ReadableExpression {
  func read<Record: Model>(in translation: PredicateTranslation<Record>) -> Any? {
    translation.read(lhs, "/", rhs) { $0.dividedChecked(by: $1) }
  }
}

extension PredicateExpressions.IntRemainder: ReadableExpression {
  func read<Record: Model>(in translation: PredicateTranslation<Record>) -> Any? {
    translation.read(lhs, "%", rhs) { $0.dividedChecked(by: $1) == nil ? nil : $0 % $1 }
  }
}

extension PredicateExpressions.FloatDivision: ReadableExpression {
  func read<Record: Model>(in translation: PredicateTranslation<Record>) -> Any? {
    translation.read(lhs, "/", rhs) { $0 / $1 }
  }
}

// MARK: - Optionals

extension PredicateExpressions.NilCoalesce: ReadableExpression {
  func read<Record: Model>(in translation: PredicateTranslation<Record>) -> Any? {
    translation.readLazily(lhs, "??", rhs) { $0 ?? $1() }
  }
}

extension PredicateExpressions.OptionalFlatMap: ReadableExpression {
  func read<Record: Model>(in translation: PredicateTranslation<Record>) -> Any? {
    translation.apply("map", wrapped, variable, transform) { value, transform -> Result?? in
      // The body is of the type `Result` or `Result?`.
      value.map { transform($0) as? Result? } ?? .some(nil)
    }
  }
}

// MARK: - Lists, dictionaries and strings

extension PredicateExpressions.SequenceContains: ReadableExpression {
  func read<Record: Model>(in translation: PredicateTranslation<Record>) -> Any? {
    translation.compare(sequence, "contains", element) { $0.contains($1) }
  }
}

extension PredicateExpressions.SequenceContainsWhere: ReadableExpression {
  func read<Record: Model>(in translation: PredicateTranslation<Record>) -> Any? {
    translation.apply("contains", sequence, variable, test) { list, test in list.contains { test($0) ?? false } }
  }
}

extension PredicateExpressions.SequenceAllSatisfy: ReadableExpression {
  func read<Record: Model>(in translation: PredicateTranslation<Record>) -> Any? {
    translation.apply("allSatisfy", sequence, variable, test) { list, test in list.allSatisfy { test($0) ?? false } }
  }
}

extension PredicateExpressions.Filter: ReadableExpression {
  func read<Record: Model>(in translation: PredicateTranslation<Record>) -> Any? {
    translation.apply("filter", sequence, variable, filter) { list, test in list.filter { test($0) ?? false } }
  }
}

extension PredicateExpressions.DictionaryKeySubscript: ReadableExpression {
  func read<Record: Model>(in translation: PredicateTranslation<Record>) -> Any? {
    translation.read(wrapped, "at", key) { dictionary, key -> Value?? in dictionary[key] }
  }
}

extension PredicateExpressions.CollectionContainsCollection: ReadableExpression {
  func read<Record: Model>(in translation: PredicateTranslation<Record>) -> Any? {
    translation.compare(base, "contains", other) { $0.contains($1) }
  }
}

extension PredicateExpressions.SequenceStartsWith: ReadableExpression {
  func read<Record: Model>(in translation: PredicateTranslation<Record>) -> Any? {
    translation.compare(base, "starts with", prefix) { $0.starts(with: $1) }
  }
}
