/** The sentences of choosing a wallet. */
export const connect = {
  'connect.title': 'Connect Wallet',
  'connect.wallets': 'Wallets',
  'connect.allWallets': 'All Wallets',
  'connect.installed': 'installed',
  'connect.recent': 'recent',
  'connect.qrCode': 'qr code',
  'connect.multichain': 'multichain',
  'connect.empty': 'No wallet was found in this browser',
  'connect.emptyWhy': 'Get one, or turn on the one you have, then reload this page.',
  'connect.getWallet': 'Get a wallet',
  'connect.legal': 'By connecting your wallet, you agree to our',
  'connect.terms': 'Terms of Service',
  'connect.legalAnd': 'and',
  'connect.privacy': 'Privacy Policy',
  'help.walletTitle': 'What is a wallet?',
} as const
