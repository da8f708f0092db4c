/// Creates the kernels that test one column, compiled for the column's type.
///
/// Order comparisons never match when the value or the operand is missing or NaN.
struct ColumnKernels<Property: ColumnProperty, Traits: ColumnTraits>: Sendable where Property.Value == Traits.Value {
  let property: Property

  @inline(__always)
  init(_ property: Property, _ traits: Traits.Type) { self.property = property }

  @inline(__always)
  func comparison(_ comparison: ComparisonOperator, _ operand: Traits.Value) -> Kernel {
    switch comparison {
    case .equal: equality(operand)
    case .notEqual: complement(equality(operand))
    case _ where !Traits.isOrdered(operand): nothing
    case .less: property.kernel(IsLess<Traits>(operand: operand))
    case .lessOrEqual: property.kernel(IsAtMost<Traits>(operand: operand))
    case .greater: property.kernel(IsGreater<Traits>(operand: operand))
    case .greaterOrEqual: property.kernel(IsAtLeast<Traits>(operand: operand))
    }
  }

  /// Tests both ends of a range at once.
  @inline(__always)
  func range(_ range: ValueRange<Traits.Value>) -> Kernel {
    guard Traits.isOrdered(range.lower) && Traits.isOrdered(range.upper) else { return nothing }
    let (isAtLeast, isAbove) = (IsAtLeast<Traits>(operand: range.lower), IsGreater<Traits>(operand: range.lower))
    let (isAtMost, isBelow) = (IsAtMost<Traits>(operand: range.upper), IsLess<Traits>(operand: range.upper))
    return switch (range.includesLower, range.includesUpper) {
    case (true, true): property.kernel(PassesBoth(first: isAtLeast, second: isAtMost))
    case (true, false): property.kernel(PassesBoth(first: isAtLeast, second: isBelow))
    case (false, true): property.kernel(PassesBoth(first: isAbove, second: isAtMost))
    case (false, false): property.kernel(PassesBoth(first: isAbove, second: isBelow))
    }
  }

  /// Tests whether the value is in a list. A short list is compared value by value, which is quicker than hashing
  /// the value of each row.
  @inline(__always)
  func membership(_ values: [Traits.Value]) -> Kernel {
    if values.count <= 8 { return comparisons(with: values) }
    let test = Traits.membership(in: values)
    return { base, stride, rows in rows.filter { test(property.value(in: base + $0 &* stride)) } }
  }

  /// Compares four values in each pass over the rows.
  @inline(__always)
  private func comparisons(with values: [Traits.Value]) -> Kernel {
    let texts = values.compactMap { stringEquality(property, $0) }
    if !texts.isEmpty { return anyKernel(of: texts) }
    return anyKernel(
      of: stride(from: 0, to: values.count, by: 4).map { start in
        let (last, first) = (values.count - 1, values[start])
        let (second, third) = (values[min(start + 1, last)], values[min(start + 2, last)])
        let fourth = values[min(start + 3, last)]
        return property.kernel(IsOneOfFour<Traits>(first: first, second: second, third: third, fourth: fourth))
      })
  }

  @inline(__always)
  private func equality(_ operand: Traits.Value) -> Kernel {
    stringEquality(property, operand) ?? property.kernel(IsEqual<Traits>(operand: operand))
  }

  private func complement(_ kernel: @escaping Kernel) -> Kernel {
    { base, stride, rows in rows.subtracting(kernel(base, stride, rows)) }
  }

  private var nothing: Kernel { { _, _, _ in .none } }
}
