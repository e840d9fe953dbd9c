import { displayQuantity } from '@foyer/core/chain'
import type { WalletNetwork } from '@foyer/core/words'
import type { WalletFamily } from '@foyer/signing'
import { useEffect, useState } from 'react'

export interface BalanceParameters {
  readonly family: WalletFamily | undefined
  readonly network: WalletNetwork | undefined
  readonly address: string | undefined
  /** Changes when it may have changed. */
  readonly occasion: unknown
}

export type ShownBalance =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly amount: string; readonly symbol: string }
  | { readonly status: 'unreachable' }

/** An account's native balance, read from the network's node. A superseded answer changes nothing. */
export function useBalance({ family, network, address, occasion }: BalanceParameters): ShownBalance {
  const [balance, setBalance] = useState<ShownBalance>({ status: 'loading' })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the occasion is a reason to ask again, and nothing that is asked
  useEffect(() => {
    if (!family || !network || !address) return
    let isCurrent = true
    const show = (shown: ShownBalance) => isCurrent && setBalance(shown)
    family.balance({ address, network }).then(
      ({ value, decimals, symbol }) =>
        show({ status: 'ready', amount: displayQuantity({ quantity: { value, decimals }, locale: 'en' }), symbol }),
      () => show({ status: 'unreachable' }),
    )
    return () => {
      isCurrent = false
    }
  }, [family, network, address, occasion])
  return balance
}
