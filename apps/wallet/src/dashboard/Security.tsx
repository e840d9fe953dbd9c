import { providerOf } from '@foyer/custody/person'
import { isSecuredBy } from '@foyer/login/ownDoorKeys'
import { Button, FileIcon, MailIcon, NameIcon, SheetIcon, ShieldIcon, Tag } from '@foyer/parts'
import type { ReactNode } from 'react'
import { ArmedLinkButton } from '../arming/ArmedButton.js'
import { useWork } from '../failures/useWork.js'
import { sayHere } from '../messages/dashboardSentences.js'
import { dayOf } from '../messages/say.js'
import { Failure } from '../views/Failure.js'
import { Thing } from '../views/Thing.js'
import { download } from './download.js'
import { NotCome } from './NotCome.js'
import type { Dashboard } from './openDashboard.js'
import { type OpenWallet, recoveryFileOf, removeDoor } from './ownDoors.js'
import { sayOfWay } from './sayOfWay.js'
import { loadPart, useComing } from './useComing.js'

export interface SecurityProps {
  readonly dashboard: Dashboard
  readonly wallet: OpenWallet
  /** Whether the keeper knows this browser, and does what it says. */
  readonly isKnown: boolean
  readonly onAdd: (kind: 'passkey' | 'paper') => void
  readonly onClose: () => void
  /** Something of the wallet is another now. */
  readonly onChanged: () => Promise<void>
}

export const hasMail = ({ doors }: OpenWallet): boolean => doors.some(({ kind }) => kind === 'recovery')
export const isSecured = (wallet: OpenWallet): boolean => isSecuredBy(wallet.ownDoors.map(({ door }) => door.kind))

const addSentences = { passkey: 'security.addPasskey', paper: 'security.addPaper' } as const

/** Lists the doors of the wallet, and what each protects against. */
export function Security({ dashboard, wallet, isKnown, onAdd, onClose, onChanged }: SecurityProps): ReactNode {
  const { isBusy, failure, act } = useWork()
  const isByMail = hasMail(wallet)
  const isAccount = providerOf(dashboard.store.get().user?.person ?? '') !== null
  const mayClose = isByMail && isSecured(wallet)
  const remove = (door: Parameters<typeof removeDoor>[1]) =>
    act(async () => {
      await removeDoor(dashboard, door)
      await onChanged()
    })
  // One filled button a view: the next step to a wallet that is secured.
  const next = isSecured(wallet)
    ? undefined
    : !dashboard.passkeys || wallet.ownDoors.some(({ door }) => door.kind === 'passkey')
      ? 'paper'
      : 'passkey'
  const file = () => download({ name: 'wallet-recovery.json', text: recoveryFileOf(wallet) })
  return (
    <section className="panel" aria-labelledby="security">
      <h2 id="security">{sayHere('security.title')}</h2>
      <ul className="things">
        <Thing
          icon={isAccount ? <NameIcon /> : <MailIcon />}
          name={sayOfWay(dashboard, 'security.mail')}
          about={sayHere(isByMail ? 'security.mailSay' : 'security.mailOff')}
          end={<Tag variant="shade">{sayHere(isByMail ? 'security.on' : 'security.off')}</Tag>}
        />
        {wallet.ownDoors.map(({ door: { door, kind }, madeAt }) => {
          const name = sayHere(`security.${kind}`)
          const added = sayHere('security.added', { when: dayOf(madeAt) })
          return (
            <Thing
              key={door}
              icon={kind === 'passkey' ? <ShieldIcon /> : <SheetIcon />}
              name={name}
              about={`${sayHere(`security.${kind}Say`)} ${added}`}
              end={
                <ArmedLinkButton
                  disabled={isBusy}
                  aria-label={sayHere('security.removeOf', { name: `${name}, ${added}` })}
                  onClick={() => remove({ door, kind })}
                >
                  {sayHere('security.remove')}
                </ArmedLinkButton>
              }
            />
          )
        })}
        {wallet.ownDoors.length > 0 ? (
          <Thing
            icon={<FileIcon />}
            name={sayHere('security.file')}
            about={sayHere('security.fileSay')}
            end={<ArmedLinkButton onClick={file}>{sayHere('security.fileGet')}</ArmedLinkButton>}
          />
        ) : null}
        <Word />
      </ul>
      <Failure>{failure}</Failure>
      <p className="ask small">
        {sayOfWay(dashboard, !isByMail ? 'security.done' : mayClose ? 'security.ready' : 'security.byMail')}
      </p>
      <div className="buttons">
        {(dashboard.passkeys ? (['passkey', 'paper'] as const) : (['paper'] as const)).map((kind) => (
          <Button key={kind} variant={kind === next ? 'filled' : 'quiet'} onClick={() => onAdd(kind)}>
            {sayHere(addSentences[kind])}
          </Button>
        ))}
        {mayClose && isKnown ? <Button onClick={onClose}>{sayOfWay(dashboard, 'security.close')}</Button> : null}
      </div>
      {mayClose && !isKnown ? <p className="small">{sayOfWay(dashboard, 'security.knownFirst')}</p> : null}
    </section>
  )
}

const loadWord = () => loadPart(import('./OwnWord.js'))

/** Shows the visitor's word; its row is loaded after the page. */
function Word(): ReactNode {
  const part = useComing(loadWord)
  if (part.is === 'coming') return null
  if (part.is === 'there') return <part.value.OwnWord window={window} />
  return (
    <li>
      <NotCome {...part} />
    </li>
  )
}
