import { Button, EmptyState, Link, part, WalletIcon } from '@foyer/parts'
import type { ReactNode } from 'react'
import { type Connect, useConnect } from '../hooks/useConnect.js'
import { useModal } from '../modalContext.js'
import { ViewSkeleton } from '../ViewSlot.js'
import { WalletRows } from '../WalletRows.js'

/** Choose a way to connect [S2.1]. */
export default function ConnectView(): ReactNode {
  const { foyer } = useModal()
  const { termsConditionsUrl, privacyPolicyUrl } = foyer.options
  return (
    <>
      <Wallets {...useConnect()} />
      <LegalNote termsUrl={termsConditionsUrl} privacyUrl={privacyPolicyUrl} />
    </>
  )
}

function Wallets(connect: Connect): ReactNode {
  const { phase, getWallet } = connect
  const { say } = useModal()
  if (phase === 'looking') return <ViewSkeleton label={say('shell.loading')} />
  if (phase === 'none')
    return (
      <EmptyState
        icon={<WalletIcon />}
        title={say('connect.empty')}
        text={say('connect.emptyWhy')}
        action={
          <div {...part({ name: 'actions' })}>
            <Button partName="get-wallet" onClick={getWallet}>
              {say('connect.getWallet')}
            </Button>
          </div>
        }
      />
    )
  return <WalletRows {...connect} />
}

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
