import type { WalletAddresses } from '@foyer/login/loginCalls'
import { Skeleton } from '@foyer/parts'
import { type ReactNode, useCallback } from 'react'
import { sayHere } from '../messages/dashboardSentences.js'
import { Accounts } from './Accounts.js'
import type { HoldingsApi } from './holdings.js'
import { NotCome } from './NotCome.js'
import type { Dashboard } from './openDashboard.js'
import type { OpenWallet } from './ownDoors.js'
import { type Coming, loadPart, useComingOfEach } from './useComing.js'

export interface HeroProps {
  readonly dashboard: Pick<Dashboard, 'api'>
  readonly wallet: OpenWallet
}

/** The wallet's accounts and what they hold, where the operator's API says so. */
export function Hero({ dashboard: { api }, wallet: { addresses } }: HeroProps): ReactNode {
  return (
    <section className="hero" aria-labelledby="money">
      <h2 id="money">{sayHere('dashboard.money')}</h2>
      {api ? <Held api={api} addresses={addresses} /> : <Accounts addresses={addresses} />}
    </section>
  )
}

type OwnAccount = WalletAddresses[number]

/** Two families may have the same address. */
const keyOf = ({ family, address }: OwnAccount): string => `${family}:${address}`

interface HeldProps {
  readonly api: HoldingsApi
  readonly addresses: WalletAddresses
}

/** Below each account what it holds as soon as that is known; above them what all hold is worth, once all of it is. */
function Held({ api, addresses }: HeldProps): ReactNode {
  const read = useCallback((account: OwnAccount, signal: AbortSignal) => load(api, account, signal), [api])
  const comings = useComingOfEach({ all: addresses, keyOf, read })
  const come = comings.flatMap((each) => (each.is === 'there' ? each.value : []))
  const [first] = come
  return (
    <>
      {first && come.length === addresses.length ? (
        <first.Worth holdings={come.flatMap(({ holdings }) => holdings)} />
      ) : null}
      <Accounts
        addresses={addresses}
        belowOf={(account, name) => (
          <HeldBy coming={comings[addresses.indexOf(account)]} label={sayHere('holdings.of', { name })} />
        )}
      />
    </>
  )
}

/** Reads an account's holdings, and loads what draws them. */
const load = async (api: HoldingsApi, account: OwnAccount, signal: AbortSignal) => {
  const { readHoldings, ...drawn } = await loadPart(import('./HoldingList.js'))
  return { ...drawn, holdings: await readHoldings({ api, account, signal }) }
}

interface HeldByProps {
  readonly coming: Coming<Awaited<ReturnType<typeof load>>> | undefined
  readonly label: string
}

function HeldBy({ coming, label }: HeldByProps): ReactNode {
  if (!coming || coming.is === 'coming') return <Skeleton shape="row" />
  if (coming.is === 'failed') return <NotCome {...coming} />
  const { HoldingList, holdings } = coming.value
  return <HoldingList holdings={holdings} label={label} />
}
