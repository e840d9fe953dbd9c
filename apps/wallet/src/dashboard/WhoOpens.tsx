import type { ReactNode } from 'react'
import { sayHere } from '../messages/dashboardSentences.js'
import { EmailAddress } from '../views/EmailAddress.js'
import { WithValue } from '../views/WithValue.js'
import type { Dashboard } from './openDashboard.js'
import type { OpenWallet } from './ownDoors.js'
import { hasMail } from './Security.js'
import { sayOfWay } from './sayOfWay.js'

export interface WhoOpensProps {
  readonly dashboard: Pick<Dashboard, 'store'>
  readonly wallet: OpenWallet
}

/** The head of the page: who can open the wallet today, in a sentence and in a ring each for mailbox, passkey and paper. */
export function WhoOpens({ dashboard, wallet }: WhoOpensProps): ReactNode {
  const email = dashboard.store.get().user?.email ?? ''
  const isByMail = hasMail(wallet)
  const has = (kind: 'passkey' | 'paper') => wallet.ownDoors.some(({ door }) => door.kind === kind)
  const rings = [isByMail, has('passkey'), has('paper')]
  const way = wallet.ownDoors.length > 0 ? 'opens.mailDoors' : 'opens.mail'
  return (
    <section className="opens" aria-labelledby="wallet">
      <svg className="rings" viewBox="0 0 112 56" aria-hidden="true">
        {rings.map((isOn, at) => (
          <circle key={at} cx={28 + 28 * at} cy="28" r="24" data-on={isOn || undefined} />
        ))}
      </svg>
      <h1 id="wallet">
        {isByMail ? (
          <WithValue sentence={sayOfWay(dashboard, way)} value={email}>
            <EmailAddress email={email} />
            {/* The comma that follows stays on the address's line. */ '\u2060'}
          </WithValue>
        ) : (
          sayHere('opens.own')
        )}
      </h1>
    </section>
  )
}
