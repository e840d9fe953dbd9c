import type { Account, NetworkId, NonEmpty } from '@foyer/core'
import { checksummed } from '../address/checksum.js'

/** More accounts than any wallet shows to a dapp; a longer list is nonsense. */
const mostAccounts = 1000

/**
 * Reads a list of EVM addresses, each with its checksum (ERC-55) whatever case the wallet writes; each counts once.
 *
 * @returns undefined for anything else than a list of addresses
 */
export function parseAccounts(answer: unknown): readonly Account[] | undefined {
  if (!Array.isArray(answer) || answer.length > mostAccounts) return undefined
  const addresses = new Set<string>()
  for (const address of answer) {
    if (typeof address !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(address)) return undefined
    addresses.add(address.toLowerCase())
  }
  return [...addresses].map((address) => ({ namespace: 'eip155', address: checksummed(address), type: 'eoa' }))
}

/** Reads a list with at least one address in it. */
export function parseSomeAccounts(answer: unknown): NonEmpty<Account> | undefined {
  const [first, ...others] = parseAccounts(answer) ?? []
  return first && [first, ...others]
}

/**
 * Reads a chain id as wallets write it: hex as EIP-1193 has it, a decimal text, or a number.
 *
 * @example parseChainId('0x7a69') // 'eip155:31337'
 */
export function parseChainId(answer: unknown): NetworkId | undefined {
  const written = typeof answer === 'string' && /^(0x[0-9a-f]{1,16}|[0-9]{1,20})$/i.test(answer)
  const id = written || typeof answer === 'number' ? Number(answer) : 0
  return Number.isSafeInteger(id) && id > 0 ? `eip155:${id}` : undefined
}
