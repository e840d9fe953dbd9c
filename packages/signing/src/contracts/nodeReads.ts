import { type LoneAnswer, postRpc, rpcOutcome } from '@foyer/core/postRpc'
import type { WalletNetwork } from '@foyer/core/words'
import { type Address, concat, decodeAbiParameters, type Hex, isHex, numberToHex, pad, size } from 'viem'
import { readOnce } from '../reads.js'

/** So long is an answer waited for, in milliseconds: what is described without it is described again when it comes. */
const withinMs = 15_000

/**
 * Asks a node once, for a description alone: without the errors and retries of a client, which would weigh more than all of the words.
 * @returns its result or its refusal; neither where it answers nothing that is JSON-RPC, or late, or nothing more is asked, or there is no node
 */
async function outcome(network: WalletNetwork, method: string, params: readonly unknown[]): Promise<LoneAnswer> {
  const { rpcUrl: url } = network
  const send = async () => (await postRpc({ url, method, params, signal: AbortSignal.timeout(withinMs) })).json()
  return rpcOutcome(url && (await readOnce(network, [method, params], send)))
}

async function ask(...asked: Parameters<typeof outcome>): Promise<Hex | undefined> {
  const { result } = await outcome(...asked)
  return isHex(result) ? result : undefined
}

/** Asks a contract. */
export const call = (network: WalletNetwork, to: Address, data: Hex) =>
  ask(network, 'eth_call', [{ to, data }, 'latest'])

/** An answer of one number; whatever is shorter is none. */
const numberIn = (answer: Hex | undefined): bigint | undefined =>
  answer && size(answer) >= 32 ? BigInt(answer.slice(0, 66)) : undefined

// The calls by their selectors, and what they are given: a word each.
const selectors = {
  name: '0x06fdde03',
  symbol: '0x95d89b41',
  decimals: '0x313ce567',
  allowance: '0xdd62ed3e',
  balanceOf: '0x70a08231',
  supportsInterface: '0x01ffc9a7',
  ownerOf: '0x6352211e',
} as const

/** Calls a function of a contract with addresses. */
const callBy = (network: WalletNetwork, to: Address, name: keyof typeof selectors, of: readonly Address[] = []) =>
  call(network, to, concat([selectors[name], ...of.map((address) => pad(address))]))

/** Whether a contract has the interface of ERC-721, asked by ERC-165. */
const readIsNft = (network: WalletNetwork, token: Address) =>
  call(network, token, concat([selectors.supportsInterface, pad('0x80ac58cd', { dir: 'right' })]))

/** Reads a token's symbol and decimals from its contract, and whether it is a collection's. */
export async function readNames(network: WalletNetwork, token: Address) {
  const [symbol, decimals, isNft] = await Promise.all([
    callBy(network, token, 'symbol'),
    callBy(network, token, 'decimals'),
    readIsNft(network, token),
  ])
  const places = numberIn(decimals)
  return {
    symbol: textIn(symbol),
    decimals: places === undefined || places > 255n ? undefined : Number(places),
    isNft: numberIn(isNft) === 1n,
  }
}

/** Reads the full name that a token's contract has. */
export const readName = async (network: WalletNetwork, token: Address): Promise<string | undefined> =>
  textIn(await callBy(network, token, 'name'))

function textIn(answer: Hex | undefined): string | undefined {
  try {
    return answer && decodeAbiParameters([{ type: 'string' }], answer)[0]
  } catch {
    return undefined // no text: it has no name
  }
}

export const readAllowed = async (
  network: WalletNetwork,
  { token, owner, spender }: { readonly token: Address; readonly owner: Address; readonly spender: Address },
): Promise<bigint | undefined> => numberIn(await callBy(network, token, 'allowance', [owner, spender]))

/** How much of a token, or how many of a collection, an account has. */
export const readHeld = async (
  network: WalletNetwork,
  { token, owner }: { readonly token: Address; readonly owner: Address },
): Promise<bigint | undefined> => numberIn(await callBy(network, token, 'balanceOf', [owner]))

/** Whether a number is that of a thing with an owner (ERC-721). */
export async function readIsOwned(
  network: WalletNetwork,
  { token, id }: { readonly token: Address; readonly id: bigint },
): Promise<boolean> {
  const owner = await call(network, token, concat([selectors.ownerOf, numberToHex(id, { size: 32 })]))
  return (numberIn(owner) ?? 0n) !== 0n
}

/** A quantity that the node itself answers with, not a contract. */
async function quantity(...asked: Parameters<typeof outcome>): Promise<bigint | undefined> {
  const answer = await ask(...asked)
  return answer && answer !== '0x' ? BigInt(answer) : undefined
}

/** Reads an account's balance of the network's coin, in its smallest unit. */
export const readCoins = (network: WalletNetwork, address: Address): Promise<bigint | undefined> =>
  quantity(network, 'eth_getBalance', [address, 'latest'])

/** Reads the price of a unit of gas, in the coin's smallest unit. */
export const readGasPrice = (network: WalletNetwork): Promise<bigint | undefined> =>
  quantity(network, 'eth_gasPrice', [])

export const readCode = (network: WalletNetwork, address: Address): Promise<Hex | undefined> =>
  ask(network, 'eth_getCode', [address, 'latest'])

/** The code of an account once what is pending is mined. */
export const readPendingCode = (network: WalletNetwork, address: Address): Promise<Hex | undefined> =>
  ask(network, 'eth_getCode', [address, 'pending'])

/** Whether a call would be done as things stand; undefined where the node doesn't say. */
export async function wouldRun(
  network: WalletNetwork,
  call: { readonly from: Address; readonly to: Address; readonly data: Hex },
): Promise<boolean | undefined> {
  const { result, error } = await outcome(network, 'eth_call', [call, 'latest'])
  if (isHex(result)) return true
  return error ? false : undefined
}
