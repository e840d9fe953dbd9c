import { contextOf } from '@foyer/core/internal'
import { choosePlatform, type ShownPlatforms, shownPlatforms } from '@foyer/core/view'
import type { ListedWallet, WalletPlatform } from '@foyer/core/wallets'
import { useCallback } from 'react'
import { useModal } from '../modalContext.js'

export interface Platforms extends ShownPlatforms {
  readonly choose: (platform: WalletPlatform) => void
}

/** Where a wallet can be reached from here, and which way is taken. */
export function usePlatforms({ wallet }: { readonly wallet: ListedWallet | undefined }): Platforms {
  const { foyer, state } = useModal()
  const choose = useCallback((platform: WalletPlatform) => choosePlatform(foyer, platform), [foyer])
  return { ...shownPlatforms({ kit: contextOf(foyer), state, wallet }), choose }
}
