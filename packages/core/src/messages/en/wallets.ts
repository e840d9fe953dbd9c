/** The sentences of the list of all wallets, of the buttons that name one, and of what is agreed to before any is chosen. */
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
  'wallets.agree': 'I agree to our',
  'wallets.agreeTerms': 'terms of service',
  'wallets.agreePrivacy': 'privacy policy',
} as const
