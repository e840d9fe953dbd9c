/** What the card's head says: there before the view that it stands over. */
export const titles = {
  'account.title': 'Account',
  'account.network': 'Change network, now {name}',
  'network.title': 'Choose Network',
  'network.switchTitle': 'Switch Network',
  'network.switchChainTitle': 'Switch chain',
  'network.unsupportedTitle': 'Switch Network',
  'network.unsupportedChain': 'Unsupported chain',
  'help.walletTitle': 'What is a wallet?',
  'help.networkTitle': 'What is a network?',
  'help.getWalletTitle': 'Get a wallet',
  'help.downloadsTitle': 'Downloads',
  'help.getNamed': 'Get {name}',
} as const
