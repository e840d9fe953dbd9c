/** The sentences of the list of all wallets, and of the buttons that name one. */
export const wallets = {
  'wallets.search': 'Search wallet',
  'wallets.certified': 'Certified',
  'wallets.certifiedOnly': 'Only WalletConnect certified',
  'wallets.isCertified': 'certified',
  'wallets.scan': 'Connect by QR code',
  'wallets.one': '1 wallet',
  'wallets.count': '{count} wallets',
  'wallets.none': 'No Wallet found',
  'wallets.noneWhy': 'Try fewer letters, or look through all of them.',
  'wallets.showAll': 'Show all wallets',
  'wallets.failed': 'The list of wallets could not be loaded.',
  'wallets.moreFailed': 'More wallets could not be loaded.',
} as const
