/// Consumes a computed value, so that the optimiser cannot remove the computation.
///
/// NB: Without `@_optimize(none)` the compiler sees that the value is unused, and does not compute it.
@inline(never) @_optimize(none)
func blackHole<Value>(_ value: borrowing Value) {}

/// Whether the program was built without optimisation, so that its figures would mean nothing.
var isUnoptimised: Bool {
  var isUnoptimised = false
  assert(
    {
      isUnoptimised = true
      return true
    }())
  return isUnoptimised
}
