export type { Commitment } from './commitment.js'
export { InvalidCommitmentError, InvalidWalletError } from './errors.js'
export type {
  AccountUse,
  SolanaCall,
  SolanaInstruction,
  SolanaReceipt,
  SolanaTransaction,
} from './family.js'
export { type SolanaOptions, solana } from './solana.js'
export type { StandardAccount, StandardWallet } from './standard.js'
export { InvalidTransactionError } from './transactionErrors.js'
