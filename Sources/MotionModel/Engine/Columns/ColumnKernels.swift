/// Creates the kernels that test one column, compiled for the column's type.
///
/// Order comparisons never match when the value or the operand is missing or NaN.
struct ColumnKernels<Property: ColumnProperty, Traits: ColumnTraits>: Sendable where Property.Value == Traits.Value {
  let property: Property

  @inline(__always) init(_ property: Property, _ traits: Traits.Type) { self.property = property }

  @inline(__always) func comparison(_ comparison: ComparisonOperator, _ operand: Traits.Value) -> Kernel {
    switch comparison {
    case .equal: equality(operand)
    case .notEqual: complement(of: equality(operand))
    case .less: between(nil, ValueBound(operand, isIncluded: false))
    case .lessOrEqual: between(nil, ValueBound(operand, isIncluded: true))
    case .greater: between(ValueBound(operand, isIncluded: false), nil)
    case .greaterOrEqual: between(ValueBound(operand, isIncluded: true), nil)
    }
  }

  @inline(__always) func range(_ range: ValueRange<Traits.Value>) -> Kernel {
    between(
      ValueBound(range.lower, isIncluded: range.includesLower), ValueBound(range.upper, isIncluded: range.includesUpper)
    )
  }

  /// Tests whether the value is between two bounds; nil stands for no bound.
  ///
  /// All order comparisons of a type share one loop, because the loops are what makes the library large: there is one
  /// for each type of the list in `ColumnOperations+Types`.
  private func between(_ lower: ValueBound<Traits.Value>?, _ upper: ValueBound<Traits.Value>?) -> Kernel {
    guard lower.map({ Traits.isOrdered($0.value) }) ?? true, upper.map({ Traits.isOrdered($0.value) }) ?? true else {
      return nothing
    }
    guard Traits.isSortKeyExact else { return allKernel(of: sides(lower, upper)) }
    guard let (least, greatest) = steppedInterval(lower, upper) else { return nothing }
    let kernel = property.kernel(IsWithin<Traits>(least: least, greatest: greatest))
    return integersWithin(property, least, greatest, kernel)
  }

  /// Tests the bounds one after the other.
  private func sides(_ lower: ValueBound<Traits.Value>?, _ upper: ValueBound<Traits.Value>?) -> [Kernel] {
    [(lower, true), (upper, false)].compactMap { bound, isLower in
      bound.map { property.kernel(IsOnSide<Traits>(bound: $0, isAbove: isLower)) }
    }
  }

  /// Tests whether the value is in a list. A short list is compared value by value, which is quicker than hashing
  /// the value of each row.
  @inline(__always) func membership(_ values: [Traits.Value]) -> Kernel {
    if values.count <= 8 { return comparisons(with: values) }
    let test = Traits.membership(in: values)
    return { base, stride, rows in rows.filter { test(property.value(in: Row(base + $0 &* stride))) } }
  }

  /// Compares four values in each pass over the rows.
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

  private func equality(_ operand: Traits.Value) -> Kernel {
    if let kernel = booleanEquality(property, operand) { return kernel }
    if Traits.isSortKeyExact && !Traits.isNil(operand) {
      let bound = ValueBound(operand, isIncluded: true)
      return between(bound, bound)
    }
    return stringEquality(property, operand) ?? property.kernel(IsEqual<Traits>(operand: operand))
  }

  private func complement(of kernel: @escaping Kernel) -> Kernel {
    { base, stride, rows in rows.subtracting(kernel(base, stride, rows)) }
  }

  private var nothing: Kernel { { _, _, _ in .none } }
}
