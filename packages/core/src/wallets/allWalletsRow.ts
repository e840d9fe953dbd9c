import type { ResolvedOptions } from '../config/options.js'
import type { FoyerState } from '../store/state.js'
import type { DirectoryState } from './directoryState.js'

/** The row that leads to all wallets. */
export interface AllWalletsRow {
  /** How many there are: exact below ten, else as full tens with a `+` for what is beyond. Undefined while it isn't known. */
  readonly count: string | undefined
  readonly loading: boolean
}

/** Whether the row that leads to all wallets is shown, and what it says; undefined where it isn't. */
export function allWalletsRow({
  state: { connectors },
  options: { allWallets, enableWallets },
  directory: { status, count },
  mobile,
}: {
  readonly state: Pick<FoyerState, 'connectors'>
  readonly options: Pick<ResolvedOptions, 'allWallets' | 'enableWallets'>
  readonly directory: Pick<DirectoryState, 'status' | 'count'>
  readonly mobile: boolean
}): AllWalletsRow | undefined {
  const wanted = allWallets === 'ONLY_MOBILE' ? mobile : allWallets !== 'HIDE'
  if (!enableWallets || !wanted || !connectors.some(({ type }) => type === 'WALLET_CONNECT')) return undefined
  return { count: count > 0 ? shownCount(count) : undefined, loading: status === 'loading' }
}

function shownCount(count: number): string {
  const over = count < 10 ? 0 : count % 10
  return `${count - over}${over > 0 ? '+' : ''}`
}
