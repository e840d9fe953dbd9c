import { type EmailUpdate, presentEmailUpdate } from '@foyer/core/internal'
import { usePresented } from '../useObservable.js'

export type { EmailUpdate, EmailUpdatePhase } from '@foyer/core/internal'

/**
 * Another address for a login by e-mail, to be drawn by the host.
 *
 * @throws ProviderMissingError outside of a provider
 * @see S4.24 S4.25
 * @example
 * const { phase, sentTo, start, submitCode } = useFoyerEmailUpdate()
 * if (phase === 'code') return <input aria-label={`Code sent to ${sentTo}`} onChange={(event) => submitCode(event.target.value)} />
 * return <form action={(data) => start(`${data.get('email')}`)}>…</form>
 */
export const useFoyerEmailUpdate = (): EmailUpdate => usePresented(presentEmailUpdate)
