import { type Family, networkOf } from '@foyer/core'
import { displayQuantity } from '@foyer/core/chain'
import type { ReactNode } from 'react'
import { NetworkPicture } from '../button/NetworkPicture.js'
import { useFoyer } from '../useFoyer.js'
import { useFoyerBalance } from '../useFoyerBalance.js'
import { useSelect } from '../useSelect.js'

/** What the account holds of the network's own coin, three decimals and the symbol; where it can't be had, only the network. */
export function Balance({ family }: { readonly family?: Family | undefined }): ReactNode {
  const { button } = useFoyer().options.locale
  const network = useSelect((state) => networkOf(state, family))
  const { balance, status } = useFoyerBalance({ family })
  return (
    <span data-part="account-network">
      {network ? <NetworkPicture network={network} /> : null}
      {balance ? (
        <span data-part="balance" dir="ltr">
          {displayQuantity({ quantity: balance, symbol: balance.symbol })}
        </span>
      ) : status === 'loading' ? (
        <span data-part="balance-skeleton">
          <span data-part="visually-hidden">{button['button.balanceLoading']}</span>
        </span>
      ) : null}
    </span>
  )
}
