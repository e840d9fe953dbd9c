import { type Hex, isSignature, utf8ToHex } from '@foyer/core/chain'
import type { SignMessageParameters } from '../account/signMessage.js'
import type { WalletSession } from '../account/walletSession.js'
import { ask } from '../connection/ask.js'
import { requestExpiryMs } from './requestExpiryMs.js'

/** `personal_sign` [S7.36]: the message as hex, then the address. */
export function personalSign(
  { provider, address, host: { clock } }: WalletSession,
  { message, signal }: SignMessageParameters,
): Promise<Hex> {
  return ask({
    provider,
    signal,
    method: 'personal_sign',
    params: [utf8ToHex(message), address],
    parse: parseSignature,
    expected: 'a signature',
    expiry: { clock, ms: requestExpiryMs },
  })
}

/** @returns undefined for what is no signature [S5.28] */
export function parseSignature(answer: unknown): Hex | undefined {
  return isSignature(answer) ? answer : undefined
}
