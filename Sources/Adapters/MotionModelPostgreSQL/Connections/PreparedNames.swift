#if PostgreSQL
  /// A prepared statement of a connection.
  struct PreparedName {
    let name: String
    /// Whether all columns of its rows have types whose binary form is read, which is known after the first answer.
    var isBinary = false
    fileprivate var latestUse = 0
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
        names[text]?.latestUse = useCount
        return found
      }
    }

    /// Adds a statement. Returns it, and the name of the statement that must be deallocated for it, if the limit is
    /// reached.
    mutating func insert(_ text: String) -> (added: PreparedName, former: String?) {
      var former: String?
      if names.count >= limit, let oldest = names.min(by: { $0.value.latestUse < $1.value.latestUse }) {
        former = names.removeValue(forKey: oldest.key)?.name
      }
      useCount += 1
      let added = PreparedName(name: "motionmodel_\(useCount)", latestUse: useCount)
      names[text] = added
      return (added, former)
    }

    /// Notes that the rows of a statement are read in binary form from now on.
    mutating func makeBinary(_ text: String) { names[text]?.isBinary = true }

    mutating func remove(_ text: String) { names[text] = nil }

    mutating func removeAll() { names = [:] }

    var count: Int { names.count }
  }
#endif
