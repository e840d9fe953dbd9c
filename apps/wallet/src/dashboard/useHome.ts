import { useCallback, useEffect, useState } from 'react'
import { WalletError } from '../errors.js'
import { sentenceHere } from '../failures/failures.js'
import { forgetDeleted, type WaitingDeletion, waitingDeletion } from './deletion.js'
import type { Dashboard } from './openDashboard.js'
import { forgetPart, type OpenWallet, readOpenWallet } from './ownDoors.js'
import { type OpenChange, pendingChange } from './PendingChange.js'
import { hasMail } from './Security.js'

/** The wallet that is open here, and what will become of it. */
export interface AtHome {
  readonly wallet: OpenWallet
  readonly waiting: WaitingDeletion | null
  readonly change: OpenChange | null
}

/** The errand that is done on a page of its own. */
export type Errand = 'passkey' | 'paper' | 'close' | 'delete'

type Shown =
  | { readonly is: 'opening' }
  | { readonly is: 'signedOut' }
  | { readonly is: 'deleted' }
  | { readonly is: 'failed'; readonly sentence: string }
  | ({ readonly is: 'home' | Errand } & AtHome)

export interface HomeParameters {
  readonly dashboard: Dashboard
  /** Whether the keeper knows this browser. */
  readonly isKnown: boolean
}

export interface HomeState {
  readonly shown: Shown
  /** Reads the wallet anew, and shows it. */
  readonly read: () => Promise<void>
  readonly begin: (errand: Errand) => void
  readonly signOut: () => Promise<void>
}

/**
 * Returns the page's state where no other device asks for anything: the wallet once it is open here, or one thing that
 * its owner does with it.
 */
export function useHome({ dashboard, isKnown }: HomeParameters): HomeState {
  const [shown, setShown] = useState<Shown>({ is: 'opening' })
  const read = useCallback(() => readHome({ dashboard, isKnown, show: setShown }), [dashboard, isKnown])
  useEffect(() => void read(), [read])
  return {
    shown,
    read,
    begin: (errand) => setShown((before) => ('wallet' in before ? { ...before, is: errand } : before)),
    async signOut() {
      await dashboard.session.end()
      setShown({ is: 'signedOut' })
    },
  }
}

interface ReadHome extends HomeParameters {
  readonly show: (shown: Shown) => void
}

async function readHome({ dashboard, isKnown, show }: ReadHome): Promise<void> {
  try {
    const { wallet: kept, user } = dashboard.store.get()
    if (!kept || !user) {
      show({ is: 'signedOut' })
      if (await forgetDeleted(dashboard)) show({ is: 'deleted' })
      return
    }
    const [wallet, waiting, change] = await Promise.all([
      readOpenWallet(dashboard),
      waitingDeletion(dashboard, isKnown),
      pendingChange(dashboard),
    ])
    // What was begun when the way by mail was closed is ended; a keeper that is away is asked the next time.
    if (!hasMail(wallet) && isKnown) await forgetPart(dashboard).catch(console.warn)
    show({ is: 'home', wallet, waiting, change })
  } catch (error) {
    // The sessions of a wallet that was deleted are over.
    if (await forgetDeleted(dashboard)) return show({ is: 'deleted' })
    const isOver = error instanceof WalletError && error.sentence === 'error.signedOut'
    show(isOver ? { is: 'signedOut' } : { is: 'failed', sentence: sentenceHere(error) })
  }
}
