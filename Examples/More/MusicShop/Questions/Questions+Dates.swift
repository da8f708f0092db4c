public import Foundation
import MotionModel

// MARK: - Dates

extension Questions {
  /// 114. Which employees were hired before a day?
  public static func employees(hiredBefore day: Date) -> [Int] { Employee.where(\.hireDate < day).ids }

  /// 115. Which employees were born before a day, the oldest first?
  public static func employees(bornBefore day: Date) -> [String] {
    Employee.where(\.birthDate < day).order(by: \.birthDate).pluck(\.firstName)
  }

  /// 128, 132. Which invoices are from a year, or from a month of a year?
  public static func invoices(in year: Int, month: Int? = nil) -> [Int] { Invoice.dated(in: year, month: month).ids }

  /// 130. What are the dates of the earliest and the latest invoice?
  public static func firstAndLastInvoiceDate() -> ClosedRange<Date>? {
    guard let first = Invoice.records.minimum(\.date), let last = Invoice.records.maximum(\.date) else { return nil }
    return first...last
  }

  /// 131. How many days are between them?
  public static func invoiceSpanInDays() -> Int? {
    firstAndLastInvoiceDate().flatMap {
      Calendar.shop.dateComponents([.day], from: $0.lowerBound, to: $0.upperBound).day
    }
  }

  /// 133. How many days have more than one invoice?
  public static func datesWithSeveralInvoices() -> Int { Invoice.group(by: \.date).count().values.count { $0 > 1 } }
}

// MARK: - Playlists

extension Questions {
  /// 134. How many tracks are in a playlist?
  public static func trackCount(inPlaylist id: Int) -> Int { Playlist.find(id)?.tracks.count ?? 0 }

  /// 135. Which tracks come first in a playlist?
  public static func firstTracks(_ count: Int, inPlaylist id: Int) -> [Int] {
    Playlist.find(id)?.entries.limit(count).pluck(\.trackID) ?? []
  }

  /// 136, 142. Which playlists have this name?
  public static func playlists(named name: String) -> [Int] { Playlist.where(\.name).eq(name).ids }

  /// 137. Which playlists contain a track?
  public static func playlists(with track: Int) -> [Int] { Track.find(track)?.playlists.ids ?? [] }

  /// 138. How many tracks does each playlist have?
  public static func tracksPerPlaylist() -> [Tally<Int>] { Playlist.all.map { Tally($0.name, $0.tracks.count) } }

  /// 139. Which playlists are empty?
  public static func emptyPlaylists() -> [Int] { Playlist.where { $0.tracks.isEmpty }.ids }

  /// 140. How many rows repeat that a track is in a playlist?
  public static func duplicatePlaylistRows() -> Int {
    PlaylistTrack.count - PlaylistTrack.records.distinct(by: \.playlistID, \.trackID).count
  }

  /// 141. Which tracks are in a playlist of this name, in order of their names?
  public static func trackNames(inPlaylistsNamed name: String) -> [String] {
    Track.where { $0.playlists.any { $0.name == name } }.order(by: \.name).pluck(\.name)
  }
}
