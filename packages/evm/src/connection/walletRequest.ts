import type { Account, Eip1193Provider, NetworkId, NonEmpty } from '@foyer/core'
import { bigintToHex } from '@foyer/core/chain'
import { type AskWalletParameters, askWallet } from '@foyer/core/connector'
import { JsonRpcError, saysMissing, UnknownWalletError, UnsupportedMethodError } from '@foyer/core/errors'
import { checksummed } from '../address/checksum.js'

export interface WalletRequest<T> extends Omit<AskWalletParameters<T>, 'ask' | 'readError'> {
  readonly provider: Eip1193Provider
  readonly params?: readonly unknown[] | object | undefined
}

/** Sends a wallet one request, and parses what it answers. @throws as `askWallet` */
export function requestWallet<T>({ provider, params, ...asked }: WalletRequest<T>): Promise<T> {
  const { method } = asked
  return askWallet({ ...asked, ask: () => provider.request(params ? { method, params } : { method }) })
}

/** Does the wallet not know the method? It says so with 4200, with JSON-RPC's -32601, or in words alone. */
export function isUnsupported(error: unknown): boolean {
  if (error instanceof UnsupportedMethodError || (error instanceof JsonRpcError && error.rpcCode === -32601))
    return true
  return (error instanceof UnknownWalletError || error instanceof JsonRpcError) && saysMissing(error)
}

/** More accounts than any wallet shows to a dapp; a longer list is nonsense. */
const mostAccounts = 1000

/**
 * Reads a list of EVM addresses, each with its checksum (ERC-55) whatever case the wallet writes; each counts once, and what is none is left out.
 *
 * @returns undefined for anything else than a list of addresses
 */
export function parseAccounts(answer: unknown): readonly Account[] | undefined {
  if (!Array.isArray(answer) || answer.length > mostAccounts) return undefined
  const addresses = new Set<string>()
  for (const address of answer)
    if (typeof address === 'string' && /^0x[0-9a-fA-F]{40}$/.test(address)) addresses.add(address.toLowerCase())
  // A list of nothing that can be read isn't said to be empty.
  if (addresses.size === 0 && answer.length > 0) return undefined
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
  const written = typeof answer === 'string' && /^(0x[0-9a-fA-F]{1,16}|[0-9]{1,20})$/.test(answer)
  const id = written || typeof answer === 'number' ? Number(answer) : 0
  return Number.isSafeInteger(id) && id > 0 ? `eip155:${id}` : undefined
}

/** The chain id of an EVM network, as EIP-1193 writes it. */
export const hexIdOf = (networkId: NetworkId): string => bigintToHex(BigInt(networkId.slice('eip155:'.length)))
