import { legalConsent } from '@foyer/core/view'
import { Link, part } from '@foyer/parts'
import { Fragment, type ReactNode, useId, useSyncExternalStore } from 'react'
import { useModal } from './modalContext.js'

interface Legal {
  /** Something can be chosen: no agreement is asked for, or it was given. */
  readonly mayChoose: boolean
  /** A box is to be ticked first. */
  readonly asks: boolean
  readonly agree: (given: boolean) => void
}

/** Whether the visitor has to agree to something before a choice, and has done so. */
export function useLegal(): Legal {
  const { foyer, state } = useModal()
  const { termsConditionsUrl, privacyPolicyUrl } = foyer.options
  const { get, set, subscribe } = legalConsent(foyer)
  const given = useSyncExternalStore(subscribe, get, get)
  const asks = state.features.legalCheckbox && Boolean(termsConditionsUrl || privacyPolicyUrl)
  return { mayChoose: given || !asks, asks, agree: set }
}

/** The box to tick before anything can be chosen, where the host asks for it. */
export function LegalCheckbox(): ReactNode {
  const { say } = useModal()
  const { asks, mayChoose, agree } = useLegal()
  const id = useId()
  if (!asks) return null
  return (
    <div {...part({ name: 'legal-consent' })}>
      <input
        type="checkbox"
        id={id}
        checked={mayChoose}
        onChange={(event) => agree(event.currentTarget.checked)}
        {...part({ name: 'legal-checkbox' })}
      />
      <label htmlFor={id}>
        {say('connect.agree')} <Documents terms={say('connect.agreeTerms')} privacy={say('connect.agreePrivacy')} />
      </label>
    </div>
  )
}

/** What the visitor agrees to by connecting, where the host has said so and no box says it. */
export function LegalNote(): ReactNode {
  const { foyer, say } = useModal()
  const { termsConditionsUrl, privacyPolicyUrl } = foyer.options
  const { asks } = useLegal()
  if (asks || (!termsConditionsUrl && !privacyPolicyUrl)) return null
  return (
    <p {...part({ name: 'legal' })}>
      {say('connect.legal')} <Documents terms={say('connect.terms')} privacy={say('connect.privacy')} />
    </p>
  )
}

/** Those of the two that the host has, each in a tab of its own. */
function Documents({ terms, privacy }: { readonly terms: string; readonly privacy: string }): ReactNode {
  const { foyer, say } = useModal()
  const { termsConditionsUrl, privacyPolicyUrl } = foyer.options
  const links = [
    { href: termsConditionsUrl, label: terms },
    { href: privacyPolicyUrl, label: privacy },
  ].filter((link): link is { href: string; label: string } => Boolean(link.href))
  return links.map(({ href, label }, index) => (
    <Fragment key={label}>
      {index > 0 ? ` ${say('connect.legalAnd')} ` : null}
      <Link href={href} newTabHint={say('shell.opensNewTab')}>
        {label}
      </Link>
    </Fragment>
  ))
}
