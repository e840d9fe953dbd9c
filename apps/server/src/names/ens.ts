import type { Hex } from '@foyer/core/chain'
import { limits } from '@foyer/core/wire'
import type { Clock } from '@foyer/service/clock'
import { BaseError, type Client } from 'viem'
import { getEnsAddress, getEnsName, getEnsText } from 'viem/actions'
import { createSharedRead } from '../cache/sharedReads.js'
import type { Chain } from '../chains/chains.js'
import type { SafeFetch } from '../safeFetch/safeFetch.js'
import { askChain, GatewaysSilentError } from './askChain.js'
import { normalizeName } from './labels.js'
import { LookupTooLargeError } from './lookupBudget.js'
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

/** Texts are links, and pictures drawn on the chain. A gateway gives any number of longer ones for nothing. */
const longestText = 24 * 1024

export function createEns(parameters: { chain: Chain; universalResolver: Hex; safeFetch: SafeFetch }): Ens {
  const { chain, universalResolver: universalResolverAddress, safeFetch } = parameters
  const ask = async <Answer>(signal: AbortSignal, action: (client: Client) => Promise<Answer | null>) => {
    try {
      return await askChain({ chain, safeFetch, signal, ask: action })
    } catch (cause) {
      const isOwn =
        cause instanceof BaseError || cause instanceof GatewaysSilentError || cause instanceof LookupTooLargeError
      throw isOwn ? new NameUnreadableError({ cause }) : cause
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

/** Short, because an owner checks a name right after setting it up. */
const lifetimeMs = 30_000
const timeoutMs = 20_000
const mostAnswers = 10_000
/** Texts may be long: with so many, at most some 50 MB are kept. */
const mostTexts = 1_000

/** ENS with concurrent requests joined, and answers cached for a short while. */
export function recallEns({ ens, clock }: { ens: Ens; clock: Clock }): Ens {
  const addresses = reads({ clock, read: (name: string, signal) => ens.addressOf({ name, signal }) })
  const names = reads({ clock, read: (address: Hex, signal) => ens.nameOf({ address, signal }) })
  const texts = reads({
    clock,
    read: (text: { name: string; key: string }, signal) => ens.textOf({ ...text, signal }),
    most: mostTexts,
  })
  return {
    addressOf: ({ name, signal }) => addresses(name, signal),
    nameOf: ({ address, signal }) => names(address, signal),
    textOf: ({ signal, ...text }) => texts(text, signal),
  }
}

interface Reads<Item, Value> {
  clock: Clock
  /** @returns null for what there isn't */
  read: (item: Item, signal: AbortSignal) => Promise<Value | null>
  most?: number | undefined
}

const reads = <Item, Value>({ clock, read, most = mostAnswers }: Reads<Item, Value>) =>
  createSharedRead<Item, Value>({
    read: (item, signal) =>
      read(item, signal).catch((cause: unknown) => {
        throw signal.aborted ? new NameUnreadableError({ cause }) : cause
      }),
    ...{ lifetimeMs, timeoutMs, most, clock },
  })
