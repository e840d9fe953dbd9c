import { walletOpened } from '@foyer/core/connection'
import { listedSchemes, safeBase, UnsafeLinkError, walletLink } from '@foyer/core/links'
import { isAndroid, isTelegram, linkTarget, openLink } from '@foyer/core/platform'
import type { ListedWallet } from '@foyer/core/wallets'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useModal } from '../modalContext.js'

/** Where a wallet is that a link opens. */
export type LinkPlatform = 'mobile' | 'desktop' | 'web'

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
  const link = safeLink({ wallet, platform, universal: foyer.options.experimental_preferUniversalLinks })
  const [isOpened, setIsOpened] = useState(false)
  const byItself = useRef(true)
  const open = useCallback(() => {
    if (link === undefined || uri === undefined) return
    const schemes = listedSchemes([wallet])
    const { redirect, href } = walletLink({ link, uri, schemes, isTelegramOnAndroid: isTelegram() && isAndroid() })
    byItself.current = false
    setIsOpened(true)
    walletOpened(foyer, { href })
    openLink({ link: redirect, target: linkTarget({ platform }) })
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

/** The link to open a wallet with: an app's universal one where the host prefers it, else its own. */
function safeLink({
  wallet,
  platform,
  universal,
}: {
  readonly wallet: ListedWallet
  readonly platform: LinkPlatform
  readonly universal: boolean | undefined
}): string | undefined {
  const schemes = listedSchemes([wallet])
  const own = { mobile: wallet.mobile_link, desktop: wallet.desktop_link, web: wallet.webapp_link }[platform]
  const links = universal && platform === 'mobile' ? [wallet.link_mode, own] : [own]
  return links.flatMap((link) => link ?? []).find((link) => isSafe({ link, schemes }))
}

function isSafe(parameters: { readonly link: string; readonly schemes: ReadonlySet<string> }): boolean {
  try {
    return safeBase(parameters) !== ''
  } catch (error) {
    if (error instanceof UnsafeLinkError) return false
    throw error
  }
}
