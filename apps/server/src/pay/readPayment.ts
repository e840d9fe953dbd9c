import {
  expandExponent,
  formatAccountId,
  formatAmount,
  parseAccountId,
  parseAmount,
  parseFungible,
} from '@foyer/core/chain'
import { FoyerError } from '@foyer/core/errors'
import { isAddress } from 'viem'
import type { Chain, Chains } from '../chains/chains.js'
import { familyOf } from '../families/families.js'
import { normalAsset } from '../onramp/catalogue.js'
import { invalidParams } from './PayError.js'

/** An asset of a network that is known here. */
export interface WantedAsset {
  readonly chain: Chain
  /** CAIP-19 */
  readonly asset: string
  readonly symbol: string
  readonly decimals: number
}

/**
 * @returns undefined for an asset that is well written but none of the configured ones
 * @throws PayError for what is no CAIP-19 id of a coin or a token
 */
export function readAsset({ asset, chains }: { asset: string; chains: Chains }): WantedAsset | undefined {
  const normal = parsed({
    parse: () => normalAsset(asset),
    wrong: 'asset must be the CAIP-19 id of a coin or a token.',
  })
  const { networkId, token } = parseFungible(normal)
  const chain = chains.find(networkId)
  if (!chain || !familyOf(networkId).rooms.has('payments')) return undefined
  if (token === null) return { chain, asset: normal, ...chain.nativeCurrency }
  const known = chain.tokens.find(({ address }) => address.toLowerCase() === token)
  return known && { chain, asset: normal, symbol: known.symbol, decimals: known.decimals }
}

/**
 * @returns the amount as a decimal string without exponent, and in the asset's smallest unit
 * @throws PayError
 */
export function readPayAmount({ asset: { decimals }, amount }: { asset: WantedAsset; amount: string }): {
  amount: string
  value: bigint
} {
  const wrong = `amount must be a decimal number above 0 with ${decimals} digits after the point at most.`
  const { value } = parsed({ parse: () => parseAmount({ text: expandExponent(amount), decimals }), wrong })
  if (value === 0n || value >= 2n ** 256n) throw invalidParams(wrong)
  return { amount: formatAmount({ value, decimals }), value }
}

/** @returns the CAIP-10 id of an account on the asset's network @throws PayError */
export function readRecipient({ asset: { chain }, recipient }: { asset: WantedAsset; recipient: string }): string {
  const wrong = "recipient must be the CAIP-10 id of an account on the asset's network."
  const { networkId, address } = parsed({ parse: () => parseAccountId(recipient), wrong })
  const isOne = networkId === chain.id && isAddress(address, { strict: false })
  if (!isOne) throw invalidParams(wrong)
  return formatAccountId({ networkId, address })
}

/** Turns what a parser of ours refuses into an error of JSON-RPC. */
function parsed<Value>({ parse, wrong }: { parse: () => Value; wrong: string }): Value {
  try {
    return parse()
  } catch (error) {
    if (error instanceof FoyerError) throw invalidParams(wrong)
    throw error
  }
}
