import { Link, part } from '@foyer/parts'
import type { ReactNode } from 'react'
import { useModal } from './modalContext.js'

export interface LegalNoteProps {
  readonly termsUrl: string | undefined
  readonly privacyUrl: string | undefined
}

/** What the visitor agrees to by connecting, where the host has said so. */
export function LegalNote({ termsUrl, privacyUrl }: LegalNoteProps): ReactNode {
  const { say } = useModal()
  if (!termsUrl && !privacyUrl) return null
  const newTabHint = say('shell.opensNewTab')
  return (
    <p {...part({ name: 'legal' })}>
      {say('connect.legal')}{' '}
      {termsUrl ? (
        <Link href={termsUrl} newTabHint={newTabHint}>
          {say('connect.terms')}
        </Link>
      ) : null}
      {termsUrl && privacyUrl ? ` ${say('connect.legalAnd')} ` : null}
      {privacyUrl ? (
        <Link href={privacyUrl} newTabHint={newTabHint}>
          {say('connect.privacy')}
        </Link>
      ) : null}
    </p>
  )
}
