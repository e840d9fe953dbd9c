import { replyOf } from '@foyer/core/reply'
import { requestOf } from '@foyer/core/request'
import type { CallReply } from '@foyer/core/wire'
import { pageNetworksCall } from '@foyer/login/networkCalls'
import { delegateAddress } from '@foyer/signing/delegate'
import type { ServedNetwork } from '../settings.js'

/** The networks that the page has now; undefined where they aren't known. */
export type NetworksOf = () => Promise<readonly ServedNetwork[] | undefined>

export interface NetworksParameters {
  /** The blockchain API's origin. */
  readonly api: string
  /** Networks as the operator of this host describes them, in place of the API's words; which of them have a delegate is the API's in any case. */
  readonly own?: readonly Omit<ServedNetwork, 'delegate'>[] | undefined
  readonly fetch: typeof globalThis.fetch
  readonly now: () => number
  readonly report: (error: unknown) => void
}

/** The API didn't list the networks. */
export class NetworksUnknownError extends Error {
  override readonly name = 'NetworksUnknownError'
  readonly code = 'networks_unknown'

  constructor(options: { cause: unknown }) {
    super(
      'The API didn’t list the networks of the wallet’s page. What it said last is used, of delegates for an hour.',
      options,
    )
  }
}

/** How long the list is taken as it was said, in milliseconds. */
const freshMs = 60_000
/** How long a delegate is taken to be there without being said anew. */
const delegateMs = 60 * 60_000
/** The API is asked again after this, where it failed. */
const againMs = 5_000

/** Whether the page can sign for a network. */
const isServed = ({ chainId }: { readonly chainId: string }) => /^(eip155|solana):/.test(chainId)

type Listed = CallReply<typeof pageNetworksCall>['networks']

/**
 * Asks the API for the networks, once a minute and behind what is answered meanwhile: a page waits for it only where nothing was ever said. That it
 * fails is reported once, until it answers again.
 */
export function createNetworks({ own, now, report, ...from }: NetworksParameters): NetworksOf {
  let said: { readonly listed: Listed; readonly at: number } | undefined
  let asking: Promise<void> | undefined
  let nextAt = 0
  let isFailing = false
  const ask = async () => {
    try {
      said = { listed: await fetchNetworks(from), at: now() }
      isFailing = false
      nextAt = now() + freshMs
    } catch (cause) {
      if (!isFailing) report(new NetworksUnknownError({ cause }))
      isFailing = true
      nextAt = now() + againMs
    } finally {
      asking = undefined
    }
  }
  return async () => {
    if (nextAt <= now()) asking ??= ask()
    if (said === undefined) await asking
    const listed = said?.listed
    const networks = own ?? listed?.filter(isServed).map(({ hasDelegate: _, ...network }) => network)
    const isSound = said !== undefined && said.at + delegateMs > now()
    const delegated = new Set(listed?.flatMap(({ chainId, hasDelegate }) => (isSound && hasDelegate ? [chainId] : [])))
    return networks?.map((network) => ({
      ...network,
      ...(delegated.has(network.chainId) && { delegate: delegateAddress }),
    }))
  }
}

/** @throws what failed */
async function fetchNetworks({ api, fetch }: Pick<NetworksParameters, 'api' | 'fetch'>): Promise<Listed> {
  const { url, ...init } = requestOf(pageNetworksCall, {})
  const answer = await fetch(`${api}${url}`, { ...init, signal: AbortSignal.timeout(5_000) })
  const reply = replyOf(pageNetworksCall, await answer.text())
  if (!answer.ok || !reply.success) throw new Error(`The API answered with ${answer.status}.`)
  return reply.output.networks
}
