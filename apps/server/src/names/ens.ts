import { type Hex, isHex } from '@foyer/core/chain'
import { BaseError, type Client, isAddressEqual } from 'viem'
import { getEnsAddress, getEnsName, getEnsText } from 'viem/actions'
import type { Chain } from '../chains/chains.js'
import type { SafeFetch } from '../safeFetch/safeFetch.js'
import { askChain } from './askChain.js'
import { createCcipRequest } from './ccipRequest.js'
import { normalizeName } from './labelRule.js'
import { NameUnreadableError } from './refusals.js'

/**
 * The Ethereum Name Service, as a network's nodes know it.
 * All of it throws ChainUnavailableError when no node answers, and {@link NameUnreadableError} when a name's own resolver
 * or gateway is broken.
 */
export interface Ens {
  /** @returns null for a name that stands for no address */
  addressOf(request: { name: string; signal: AbortSignal }): Promise<Hex | null>
  /** @returns the name that an address calls itself, if that name says so too; else null */
  nameOf(request: { address: Hex; signal: AbortSignal }): Promise<string | null>
  /** @returns null for a text that isn't set */
  textOf(request: { name: string; key: string; signal: AbortSignal }): Promise<string | null>
}

export interface EnsParameters {
  chain: Chain
  universalResolver: string
  safeFetch: SafeFetch
}

/** @param options.safeFetch - for names whose resolver sends those who ask on to a gateway (ERC-3668) */
export function createEns({ chain, universalResolver, safeFetch }: EnsParameters): Ens {
  const universalResolverAddress = isHex(universalResolver) ? universalResolver : undefined
  const ask = async <Answer>(signal: AbortSignal, action: (client: Client) => Promise<Answer>): Promise<Answer> => {
    const ccipRequest = createCcipRequest({ safeFetch, signal })
    try {
      return await askChain({ chain, signal, ccipRequest, ask: action })
    } catch (cause) {
      throw cause instanceof BaseError ? new NameUnreadableError({ cause }) : cause
    }
  }
  const addressOf: Ens['addressOf'] = ({ name, signal }) =>
    ask(signal, (client) => getEnsAddress(client, { name, universalResolverAddress }))
  return {
    addressOf,
    async nameOf({ address, signal }) {
      const name = await ask(signal, (client) => getEnsName(client, { address, universalResolverAddress }))
      // A name that isn't written in its one way may look like another's.
      if (name === null || normalizeName(name) !== name) return null
      const owner = await addressOf({ name, signal })
      return owner !== null && isAddressEqual(owner, address) ? name : null
    },
    textOf: ({ name, key, signal }) =>
      ask(signal, (client) => getEnsText(client, { name, key, universalResolverAddress })),
  }
}
