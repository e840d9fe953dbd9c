import { FoyerError } from '@foyer/core/errors'
import type { SentenceName } from './messages/pageSentences.js'
import type { Values } from './messages/say.js'

/**
 * An error with a sentence of the catalogue for the visitor, and a code of EIP-1193 or JSON-RPC where a request of an
 * application failed.
 */
export class WalletError extends FoyerError {
  override readonly name = 'WalletError'
  readonly code = 'wallet'
  readonly sentence: SentenceName
  readonly values: Values
  readonly rpcCode: number | undefined

  constructor({
    sentence,
    values = {},
    rpcCode,
    cause,
  }: {
    readonly sentence: SentenceName
    readonly values?: Values
    readonly rpcCode?: number | undefined
    readonly cause?: unknown
  }) {
    super(`The wallet can’t do it: ${sentence}.`, { facts: { sentence }, cause })
    this.sentence = sentence
    this.values = values
    this.rpcCode = rpcCode
  }
}
