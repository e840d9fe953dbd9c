import { type SimulationBody, SimulationReply } from '@foyer/core/wire'
import type { Outside, WalletNetwork } from '@foyer/signing'
import * as v from 'valibot'

/** No request is shown later than this for what a simulation would say of it. */
const withinMs = 1_500

/** Asks the blockchain API, under this page's own origin, what a request would do: once, and whatever isn't answered in time is unknown. */
export function simulating({
  fetch,
  network: { chainId, rpcUrl },
  address,
}: {
  readonly fetch: typeof globalThis.fetch
  readonly network: Pick<WalletNetwork, 'chainId' | 'rpcUrl'>
  readonly address: string
}): NonNullable<Outside['simulate']> {
  const url = new URL(rpcUrl)
  url.pathname = `/v1/account/${encodeURIComponent(address)}/simulation`
  return async (asked) => {
    const body: SimulationBody =
      'calls' in asked ? { chainId, calls: asked.calls, atomic: asked.isAtomic } : { chainId, ...asked }
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(withinMs),
      })
      return v.parse(SimulationReply, await answer.json())
    } catch {
      return { status: 'unknown', why: 'unreached' } // which is what the visitor is told of it
    }
  }
}
