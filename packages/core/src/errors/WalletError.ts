import type { PlainSentenceKey } from '../messages/sentences.js'
import { type ErrorFacts, FoyerError } from './FoyerError.js'

export interface WalletErrorOptions {
  /** What was being done: the connector, the method, the chain. Never a secret. */
  readonly context?: ErrorFacts | undefined
  /** The number that the wallet gave, where it gave one: 4001 and 5000 both are a refusal. */
  readonly walletCode?: number | undefined
  readonly cause?: unknown
}

/** What a wallet answers instead of a result. The wallet's own words are in `cause`. */
export abstract class WalletError extends FoyerError {
  readonly walletCode: number | undefined

  constructor(message: string, notice: PlainSentenceKey, { context, walletCode, cause }: WalletErrorOptions) {
    super(message, { facts: { ...context, ...(walletCode === undefined ? {} : { walletCode }) }, notice, cause })
    this.walletCode = walletCode
  }
}
