import { contextOf } from '@foyer/core/internal'
import { part } from '@foyer/parts'
import { type ReactNode, useId } from 'react'
import { isAgreementAsked, LegalLinks } from './Legal.js'
import { useModal } from './modalContext.js'

/** The box to tick before anything can be chosen, where the host asks for it; ticked once, it is so wherever it stands. */
export default function LegalCheckbox(): ReactNode {
  const modal = useModal()
  const { foyer, state, say } = modal
  const id = useId()
  if (!isAgreementAsked(modal)) return null
  return (
    <div data-look="dim" {...part({ name: 'legal-consent' })}>
      <input
        type="checkbox"
        id={id}
        checked={state.termsAgreed === true}
        onChange={({ currentTarget: { checked } }) => contextOf(foyer).update(() => ({ termsAgreed: checked }))}
        {...part({ name: 'legal-checkbox' })}
      />
      <label htmlFor={id}>
        {say('wallets.agree')} <LegalLinks terms={say('wallets.agreeTerms')} privacy={say('wallets.agreePrivacy')} />
      </label>
    </div>
  )
}
