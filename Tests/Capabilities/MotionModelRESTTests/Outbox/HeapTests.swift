import MotionModelTestSupport
import Testing

@testable import MotionModelREST

struct HeapTests {
  @Test(arguments: 0..<20) func `elements come in the order of a sorted array`(_ run: Int) {
    var random = TestSeed.generator(run)
    var (heap, array) = (Heap<Int>(), [Int]())
    for _ in 0..<300 {
      if Bool.random(using: &random) || Bool.random(using: &random) {
        let number = Int.random(in: 0..<50, using: &random)
        heap.insert(number)
        array.append(number)
        array.sort()
      } else {
        #expect(heap.removeFirst() == (array.isEmpty ? nil : array.removeFirst()), "seed \(TestSeed.current)")
      }
      #expect(heap.first == array.first)
    }
  }
}
