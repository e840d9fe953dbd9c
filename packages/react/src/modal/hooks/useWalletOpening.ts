import type { ListedWallet } from '@foyer/core/wallets'
import { useCallback, useEffect, useRef, useState } from 'react'
import { appLink, type LinkPlatform, openWallet } from '../../headless/pairing.js'
import { useModal } from '../modalContext.js'

export interface WalletOpening {
  /** Hands the pairing over by the wallet's link; undefined where none is safe to open [F29]. */
  readonly open: (() => void) | undefined
  /** It was opened, and is waited for. */
  readonly isOpened: boolean
  /** Lets the next pairing open the wallet by itself once more. */
  readonly renew: () => void
}

/**
 * Opens a wallet by its link. An app is opened by itself once its pairing is there, in the wake of the press that led here; a web page would be
 * held for a pop-up, and waits for a press of its own.
 */
export function useWalletOpening({
  wallet,
  platform,
  uri,
}: {
  readonly wallet: ListedWallet
  readonly platform: LinkPlatform
  readonly uri: string | undefined
}): WalletOpening {
  const { foyer } = useModal()
  const link = appLink({ wallet, platform, universal: foyer.options.experimental_preferUniversalLinks })
  const [isOpened, setIsOpened] = useState(false)
  const byItself = useRef(true)
  const open = useCallback(() => {
    if (link === undefined || uri === undefined) return
    byItself.current = false
    setIsOpened(true)
    openWallet({ foyer, wallet, link, uri, platform })
  }, [link, uri, wallet, platform, foyer])
  useEffect(() => {
    if (platform !== 'web' && byItself.current) open()
  }, [platform, open])
  const renew = () => {
    byItself.current = true
    setIsOpened(false)
  }
  return { open: link === undefined ? undefined : open, isOpened, renew }
}
