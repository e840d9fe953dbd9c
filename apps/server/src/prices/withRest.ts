import type { Clock } from '../clock.js'
import type { PriceSource } from './priceSource.js'

/** After so many failures in a row a source is left alone for a while. @see F22 */
const failuresBeforeRest = 5
const restMs = 30_000

interface Failing {
  readonly failures: number
  readonly until: number
  readonly error: unknown
}

/**
 * A source that isn't asked for a while after it failed again and again, network by network, so that no request waits for it. To be
 * silent until the reading's time is over is to fail.
 */
export function withRest({ source, clock }: { source: PriceSource; clock: Pick<Clock, 'now'> }): PriceSource {
  const records = new Map<string, Failing>()
  return {
    name: source.name,
    async of(request) {
      const { id } = request.chain
      const record = records.get(id)
      if (record !== undefined && clock.now() < record.until) throw record.error
      try {
        const prices = await source.of(request)
        records.delete(id)
        return prices
      } catch (error) {
        const failures = (record?.failures ?? 0) + 1
        records.set(id, { failures, error, until: failures >= failuresBeforeRest ? clock.now() + restMs : 0 })
        throw error
      }
    },
  }
}
