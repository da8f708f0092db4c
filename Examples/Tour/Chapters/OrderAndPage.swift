import Foundation
import MotionModel
import MusicShop

extension Tour {
  /// Orders, limits, pages.
  func orderAndPage() {
    printer.chapter(
      "4 Order and page",
      """
      Without an order, records come as they were inserted; records that an order finds equal do too. Texts are \
      ordered by their characters, so accented capitals come last. Missing values come last in either direction, \
      unless asked to be first.
      """)
    order()
    page()
  }

  private func order() {
    printer.examples(
      (
        #"""
        Track.order(by: \.milliseconds)
          .limit(3).pluck(\.name)
        """#,
        Track.order(by: \.milliseconds).limit(3).pluck(\.name)
      ),
      (
        #"""
        Track.order(by: \.name, .descending)
          .limit(3).pluck(\.name)
        """#,
        Track.order(by: \.name, .descending).limit(3).pluck(\.name)
      ),
      (
        #"""
        Track.order(by: \.unitPrice, .descending)
          .order(by: \.milliseconds)
          .limit(3).pluck(\.name)
        """#,
        Track.order(by: \.unitPrice, .descending).order(by: \.milliseconds).limit(3).pluck(\.name)
      ),
      (
        #"""
        Track.order { $0.name.count > $1.name.count }
          .first?.name
        """#,
        Track.order { $0.name.count > $1.name.count }.first?.name
      ),
      (
        #"""
        Employee.order(by: \.reportsTo)
          .pluck(\.firstName)
        """#,
        Employee.order(by: \.reportsTo).pluck(\.firstName)
      ),
      (
        #"""
        Employee.order(by: \.reportsTo, nils: .first)
          .pluck(\.firstName)
        """#,
        Employee.order(by: \.reportsTo, nils: .first).pluck(\.firstName)
      ),
      (
        #"""
        Customer.order(by: \.country)
          .distinct(by: \.country).limit(5).pluck(\.country)
        """#,
        Customer.order(by: \.country).distinct(by: \.country).limit(5).pluck(\.country)
      ),
      ("Track.offset(10).limit(3).ids", Track.offset(10).limit(3).ids))
  }

  private func page() {
    let tracks = Track.order(by: \.name)
    let first = tracks.page(size: 20)
    printer.note(
      """
      Pages begin behind a record, not at a number, so they neither skip nor repeat one when others come and go \
      meanwhile. The cursor is Codable, so that a service can hand it out.
      """)
    printer.examples(
      (#"let tracks = Track.order(by: \.name)"#, tracks),
      (
        #"""
        let page = tracks.page(size: 20)
        page.records.count
        """#,
        first.records.count
      ),
      ("page.records.last?.name", first.records.last?.name),
      ("page.next != nil", first.next != nil))
    guard let cursor = first.next else { return }
    let second = tracks.page(after: cursor, size: 20)
    printer.examples(
      (
        #"""
        let second = tracks.page(after: page.next, size: 20)
        second.records.first?.name
        """#,
        second.records.first?.name
      ),
      ("Questions.pages(of: 20).count", Questions.pages(of: 20).count))
  }
}
