import type { Foyer } from '@foyer/core'
import { contextOf, loginConnector, needsWindow, openAtPress } from '@foyer/core/internal'
import { isRefusedHere } from '../headless/inAppBrowser.js'
import { isSocial, type WalletName } from './walletNames.js'

/**
 * Opens the window that a press on a wallet's button needs, before the modal's code is asked for: a browser forgets the press while that comes.
 *
 * @returns null where the browser opens none; undefined where none is needed, or its provider would let no one log in there
 */
export function windowOfPress(foyer: Foyer, wallet: WalletName): Window | null | undefined {
  if (!isSocial(wallet) || isRefusedHere(wallet, window)) return undefined
  const login = { method: 'social', provider: wallet } as const
  const isOffered = loginConnector(contextOf(foyer), foyer.store.getState(), login) !== undefined
  return isOffered && needsWindow(login) ? openAtPress() : undefined
}
