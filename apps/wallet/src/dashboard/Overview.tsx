import { type ReactNode, useContext, useRef } from 'react'
import { ArmedButton } from '../arming/ArmedButton.js'
import { sayHere } from '../messages/dashboardSentences.js'
import { Move } from '../moving/Move.js'
import { Brand } from '../views/Message.js'
import { DeletionNotice, DeletionSection } from './DeleteWallet.js'
import { Devices } from './Devices.js'
import { Export } from './Export.js'
import { Hero } from './Hero.js'
import type { Dashboard } from './openDashboard.js'
import { exportKeystore, nameOf, revealWords } from './ownDoors.js'
import { PendingChange } from './PendingChange.js'
import { Security } from './Security.js'
import { loadPart, useComing } from './useComing.js'
import type { AtHome, Errand } from './useHome.js'
import { useNamedPart } from './useNamedPart.js'
import { WhoOpens } from './WhoOpens.js'

export interface OverviewProps {
  readonly dashboard: Dashboard
  readonly home: AtHome
  /** Whether the keeper knows this browser. */
  readonly isKnown: boolean
  /** Looks for what another device asks for. */
  readonly onLook: () => void
  /** Something of the wallet is another now. */
  readonly onChanged: () => Promise<void>
  readonly onErrand: (errand: Errand) => void
  readonly onSignOut: () => void
}

/** All that the page says of a wallet: what will become of it, who can open it, its money, what opens it and where it is open, and the ways out. */
export function Overview(props: OverviewProps): ReactNode {
  const { dashboard, home, isKnown, onLook, onChanged, onErrand, onSignOut } = props
  const { wallet, waiting } = home
  const page = useRef<HTMLDivElement>(null)
  useNamedPart(page)
  return (
    <div className="page" ref={page}>
      <Bar name={nameOf(dashboard)} onSignOut={onSignOut} />
      <main>
        <Notices dashboard={dashboard} home={home} onCancelled={onChanged} />
        <WhoOpens dashboard={dashboard} wallet={wallet} />
        <Hero dashboard={dashboard} wallet={wallet} />
        <div className="columns">
          <div className="column">
            <Security
              {...{ dashboard, wallet, isKnown, onChanged }}
              onAdd={onErrand}
              onClose={() => onErrand('close')}
            />
            <Devices dashboard={dashboard} isKnown={isKnown} onLook={onLook} />
          </div>
          <div className="column">
            <Export onFile={(password) => exportKeystore(dashboard, password)} onWords={() => revealWords(dashboard)} />
            <Code dashboard={dashboard} wallet={wallet} />
            <Move />
            {waiting ? null : (
              <DeletionSection dashboard={dashboard} isKnown={isKnown} onDelete={() => onErrand('delete')} />
            )}
          </div>
        </div>
      </main>
    </div>
  )
}

const loadCode = () => loadPart(import('./AccountCode.js'))

/** Shows the code that is switched on for the visitor's address on EVM's chains; it is loaded after the page. */
function Code({ dashboard, wallet }: Pick<AtHome, 'wallet'> & Pick<OverviewProps, 'dashboard'>): ReactNode {
  const part = useComing(loadCode)
  const { api } = dashboard
  const address = wallet.addresses.find(({ family }) => family === 'eip155')?.address
  return part.is === 'there' && api && address ? <part.value.AccountCode {...{ dashboard, api, address }} /> : null
}

function Bar({ name, onSignOut }: { readonly name: string; readonly onSignOut: () => void }): ReactNode {
  return (
    <header className="bar">
      {useContext(Brand)}
      <bdi className="who">{name}</bdi>
      <ArmedButton variant="quiet" size="sm" onClick={onSignOut}>
        {sayHere('dashboard.signOut')}
      </ArmedButton>
    </header>
  )
}

interface NoticesProps extends Pick<OverviewProps, 'dashboard' | 'home'> {
  readonly onCancelled: () => Promise<void>
}

/** Shows the changes that wait for the wallet, above all else. */
function Notices({ dashboard, home: { waiting, change }, onCancelled }: NoticesProps): ReactNode {
  return (
    <>
      {waiting ? <DeletionNotice {...{ dashboard, waiting, onCancelled }} /> : null}
      {change ? <PendingChange {...{ dashboard, change, onCancelled }} /> : null}
    </>
  )
}
