import type { Family } from '@foyer/core'
import type { SessionMaker, SessionOf, SessionState } from '@foyer/core/permissions'
import { useMemo } from 'react'
import { useKit } from '../kit.js'
import { useObservable } from '../useObservable.js'

/** A session, and where it stands. */
export interface Session<F extends Family = Family>
  extends SessionState,
    Pick<SessionOf<F>, 'grant' | 'redeem' | 'end' | 'refresh'> {}

const initial: SessionState = { phase: 'loading', address: undefined, why: undefined, reading: undefined }

/**
 * A key of the page's own that acts for the connected account within a permission, without another prompt. The session is made by the family's package, once and outside of
 * what draws; its code is fetched with its first use.
 *
 * @throws ProviderMissingError outside of a provider
 * @see ERC-7715, ERC-7710
 * @example
 * const moves = evmSession({ name: 'moves', permission, lastsSeconds: 86_400 })
 *
 * const { phase, grant, redeem } = useFoyerSession(moves)
 * return phase === 'active' ? <button onClick={() => redeem(aMove)}>Move</button> : <button onClick={grant}>Play</button>
 */
export function useFoyerSession<F extends Family = Family>(maker: SessionMaker<F>): Session<F> {
  const { foyer } = useKit()
  const session = useMemo(() => maker.of(foyer), [maker, foyer])
  const { get, subscribe, grant, redeem, end, refresh } = session
  const state = useObservable(useMemo(() => ({ get, subscribe, getInitial: () => initial }), [get, subscribe]))
  return useMemo(() => ({ ...state, grant, redeem, end, refresh }), [state, grant, redeem, end, refresh])
}
