import type { FamilyWallet, Network } from '@foyer/core'
import { bytesToHex, type Hex, hexToBytes } from '@foyer/core/chain'
import { AbortedError, FoyerError } from '@foyer/core/errors'
import type { ChainReader } from '@foyer/core/rpc'
import * as v from 'valibot'
import { readCode } from './heldByAccount.js'

/**
 * Writes a key's signature as contracts take it: 65 bytes whose last is 27 or 28. Ledger's applications, Frame and signers in several parts end theirs in 0 or 1, others in
 * the number of EIP-155, or write 64 bytes (EIP-2098); `ecrecover` finds nobody then, and a permit or an order fails.
 *
 * @returns undefined for what is in that form, and for what is no key's
 */
export function keyForm(signature: Hex): Hex | undefined {
  const bytes = hexToBytes(signature)
  const point = pointOf(bytes)
  if (point === undefined) return undefined
  const whole = new Uint8Array(65)
  whole.set(bytes.subarray(0, 64))
  if (bytes.length === 64) whole[32] = (bytes[32] ?? 0) & 0x7f
  whole[64] = 27 + point
  return bytesToHex(whole)
}

function pointOf(bytes: Uint8Array): 0 | 1 | undefined {
  if (bytes.length === 64) return (bytes[32] ?? 0) >> 7 === 1 ? 1 : 0
  const last = bytes.length === 65 ? bytes[64] : undefined
  if (last === 0 || last === 1) return last
  return last === undefined || last < 35 ? undefined : last % 2 === 0 ? 1 : 0
}

/**
 * Puts an account's signature into that form where only its key can have made it: at an account with code the same bytes may mean something else, as in a Safe's a last 1 is an
 * approved hash. Where the chain doesn't say, it stays as the wallet wrote it.
 *
 * @throws AbortedError
 */
export async function asKeySignature({
  signature,
  wallet: { account, network },
  readerOf,
  signal,
}: {
  readonly signature: Hex
  readonly wallet: Pick<FamilyWallet<'eip155'>, 'account' | 'network'>
  readonly readerOf: (network: Network) => ChainReader
  readonly signal?: AbortSignal | undefined
}): Promise<Hex> {
  const form = keyForm(signature)
  if (form === undefined || !network) return signature
  try {
    const code = await readCode({ read: readerOf(network), signal, address: account.address })
    return code === '0x' ? form : signature
  } catch (error) {
    if (signal?.aborted) throw new AbortedError({ cause: error })
    if (error instanceof FoyerError || v.isValiError(error)) return signature
    throw error
  }
}
