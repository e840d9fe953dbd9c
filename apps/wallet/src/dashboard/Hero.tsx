import { Skeleton } from '@foyer/parts'
import { type ReactNode, useCallback } from 'react'
import { sayHere } from '../messages/dashboardSentences.js'
import { Accounts } from './Accounts.js'
import { NotCome } from './NotCome.js'
import type { Dashboard } from './openDashboard.js'
import type { OpenWallet } from './ownDoors.js'
import { type Coming, loadPart, useComing } from './useComing.js'

export interface HeroProps {
  readonly dashboard: Pick<Dashboard, 'api'>
  readonly wallet: OpenWallet
}

/** The wallet's accounts and what they hold, where the operator's API says so. */
export function Hero({ dashboard, wallet }: HeroProps): ReactNode {
  const { api } = dashboard
  const { addresses } = wallet
  const held = {
    eip155: useHoldings(api, addresses.eip155),
    solana: useHoldings(api, addresses.solana),
  }
  return (
    <section className="hero" aria-labelledby="money">
      <h2 id="money">{sayHere('dashboard.money')}</h2>
      {api ? <Total of={Object.values(held)} /> : null}
      <Accounts
        addresses={addresses}
        belowOf={api && ((family, name) => <HeldBy coming={held[family]} label={sayHere('holdings.of', { name })} />)}
      />
    </section>
  )
}

/** What an account holds, with what draws that. */
const load = async (api: Dashboard['api'], address: string, signal: AbortSignal) => {
  if (!api) return undefined
  const { readHoldings, ...drawn } = await loadPart(import('./HoldingList.js'))
  return { ...drawn, holdings: await readHoldings({ api, address, signal }) }
}
type Held = Coming<Awaited<ReturnType<typeof load>>>

function useHoldings(api: Dashboard['api'], address: string): Held {
  return useComing(useCallback((signal: AbortSignal) => load(api, address, signal), [api, address]))
}

/** What all accounts hold is worth, once all of it is known. */
function Total({ of }: { readonly of: readonly Held[] }): ReactNode {
  const there = of.flatMap((each) => (each.is === 'there' && each.value ? [each.value] : []))
  const [first] = there
  if (!first || there.length < of.length) return null
  return <first.Worth holdings={there.flatMap(({ holdings }) => holdings)} />
}

function HeldBy({ coming, label }: { readonly coming: Held; readonly label: string }): ReactNode {
  if (coming.is === 'coming') return <Skeleton shape="row" />
  if (coming.is === 'failed') return <NotCome {...coming} />
  if (!coming.value) return null
  const { HoldingList, holdings } = coming.value
  return <HoldingList holdings={holdings} label={label} />
}
