/// Reads a damaged file in the compact format block by block, and continues behind unreadable blocks as long as their
/// lengths are right.
struct RecoveredBlocks {
  private(set) var result = RecoveredDocument.empty
  private var blocks: CompactBlocks
  /// What the file says about the model whose rows follow; nil if that is not known.
  private var section: FileSection?
  private var model: StoreDocument.Table?
  private var hasHead = false
  private var isWhole = false

  init?(_ bytes: UnsafeRawBufferPointer) {
    guard let blocks = try? CompactBlocks(ByteWindow(bytes)) else { return nil }
    self.blocks = blocks
    // A block is at least as long as its header, so there is an end.
    while (try? self.blocks.isAtEnd()) == false, readNext() {}
    endModel()
    if !hasHead { result.set([:]) }
    result.noteEnd(isWhole: isWhole)
  }

  /// Reads the next block, or the blocks of a group of rows.
  ///
  /// - Returns: Whether there may be another one.
  private mutating func readNext() -> Bool {
    switch blocks.nextKind {
    case .file:
      guard let members = try? blocks.dictionary(.file) else { return lose() }
      hasHead = true
      result.set(members)
    case .section:
      endModel()
      let position = blocks.position
      guard let members = try? blocks.dictionary(.section), case .string(var name)? = members["model"] else {
        return lose()
      }
      if name.isEmpty {
        // No file can have records of a model without a name.
        result.lose(at: "byte \(position)", of: nil, count: nil)
        name = "Unnamed\(position)"
      }
      guard let section = FileSection(name, members), section.hasDistinctColumns else {
        result.lose(at: "byte \(position)", of: name, count: nil)
        return true
      }
      (self.section, model) = (section, StoreDocument.Table(section))
    case .rows:
      var reading = blocks
      guard let section, let rows = try? reading.rows(of: section, atMost: section.count) else { return lose() }
      let places = model?.places(of: section) ?? []
      var row = FileRow(section)
      for (number, values) in rows.rows.enumerated() {
        row.removeAll()
        row.set(values)
        model?.rows.append(RowValues(row, places), place: rows.places?[number])
      }
      blocks = reading
    case .end:
      isWhole = (try? blocks.content(.end) { _ in () }) != nil
      if !isWhole { return lose() }
      if (try? blocks.isAtEnd()) == false {
        result.lose("From byte \(blocks.position) on, behind the end of the records, there is something else.")
      }
      return false
    case .column, nil:
      endModel()
      return lose()
    }
    return true
  }

  /// Notes that the next block cannot be read, and goes behind it and the columns of its group. A block without columns
  /// may be the section of the next model, whatever kind it says to be of.
  ///
  /// - Returns: Whether there is something behind it.
  private mutating func lose() -> Bool {
    let position = blocks.position
    let count = try? blocks.content(.rows) { reader throws(BinaryReader.Malformed) in try reader.readFixed(UInt32.self)
    }
    result.lose(at: "byte \(position)", of: section?.model, count: count.map { Int(clamping: $0) })
    if count == nil {
      if !blocks.skip() { return false }
      if blocks.nextKind != .column { endModel() }
    }
    while blocks.nextKind == .column { if !blocks.skip() { return false } }
    return true
  }

  private mutating func endModel() {
    if let model { result.add(model) }
    (model, section) = (nil, nil)
  }
}
