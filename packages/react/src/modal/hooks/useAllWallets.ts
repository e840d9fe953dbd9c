import { currentRoute } from '@foyer/core'
import { contextOf, type KeptPlace, type ListPlace, listPlace } from '@foyer/core/internal'
import { isMobile } from '@foyer/core/platform'
import { push } from '@foyer/core/view'
import { isInAppBrowser, type ListedWallet } from '@foyer/core/wallets'
import { useCallback, useMemo, useState } from 'react'
import { useAsked, useWalletList, type WalletList } from '../../headless/wallets.js'
import { useChooseWallet } from '../ConnectView.js'
import { useModal } from '../modalContext.js'

export interface AllWallets {
  readonly search: string
  readonly setSearch: (search: string) => void
  readonly certified: boolean
  readonly setCertified: (certified: boolean) => void
  /** Only some were asked for. */
  readonly narrowed: boolean
  /** Takes back what narrows the list. */
  readonly showAll: () => void
  readonly list: WalletList
  /** Names the list: another one begins at its top. */
  readonly question: string
  /** The list's first scroll offset, in CSS pixels: where the visitor left it. */
  readonly startAt: number
  readonly onScrolled: (top: number) => void
  /** Returns the wallet by which the visitor left, where they come back. */
  readonly chosen: () => ListPlace['chosen']
  readonly choose: (wallet: ListedWallet) => void
  /** Offers the code that any wallet can scan; on phones, where no row does, but in no wallet's own browser. */
  readonly scan: (() => void) | undefined
}

/** Every wallet of the directory by pages, or those that the visitor looks for [S2.3]. */
export function useAllWallets(): AllWallets {
  const { foyer, state } = useModal()
  const { read, keep } = useListPlace()
  const [typed, setTyped] = useState(() => read().search)
  const [certified, setBadge] = useState(() => read().certified)
  const narrow = (change: { readonly search?: string; readonly certified?: boolean }) => {
    keep({ ...change, scrolled: undefined, chosen: undefined })
    if (change.search !== undefined) setTyped(change.search)
    if (change.certified !== undefined) setBadge(change.certified)
  }
  const asked = useAsked({ search: typed, certified })
  const list = useWalletList(asked, { found: read().found, onFound: (found) => keep({ found }) })
  const lead = useChooseWallet()
  const question = `${certified} ${asked?.search ?? ''}`
  const { scrolled } = read()
  const scan = () => {
    keep({ chosen: 'scan' })
    push(foyer, { view: 'ConnectingWalletConnect' })
  }
  return {
    search: typed,
    setSearch: (next) => narrow({ search: next }),
    certified,
    setCertified(only) {
      narrow({ certified: only })
      if (only) contextOf(foyer).update(() => ({ snackbar: { variant: 'success', message: 'wallets.certifiedOnly' } }))
    },
    narrowed: asked !== undefined,
    showAll: () => narrow({ search: '', certified: false }),
    list,
    question,
    startAt: scrolled?.question === question ? scrolled.top : 0,
    onScrolled: (top) => keep({ scrolled: { question, top } }),
    chosen: () => read().chosen,
    choose: useCallback(
      (wallet) => {
        keep({ chosen: { walletId: wallet.id } })
        lead(wallet)
      },
      [keep, lead],
    ),
    scan: isMobile() && !isInAppBrowser(state) ? scan : undefined,
  }
}

/** The place of the shown entry. */
function useListPlace(): KeptPlace {
  const { foyer, state } = useModal()
  const [entry] = useState(() => currentRoute(state.view))
  return useMemo(() => listPlace(foyer, entry), [foyer, entry])
}
