import { button } from './en/button.js'

/** The sentences of the first view and of what is around every view. */
export const connect = {
  'connect.title': 'Connect Wallet',
  'connect.wallets': 'Wallets',
  'connect.here': 'In this browser',
  'connect.more': 'Other wallets',
  'connect.allWallets': 'All Wallets',
  'connect.installed': 'installed',
  'connect.locked': 'locked',
  'connect.recent': 'recent',
  'connect.qrCode': 'qr code',
  'connect.multichain': 'multichain',
  'connect.getWallet': 'Get a wallet',
  'connect.legal': 'By connecting your wallet, you agree to our',
  'connect.terms': 'Terms of Service',
  'connect.legalAnd': 'and',
  'connect.privacy': 'Privacy Policy',
  'help.walletTitle': 'What is a wallet?',
  'shell.back': 'Back',
  'shell.loading': 'Loading',
  'shell.opensNewTab': 'opens in a new tab',
  'shell.unknown': 'Unknown',
  'shell.offline': 'You are offline. This goes on when the connection is back.',
  'shell.notAvailable': 'Not available',
} as const

/** The sentences of failures of the page itself: one sentence, and what to do. None has a placeholder, so any error can be shown. */
export const error = {
  'error.offline': 'You are offline. Try again when the connection is back.',
  'error.notLoaded': 'This part could not be loaded. Try again, or reload the page.',
  'error.unknown': 'That did not work. Try again.',
} as const

type English = typeof button & typeof connect & typeof error

/** The English sentences of the first view, and by its keys the catalogue itself. The specification's own sentences are verbatim. */
export const en: English = { ...button, ...connect, ...error }
