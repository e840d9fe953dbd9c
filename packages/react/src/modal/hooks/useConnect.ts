import { push } from '@foyer/core/view'
import { type ConnectRow, connectRows } from '@foyer/core/wallets'
import { useModal } from '../modalContext.js'
import { shownName } from '../shownName.js'
import { walletOf } from '../walletOf.js'
import { useElapsed } from './useElapsed.js'
import { useGetWallet } from './useGetWallet.js'

/** How long wallets have to announce themselves before it's said that there is none. */
const announcementMs = 300

export interface Connect {
  readonly rows: readonly ConnectRow[]
  /** `looking`: wallets may still announce themselves. */
  readonly phase: 'looking' | 'found' | 'none'
  readonly choose: (row: ConnectRow) => void
  readonly getWallet: () => void
  readonly termsUrl: string | undefined
  readonly privacyUrl: string | undefined
}

/** The ways to connect that there are, and what choosing one does. */
export function useConnect(): Connect {
  const { foyer, state } = useModal()
  const { options, context } = foyer
  const rows = connectRows({ state, options })
  const waited = useElapsed({ clock: context.clock, ms: announcementMs })
  const getWallet = useGetWallet()
  return {
    rows,
    phase: rows.length > 0 ? 'found' : state.started && waited ? 'none' : 'looking',
    getWallet,
    choose(row) {
      context.track({ event: 'SELECT_WALLET', properties: { name: shownName(row.name), platform: 'browser' } })
      if (row.kind === 'connector') return push(foyer, { view: 'ConnectingExternal', connectorId: row.connectorId })
      const wallet = walletOf({ id: row.wallet.id, state, foyer })?.custom
      if (wallet) return push(foyer, { view: 'Downloads', wallet })
      return getWallet()
    },
    termsUrl: options.termsConditionsUrl,
    privacyUrl: options.privacyPolicyUrl,
  }
}
