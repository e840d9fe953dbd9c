import { currentRoute, type Foyer } from '@foyer/core'
import { contextOf } from '@foyer/core/internal'
import { push } from '@foyer/core/view'
import { type ChosenWallet, followChoice } from '@foyer/core/wallets'
import { Button } from '@foyer/parts'
import { type ReactNode, useCallback } from 'react'
import { type ConnectRows, useRows } from '../headless/connectRows.js'
import { Agreement, LegalNote } from './Legal.js'
import { useModal } from './modalContext.js'
import { ViewSkeleton, ViewSlot } from './ViewSlot.js'
import { WalletRows, type WalletRowsProps } from './WalletRows.js'

/** Choose a way to connect [S2.1], or get a first wallet. */
export function ConnectView(): ReactNode {
  const { say, views } = useModal()
  const connect = useConnect()
  const { phase, getWallet } = connect
  if (phase === 'looking') return <ViewSkeleton label={say('shell.loading')} />
  if (phase === 'none') return <ViewSlot piece={views.noWallet}>{(NoWallet) => <NoWallet />}</ViewSlot>
  return (
    <>
      <Agreement />
      <WalletRows {...connect} />
      <Button variant="text" partName="get-wallet" onClick={getWallet}>
        {say('connect.getWallet')}
      </Button>
      <LegalNote />
    </>
  )
}

export interface Connect extends ConnectRows, WalletRowsProps {
  readonly getWallet: () => void
}

/** The ways to connect that there are, and the view that choosing one leads to. */
export function useConnect(): Connect {
  const { foyer } = useModal()
  return {
    ...useRows(),
    choose: useChooseWallet(),
    chooseAll() {
      contextOf(foyer).track({ event: 'CLICK_ALL_WALLETS' })
      push(foyer, { view: 'AllWallets' })
    },
    getWallet: useGetWallet(),
  }
}

/** Leads to where a first wallet can be had. */
export function useGetWallet(): () => void {
  const { foyer } = useModal()
  return () => {
    contextOf(foyer).track({ event: 'CLICK_GET_WALLET' })
    push(foyer, { view: 'GetWallet' })
  }
}

/** Leads to the chosen wallet, unless the visitor has gone elsewhere by the time it's known where that is. */
export function useChooseWallet(): (chosen: ChosenWallet) => void {
  const { foyer } = useModal()
  return useCallback(
    (chosen) => {
      const here = placeOf(foyer)
      const isHere = () => placeOf(foyer) === here
      followChoice(foyer, { chosen, lead: (route) => isHere() && push(foyer, route) }).catch(contextOf(foyer).report)
    },
    [foyer],
  )
}

/** Returns the visitor's place: another one after every step. */
function placeOf({ store }: Foyer): unknown {
  const { view } = store.getState()
  return view.open ? currentRoute(view) : undefined
}
