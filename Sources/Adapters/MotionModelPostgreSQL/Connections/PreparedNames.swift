#if PostgreSQL
  /// A prepared statement of a connection.
  final class PreparedName {
    let name: String
    /// Whether all columns of its rows have types whose binary form is read, which is known after the first answer.
    var isBinary = false
    fileprivate var latestUse: Int

    fileprivate init(_ name: String, latestUse: Int) { (self.name, self.latestUse) = (name, latestUse) }
  }

  /// The prepared statements of a connection, by their texts. The latest that were used are kept.
  struct PreparedNames {
    private let limit: Int
    private var names: [String: PreparedName] = [:]
    private var useCount = 0

    init(limit: Int) { self.limit = limit }

    subscript(text: String) -> PreparedName? {
      mutating get {
        guard let found = names[text] else { return nil }
        useCount += 1
        found.latestUse = useCount
        return found
      }
    }

    /// Adds a statement. Returns it, and the name of the statement that must be deallocated for it, if the limit is
    /// reached.
    mutating func insert(_ text: String) -> (added: PreparedName, former: String?) {
      let oldest = names.count < limit ? nil : names.min { $0.value.latestUse < $1.value.latestUse }
      if let oldest { names[oldest.key] = nil }
      useCount += 1
      let added = PreparedName("motionmodel_\(useCount)", latestUse: useCount)
      names[text] = added
      return (added, oldest?.value.name)
    }

    mutating func remove(_ text: String) { names[text] = nil }

    mutating func removeAll() { names = [:] }
  }
#endif
