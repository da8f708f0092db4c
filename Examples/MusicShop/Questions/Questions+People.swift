public import Foundation
public import MotionModel

// MARK: - Employees and managers

extension Questions {
  /// 20. Which employees report to nobody?
  public static func employeesWithoutManager() -> [Int] { Employee.where(\.reportsTo == nil).ids }

  /// 21. How many employees report to somebody?
  public static func employeesWithManagerCount() -> Int { Employee.where(\.reportsTo).isNotNil.count }

  /// 22. Which employees do not report to this one? Whoever reports to nobody does not: `!=` is Swift's.
  public static func employees(notUnder id: Int) -> [Int] { Employee.where(\.reportsTo != id).ids }

  /// 23. Which employees report to somebody, but not to this one? This is what SQL's `<>` means.
  public static func employees(underOthersThan id: Int) -> [Int] {
    Employee.where { $0.reportsTo.isNotNil && $0.reportsTo != id }.ids
  }

  /// 53. Which employees report to one of these?
  public static func employees(under ids: [Int]) -> [Int] { Employee.where(\.reportsTo).in(ids).ids }

  /// 54. Which employees report to none of these?
  public static func employees(notUnderAnyOf ids: [Int]) -> [Int] { Employee.where(\.reportsTo).notIn(ids).ids }

  /// 68, 69. In which order are the employees by their managers' numbers, with those who have none at either end?
  public static func employeesByManager(nils: NilOrder) -> [Int] { Employee.order(by: \.reportsTo, nils: nils).ids }

  /// 70. The same backwards. Those who have no manager still come last, unless they are asked to be first.
  public static func employeesByManagerDescending() -> [Int] { Employee.order(by: \.reportsTo, .descending).ids }

  /// 71. In which order were the employees hired?
  public static func employeesByHireDate() -> [Int] { Employee.order(by: \.hireDate).ids }

  /// 110. Who reports to whom?
  public static func managers() -> [Tally<String?>] { Employee.all.map { Tally($0.fullName, $0.manager?.fullName) } }

  /// 111. How many employees report to each manager?
  public static func directReports() -> [Tally<Int>] {
    let counts = Employee.where(\.reportsTo).isNotNil.group(by: \.reportsTo).count()
    return Employee.all.compactMap { employee in counts[employee.id].map { Tally(employee.firstName, $0) } }
  }

  /// 112. Which employees does nobody report to?
  public static func employeesWithoutReports() -> [Int] { Employee.find { $0.reports.isEmpty }.ids }

  /// 113. Who stands between an employee and the top, the employee and the top included?
  ///
  /// Managers who report to each other end the walk as well: nobody is met twice.
  public static func chainOfCommand(from id: Int) -> [Employee] {
    var chain: [Employee] = []
    var next = Employee.find(id)
    while let employee = next, !chain.contains(employee) {
      chain.append(employee)
      next = employee.manager
    }
    return chain
  }

  /// 116, 117. Which customers does an employee look after?
  public static func customers(of employee: Int) -> [Int] { Employee.find(employee)?.customers.ids ?? [] }
}

// MARK: - Joins

// Relations join by themselves. By hand, a join is a dictionary: one side is grouped by the number of the other, and
// looked up once for each row of it.

extension Questions {
  /// 118. What do the customers of each employee spend, most first?
  public static func revenuePerRep() -> [Tally<Decimal>] {
    let totals = Invoice.group(by: \.customerID).sum(\.total)
    let reps = Employee.where(\.id).in(Customer.records.pluck(\.supportRepID).compactMap { $0 })
    let rows = reps.map { rep in Tally(rep.firstName, rep.customers.ids.reduce(0) { $0 + (totals[$1] ?? 0) }) }
    return top(.max, rows)
  }

  /// 119. Which albums are the longest, in milliseconds?
  public static func longestAlbums(_ count: Int) -> [Tally<Int>] {
    let lengths = Track.group(by: \.albumID).sum(\.milliseconds)
    return top(count, Album.all.map { Tally($0.title, lengths[$0.id] ?? 0) })
  }

  /// 120. Which artists bring the most revenue?
  ///
  /// Three steps lie between a line of an invoice and an artist; each is a dictionary, or a look-up by number.
  public static func bestSellingArtists(_ count: Int) -> [Tally<Decimal>] {
    let perTrack = InvoiceLine.group(by: \.trackID).sum(\.total)
    var perArtist: [Int: Decimal] = [:]
    for (track, total) in perTrack {
      if let artist = Track.find(track)?.album?.artistID { perArtist[artist, default: 0] += total }
    }
    return top(count, Artist.all.map { Tally($0.name, perArtist[$0.id] ?? 0) })
  }

  /// 121, 122. Which tracks were never sold?
  public static func neverSold() -> [Int] { Track.where(\.id).notIn(InvoiceLine.records.pluck(\.trackID)).ids }

  /// 123. How many tracks were sold in so many lines exactly, and how many in more?
  public static func trackCounts(soldInLines count: Int) -> (exactly: Int, more: Int) {
    let counts = InvoiceLine.group(by: \.trackID).count().values
    return (counts.count { $0 == count }, counts.count { $0 > count })
  }

  /// 124. Which artists have no album?
  public static func artistsWithoutAlbum() -> [String] { Artist.find { $0.albums.isEmpty }.pluck(\.name) }

  /// 125. Which customers spent the most?
  public static func bestCustomers(_ count: Int) -> [Tally<Decimal>] {
    let totals = Invoice.group(by: \.customerID).sum(\.total)
    return top(count, Customer.all.map { Tally($0.fullName, totals[$0.id] ?? 0) })
  }

  /// 126. How many different customers bought a track of a genre?
  public static func buyerCount(ofGenre name: String) -> Int {
    guard let genre = Genre.where(\.name).eq(name).first else { return 0 }
    let lines = InvoiceLine.where(\.trackID).in(genre.tracks.ids)
    return Invoice.where(\.id).in(lines.pluck(\.invoiceID)).distinct(by: \.customerID).count
  }

  /// 127. Which invoice is the largest, and how many lines does it have?
  public static func linesOfLargestInvoice() -> (invoiceID: Int, lines: Int)? {
    Invoice.order(by: \.total, .descending).first.map { ($0.id, $0.lines.count) }
  }
}
