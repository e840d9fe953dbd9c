import type { Budgets } from '@foyer/service/budget/budget'
import { networkOf } from '@foyer/service/budget/clientAddress'
import { refuseAt } from '@foyer/service/errors/refusals'
import { createFairRate } from '../owners/fairRate.js'
import { ownerBytes } from './accounts.js'

const day = 86_400

/** The work and storage that a network and a project may cause by sign-ins. */
export const signInFigures = {
  /** tries of a client in a project; each may ask a network's node */
  clientAttempts: { most: 30, withinMs: 60_000 },
  /** tries of a network, in whichever projects: as many as ten of its clients make */
  networkAttempts: { most: 300, withinMs: 60_000 },
  /** bytes that are written for a network: in a day what it may have stored, an eighth of which at once */
  networkBytes: { perSecond: ownerBytes / day, burst: ownerBytes / 8 },
  /** bytes that are written for a project: sixty-four times a network's, shared by the networks that write just now */
  projectBytes: { perSecond: (64 * ownerBytes) / day, burst: 64 * (ownerBytes / 8) },
} as const

export interface SignInBudgets {
  /** Counts a try. @throws RateLimitedError · LimitsAwayError */
  attempt(request: { client: string; projectId: string }): Promise<void>
  /** Counts bytes that are about to be written. @throws RateLimitedError · LimitsAwayError */
  write(request: { client: string; projectId: string; bytes: number }): Promise<void>
}

export function createSignInBudgets({ budgets, now }: { budgets: Budgets; now: () => number }): SignInBudgets {
  const { clientAttempts, networkAttempts, networkBytes, projectBytes } = signInFigures
  const ofClient = budgets.window({ name: 'sign-ins', ...clientAttempts, whenAway: 'closed' })
  const ofNetwork = budgets.window({ name: 'sign-ins of a network', ...networkAttempts, whenAway: 'closed' })
  const written = budgets.rate({ name: 'sign-in bytes of a network', ...networkBytes, whenAway: 'closed' })
  const shared = createFairRate({ ...projectBytes, now })
  return {
    async attempt({ client, projectId }) {
      refuseAt(await ofClient.take({ key: `${client} ${projectId}` }))
      refuseAt(await ofNetwork.take({ key: networkOf(client) }))
    },
    async write({ client, projectId: from, bytes: cost }) {
      const network = networkOf(client)
      refuseAt(await written.take({ key: network, cost }))
      refuseAt(shared.take({ from, network, cost }))
    },
  }
}
