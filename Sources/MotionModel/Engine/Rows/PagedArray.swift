/// An array whose copies share their elements in pages, so that changing one element of a copy copies a page and a
/// short list of pages, not the array.
///
/// It stores rows and index pages: a snapshot holds one copy, and the writer continues with another.
///
/// Reading and changing an element is O(1); changing one in an array that has copies is O(√*n*) for *n* up to a few
/// million, since a page holds 128 elements.
@usableFromInline package struct PagedArray<Element: Sendable>: Sendable {
  @usableFromInline package typealias Page = ContiguousArray<Element>

  @usableFromInline package var pages: ContiguousArray<Page> = []
  @usableFromInline package var count = 0

  /// How many elements a page holds.
  @inlinable package static var pageCount: Int { 128 }

  @inlinable package init() {}

  @inlinable package subscript(index: Int) -> Element {
    @inline(__always) get { pages[index &>> 7][index & 127] }
    @inline(__always) _modify { yield &pages[index &>> 7][index & 127] }
  }

  /// Replaces the page of an element by the shared empty page if all of its elements are empty. So an array that is
  /// mostly empty takes hardly any memory.
  @inlinable package mutating func share(_ empty: Page, inPlaceOf index: Int, where isEmpty: (Element) -> Bool) {
    let page = pages[index &>> 7]
    if page.count == empty.count && page.allSatisfy(isEmpty) { pages[index &>> 7] = empty }
  }

  /// Appends empty elements up to a count. Whole pages of them are the shared empty page.
  @inlinable package mutating func extend(to wanted: Int, with empty: Page) {
    while count < wanted {
      let added = min(empty.count - count & 127, wanted - count)
      if added == empty.count {
        pages.append(empty)
      } else if count & 127 == 0 {
        pages.append(Page(empty.prefix(added)))
      } else {
        pages[count &>> 7].append(contentsOf: empty.prefix(added))
      }
      count += added
    }
  }

  @inlinable package mutating func append(_ element: Element) {
    if count & 127 == 0 { pages.append([]) }
    pages[count &>> 7].append(element)
    count += 1
  }

  /// Removes the last element, which must exist. If its page is empty then, the page is removed, too.
  @inlinable package mutating func removeLast() -> Element {
    count -= 1
    let element = pages[count &>> 7].removeLast()
    if pages[count &>> 7].isEmpty { pages.removeLast() }
    return element
  }
}

extension ContiguousArray {
  /// Whether this array and another share their memory.
  @inline(__always) func isSame(as other: ContiguousArray) -> Bool {
    withUnsafeBufferPointer { own in other.withUnsafeBufferPointer { own.baseAddress == $0.baseAddress } }
  }
}
