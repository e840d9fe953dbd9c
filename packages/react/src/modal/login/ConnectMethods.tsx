import type { ConnectMethod } from '@foyer/core'
import { push } from '@foyer/core/view'
import { Button, EmptyState, Separator, WalletIcon } from '@foyer/parts'
import { Fragment, type ReactNode } from 'react'
import { useFoyerLogin } from '../../headless/login.js'
import { type Connect, useConnect } from '../ConnectView.js'
import { Agreement, LegalNote, useAgreed } from '../Legal.js'
import { useModal } from '../modalContext.js'
import { WalletRows } from '../WalletRows.js'
import { Beside } from './Beside.js'
import { EmailField } from './EmailField.js'
import { SocialButtons } from './Socials.js'

/** The ways to connect where there is a login, each in its place [S2.19 S2.20 S9.52]. */
export function ConnectMethodsView(): ReactNode {
  const { say, foyer } = useModal()
  const { methods, collapsed } = useFoyerLogin()
  const connect = useConnect()
  const hasLogin = methods.some((method) => method !== 'wallet')
  return (
    <>
      <Agreement />
      <Methods shown={methods.filter((method) => method !== 'wallet' || connect.phase === 'found')} connect={connect} />
      {!methods.includes('wallet') ? null : hasLogin ? (
        foyer.options.enableWalletGuide === false ? null : (
          <Beside
            text={say('login.noWallet')}
            label={say('login.getStarted')}
            partName="get-started"
            onPress={() => push(foyer, { view: 'Create' })}
          />
        )
      ) : collapsed ? null : (
        <Button variant="text" partName="get-wallet" onClick={connect.getWallet}>
          {say('connect.getWallet')}
        </Button>
      )}
      <LegalNote />
    </>
  )
}

/** A wallet for who has none: by a login, or one of the visitor's own from elsewhere. */
export function CreateView(): ReactNode {
  const { say } = useModal()
  const { methods } = useFoyerLogin()
  const connect = useConnect()
  return (
    <>
      <Agreement />
      <Methods shown={methods.filter((method) => method !== 'wallet')} connect={connect} />
      <Separator label={say('network.or')} />
      <Beside
        text={say('login.ownWallet')}
        label={say('connect.getWallet')}
        partName="get-wallet"
        onPress={connect.getWallet}
      />
      <LegalNote />
    </>
  )
}

interface MethodsProps {
  readonly shown: readonly ConnectMethod[]
  readonly connect: Connect
}

/** Ways to connect, one under the other. */
function Methods({ shown, connect }: MethodsProps): ReactNode {
  const { say, foyer } = useModal()
  const { collapsed } = useFoyerLogin()
  const disabled = !useAgreed()
  const draw: Readonly<Record<ConnectMethod, () => ReactNode>> = {
    email: () => <EmailField disabled={disabled} />,
    social: () => <SocialButtons disabled={disabled} />,
    wallet: () =>
      collapsed ? (
        <Button
          variant="quiet"
          partName="collapsed-wallets"
          icon={<WalletIcon />}
          disabled={disabled}
          onClick={() => push(foyer, { view: 'ConnectWallets' })}
        >
          {say('login.wallet')}
        </Button>
      ) : (
        <WalletRows {...connect} />
      ),
  }
  return shown.map((method, index) => (
    <Fragment key={method}>
      {isApart(shown[index - 1], method) ? <Separator label={say('network.or')} /> : null}
      {draw[method]()}
    </Fragment>
  ))
}

/** E-mail and social accounts are ways of one kind: nothing stands between them. */
const isApart = (before: ConnectMethod | undefined, method: ConnectMethod): boolean =>
  before !== undefined && (before === 'wallet' || method === 'wallet')

/** Logging in by e-mail alone. */
export function EmailLoginView(): ReactNode {
  const { say } = useModal()
  const { methods } = useFoyerLogin()
  const disabled = !useAgreed()
  if (!methods.includes('email'))
    return <EmptyState icon={<WalletIcon />} title={say('shell.notAvailable')} text={say('help.notAvailable')} />
  return (
    <>
      <Agreement />
      <EmailField disabled={disabled} />
      <LegalNote />
    </>
  )
}
