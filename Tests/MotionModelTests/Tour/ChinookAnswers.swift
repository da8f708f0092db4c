/// What the Chinook JSON answers: values found outside Swift, with SQL and with plain Python, which agree.
///
/// The SQL and the notes stand beside the same numbers in `chinook-answers.md`. Decimals are strings, so that no
/// value passes through a `Double`; strings are ordered as Swift's `<` orders them.
enum ChinookAnswers {
  // MARK: Counting and finding

  /// 1. How many rows does each table have, in the order of the file?
  static let rowCounts: [(table: String, rows: Int)] = [
    ("Genre", 25),
    ("MediaType", 5),
    ("Artist", 275),
    ("Album", 347),
    ("Track", 3503),
    ("Employee", 8),
    ("Customer", 59),
    ("Invoice", 412),
    ("InvoiceLine", 2240),
    ("Playlist", 18),
    ("PlaylistTrack", 8715),
  ]

  /// 2. How many rows are there in all eleven tables together?
  static let rowTotal = 15607

  /// 3. How many tracks are there?
  static let trackCount = 3503

  /// 4. Which ArtistId has the artist named exactly "Queen"?
  static let artistIDOfQueen = 51

  /// 5. What are the names of the first and the last track (by TrackId)?
  static let firstAndLastTrack: [String] = ["For Those About To Rock (We Salute You)", "Koyaanisqatsi"]

  /// 6. How many artists are named "The Beatles"? None: a finder must answer nil or an empty list.
  static let unknownArtistCount = 0

  // MARK: Equality, inequality, ranges

  /// 7. How many tracks belong to the genre with GenreId 1 (Rock)?
  static let rockTrackCount = 1297

  /// 8. How many tracks cost exactly 1.99?
  static let expensiveTrackCount = 213

  /// 9. How many tracks have a MediaTypeId other than 1?
  static let notMPEGTrackCount = 469

  /// 10. How many tracks are at least 300000 and less than 360000 milliseconds long (half-open range)?
  static let fiveMinuteTrackCount = 446

  /// 11. How many tracks are longer than one hour (Milliseconds > 3600000)?
  static let longTrackCount = 2

  /// 12. Which tracks are at most 6635 milliseconds long (the bound is one of them), by TrackId?
  static let trackIDsUpTo6635: [Int] = [168, 170, 178, 2461]

  /// 13. How many tracks are shorter than 6635 milliseconds (the bound is not one of them)?
  static let trackCountBelow6635 = 3

  /// 14. How many invoices have a total between 5.94 and 8.91, both included? Both bounds occur in the data: 56
  /// invoices of 5.94 and 54 of 8.91.
  static let middleInvoiceCount = 113

  /// 15. How many invoices have a total of at least 5.94 and less than 8.91?
  static let middleInvoiceCountHalfOpen = 59

  /// 16. How many artists have a name from "M" up to but not including "N" (string order)?
  static let artistCountFromMToN = 20

  // MARK: Nil and the empty string

  /// 17. How many tracks have a nil Composer? None: in this file a missing composer is the empty string, never null.
  static let nilComposerCount = 0

  /// 18. How many tracks have the empty string as Composer?
  static let emptyComposerCount = 977

  /// 19. How many tracks have a Composer that is neither nil nor the empty string?
  static let composerCount = 2526

  /// 20. Which employees have a nil ReportsTo? The only null in the whole file.
  static let employeesWithoutManager: [Int] = [1]

  /// 21. How many employees have a ReportsTo that is not nil?
  static let employeesWithManager = 7

  /// 22. Which employees do not report to employee 2, where nil counts as "not 2"?
  static let employeesNotUnderNancy: [Int] = [1, 2, 6, 7, 8]

  /// 23. Which employees do not report to employee 2, where nil never matches (SQL's `<>`)?
  static let employeesNotUnderNancySQL: [Int] = [2, 6, 7, 8]

  /// 24. Which customers have a Company that is not the empty string, by CustomerId?
  static let customersWithCompany: [Int] = [1, 5, 10, 11, 12, 14, 15, 16, 17, 19]

  // MARK: Text

  /// 25. How many track names contain "Love" (case counts)?
  static let loveTrackCount = 111

  /// 26. How many track names contain "love" in any case?
  static let loveTrackCountAnyCase = 114

  /// 27. Which customers live in a city that contains "São", by CustomerId?
  static let customersInSaoCities: [Int] = [1, 10, 11]

  /// 28. Which track names contain "são" in any case, by TrackId? No track name contains "São" with a capital S.
  static let saoTracksAnyCase: [String] = ["Diversão", "Televisão"]

  /// 29. Which track names contain "sao" when both case and accents are ignored, by TrackId? Only for a finder that can
  /// ignore accents; with accents counted "sao" in any case matches just "Sao Lucas 2001".
  static let saoTracksFolded: [String] = ["Sao Lucas 2001", "Diversão", "Televisão"]

  /// 30. How many track names contain "é" (case counts)?
  static let eAcuteTrackCount = 35

  /// 31. How many track names contain "é" or "É" (any case, accents count)?
  static let eAcuteTrackCountAnyCase = 49

  /// 32. How many track names start with "The " (case counts)?
  static let theTrackCount = 210

  /// 33. How many track names start with "Lost " (case counts)?
  static let lostTrackCount = 7

  /// 34. How many track names start with "lost " in any case? Two of them are written "LOST".
  static let lostTrackCountAnyCase = 9

  /// 35. Which track names start with "É", by TrackId?
  static let tracksStartingWithEAcute: [String] = [
    "É que Nessa Encarnação Eu Nasci Manga",
    "É Fogo",
    "É Uma Partida De Futebol",
    "É Preciso Saber Viver",
    "Étude 1, In C Major - Preludio (Presto) - Liszt",
  ]

  /// 36. How many track names end with "(Live)"?
  static let liveTrackCount = 25

  /// 37. How many track names end with "Love" (case counts)?
  static let loveEndCount = 53

  /// 38. How many track names end with "love" in any case?
  static let loveEndCountAnyCase = 54

  /// 39. Which track names end with "ção", by TrackId?
  static let tracksEndingWithCao: [String] = [
    "Meditação",
    "Conciliação",
    "Diga Lá, Coração",
    "Ponto De Interrogação",
    "Tradição",
    "Solução",
    "Samba Da Bênção",
    "Fascinação",
    "Oração",
    "Zambação",
    "Perfeição",
    "Condição",
    "Satisfação",
    "O Que Vai Em Meu Coração",
    "Muita Estrela, Pouca Constelação",
    "Esta É A Canção",
  ]

  /// 40. How many invoices have a BillingCity like "S_o%" (`_` is any one character, `%` any run; case counts)? The
  /// cities are "São Paulo", "São José dos Campos" and also "Stockholm" (S, t, o).
  static let invoiceCountLikeSao = 28

  /// 41. Which different customer cities are like "S_o%", in string order (case counts)?
  static let citiesLikeSao: [String] = ["Stockholm", "São José dos Campos", "São Paulo"]

  /// 42. How many track names are like "%blues%" in any case?
  static let bluesTrackCountLike = 18

  /// 43. Which track names contain a "%" sign (like with the sign escaped), by TrackId?
  static let tracksWithPercent: [String] = ["100% HardCore", ".07%"]

  /// 44. How many track names contain a backslash?
  static let tracksWithBackslash = 4

  /// 45. How many track names match the regular expression `[0-9]{4}`? Catalogue numbers such as BWV 1043 count here.
  static let fourDigitTrackCount = 25

  /// 46. Which track names contain a four-digit year, that is match `(19|20)[0-9]{2}`, by TrackId? The same 17 with
  /// word boundaries around the pattern.
  static let yearTracks: [String] = [
    "Vai-Vai 2001",
    "X-9 2001",
    "Gavioes 2001",
    "Nene 2001",
    "Rosas De Ouro 2001",
    "Mocidade Alegre 2001",
    "Camisa Verde 2001",
    "Leandro De Itaquera 2001",
    "Tucuruvi 2001",
    "Aguia De Ouro 2001",
    "Ipiranga 2001",
    "Morro Da Casa Verde 2001",
    "Perola Negra 2001",
    "Sao Lucas 2001",
    "Revolution 1993",
    "Mensagen De Amor (2000)",
    "1979",
  ]

  /// 47. How many track names begin with a digit (`^[0-9]`)?
  static let digitTrackCount = 35

  /// 48. Which track (by TrackId) has the longest name, and how many characters has it? Its name begins "Homecoming /
  /// The Death Of St. Jimmy".
  static let longestTrackName: (trackID: Int, characters: Int) = (1144, 123)

  /// 49. How many customers have a City that is exactly "Edinburgh", and how many one that starts with it? The file
  /// says "Edinburgh " with a trailing space.
  static let customersInEdinburgh: (equal: Int, startsWith: Int) = (0, 1)

  // MARK: Membership and logic

  /// 50. How many tracks are in one of the genres named Rock, Latin and Metal?
  static let rockLatinMetalCount = 2250

  /// 51. How many tracks are in none of the genres named Rock, Latin and Metal?
  static let otherGenreCount = 1253

  /// 52. How many tracks have a GenreId in an empty list? And 3503 have one not in an empty list.
  static let inEmptyListCount = 0

  /// 53. Which employees have a ReportsTo in [1, 2]?
  static let employeesUnder1Or2: [Int] = [2, 3, 4, 5, 6]

  /// 54. Which employees have a ReportsTo not in [1, 2], where nil counts as "not in"? SQL's `NOT IN` alone leaves
  /// employee 1 out.
  static let employeesNotUnder1Or2: [Int] = [1, 7, 8]

  /// 55. How many tracks are Rock (GenreId 1) and longer than 500000 milliseconds?
  static let longRockCount = 73

  /// 56. How many tracks are Rock (GenreId 1) or longer than 500000 milliseconds?
  static let longOrRockCount = 1559

  /// 57. How many tracks are not (Rock or longer than 500000 milliseconds)?
  static let neitherLongNorRockCount = 1944

  /// 58. Which customers live in California (USA, "CA"), or in Canada but not in Ontario ("ON"), by CustomerId?
  static let nestedLogicCustomers: [Int] = [3, 14, 15, 16, 19, 20, 31, 32, 33]

  // MARK: Order, limit, offset

  /// 59. Which are the five shortest tracks (ascending; ties by TrackId)?
  static let shortestTracks: [String] = [
    "É Uma Partida De Futebol",
    "Now Sports",
    "A Statistic",
    "Oprah",
    "Commercial 1",
  ]

  /// 60. Which are the five longest tracks (descending; ties by TrackId)?
  static let longestTracks: [String] = [
    "Occupation / Precipice",
    "Through a Looking Glass",
    "Greetings from Earth, Pt. 1",
    "The Man With Nine Lives",
    "Battlestar Galactica, Pt. 2",
  ]

  /// 61. Which five track names come first in string order (ties by TrackId)?
  static let firstTrackNames: [String] = [
    "\"40\"",
    "\"?\"",
    "\"Eine Kleine Nachtmusik\" Serenade In G, K. 525: I. Allegro",
    "#1 Zero",
    "#9 Dream",
  ]

  /// 62. Which five track names come last, last one first (descending; ties by TrackId)? Capital letters with an accent
  /// come after every ASCII letter.
  static let lastTrackNames: [String] = [
    "Último Pau-De-Arara",
    "Óia Eu Aqui De Novo",
    "Óculos",
    "Étude 1, In C Major - Preludio (Presto) - Liszt",
    "É que Nessa Encarnação Eu Nasci Manga",
  ]

  /// 63. Which customers have a LastName starting with H, in string order? "ä" sorts after "z": the order is that of
  /// the code points, not of a language.
  static let customersInH: [String] = ["Hansen", "Harris", "Holý", "Hughes", "Hämäläinen"]

  /// 64. Which are the first ten customers by Country ascending, then LastName descending?
  static let customersByCountryAndName: [(country: String, lastName: String)] = [
    ("Argentina", "Gutiérrez"),
    ("Australia", "Taylor"),
    ("Austria", "Gruber"),
    ("Belgium", "Peeters"),
    ("Brazil", "Rocha"),
    ("Brazil", "Ramos"),
    ("Brazil", "Martins"),
    ("Brazil", "Gonçalves"),
    ("Brazil", "Almeida"),
    ("Canada", "Tremblay"),
  ]

  /// 65. Which are the first five TrackIds by UnitPrice descending, then Milliseconds ascending (ties by TrackId)?
  static let tracksByPriceAndLength: [Int] = [3339, 3340, 3196, 3178, 3191]

  /// 66. Which ten invoices have the largest totals (descending; ties by InvoiceId)? Three pairs of equal totals are
  /// among them, and the tenth ties with the one after it.
  static let largestInvoices: [Int] = [404, 299, 96, 194, 89, 201, 88, 306, 313, 103]

  /// 67. Which five invoices have the smallest totals (ascending; ties by InvoiceId)? 55 invoices share the smallest
  /// total, 0.99.
  static let smallestInvoices: [Int] = [6, 13, 20, 27, 34]

  /// 68. In which order are the employees by ReportsTo ascending, nil last (ties by EmployeeId)?
  static let employeesNilLast: [Int] = [2, 6, 3, 4, 5, 7, 8, 1]

  /// 69. In which order are the employees by ReportsTo ascending, nil first (ties by EmployeeId)?
  static let employeesNilFirst: [Int] = [1, 2, 6, 3, 4, 5, 7, 8]

  /// 70. In which order are the employees by ReportsTo descending, nil last (ties by EmployeeId)?
  static let employeesDescendingNilLast: [Int] = [7, 8, 3, 4, 5, 2, 6, 1]

  /// 71. In which order were the employees hired (ties by EmployeeId)? Employees 5 and 6 were hired on the same day.
  static let employeesByHireDate: [Int] = [3, 2, 1, 4, 5, 6, 7, 8]

  /// 72. Which tracks are at offset 100, limit 5, by TrackId?
  static let tracksFrom101: [String] = [
    "Be Yourself",
    "Doesn't Remind Me",
    "Drown Me Slowly",
    "Heaven's Dead",
    "The Worm",
  ]

  /// 73. Which TrackIds are at offset 3500, limit 10, by TrackId (only three rows are left)?
  static let tracksFrom3501: [Int] = [3501, 3502, 3503]

  /// 74. How many tracks are at offset 3503 or later?
  static let tracksPastTheEnd = 0

  // MARK: Keyset paging

  /// 75. Pages of 25 tracks by Name, ties by TrackId: the first and the last name of the third page?
  static let thirdPageEnds: [String] = ["32 Dentes", "A Moça e a Chuva"]

  /// 76. The TrackIds of that third page?
  static let thirdPageIDs: [Int] = [
    2794, 2746, 1493, 236, 3118, 3209, 873, 793, 298, 311, 1731, 2833, 2129, 533, 290, 302, 2771, 419, 220, 2970, 2825,
    2792, 1767, 3481, 1967,
  ]

  /// 77. Which page is the first to end with the same name the next page begins with? 6 of the 140 page ends fall
  /// inside such a run of equal names.
  static let splitPage: (page: Int, name: String) = (56, "Imagine")

  /// 78. The TrackIds on the two sides of that page end (last of the page, first of the next)?
  static let splitPageIDs: [Int] = [3262, 3267]

  /// 79. How many pages are there, and how many tracks does the last one hold?
  static let pageCount: (pages: Int, last: Int) = (141, 3)

  // MARK: Distinct and pluck

  /// 80. Which countries do the customers live in, each once, in string order?
  static let countries: [String] = [
    "Argentina",
    "Australia",
    "Austria",
    "Belgium",
    "Brazil",
    "Canada",
    "Chile",
    "Czech Republic",
    "Denmark",
    "Finland",
    "France",
    "Germany",
    "Hungary",
    "India",
    "Ireland",
    "Italy",
    "Netherlands",
    "Norway",
    "Poland",
    "Portugal",
    "Spain",
    "Sweden",
    "USA",
    "United Kingdom",
  ]

  /// 81. The first six of them in order of first appearance (by CustomerId)?
  static let countriesAsSeen: [String] = ["Brazil", "Germany", "Canada", "Norway", "Czech Republic", "Austria"]

  /// 82. How many different countries is that?
  static let countryCount = 24

  /// 83. How many different values does Composer take, the empty string included?
  static let composerDistinctCount = 854

  /// 84. How many different track names are there?
  static let trackNameDistinctCount = 3257

  /// 85. Pluck the names of the media types, by MediaTypeId.
  static let mediaTypeNames: [String] = [
    "MPEG audio file",
    "Protected AAC audio file",
    "Protected MPEG-4 video file",
    "Purchased AAC audio file",
    "AAC audio file",
  ]

  /// 86. Pluck FirstName and LastName of the employees, by EmployeeId.
  static let employeeNames: [(first: String, last: String)] = [
    ("Andrew", "Adams"),
    ("Nancy", "Edwards"),
    ("Jane", "Peacock"),
    ("Margaret", "Park"),
    ("Steve", "Johnson"),
    ("Michael", "Mitchell"),
    ("Robert", "King"),
    ("Laura", "Callahan"),
  ]

  /// 87. Pluck the titles of the first five albums of the artist "Iron Maiden", in string order.
  static let albumsOfIronMaiden: [String] = [
    "A Matter of Life and Death",
    "A Real Dead One",
    "A Real Live One",
    "Brave New World",
    "Dance Of Death",
  ]

  // MARK: Sums, averages, extremes

  /// 88. What is the exact decimal sum of all invoice totals? Adding the totals as Double in file order gives
  /// 2328.600000000004, so only a decimal sum is exact.
  static let invoiceTotal = "2328.60"

  /// 89. What is the exact decimal sum of UnitPrice * Quantity over all invoice lines?
  static let invoiceLineTotal = "2328.60"

  /// 90. How many invoices have a Total that is not the sum of their lines?
  static let mismatchedInvoiceCount = 0

  /// 91. What would one copy of every track cost (exact decimal)?
  static let trackPriceTotal = "3680.97"

  /// 92. What is the average invoice total, rounded to ten decimal places (exactly 232860 / 41200)?
  static let averageInvoiceTotal = "5.6519417476"

  /// 93. What are the smallest and the largest invoice total?
  static let smallestAndLargestInvoice: (minimum: String, maximum: String) = ("0.99", "25.86")

  /// 94. What is the sum of all track lengths in milliseconds? This one still fits in a signed 32-bit integer.
  static let millisecondsTotal = 1_378_778_040

  /// 95. What is the average track length in milliseconds (the sum over 3503, as the nearest Double)?
  static let millisecondsAverage: Double = 393599.2121039109

  /// 96. What are the shortest and the longest track length in milliseconds?
  static let millisecondsExtremes: (minimum: Int, maximum: Int) = (1071, 5_286_953)

  /// 97. What is the sum of all track sizes in bytes? More than 32 bits can hold.
  static let bytesTotal = 117_386_255_350

  /// 98. What are the smallest and the largest track size in bytes?
  static let bytesExtremes: (minimum: Int, maximum: Int) = (38747, 1_059_546_140)

  /// 99. What is the average track size in bytes (the sum over 3503, as the nearest Double)?
  static let bytesAverage: Double = 33_510_207.065372538

  /// 100. What are the smallest and the largest track name in string order?
  static let trackNameExtremes: (minimum: String, maximum: String) = ("\"40\"", "Último Pau-De-Arara")

  // MARK: Groups

  /// 101. Which five genres have the most tracks (ties by GenreId)?
  static let tracksPerGenre: [(genre: String, tracks: Int)] = [
    ("Rock", 1297),
    ("Latin", 579),
    ("Metal", 374),
    ("Alternative & Punk", 332),
    ("Jazz", 130),
  ]

  /// 102. How many tracks does each media type have, by MediaTypeId?
  static let tracksPerMediaType: [(mediaType: String, tracks: Int)] = [
    ("MPEG audio file", 3034),
    ("Protected AAC audio file", 237),
    ("Protected MPEG-4 video file", 214),
    ("Purchased AAC audio file", 7),
    ("AAC audio file", 11),
  ]

  /// 103. How many customers does each country have, most first (ties by the lowest CustomerId of the country)?
  static let customersPerCountry: [(country: String, customers: Int)] = [
    ("USA", 13),
    ("Canada", 8),
    ("Brazil", 5),
    ("France", 5),
    ("Germany", 4),
    ("United Kingdom", 3),
    ("Czech Republic", 2),
    ("Portugal", 2),
    ("India", 2),
    ("Norway", 1),
    ("Austria", 1),
    ("Belgium", 1),
    ("Denmark", 1),
    ("Finland", 1),
    ("Hungary", 1),
    ("Ireland", 1),
    ("Italy", 1),
    ("Netherlands", 1),
    ("Poland", 1),
    ("Spain", 1),
    ("Sweden", 1),
    ("Australia", 1),
    ("Argentina", 1),
    ("Chile", 1),
  ]

  /// 104. Which five billing countries bring the most revenue (ties by the lowest InvoiceId)?
  static let revenuePerCountry: [(country: String, total: String)] = [
    ("USA", "523.06"),
    ("Canada", "303.96"),
    ("France", "195.10"),
    ("Brazil", "190.10"),
    ("Germany", "156.48"),
  ]

  /// 105. How many invoices were there in each year, and for how much, by year?
  static let invoicesPerYear: [(year: Int, invoices: Int, total: String)] = [
    (2021, 83, "449.46"),
    (2022, 83, "481.45"),
    (2023, 83, "469.58"),
    (2024, 83, "477.53"),
    (2025, 80, "450.58"),
  ]

  /// 106. Which artists have at least ten albums, most first (ties by ArtistId)?
  static let artistsWithManyAlbums: [(artist: String, albums: Int)] = [
    ("Iron Maiden", 21),
    ("Led Zeppelin", 14),
    ("Deep Purple", 11),
    ("Metallica", 10),
    ("U2", 10),
  ]

  /// 107. Which three genres have the longest tracks on average, in milliseconds (nearest Double)?
  static let averageLengthPerGenre: [(genre: String, milliseconds: Double)] = [
    ("Sci Fi & Fantasy", 2_911_783.0384615385),
    ("Science Fiction", 2_625_549.076923077),
    ("Drama", 2_575_283.78125),
  ]

  /// 108. Which five track names occur most often (ties by the lowest TrackId)?
  static let commonTrackNames: [(name: String, tracks: Int)] = [
    ("The Number Of The Beast", 5),
    ("The Trooper", 5),
    ("2 Minutes To Midnight", 5),
    ("Iron Maiden", 5),
    ("Hallowed Be Thy Name", 5),
  ]

  /// 109. How many customers have six invoices, and how many have seven? Every customer has at least one invoice.
  static let invoicesPerCustomer: [(invoices: Int, customers: Int)] = [(6, 1), (7, 58)]

  // MARK: Employees and managers

  /// 110. Who reports to whom, by EmployeeId (nil for nobody)?
  static let reportsTo: [(employee: String, manager: String?)] = [
    ("Andrew Adams", nil),
    ("Nancy Edwards", "Andrew Adams"),
    ("Jane Peacock", "Nancy Edwards"),
    ("Margaret Park", "Nancy Edwards"),
    ("Steve Johnson", "Nancy Edwards"),
    ("Michael Mitchell", "Andrew Adams"),
    ("Robert King", "Michael Mitchell"),
    ("Laura Callahan", "Michael Mitchell"),
  ]

  /// 111. How many direct reports does each manager have, by EmployeeId of the manager?
  static let directReports: [(manager: String, reports: Int)] = [("Andrew", 2), ("Nancy", 3), ("Michael", 2)]

  /// 112. Which employees lead nobody?
  static let employeesWithoutReports: [Int] = [3, 4, 5, 7, 8]

  /// 113. Which first names lie on the way from Laura Callahan (employee 8) to the top, Laura first?
  static let chainFromLaura: [String] = ["Laura", "Michael", "Andrew"]

  /// 114. Which employees were hired before 2003-01-01, by EmployeeId?
  static let hiredBefore2003: [Int] = [1, 2, 3]

  /// 115. Which employees were born before 1970-01-01 (a negative Unix time), oldest first?
  static let bornBefore1970: [String] = ["Margaret", "Nancy", "Andrew", "Steve", "Laura"]

  /// 116. Which customers does the support rep Jane Peacock look after, by CustomerId?
  static let customersOfJane: [Int] = [
    1, 3, 12, 15, 18, 19, 24, 29, 30, 33, 37, 38, 42, 43, 44, 45, 46, 52, 53, 58, 59,
  ]

  /// 117. How many customers are those?
  static let customersOfJaneCount = 21

  /// 118. What revenue do the customers of each support rep bring, most first?
  static let revenuePerRep: [(rep: String, total: String)] = [
    ("Jane", "833.04"),
    ("Margaret", "775.40"),
    ("Steve", "720.16"),
  ]

  // MARK: Joins

  /// 119. Which ten albums are the longest (sum of their tracks' milliseconds; ties by AlbumId)?
  static let longestAlbums: [(album: String, milliseconds: Int)] = [
    ("Lost, Season 3", 70_665_582),
    ("Battlestar Galactica (Classic), Season 1", 70_213_784),
    ("Lost, Season 1", 64_854_936),
    ("Lost, Season 2", 63_289_631),
    ("Heroes, Season 1", 59_780_268),
    ("Battlestar Galactica, Season 3", 52_787_041),
    ("LOST, Season 4", 39_468_433),
    ("The Office, Season 3", 38_317_095),
    ("The Office, Season 2", 28_636_206),
    ("Greatest Hits", 15_065_731),
  ]

  /// 120. Which five artists bring the most revenue (ties by ArtistId)?
  static let bestSellingArtists: [(artist: String, total: String)] = [
    ("Iron Maiden", "138.60"),
    ("U2", "105.93"),
    ("Metallica", "90.09"),
    ("Led Zeppelin", "86.13"),
    ("Lost", "81.59"),
  ]

  /// 121. How many tracks were never sold?
  static let neverSoldCount = 1519

  /// 122. Which are the first ten TrackIds never sold?
  static let neverSoldFirstIDs: [Int] = [7, 11, 17, 18, 22, 23, 27, 29, 33, 34]

  /// 123. How many tracks were sold exactly twice, and is there one sold more often?
  static let soldTwiceCount: (twice: Int, more: Int) = (256, 0)

  /// 124. How many artists have no album?
  static let artistsWithoutAlbum = 71

  /// 125. Which five customers spent the most (ties by CustomerId)?
  static let bestCustomers: [(customer: String, total: String)] = [
    ("Helena Holý", "49.62"),
    ("Richard Cunningham", "47.62"),
    ("Luis Rojas", "46.62"),
    ("Ladislav Kovács", "45.62"),
    ("Hugh O'Reilly", "45.62"),
  ]

  /// 126. How many different customers bought at least one Jazz track?
  static let jazzBuyers = 32

  /// 127. Which invoice is the largest, and how many lines does it have?
  static let linesOfLargestInvoice: (invoiceID: Int, lines: Int) = (404, 14)

  // MARK: Dates

  /// 128. How many invoices are dated in 2023 (from 2023-01-01 up to but not including 2024-01-01)?
  static let invoicesIn2023 = 83

  /// 129. What is the exact sum of their totals?
  static let invoiceTotalIn2023 = "469.58"

  /// 130. What are the dates of the earliest and of the latest invoice (ISO, no zone; read them as UTC)?
  static let firstAndLastInvoiceDate: (earliest: String, latest: String) = (
    "2021-01-01T00:00:00", "2025-12-22T00:00:00"
  )

  /// 131. How many days lie between them?
  static let invoiceSpanInDays = 1816

  /// 132. Which invoices are dated in February 2024 (a leap year), by InvoiceId?
  static let invoicesInFebruary2024: [Int] = [257, 258, 259, 260, 261, 262, 263]

  /// 133. How many dates have more than one invoice?
  static let datesWithSeveralInvoices = 58

  // MARK: The join table without an id

  /// 134. How many tracks are in the playlist "Music" with PlaylistId 1?
  static let tracksInMusic = 3290

  /// 135. Which TrackIds are its first five rows in the order of the file? The rows are in no order of TrackId.
  static let firstTracksInMusic: [Int] = [3402, 3389, 3390, 3391, 3392]

  /// 136. Which playlists are named exactly "Music", by PlaylistId? Two of them, with the same 3290 tracks.
  static let playlistsNamedMusic: [Int] = [1, 8]

  /// 137. Which playlists contain track 1, by PlaylistId?
  static let playlistsWithTrack1: [Int] = [1, 8, 17]

  /// 138. How many tracks does each playlist have, empty ones included, by PlaylistId?
  static let tracksPerPlaylist: [(playlist: String, tracks: Int)] = [
    ("Music", 3290),
    ("Movies", 0),
    ("TV Shows", 213),
    ("Audiobooks", 0),
    ("90’s Music", 1477),
    ("Audiobooks", 0),
    ("Movies", 0),
    ("Music", 3290),
    ("Music Videos", 1),
    ("TV Shows", 213),
    ("Brazilian Music", 39),
    ("Classical", 75),
    ("Classical 101 - Deep Cuts", 25),
    ("Classical 101 - Next Steps", 25),
    ("Classical 101 - The Basics", 25),
    ("Grunge", 15),
    ("Heavy Metal Classic", 26),
    ("On-The-Go 1", 1),
  ]

  /// 139. Which playlists are empty, by PlaylistId?
  static let emptyPlaylists: [Int] = [2, 4, 6, 7]

  /// 140. How many (PlaylistId, TrackId) pairs occur more than once? None: the pair could be a key.
  static let duplicatePlaylistRows = 0

  /// 141. Which tracks are in the playlist "Grunge", in string order (ties by TrackId)?
  static let grungeTracks: [String] = [
    "Alive",
    "Black Hole Sun",
    "Come As You Are",
    "Daughter",
    "Drain You",
    "Evenflow",
    "Hunger Strike",
    "In Bloom",
    "Jeremy",
    "Lithium",
    "Man In The Box",
    "On A Plain",
    "Outshined",
    "Plush",
    "Smells Like Teen Spirit",
  ]

  /// 142. Which PlaylistId has the playlist "90’s Music" (the apostrophe is U+2019)? With a straight apostrophe there
  /// is none.
  static let ninetiesMusicByCurlyName = 5

  // MARK: Across relations

  /// 143. Which five artists have the most tracks (ties by ArtistId)?
  static let tracksPerArtist: [(artist: String, tracks: Int)] = [
    ("Iron Maiden", 213),
    ("U2", 135),
    ("Led Zeppelin", 114),
    ("Metallica", 112),
    ("Deep Purple", 92),
  ]

  /// 144. Of which genres are the tracks of "Iron Maiden", by GenreId?
  static let genresOfIronMaiden: [String] = ["Rock", "Metal", "Blues", "Heavy Metal"]

  /// 145. Which artists have tracks of three genres or more, most first (ties by ArtistId)?
  static let artistsOfManyGenres: [(artist: String, genres: Int)] = [
    ("Iron Maiden", 4),
    ("Audioslave", 3),
    ("Various Artists", 3),
    ("Gilberto Gil", 3),
    ("Jamiroquai", 3),
    ("Lenny Kravitz", 3),
    ("Battlestar Galactica", 3),
  ]

  /// 146. How many albums have nothing but tracks of more than 300000 milliseconds?
  static let albumsOfLongTracks = 49

  /// 147. How many tracks are in exactly five playlists?
  static let tracksInFivePlaylists = 41

  /// 148. Which employees have a manager whose manager is Andrew, by EmployeeId?
  static let employeesTwoBelowAndrew: [String] = ["Jane", "Margaret", "Steve", "Robert", "Laura"]

  /// 149. Of which genres was no track ever sold?
  static let unsoldGenres: [String] = ["Opera"]
}
