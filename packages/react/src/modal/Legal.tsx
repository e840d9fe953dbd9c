import { Link, part } from '@foyer/parts'
import type { ReactNode } from 'react'
import { type Modal, useModal } from './modalContext.js'
import { Needed } from './ViewSlot.js'

/** Whether the visitor has to tick a box before anything can be chosen. */
export const isAgreementAsked = ({
  foyer: { options },
  state: { features },
}: Pick<Modal, 'foyer' | 'state'>): boolean =>
  features.legalCheckbox === true && Boolean(options.termsConditionsUrl || options.privacyPolicyUrl)

/** Whether anything may be chosen: it has been agreed to, where that is asked for. */
export function useAgreed(): boolean {
  const modal = useModal()
  return !isAgreementAsked(modal) || modal.state.termsAgreed === true
}

/** The agreement before anything can be chosen, where that is asked for. */
export function Agreement(): ReactNode {
  const modal = useModal()
  return isAgreementAsked(modal) ? <Needed piece={modal.views.legal} /> : null
}

/** The host's disclaimer, and what the visitor agrees to by connecting, where the host has said so and no box says it. */
export function LegalNote(): ReactNode {
  const modal = useModal()
  const { foyer, say } = modal
  const { termsConditionsUrl, privacyPolicyUrl, disclaimer } = foyer.options
  const agrees = !isAgreementAsked(modal) && (termsConditionsUrl || privacyPolicyUrl)
  if (!agrees && !disclaimer) return null
  return (
    <p {...part({ name: 'legal' })}>
      {disclaimer}{' '}
      {agrees ? (
        <>
          {say('connect.legal')} <LegalLinks terms={say('connect.terms')} privacy={say('connect.privacy')} />
        </>
      ) : null}
    </p>
  )
}

/** Those of the two that the host has, each in a tab of its own. */
export function LegalLinks({ terms, privacy }: { readonly terms: string; readonly privacy: string }): ReactNode {
  const { foyer, say } = useModal()
  const { termsConditionsUrl, privacyPolicyUrl } = foyer.options
  const newTabHint = say('shell.opensNewTab')
  return (
    <>
      {termsConditionsUrl ? (
        <Link href={termsConditionsUrl} newTabHint={newTabHint}>
          {terms}
        </Link>
      ) : null}
      {termsConditionsUrl && privacyPolicyUrl ? ` ${say('connect.legalAnd')} ` : null}
      {privacyPolicyUrl ? (
        <Link href={privacyPolicyUrl} newTabHint={newTabHint}>
          {privacy}
        </Link>
      ) : null}
    </>
  )
}
