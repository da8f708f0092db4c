/// A property as the engine reads, writes and tests it, without knowing the record's type; see ``RowReader``.
protocol ColumnProperty<Value>: RowReader, Sendable {
  /// The bytes of a row that hold the value; nil when they are not known.
  var bytes: Range<Int>? { get }
  /// How values lie side by side in a page; nil for values of which no pages are made.
  var page: PageLayout? { get }
  /// The offset of a value that is one byte, of a type with operators of its own; nil for others.
  var byte: Int? { get }
  func set(_ value: Value, in row: MutableRow)
  /// Returns a kernel that has the result of another one, which tests nothing but this property, and is as quick or
  /// quicker.
  func quickened(_ kernel: @escaping Kernel) -> Kernel
  /// Returns what reads the keys of this property; nil when comparing the rows themselves is as quick.
  func rowKeys<Traits: ColumnTraits<Value>>(_ traits: Traits.Type) -> (@Sendable (_ rows: [Row]) -> RowKeys)?
}

extension ColumnProperty {
  var bytes: Range<Int>? { nil }
  var page: PageLayout? { nil }
  var byte: Int? { nil }

  @inline(__always) func quickened(_ kernel: @escaping Kernel) -> Kernel { kernel }

  @inline(__always)
  func rowKeys<Traits: ColumnTraits<Value>>(_ traits: Traits.Type) -> (@Sendable (_ rows: [Row]) -> RowKeys)? {
    nil
  }
}

extension StoredProperty: ColumnProperty {
  var bytes: Range<Int>? { offset..<offset + MemoryLayout<Value>.size }
  var page: PageLayout? { PageLayout(self) }

  @inline(__always) func set(_ value: Value, in row: MutableRow) { row[Value.self, at: offset] = value }
}

extension KeyPathProperty: ColumnProperty {
  func set(_ value: Value, in row: MutableRow) {
    guard let keyPath = keyPath as? WritableKeyPath<Record, Value> else { return }
    row[Record.self][keyPath: keyPath] = value
  }

  func rowKeys<Traits: ColumnTraits<Value>>(_ traits: Traits.Type) -> (@Sendable (_ rows: [Row]) -> RowKeys)? {
    RowKeys.reader(value, traits)
  }
}
