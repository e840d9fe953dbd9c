import { currentRoute, type Foyer } from '@foyer/core'
import { contextOf } from '@foyer/core/internal'
import { push } from '@foyer/core/view'
import { chooseWallet, type ListedWallet, type WalletRow } from '@foyer/core/wallets'
import { useCallback } from 'react'
import { shownName } from '../../headless/walletNames.js'
import { useModal } from '../modalContext.js'

/** Leads to the chosen wallet, unless the visitor has gone elsewhere by the time it's known where that is. */
export function useChooseWallet(): (chosen: WalletRow | ListedWallet) => void {
  const { foyer } = useModal()
  return useCallback(
    (chosen) => {
      const { report, track } = contextOf(foyer)
      track({ event: 'SELECT_WALLET', properties: { name: shownName(chosen.name), platform: 'browser' } })
      const here = placeOf(foyer)
      chooseWallet(foyer, chosen)
        .then(async ({ route, link }) => {
          if (placeOf(foyer) !== here) return
          push(foyer, route)
          if (link === undefined) return
          const { openWalletLink } = await import('../views/viewsCode.js')
          openWalletLink(link)
        })
        .catch(report)
    },
    [foyer],
  )
}

/** Where the visitor is: another place after every step. */
function placeOf({ store }: Foyer): unknown {
  const { view } = store.getState()
  return view.open ? currentRoute(view) : undefined
}
