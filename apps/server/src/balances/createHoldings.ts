import { isAddress } from '@foyer/core/chain'
import * as v from 'valibot'
import { encodeFunctionData, erc20Abi, getAddress } from 'viem'
import type { Chain } from '../chains/chains.js'
import { UpstreamError } from '../chains/UpstreamError.js'
import { wordOf } from '../contracts/answers.js'
import { type Read, readContracts } from '../contracts/readContracts.js'
import type { SafeFetch } from '../safeFetch/safeFetch.js'
import { nativeAddress, type Token, tokenKey } from '../tokens/token.js'
import type { Tokens } from '../tokens/tokens.js'
import type { HoldingsReader } from './holdings.js'
import { createSolanaHoldings } from './solanaHoldings.js'

/** How accounts of a family are read. */
export interface FamilyHoldings {
  /** Whether a text can be an account of this family and of no other that is read. */
  fits(address: string): boolean
  /** Whether a network is configured for it. */
  has(chain: Chain): boolean
  readonly read: HoldingsReader
}

/** Bech32, and the older forms, which are too short to be Solana's but are written in the same letters. */
const bitcoinAddress = /^(?:(?:bc|tb|bcrt)1[02-9ac-hj-np-z]{8,87}|[123mn][1-9A-HJ-NP-Za-km-z]{24,34})$/

/** @returns by family, the part of a CAIP-2 id before the colon */
export function createHoldings(parameters: BitcoinHoldingsParameters): ReadonlyMap<string, FamilyHoldings> {
  const eip155: FamilyHoldings = {
    fits: (address) => isAddress({ family: 'eip155', address }),
    has: () => true,
    read: createEvmHoldings(parameters),
  }
  const solana: FamilyHoldings = {
    fits: (address) => isAddress({ family: 'solana', address }) && !bitcoinAddress.test(address),
    has: () => true,
    read: createSolanaHoldings(parameters),
  }
  const bip122: FamilyHoldings = {
    fits: (address) => bitcoinAddress.test(address),
    has: ({ esplora }) => esplora !== undefined,
    read: createBitcoinHoldings(parameters),
  }
  return new Map(Object.entries({ eip155, solana, bip122 }))
}

/** Reads an eip155 account: its own coin and its tokens in one call of one block, where the network has Multicall3. */
export const createEvmHoldings =
  ({ tokens }: { tokens: Tokens }): HoldingsReader =>
  async ({ chain, account, tokens: others, signal }) => {
    const known = await tokens.of({ chain, addresses: others, signal })
    const [native, ...listed] = tokens.listed(chain)
    if (native === undefined) return []
    const asked = distinct([...listed, ...known.values()]).filter(
      ({ address }) => tokenKey({ chain, address }) !== nativeAddress(chain),
    )
    const owner = getAddress(account)
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [owner] })
    const reads = asked.map(({ address }): Read => ({ kind: 'call', to: getAddress(address), data }))
    const [own, ...answers] = await readContracts({
      chain,
      reads: [{ kind: 'balance', account: owner }, ...reads],
      signal,
    })
    const coins = wordOf(own)
    if (coins === null) throw new UpstreamError({ code: 'not_json_rpc', host: chain.id, delivered: true })
    // A token that can't be read, such as one that isn't deployed there, is none that the account has.
    const held = asked.map((token, index) => ({ token, amount: wordOf(answers[index]) ?? 0n, native: false }))
    return [{ token: native, amount: coins, native: true }, ...held.filter(({ amount }) => amount > 0n)]
  }

function distinct(tokens: readonly Token[]): readonly Token[] {
  const byAddress = new Map<string, Token>()
  for (const token of tokens) {
    const key = token.address.toLowerCase()
    if (!byAddress.has(key)) byAddress.set(key, token)
  }
  return [...byAddress.values()]
}

/** What an account can spend, in satoshis, confirmed or on its way. */
const Unspent = v.array(v.object({ value: v.pipe(v.number(), v.safeInteger(), v.minValue(0)) }))

export interface BitcoinHoldingsParameters {
  tokens: Tokens
  /** makes what fetches from an origin that the operator named */
  fetcherFor: (origin: string) => SafeFetch
}

/**
 * Reads a Bitcoin account from an Esplora, as the network's own nodes keep no accounts.
 * @see https://github.com/Blockstream/esplora/blob/master/API.md (`GET /address/:address/utxo`)
 */
export const createBitcoinHoldings =
  ({ tokens, fetcherFor }: BitcoinHoldingsParameters): HoldingsReader =>
  async ({ chain, account, signal }) => {
    const [native] = tokens.listed(chain)
    const { esplora } = chain
    if (native === undefined || esplora === undefined) return []
    const failed = (code: UpstreamError['code'], cause?: unknown) =>
      new UpstreamError({ code, host: new URL(esplora).host, delivered: true, cause })
    const url = `${esplora.replace(/\/+$/, '')}/address/${encodeURIComponent(account)}/utxo`
    const accept = ['application/json', 'text/plain']
    const { bytes } = await fetcherFor(new URL(url).origin)({ url, accept, signal }).catch((cause: unknown) => {
      signal.throwIfAborted()
      throw failed('unreachable', cause)
    })
    const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), Unspent), new TextDecoder().decode(bytes))
    if (!parsed.success) throw failed('not_json_rpc')
    return [{ token: native, amount: parsed.output.reduce((sum, { value }) => sum + BigInt(value), 0n), native: true }]
  }
