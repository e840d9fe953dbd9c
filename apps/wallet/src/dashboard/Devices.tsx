import { encodeBytes } from '@foyer/custody/bytes'
import { exportPublicKey } from '@foyer/custody/sealedBox'
import { BrowserIcon, Button, Tag } from '@foyer/parts'
import { type ReactNode, useEffect, useState } from 'react'
import { ArmedLinkButton } from '../arming/ArmedButton.js'
import { useWork } from '../failures/useWork.js'
import { sayHere } from '../messages/dashboardSentences.js'
import { timeOf } from '../messages/say.js'
import { Failure } from '../views/Failure.js'
import { Thing } from '../views/Thing.js'
import type { Dashboard } from './openDashboard.js'
import { type ListedDevice, listDevices, removeDevice } from './ownDoors.js'

export interface DevicesProps {
  readonly dashboard: Dashboard
  readonly isKnown: boolean
  /** Looks for what another device asks for. */
  readonly onLook: () => void
}

/** Lists where the wallet is open, on its own page and at sites: each can be ended. */
export function Devices({ dashboard, isKnown, onLook }: DevicesProps): ReactNode {
  const [devices, setDevices] = useState<readonly ListedDevice[]>([])
  const [own, setOwn] = useState('')
  const { isBusy, failure, act } = useWork()
  const read = async () => {
    const key = await exportPublicKey(dashboard.store.get().keys.publicKey)
    setDevices(await listDevices(dashboard))
    setOwn(encodeBytes(key))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once; what is changed here is read anew where it is
  useEffect(() => act(read), [dashboard])
  const remove = (device: string) =>
    act(async () => {
      await removeDevice(dashboard, device)
      await read()
    })
  const rows = { own, isBusy, onRemove: remove }
  const [here, sites] = [true, false].map((isOwn) =>
    devices.filter(({ site }) => (site === dashboard.origin) === isOwn),
  )
  return (
    <>
      <section className="panel" aria-labelledby="devices">
        <h2 id="devices">{sayHere('devices.title')}</h2>
        <Listed {...rows} devices={here} nameOf={({ browser }) => browser} aboutOf={() => sayHere('devices.own')} />
        <Failure>{failure}</Failure>
        <Ask isKnown={isKnown} onLook={onLook} />
      </section>
      <section className="panel" aria-labelledby="sites">
        <h2 id="sites">{sayHere('sites.title')}</h2>
        <p className="lead">{sayHere(sites?.length === 0 ? 'sites.none' : 'sites.say')}</p>
        <Listed {...rows} devices={bySite(sites)} nameOf={hostOf} aboutOf={({ browser }) => browser} />
      </section>
    </>
  )
}

const hostOf = ({ site }: ListedDevice): string => new URL(site).host

/** The browsers of one site stand together, the one that was seen last first. */
function bySite(devices: readonly ListedDevice[] = []): readonly ListedDevice[] {
  const sites = [...new Set(devices.map(({ site }) => site))]
  return [...devices].sort((one, other) => sites.indexOf(one.site) - sites.indexOf(other.site))
}

interface ListedProps {
  readonly devices: readonly ListedDevice[] | undefined
  /** The key of this browser here. */
  readonly own: string
  readonly isBusy: boolean
  readonly nameOf: (device: ListedDevice) => string
  readonly aboutOf: (device: ListedDevice) => string
  readonly onRemove: (device: string) => void
}

function Listed({ devices = [], own, isBusy, nameOf, aboutOf, onRemove }: ListedProps): ReactNode {
  if (devices.length === 0) return null
  return (
    <ul className="things">
      {devices.map((each) => (
        <Thing
          key={each.device}
          icon={<BrowserIcon />}
          name={nameOf(each)}
          about={`${aboutOf(each)} · ${sayHere('devices.seen', { when: timeOf(each.lastSeen) })}`}
          end={
            each.device === own ? (
              <Tag variant="success">{sayHere('devices.this')}</Tag>
            ) : (
              <ArmedLinkButton
                disabled={isBusy}
                aria-label={sayHere('devices.removeOf', { browser: nameOf(each), site: aboutOf(each) })}
                onClick={() => onRemove(each.device)}
              >
                {sayHere('devices.remove')}
              </ArmedLinkButton>
            )
          }
        />
      ))}
    </ul>
  )
}

/** The way to what another device asks for. */
export function Ask({ isKnown, onLook }: Pick<DevicesProps, 'isKnown' | 'onLook'>): ReactNode {
  return (
    <div className="ask">
      <p className="name">{sayHere('devices.ask')}</p>
      <p className="small">{sayHere(isKnown ? 'devices.askSay' : 'devices.unknownSay')}</p>
      <Button variant="quiet" size="sm" onClick={onLook}>
        {sayHere('devices.again')}
      </Button>
    </div>
  )
}
