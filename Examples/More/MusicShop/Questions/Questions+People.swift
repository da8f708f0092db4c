import Foundation
public import MotionModel

extension Questions {
  /// 20. Which employees report to nobody?
  public static func employeesWithoutManager() -> [Int] { Employee.where { $0.manager.isMissing }.ids }

  /// 21. How many employees have a manager?
  public static func employeesWithManagerCount() -> Int { Employee.where(\.reportsTo).isNotNil.count }

  /// 22. Which employees do not report to this one? It includes those who report to nobody: `!=` is Swift's.
  public static func employees(notUnder id: Int) -> [Int] { Employee.where(\.reportsTo != id).ids }

  /// 23. Which employees have a manager, but not this one? This is the meaning of SQL's `<>`.
  public static func employees(underOthersThan id: Int) -> [Int] {
    Employee.where { $0.reportsTo.isNotNil && $0.reportsTo != id }.ids
  }

  /// 53. Which employees report to one of these?
  public static func employees(under ids: [Int]) -> [Int] { Employee.where(\.reportsTo).in(ids).ids }

  /// 54. Which employees report to none of these?
  public static func employees(notUnderAnyOf ids: [Int]) -> [Int] { Employee.where(\.reportsTo).notIn(ids).ids }

  /// 68, 69. What is the order of the employees by their managers' ids, with those without a manager at either end?
  public static func employeesByManager(nils: NilOrder) -> [Int] { Employee.order(by: \.reportsTo, nils: nils).ids }

  /// 70. What is the reverse order? Employees without a manager still come last, unless they are requested first.
  public static func employeesByManagerDescending() -> [Int] { Employee.order(by: \.reportsTo, .descending).ids }

  /// 71. In which order were the employees hired?
  public static func employeesByHireDate() -> [Int] { Employee.order(by: \.hireDate).ids }

  /// 110. Who reports to whom?
  public static func managers() -> [Tally<String?>] {
    Employee.including(\.manager).all.map { employee, manager in Tally(employee.fullName, manager?.fullName) }
  }

  /// 111. How many employees report to each manager?
  public static func directReports() -> [Tally<Int>] {
    Employee.where { $0.reports.exists }.map { Tally($0.firstName, $0.reports.count) }
  }

  /// 112. Which employees does nobody report to?
  public static func employeesWithoutReports() -> [Int] { Employee.where { $0.reports.isEmpty }.ids }

  /// 113. Who is between an employee and the top, the employee and the top included?
  ///
  /// The walk also ends at managers who report to each other, because it visits nobody twice.
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
