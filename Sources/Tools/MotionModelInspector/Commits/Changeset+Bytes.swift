import MotionModel

extension Changeset {
  /// How many changes of a model are measured; of more, as many that lie apart stand for all.
  private static let measured = 64

  /// How many bytes of memory the changes keep alive, about: the rows, and the values in which they differ. What is
  /// equal before and after a change is shared.
  var valueBytes: Int { models.reduce(0) { $0 + bytes(of: $1) } }

  private func bytes<Record: Model>(of model: Record.Type) -> Int {
    let changes = changes(of: model)
    let step = max(1, changes.count / Self.measured)
    let some = stride(from: 0, to: changes.count, by: step).map { changes[$0] }
    let values = some.reduce(0) { $0 + $1.columns.reduce(0) { $0 + $1.old.heapBytes + $1.new.heapBytes } }
    return changes.count * 2 * MemoryLayout<Record>.stride + values / max(1, some.count) * changes.count
  }
}

extension AttributeValue {
  /// How many bytes the value takes beside its row, about.
  var heapBytes: Int {
    var (bytes, waiting) = (0, [self])
    while let value = waiting.popLast() {
      switch value {
      case .string(let text): bytes += text.utf8.count > 15 ? text.utf8.count + 32 : 0
      case .data(let data): bytes += data.count > 14 ? data.count + 32 : 0
      case .array(let elements):
        bytes += elements.count * MemoryLayout<AttributeValue>.stride
        waiting += elements
      case .dictionary(let members):
        bytes += members.count * 4 * MemoryLayout<AttributeValue>.stride
        waiting += members.values
        bytes += members.keys.reduce(0) { $0 + $1.utf8.count }
      default: break
      }
    }
    return bytes
  }
}
