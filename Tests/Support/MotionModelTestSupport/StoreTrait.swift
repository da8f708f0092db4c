package import MotionModelTesting
package import Testing

extension Trait where Self == StoreTrait {
  /// Creates a store for each test.
  package static var ownStore: StoreTrait { .store }
}
