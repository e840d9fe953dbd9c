import { currentRoute, type Foyer } from '@foyer/core'
import { contextOf } from '@foyer/core/internal'
import { push } from '@foyer/core/view'
import { type ChosenWallet, followChoice } from '@foyer/core/wallets'
import { useCallback } from 'react'
import { useModal } from '../modalContext.js'

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

/** Where the visitor is: another place after every step. */
function placeOf({ store }: Foyer): unknown {
  const { view } = store.getState()
  return view.open ? currentRoute(view) : undefined
}
