import type { Route, WalletFeature } from '@foyer/core'
import type { PlainSentenceKey } from '@foyer/core/messages'
import type { ComponentType } from 'react'
import { useWalletFeatures } from '../../headless/walletFeatures.js'

/** What a visitor can do with an account, and the view that does it. */
export interface AccountFeature {
  readonly feature: WalletFeature
  readonly route: Route
  readonly icon: ComponentType
  readonly label: PlainSentenceKey
  /** How it brings coins to an account that has none yet. */
  readonly funds?:
    | { readonly label: PlainSentenceKey; readonly text: PlainSentenceKey; readonly tag?: PlainSentenceKey | undefined }
    | undefined
}

/** The buttons of Account, one line each. In which order they stand, and which, the host and the wallet decide. */
export const accountFeatures: readonly AccountFeature[] = []

/** Those of a table that the account can do, in the host's order. */
export function useAccountFeatures(table: readonly AccountFeature[] = accountFeatures): readonly AccountFeature[] {
  const offered = useWalletFeatures()
  return offered.flatMap((feature) => table.filter((line) => line.feature === feature))
}
