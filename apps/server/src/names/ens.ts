import type { Hex } from '@foyer/core/chain'
import { limits } from '@foyer/core/wire'
import { BaseError, type Client } from 'viem'
import { getEnsAddress, getEnsName, getEnsText } from 'viem/actions'
import type { Chain } from '../chains/chains.js'
import type { SafeFetch } from '../safeFetch/safeFetch.js'
import { askChain } from './askChain.js'
import { type CcipRequest, createCcipRequest, GatewaysSilentError } from './ccipRequest.js'
import { normalizeName } from './labelRule.js'
import { NameUnreadableError } from './refusals.js'

/**
 * The Ethereum Name Service, as a network's nodes know it.
 * All of it throws ChainUnavailableError when no node answers, and {@link NameUnreadableError} when a name's own resolver
 * or gateway is broken.
 */
export interface Ens {
  /** @returns null for a name without an address */
  addressOf(request: { name: string; signal: AbortSignal }): Promise<Hex | null>
  /** @returns the primary name of an address, if that name resolves to the address; else null */
  nameOf(request: { address: Hex; signal: AbortSignal }): Promise<string | null>
  /** @returns null for a text that isn't set, or that is longer than 24 kB */
  textOf(request: { name: string; key: string; signal: AbortSignal }): Promise<string | null>
}

export interface EnsParameters {
  chain: Chain
  universalResolver: Hex
  safeFetch: SafeFetch
}

/** Texts are links, and pictures drawn on the chain. A gateway gives any number of longer ones for nothing. */
const longestText = 24 * 1024

/** @param options.safeFetch - for names whose resolver sends those who ask on to a gateway (ERC-3668) */
export function createEns({ chain, universalResolver: universalResolverAddress, safeFetch }: EnsParameters): Ens {
  const ask = async <Answer>(
    signal: AbortSignal,
    action: (client: Client) => Promise<Answer | null>,
  ): Promise<Answer | null> => {
    const gateways = watchGateways(createCcipRequest({ safeFetch, signal }))
    try {
      const answer = await askChain({ chain, signal, ccipRequest: gateways.request, ask: action })
      // To viem a gateway that is away is a name without an answer.
      if (answer === null && gateways.silent !== null) throw new NameUnreadableError({ cause: gateways.silent })
      return answer
    } catch (cause) {
      throw cause instanceof BaseError ? new NameUnreadableError({ cause }) : cause
    }
  }
  return {
    addressOf: ({ name, signal }) => ask(signal, (client) => getEnsAddress(client, { name, universalResolverAddress })),
    async nameOf({ address, signal }) {
      const name = await ask(signal, (client) => getEnsName(client, { address, universalResolverAddress }))
      // The universal resolver has checked that the name resolves back. A name that isn't normalized may look like another.
      const isShown = name !== null && name.length <= limits.name && normalizeName(name) === name
      return isShown ? name : null
    },
    async textOf({ name, key, signal }) {
      const text = await ask(signal, (client) => getEnsText(client, { name, key, universalResolverAddress }))
      return text === null || text.length > longestText ? null : text
    },
  }
}

/** Remembers that gateways gave no answer, which gets lost on the way through the contract. */
function watchGateways(ask: CcipRequest): {
  readonly request: CcipRequest
  readonly silent: GatewaysSilentError | null
} {
  let silent: GatewaysSilentError | null = null
  return {
    get silent() {
      return silent
    },
    async request(question) {
      try {
        return await ask(question)
      } catch (error) {
        if (error instanceof GatewaysSilentError && !error.isRefusal) silent = error
        throw error
      }
    },
  }
}
