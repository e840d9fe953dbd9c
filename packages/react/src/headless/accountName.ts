import { type AccountName, namePhase, nameTrouble } from '@foyer/core/internal'
import { canRegister, nameForm, registrationOf } from '@foyer/core/names'
import { useMemo } from 'react'
import { useKit } from '../kit.js'
import { useObservable } from '../useObservable.js'
import { useSelect } from '../useSelect.js'

export type { AccountName, NameTrouble } from '@foyer/core/internal'

/**
 * Chooses a name for the account of the embedded login. What is typed is kept while the modal's views come and go.
 *
 * @throws ProviderMissingError outside of a provider
 * @see S5.8–S5.10 for names; S6.7 for accounts; S8.19 for the sentences of failures
 * @example
 * const { text, setText, suffix, canRegister, register } = useFoyerAccountName()
 * return <form onSubmit={register}><input value={text} onChange={(event) => setText(event.target.value)} />{suffix}</form>
 */
export function useFoyerAccountName(): AccountName {
  const { foyer } = useKit()
  const form = useMemo(() => nameForm(foyer), [foyer])
  const state = useObservable(form)
  const registration = useSelect(({ connection }) => registrationOf(connection.attempts))
  const { place, text, fault, check } = state
  const owned = place.status === 'ready' ? place.owned : undefined
  const suffix = place.status === 'ready' ? `.${place.zone}` : ''
  return {
    phase: namePhase(state, registration),
    suffix,
    name: registration.status === 'registered' ? `${registration.name}${suffix}` : owned,
    text,
    setText: form.type,
    fault: fault ?? undefined,
    standing: check.status === 'known' ? check.standing : check.status === 'idle' ? 'unknown' : check.status,
    suggestions: check.status === 'known' ? check.suggestions : none,
    trouble: nameTrouble(state, registration),
    canRegister: canRegister(state, registration),
    register: form.register,
    retry: form.retry,
  }
}

const none: readonly string[] = []
