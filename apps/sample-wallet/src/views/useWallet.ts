import { useSyncExternalStore } from 'react'
import type { Wallet } from '../wallet/createWallet.js'
import type { WalletState } from '../wallet/state.js'

/** What the wallet shows, as it changes. */
export const useWallet = (wallet: Wallet): WalletState => useSyncExternalStore(wallet.listen, wallet.state)
