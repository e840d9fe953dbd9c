import { contextOf } from '@foyer/core/internal'
import { push } from '@foyer/core/view'
import type { WalletRow } from '@foyer/core/wallets'
import { type ConnectRows, useRows } from '../../headless/connectRows.js'
import { useModal } from '../modalContext.js'
import { useChooseWallet } from './useChooseWallet.js'

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
