import { type Login, presentLogin } from '@foyer/core/internal'
import { usePresented } from '../useObservable.js'

export type { Login, LoginPhase, LoginWindowState } from '@foyer/core/internal'

/**
 * Logging in, to be drawn by the host: the ways that there are, and what the visitor is asked on the way.
 *
 * @throws ProviderMissingError outside of a provider
 * @see S2.19 S2.20
 * @example
 * const { phase, email, setEmail, start, submitCode } = useFoyerLogin()
 * if (phase === 'code') return <input autoComplete="one-time-code" onChange={(event) => submitCode(event.target.value)} />
 * return <form onSubmit={() => start({ method: 'email', email })}>…</form>
 */
export const useFoyerLogin = (): Login => usePresented(presentLogin)
