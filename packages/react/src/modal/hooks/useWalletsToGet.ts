import type { CustomWallet } from '@foyer/core'
import { push } from '@foyer/core/view'
import { linkUrl } from '@foyer/parts'
import { useModal } from '../modalContext.js'
import { storeLinks } from '../storeLinks.js'

/** How many wallets are offered beside the whole list. */
const offered = 4

export interface WalletsToGet {
  readonly wallets: readonly { readonly wallet: CustomWallet; readonly homepage: string | undefined }[]
  readonly choose: (wallet: CustomWallet) => void
}

/** The host's own wallets that can be had somewhere. */
export function useWalletsToGet(): WalletsToGet {
  const { foyer } = useModal()
  return {
    wallets: foyer.options.customWallets
      .filter((wallet) => storeLinks(wallet).length > 0)
      .slice(0, offered)
      .map((wallet) => ({ wallet, homepage: linkUrl(wallet.homepage) })),
    choose: (wallet) => push(foyer, { view: 'Downloads', wallet }),
  }
}
