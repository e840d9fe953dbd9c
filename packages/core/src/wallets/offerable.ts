import type { FoyerContext } from '../foyer.js'
import { isMobile } from '../platform/isMobile.js'
import type { Wallet } from '../wire/wallet.js'
import { coreBuildExcludes } from '../wire/walletsQuery.js'
import { isExcluded } from './isExcluded.js'

/** Those of a list that can be offered here: none that is excluded, and on a phone only what can be opened there. */
export function offerable(
  { options, store }: Pick<FoyerContext, 'options' | 'store'>,
  listed: readonly Wallet[],
): Wallet[] {
  const mobile = isMobile()
  const [solanaOnly, always] = coreBuildExcludes
  const opens = ({ id, mobile_link }: Wallet) =>
    !!mobile_link || id === always || (id === solanaOnly && store.getState().family === 'solana')
  return listed.filter((wallet) => !isExcluded(wallet, options.excludeWalletIds) && (!mobile || opens(wallet)))
}
