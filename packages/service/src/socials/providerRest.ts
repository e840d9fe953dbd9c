import { LRUCache } from 'lru-cache'
import { networkOf } from '../budget/clientAddress.js'
import { retryAfterMs } from '../retryAfterMs.js'
import { ProviderBusyError } from './refusals.js'

/** The rest of a provider that doesn't say for how long itself, and the longest rest, in milliseconds. */
const providerRests = { unsaidMs: 30_000, longestMs: 3_600_000 } as const

/**
 * For how long a provider wants to be asked nothing more. Each node keeps it in its memory, and so asks once more than it should at most.
 * What a provider refuses to a visitor's own token is that account's limit, which anyone can use up for theirs: only that visitor's network is refused for it.
 * @see F2, F22
 */
export interface ProviderRest {
  /**
   * Refuses as long as the provider is to be asked nothing, for anyone or for a network.
   * @param client - as `clientKey` gives it; left out where the question is no one's
   * @throws ProviderBusyError
   */
  refuse(client?: string): void
  /**
   * Reads from an answer whether the provider limits what it is asked, and ends that answer.
   * @param visitor - who showed the token that was sent, as `clientKey` gives it; left out where the operator's client asked
   * @throws ProviderBusyError where it does
   */
  heed(answer: Response, visitor?: string): Promise<void>
}

const mostNetworks = 10_000

export function createProviderRest({ now }: { readonly now: () => number }): ProviderRest {
  let allUntil = 0
  const untilOf = new LRUCache<string, number>({ max: mostNetworks })
  return {
    refuse(client) {
      const until = Math.max(allUntil, (client !== undefined && untilOf.get(networkOf(client))) || 0)
      if (until > now()) throw busyFor(until - now())
    },
    async heed(answer, visitor) {
      const { status, headers } = answer
      const header = headers.get('retry-after')
      if (!isLimit({ status, header })) return
      await answer.body?.cancel()
      const { unsaidMs, longestMs } = providerRests
      const ms = retryAfterMs({ header, now: now(), mostMs: longestMs }) ?? unsaidMs
      const until = now() + ms
      if (visitor === undefined || status === 503) allUntil = Math.max(allUntil, until)
      else untilOf.set(networkOf(visitor), Math.max(untilOf.get(networkOf(visitor)) ?? 0, until))
      throw busyFor(ms)
    },
  }
}

/** GitHub limits with 403 too. @see https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api */
const isLimit = ({ status, header }: { readonly status: number; readonly header: string | null }): boolean =>
  status === 429 || status === 503 || (status === 403 && header !== null)

const busyFor = (ms: number) => new ProviderBusyError({ retryAfterSeconds: Math.max(1, Math.ceil(ms / 1000)) })
