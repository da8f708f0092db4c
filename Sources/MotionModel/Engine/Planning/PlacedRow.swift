/// A row, and its position, which decides between rows with equal keys.
struct PlacedRow {
  let row: Row
  let position: Int
}
