/// Takes a value that was worked out for its own sake, so that the optimiser cannot leave the work out.
///
/// NB: Without `@_optimize(none)` the compiler sees that nothing is done with the value, and does not make it.
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
