/** The sentences that explain: wallets, networks, and where to get a wallet. */
export const help = {
  'help.login': 'One login for all of web3',
  'help.loginText': 'Your wallet tells an app who you are. There is no account to make and no password to remember.',
  'help.home': 'A home for your digital assets',
  'help.homeText': 'It keeps the keys to your coins, tokens and collectibles. Only you can move what they hold.',
  'help.gateway': 'Your gateway to a new web',
  'help.gatewayText': 'Pay, trade, vote and play with the same wallet, in every app that speaks with it.',
  'help.getWallet': 'Get a wallet',
  'help.nuts': "The system's nuts and bolts",
  'help.nutsText':
    'A network is many computers that keep one shared record of who owns what, and agree on each change to it.',
  'help.uses': 'Designed for different uses',
  'help.usesText':
    'Some are made to be quick, some to cost little, some to be very hard to stop. Apps choose what suits them.',
  'help.learnMore': 'Learn more',
  'help.getWalletText': 'A wallet is an app or a browser extension. Install one, then come back to connect it.',
  'help.exploreAll': 'Explore all',
  'help.chrome': 'Chrome Extension',
  'help.ios': 'iOS App',
  'help.android': 'Android App',
  'help.website': 'Website',
  'help.notDetected': 'Not Detected',
  'help.noDownloads': 'No place to get this wallet is known.',
  'help.noWallets': 'The list of wallets is not there just now.',
} as const
