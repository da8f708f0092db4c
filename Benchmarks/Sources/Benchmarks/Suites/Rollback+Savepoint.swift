import GRDB
import MotionModel
import MotionModelTransactions

extension Undone {
  var nested: Contestant {
    let (store, table) = (store, table)
    func write(_ kept: Int, _ undone: Int) throws {
      try store.transaction {
        try table.raise(kept)
        try store.transaction { inner in
          try table.raise(undone)
          inner.rollback()
        }
      }
    }
    return Contestant(.library, "store.transaction { find, save; store.transaction { find, save; $0.rollback() } }") {
      try write(1, 2)
      return self.ranks
    } body: {
      try write(self.nextID, self.nextID)
    }
  }

  var nestedSQL: Contestant {
    func write(_ kept: Int, _ undone: Int) throws {
      try self.database.queue.inDatabase { database in
        try database.inTransaction {
          try database.raise(kept)
          try database.inSavepoint {
            try database.raise(undone)
            return .rollback
          }
          return .commit
        }
      }
    }
    return Contestant(.grdb, "inTransaction { fetchOne, update; inSavepoint { fetchOne, update; return .rollback } }") {
      try write(1, 2)
      return try self.storedRanks
    } body: {
      try write(self.nextID, self.nextID)
    }
  }
}
