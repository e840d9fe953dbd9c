import { Button, EmptyState, part, ShieldIcon, WalletImage } from '@foyer/parts'
import type { ReactNode } from 'react'
import { type SignIn, useSignIn } from '../../headless/signIn.js'
import { shownName } from '../../headless/walletNames.js'
import { useSelect } from '../../useSelect.js'
import { Announcement } from '../Announcement.js'
import { useModal } from '../modalContext.js'

/** The account signs that it is the visitor's. */
export default function SignMessageView(): ReactNode {
  const { say } = useModal()
  const signIn = useSignIn()
  if (!signIn.account)
    return <EmptyState icon={<ShieldIcon />} title={say('signIn.nobody')} text={say('signIn.nobodyWhy')} />
  return (
    <div {...part({ name: 'sign-in', states: { phase: signIn.phase } })}>
      <Ask {...signIn} />
      <Buttons {...signIn} />
    </div>
  )
}

/** Who asks whom, for what. */
function Ask({ phase, isRequired }: SignIn): ReactNode {
  const { say, foyer } = useModal()
  const { name, icons } = foyer.options.metadata ?? {}
  const dapp = shownName(name ?? '') || say('signIn.dapp')
  const connector = useSelect(
    ({ connection, family }) => connection.connections[connection.active[family] ?? '']?.connector,
  )
  const wallet = shownName(connector?.name ?? '') || say('shell.unknown')
  const lead = say('signIn.lead', { dapp })
  const text =
    phase === 'signing' ? say('signIn.inWallet', { wallet }) : say(isRequired ? 'signIn.whyRequired' : 'signIn.why')
  return (
    <>
      <div aria-hidden="true" {...part({ name: 'sign-in-pair' })}>
        <span {...part({ name: 'sign-in-side', states: { side: 'dapp' } })}>
          <WalletImage size="lg" name={dapp} src={icons?.[0]} />
        </span>
        <span {...part({ name: 'sign-in-side', states: { side: 'wallet' } })}>
          <WalletImage size="lg" name={wallet} src={connector?.icon} />
        </span>
      </div>
      <div {...part({ name: 'waiting-words', states: { state: 'idle' } })}>
        <p {...part({ name: 'waiting-title', states: { state: 'idle' } })}>{lead}</p>
        <p {...part({ name: 'waiting-text' })}>{text}</p>
      </div>
      <Announcement>{`${lead}. ${text}`}</Announcement>
    </>
  )
}

function Buttons({ phase, signIn, cancel }: SignIn): ReactNode {
  const { say } = useModal()
  const leaving = phase === 'leaving'
  return (
    <div {...part({ name: 'sign-in-buttons' })}>
      <Button variant="quiet" partName="sign-in-cancel" busy={leaving} onClick={cancel}>
        {say(leaving ? 'signIn.cancelling' : 'signIn.cancel')}
      </Button>
      <Button partName="sign-in-sign" busy={phase === 'signing'} disabled={leaving} onClick={signIn}>
        {say(phase === 'signing' ? 'signIn.signing' : 'signIn.sign')}
      </Button>
    </div>
  )
}
