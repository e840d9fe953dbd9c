import { currentRoute, type Foyer } from '@foyer/core'
import { contextOf } from '@foyer/core/internal'
import { push } from '@foyer/core/view'
import { type ChosenWallet, followChoice, type WalletRow } from '@foyer/core/wallets'
import { useCallback } from 'react'
import { type ConnectRows, useRows } from '../../headless/connectRows.js'
import { useModal } from '../modalContext.js'

export interface Connect extends ConnectRows {
  readonly choose: (row: WalletRow) => void
  readonly chooseAll: () => void
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
