import type { PayloadFailure } from '@foyer/walletconnect/protocol'
import { BaseError } from 'viem'

/** What the application is told where something failed: the short of it, without the addresses of nodes that longer messages name. */
export function failureOf(error: unknown): PayloadFailure {
  const words = error instanceof BaseError ? error.shortMessage : error instanceof Error ? error.message : ''
  return { code: -32_000, message: words.slice(0, 300) || 'The wallet could not do it.' }
}
