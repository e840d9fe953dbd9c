export type { NamespaceOverride } from './protocol/index.js'
export { type WalletConnectOptions, walletConnect } from './walletConnect.js'
