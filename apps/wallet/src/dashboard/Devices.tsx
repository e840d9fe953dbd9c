import { encodeBytes, exportPublicKey } from '@foyer/embedded/custody'
import { BrowserIcon, Button, LinkButton, Tag } from '@foyer/parts'
import { type ReactNode, useEffect, useState } from 'react'
import { sayHere } from '../messages/dashboardSentences.js'
import { timeOf } from '../messages/say.js'
import type { Dashboard } from './openDashboard.js'
import { type ListedDevice, listDevices, removeDevice } from './ownDoors.js'
import { Thing } from './Security.js'
import { useWork } from './useWork.js'

export interface DevicesProps {
  readonly dashboard: Dashboard
  readonly isKnown: boolean
  /** Looks for what another device asks for. */
  readonly onLook: () => void
}

/** Where the wallet is open: each can be ended. */
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
  return (
    <section className="panel" aria-labelledby="devices">
      <h2 id="devices">{sayHere('devices.title')}</h2>
      <ul className="things">
        {devices.map(({ device, site, browser, lastSeen }) => {
          const at = site === dashboard.origin ? sayHere('devices.own') : new URL(site).host
          const seen = sayHere('devices.seen', { when: timeOf(lastSeen) })
          return (
            <Thing
              key={device}
              icon={<BrowserIcon />}
              name={browser}
              about={`${at} · ${seen}`}
              end={
                device === own ? (
                  <Tag variant="success">{sayHere('devices.this')}</Tag>
                ) : (
                  <LinkButton
                    disabled={isBusy}
                    aria-label={sayHere('devices.removeOf', { browser, site: at })}
                    onClick={() => remove(device)}
                  >
                    {sayHere('devices.remove')}
                  </LinkButton>
                )
              }
            />
          )
        })}
      </ul>
      {failure ? (
        <p className="failure" role="alert">
          {failure}
        </p>
      ) : null}
      <Ask isKnown={isKnown} onLook={onLook} />
    </section>
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
