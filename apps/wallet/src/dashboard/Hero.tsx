import { Skeleton } from '@foyer/parts'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { sayHere } from '../messages/dashboardSentences.js'
import { Accounts } from './Accounts.js'
import type { HoldingsApi } from './holdings.js'
import { NotCome } from './NotCome.js'
import type { Dashboard } from './openDashboard.js'
import type { OpenWallet } from './ownDoors.js'
import { loadPart, useComing } from './useComing.js'

export interface HeroProps {
  readonly dashboard: Pick<Dashboard, 'api'>
  readonly wallet: OpenWallet
}

/** The wallet's accounts and what they hold, where the operator's API says so. */
export function Hero({ dashboard: { api }, wallet: { addresses } }: HeroProps): ReactNode {
  const [held, setHeld] = useState<readonly Held[]>([])
  const hold = useCallback(
    (of: Held) => setHeld((before) => [...before.filter(({ address }) => address !== of.address), of]),
    [],
  )
  return (
    <section className="hero" aria-labelledby="money">
      <h2 id="money">{sayHere('dashboard.money')}</h2>
      {held.length === addresses.length ? <Total of={held} /> : null}
      <Accounts
        addresses={addresses}
        belowOf={
          api &&
          (({ address }, name) => (
            <HeldBy api={api} address={address} label={sayHere('holdings.of', { name })} onHeld={hold} />
          ))
        }
      />
    </section>
  )
}

/** What an account holds, with what draws that. */
const load = async (api: HoldingsApi, address: string, signal: AbortSignal) => {
  const { readHoldings, ...drawn } = await loadPart(import('./HoldingList.js'))
  return { ...drawn, address, holdings: await readHoldings({ api, address, signal }) }
}
type Held = Awaited<ReturnType<typeof load>>

/** What all accounts hold is worth, once all of it is known. */
function Total({ of }: { readonly of: readonly Held[] }): ReactNode {
  const [first] = of
  return first ? <first.Worth holdings={of.flatMap(({ holdings }) => holdings)} /> : null
}

interface HeldByProps {
  readonly api: HoldingsApi
  readonly address: string
  readonly label: string
  readonly onHeld: (held: Held) => void
}

function HeldBy({ api, address, label, onHeld }: HeldByProps): ReactNode {
  const coming = useComing(useCallback((signal: AbortSignal) => load(api, address, signal), [api, address]))
  useEffect(() => {
    if (coming.is === 'there') onHeld(coming.value)
  }, [coming, onHeld])
  if (coming.is === 'coming') return <Skeleton shape="row" />
  if (coming.is === 'failed') return <NotCome {...coming} />
  const { HoldingList, holdings } = coming.value
  return <HoldingList holdings={holdings} label={label} />
}
