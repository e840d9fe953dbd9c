/** What a visitor reads when a wallet, a network or the server refuses: with the views that ask them. None has a placeholder, so any error can be shown. */
export const refusal = {
  'error.rejected': 'You declined the request in the wallet.',
  'error.requestPending': 'The wallet still has an open request. Open it and answer that one first.',
  'error.walletNotFound': 'This wallet is not in the browser. Turn it on and reload the page.',
  'error.walletLocked': 'The wallet did not allow this. Unlock it, then try again.',
  'error.walletDisconnected': 'The wallet has lost its connection. Connect it again.',
  'error.notSupported': 'The wallet cannot do this. Try it with another one.',
  'error.timedOut': 'There was no answer in time. Try again.',
  'error.wrongAnswer': 'The wallet gave an answer that could not be used. Try again, or take another wallet.',
  'error.networkUnavailable': 'The network does not answer just now. Try again in a moment.',
  'error.serverUnavailable': 'The server does not answer just now. Try again in a moment.',
  'error.busy': 'There are too many requests just now. Wait a moment, then try again.',
  'error.unsupportedNetwork': 'This app does not support that network. Choose another one.',
  'error.chainNotSupported': 'Chain is not supported',
  'error.transactionFailed': 'The network refused the transaction. Check the amount and the fee, then try again.',
} as const
