import { widerNetwork } from './clientAddress.js'
import type { Limits } from './limits.js'
import type { RateLimitSettings } from './rateLimit.js'

/** Limits a client's requests for a project. */
export interface ClientLimit {
  /**
   * Takes from a client's bucket. An IPv6 client's /48 has a bucket too: its owner has 65,536 networks to ask
   * from.
   * @param request.client - as {@link ClientKey} gives it
   * @param request.projectId - null for an unknown id: all unknown ids share one bucket
   * @param request.cost - more than one for a batch
   * @returns null, or the whole seconds until a retry
   */
  take(request: { client: string; projectId: string | null; cost?: number | undefined }): Promise<number | null>
}

/** How many /64 networks of one /48 may use their full limit at the same time. */
const householdsOfNetwork = 16

export function createClientLimit({ limits, perSecond, burst }: RateLimitSettings & { limits: Limits }): ClientLimit {
  const own = limits.rateLimit({ name: 'client', perSecond, burst, whenAway: 'open' })
  const wide = limits.rateLimit({
    name: 'network',
    perSecond: perSecond * householdsOfNetwork,
    burst: burst * householdsOfNetwork,
    whenAway: 'open',
  })
  return {
    async take({ client, projectId, cost }) {
      const project = projectId ?? ''
      const wait = await own.take({ key: `${client} ${project}`, cost })
      const network = widerNetwork(client)
      if (wait !== null || network === null) return wait
      return wide.take({ key: `${network} ${project}`, cost })
    },
  }
}
