import type { PayloadFailure } from '@foyer/walletconnect/protocol'
import { BaseError } from 'viem'

/** The failure that the application receives: viem's short message, because longer ones name the addresses of nodes. */
export function failureOf(error: unknown): PayloadFailure {
  const words = error instanceof BaseError ? error.shortMessage : error instanceof Error ? error.message : ''
  return { code: -32_000, message: words.slice(0, 300) || 'The wallet could not do it.' }
}
