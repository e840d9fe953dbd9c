/** Where phone wallets listen. */
export const publicRelay = 'wss://relay.walletconnect.org'
