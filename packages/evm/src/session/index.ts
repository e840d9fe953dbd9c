/** A page's own key, to which a visitor grants a permission: it then acts for the account without another prompt. */

import { type Foyer, onDemand } from '@foyer/core'
import { contextOf, observable } from '@foyer/core/internal'
import type { SessionMaker, SessionOf, SessionState } from '@foyer/core/permissions'
import type { SessionPlan } from './plan.js'

export {
  NoSessionError,
  SessionCallRefusedError,
  SessionContractChangedError,
  SessionNotKeptError,
  SessionNotSponsoredError,
  SessionOverError,
  SessionWithoutCoinError,
} from './errors.js'
export type { SessionAbi, SessionCalls, SessionFunction, SessionPlan } from './plan.js'

const loading: SessionState = { phase: 'loading', address: undefined, why: undefined, reading: undefined }

/**
 * Makes a session: a key in the page, kept sealed in this browser, that may act for the connected account within the bounds of one permission (ERC-7715, ERC-7710). Its code is
 * fetched with its first use. Make it once, outside of what draws.
 *
 * @example
 * const moves = evmSession({
 *   name: 'moves',
 *   permission: { type: 'call', target: game, abi: [move], count: 50 },
 *   lastsSeconds: 86_400,
 *   purpose: 'Your moves in the game',
 * })
 * await moves.of(foyer).grant()
 * await moves.of(foyer).redeem({ to: game, data: encodeFunctionData({ abi: [move], args: [3] }) })
 */
export function evmSession(plan: SessionPlan): SessionMaker<'eip155'> {
  const made = new WeakMap<Foyer, SessionOf<'eip155'>>()
  return {
    of(foyer) {
      const present = made.get(foyer)
      if (present) return present
      const session = lazySession(foyer, plan)
      made.set(foyer, session)
      return session
    },
  }
}

function lazySession(foyer: Foyer, plan: SessionPlan): SessionOf<'eip155'> {
  const load = onDemand({
    chunk: 'session',
    load: async () => (await import('./createSession.js')).createSession({ foyer, plan, state }),
  })
  const state = observable(loading, () => {
    const follow = () => void load().then(({ follow: next }) => next(), contextOf(foyer).report)
    follow()
    return foyer.store.subscribe(follow)
  })
  return {
    get: state.get,
    subscribe: state.subscribe,
    grant: async () => (await load()).grant(),
    redeem: async (call, options) => (await load()).redeem(call, options),
    end: async () => (await load()).end(),
    refresh: async () => (await load()).refresh(),
  }
}
