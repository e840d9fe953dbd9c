import { isMobile } from '@foyer/core/platform'
import { installedAs, type ListedWallet, type WalletPlatform, walletPlatforms } from '@foyer/core/wallets'
import { useState } from 'react'
import { useModal } from '../modalContext.js'

export interface Platforms {
  /** The ways by which the wallet can be reached, the usual one first. */
  readonly platforms: readonly WalletPlatform[]
  readonly platform: WalletPlatform
  readonly choose: (platform: WalletPlatform) => void
  /** The connector of the wallet in the page, for `browser`. */
  readonly connectorId: string | undefined
}

/** Where a wallet can be reached from here, and which way is taken. */
export function usePlatforms({ wallet }: { readonly wallet: ListedWallet | undefined }): Platforms {
  const { foyer, state } = useModal()
  const [chosen, choose] = useState<WalletPlatform>()
  const { connectors } = state
  const mobile = isMobile()
  // In a wallet's own browser a code would be for another phone: the wallet around the page is meant.
  const around = mobile ? connectors.find(({ type }) => type === 'INJECTED' || type === 'ANNOUNCED') : undefined
  const inPage = wallet ? installedAs(wallet, connectors) : around
  const ways = walletPlatforms({ wallet, connectors, mobile, hasAdapters: foyer.context.adapters.size > 0 })
  const platforms: readonly WalletPlatform[] = !wallet && inPage ? ['browser'] : ways
  const platform = platforms.find((each) => each === chosen) ?? platforms[0] ?? 'qrcode'
  return { platforms, platform, choose, connectorId: inPage?.id }
}
