/** The requests to Solana's wallets over WalletConnect: types and schemas, for both ends of a session. */
export { type SolanaAccount, type SolanaMethod, type SolanaMethods, solanaMethods } from './methods.js'
