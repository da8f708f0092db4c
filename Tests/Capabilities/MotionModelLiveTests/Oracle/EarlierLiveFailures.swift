/// Cases that went wrong once. They are made before all others, and others are made of them.
///
/// A case that goes wrong is printed in this form, as short as it can be.
enum EarlierLiveFailures {
  static let cases: [String] = [
    // A record that is deleted and inserted again unchanged has another position, by which its related records were kept.
    "boardsOfCards.524 | edit.4852 edit.6549 insertMany.5656 replace.1717",
    "cardsOfBoards.1484 | edit.279 edit.9716 insertMany.6127 edit.4573 replaceBoards.4006",
    "fewCards.5996 | edit.2570 insertMany.9468 replaceBoards.3997",
    "owners.888 | edit.2309 edit.7957 edit.5782 edit.6368 insertMany.4472 replaceBoards.2802",
    "cardsOfBoards.1291 | edit.6278 edit.1485 replaceBoards.6160",
    " | reopen.3249 edit.9366 replaceBoards.6791 edit.2425 edit.9880",
    "boardsOfCards.6372 | coalescedInSilence.9464 edit.525 coalescedInSilence.4079 replace.2151",
  ]
}
