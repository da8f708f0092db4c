// Made once by motionmodel generate from the versions of Attic. It is yours, and is not overwritten.

import MotionModel

/// The steps from files of earlier versions to those of today.
enum AtticMigrations {
  static let all = [
    Migration("Attic 2", from: 1, to: 2, of: "Chest") { chests in
      // The records to which ownerID led are all of Keeper.
      try chests.updateRows { row in
        if let id = row["ownerID"], id != .null { row["holderType"] = "Keeper" }
      }
    },
    Migration("Attic 2", from: 1, to: 2, inFileOf: "Mark") { file in
      // shelf was one record and is several: each link becomes a record of MarkShelved.
      var links = file["MarkShelved"] ?? StoreDocument.Table("MarkShelved")
      try file["Mark"]?.updateRows { old in
        guard let key = old["shelfID"], key != .null else { return }
        var row: StoreDocument.Row = ["id": .int(Int64(links.nextNumber))]
        row["shelvedID"] = old["id"]
        row["shelvesID"] = old["shelfID"]
        row["shelvesPosition"] = old["shelfPosition"]
        links.rows.append(row)
        links.nextNumber += 1
        old["shelfID"] = nil
      }
      file["MarkShelved"] = links
    },
    Migration("Attic 2", from: 1, to: 2, inFileOf: "Junk") { file in
      // CHECK: Junk is no model any more: move what is still needed, before its records are removed.
      file["Junk"] = nil
    },
  ]
}
