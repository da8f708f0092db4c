#if PostgreSQL
  /// The names of the prepared statements of a connection, by their texts. The latest that were used are kept.
  struct PreparedNames {
    private let limit: Int
    private var names: [String: (name: String, latestUse: Int)] = [:]
    private var useCount = 0

    init(limit: Int) { self.limit = limit }

    subscript(text: String) -> String? {
      mutating get {
        guard let found = names[text] else { return nil }
        useCount += 1
        names[text]?.latestUse = useCount
        return found.name
      }
    }

    /// Adds a statement, and returns its name, and the name of one that has to leave for it.
    mutating func insert(_ text: String) -> (name: String, former: String?) {
      var former: String?
      if names.count >= limit, let oldest = names.min(by: { $0.value.latestUse < $1.value.latestUse }) {
        former = names.removeValue(forKey: oldest.key)?.name
      }
      useCount += 1
      let name = "motionmodel_\(useCount)"
      names[text] = (name, useCount)
      return (name, former)
    }

    mutating func remove(_ text: String) { names[text] = nil }

    var count: Int { names.count }
  }
#endif
