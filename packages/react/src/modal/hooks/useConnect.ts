import { contextOf } from '@foyer/core/internal'
import { isMobile } from '@foyer/core/platform'
import { push } from '@foyer/core/view'
import {
  type AllWalletsRow,
  allWalletsRow,
  type ConnectRow,
  comingRows,
  connectRows,
  directoryRows,
  type WalletRow,
} from '@foyer/core/wallets'
import { useModal } from '../modalContext.js'
import { useChooseWallet } from './useChooseWallet.js'
import { useDirectory } from './useDirectory.js'
import { useElapsed } from './useElapsed.js'
import { useGetWallet } from './useGetWallet.js'

/** How long wallets have to announce themselves before it's said that there is none. */
const announcementMs = 300

export interface Connect {
  readonly rows: readonly ConnectRow[]
  /** The row that leads to all wallets, where there is one. */
  readonly all: AllWalletsRow | undefined
  /** `looking`: wallets may still announce themselves. */
  readonly phase: 'looking' | 'found' | 'none'
  readonly choose: (row: WalletRow) => void
  readonly chooseAll: () => void
  readonly getWallet: () => void
}

/** The ways to connect that there are, and what choosing one does. */
export function useConnect(): Connect {
  const { foyer, state } = useModal()
  const { options } = foyer
  const context = contextOf(foyer)
  const known = useDirectory()
  const mobile = isMobile()
  const directory = known.status === 'loading' ? comingRows({ state, options }) : directoryRows({ foyer, ...known })
  const rows = connectRows({ state, options, mobile, directory: { excluded: known.excluded, rows: directory } })
  const all = context.api || mobile ? allWalletsRow({ state, options, directory: known, mobile }) : undefined
  const waited = useElapsed({ clock: context.clock, ms: announcementMs })
  return {
    rows,
    all,
    phase: rows.length > 0 || all ? 'found' : state.started && waited ? 'none' : 'looking',
    choose: useChooseWallet(),
    chooseAll() {
      context.track({ event: 'CLICK_ALL_WALLETS' })
      push(foyer, { view: 'AllWallets' })
    },
    getWallet: useGetWallet(),
  }
}
