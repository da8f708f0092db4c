/// The rows of a finder, whose number is known before they are read.
@usableFromInline struct CountedRows {
  private enum Source {
    case execution(Execution)
    case scan(ScannedParts)
  }

  private let source: Source
  /// How the values lie in pages; nil when the rows themselves are read.
  @usableFromInline let form: PageForm?
  @usableFromInline let count: Int

  /// - Parameter form: The only property of the rows that is read; nil for any.
  init(_ plan: QueryPlan, reading form: PageForm?) {
    if let parts = form.flatMap({ ScannedParts(plan, reading: $0) }) {
      (source, self.form, count) = (.scan(parts), form, parts.count)
    } else {
      let execution = Execution(plan)
      (source, self.form, count) = (.execution(execution), nil, execution.count)
    }
  }

  /// Calls `body` with runs of the rows, in the finder's order.
  @usableFromInline func forEachPart(_ body: (RowRun) -> Void) {
    switch source {
    case .execution(let execution): execution.forEachPart(body)
    case .scan(let parts): parts.forEach(body)
    }
  }

  /// Returns the value that a reader reads from each row, in an array that is allocated once.
  @inlinable @inline(__always) func values<Reader: RowReader>(_ reader: Reader) -> [Reader.Value] {
    // NB: For no elements, this initializer writes to the empty array that all arrays share, which the thread
    // sanitizer reports.
    if count == 0 { return [] }
    return [Reader.Value](unsafeUninitializedCapacity: count) { buffer, count in
      // There are rows, so there is memory.
      guard var target = buffer.baseAddress else { return }
      forEachPart { run in
        if let form, run.stride < form.size {
          unpack(reader, run.base + form.offset, form, run.rows, to: target)
          return target += run.rows.count
        }
        var next = target
        run.rows.forEach { row in
          next.initialize(to: reader.value(in: run[row]))
          next += 1
        }
        target = next
      }
      count = self.count
      assert(target - count == buffer.baseAddress, "the number of values is not that of the rows")
    }
  }

  /// Copies the values of a page in which they are not as they are in rows: one with a mask, or with codes.
  ///
  /// - Parameter first: The address of the first row in the page.
  @inlinable @inline(__always) func unpack<Reader: RowReader>(
    _ reader: Reader, _ first: UnsafeRawPointer, _ form: PageForm, _ rows: RowMask,
    to target: UnsafeMutablePointer<Reader.Value>
  ) {
    guard TextCodes.areUsed(for: Reader.Value.self) else {
      return MaskedPage(at: first).unpack(rows, form.size - 1, to: target, form.stride)
    }
    let codes = TextCodes(at: first)
    var next = target
    rows.forEach { row in
      next.initialize(to: reader.value(in: Row(codes.text(of: row) - form.offset)))
      next += 1
    }
  }
}
