/** The sentences of waiting for a wallet. */
export const connecting = {
  'connect.continue': 'Continue in {wallet}',
  'connect.accept': 'Accept connection request in the wallet',
  'connect.declined': 'Connection declined',
  'connect.declinedWhy': 'You declined it, or an earlier request is still open in the wallet.',
  'connect.failed': 'Connection failed',
  'connect.failedWhy': '{wallet} gave an answer that could not be used. Open it, then try again.',
  'connect.timedOut': 'No answer from the wallet',
  'connect.timedOutWhy': 'Open {wallet}, look for the request, then try again.',
  'connect.gone': 'Wallet not found',
  'connect.goneWhy': '{wallet} is no longer in this browser. Turn it on again and reload the page.',
  'connect.pending': 'A request is already open',
  'connect.pendingWhy': 'Open {wallet} and answer the request that waits there.',
  'connect.tryAgain': 'Try again',
  'connect.noSuchWallet': 'Don’t have {wallet}?',
  'connect.get': 'Get',
} as const
