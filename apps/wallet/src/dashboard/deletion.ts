import {
  askDeletionCall,
  cancelDeletionCall,
  deletionStateCall,
  finishDeletionCall,
} from '@foyer/custody/deletionCalls'
import { allowDeletionCall, readDeletionCall, stopDeletionCall } from '@foyer/login/loginDeletionCalls'
import { openedWallet } from '../login/sign.js'
import { spokenLanguage } from '../messages/say.js'
import { RefusedError } from '../servers/servers.js'
import type { Dashboard } from './openDashboard.js'

/** A deletion that waits: by its name at the keeper, or as the login server knows it. */
export interface WaitingDeletion {
  readonly deletion: string | null
  /** Seconds since 1970. */
  readonly opensAt: number
}

/**
 * Has both servers delete the wallet after the operator's wait: the login server allows it, shortly after a login, and the keeper begins it.
 * @throws WalletError where either refuses or is away; then nothing waits
 */
export async function askDeletion({ servers, session, store, origin }: Dashboard): Promise<void> {
  const { wallet } = openedWallet(store)
  const language = spokenLanguage()
  await servers.signed(allowDeletionCall, { wallet, language }, { token: await session.token() })
  await servers.signed(askDeletionCall, { wallet, site: origin, language })
}

/** Whether the wallet that is open here waits to be deleted. A keeper that doesn't know this browser, or is away, leaves it to the login server to say. */
export async function waitingDeletion(dashboard: Dashboard, isKnown: boolean): Promise<WaitingDeletion | null> {
  const { servers, session, store } = dashboard
  const { wallet } = openedWallet(store)
  const said = await servers.signed(deletionStateCall, { wallet }).catch(() => undefined)
  if (said?.status === 'held') return said
  if (said && isKnown) return null
  const { opensAt } = await servers.signed(readDeletionCall, { wallet }, { token: await session.token() })
  return opensAt === null ? null : { deletion: null, opensAt }
}

/** Cancels it, at the keeper where that knows this browser, and at the login server: either is enough. */
export async function cancelDeletion(dashboard: Dashboard, { deletion }: WaitingDeletion): Promise<void> {
  const { servers, session, store } = dashboard
  const { wallet } = openedWallet(store)
  const stop = async () => servers.signed(stopDeletionCall, { wallet }, { token: await session.token() })
  if (deletion === null) return stop()
  await servers.signed(cancelDeletionCall, { deletion })
  // It is cancelled: what the login server still says of it is over with its wait.
  await stop().catch((error: unknown) => {
    if (!(error instanceof RefusedError)) throw error
  })
}

/**
 * Forgets the wallet that this browser keeps, where the keeper says that it was deleted, and takes that word to the login server, which may not have it yet.
 * @returns whether it was
 */
export async function forgetDeleted({ servers, store }: Dashboard): Promise<boolean> {
  const { wallet: kept } = store.get()
  if (!kept) return false
  const said = await servers.signed(deletionStateCall, { wallet: kept.wallet }).catch(() => undefined)
  if (said?.status !== 'deleted') return false
  // The keeper tells it until it has heard: nothing hangs on this page.
  await servers.plain(finishDeletionCall, { receipt: said.receipt }).catch(console.warn)
  await store.set({ wallet: null, user: null, ceremony: null, change: null, refreshToken: null })
  return true
}
