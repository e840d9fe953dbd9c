import { shortTokenId } from '../account/shownNft.js'
import { displayQuantity, shortenAddress } from '../chain/display.js'
import { shownName } from '../connector/listedWallet.js'
import type { GivenApproval } from '../state/viewParams.js'
import type { OpenApproval } from '../wire/account.js'
import type { Revoking } from './approvals.js'
import { approvalKey, isUnlimited } from './openApproval.js'

/** An approval, ready to be shown: names of what isn't listed are a stranger's. */
export interface ShownApproval extends GivenApproval {
  /** Distinguishes it in a list. */
  readonly key: string
  /** The token's or the collection's name without what could pose as another, else its address, shortened. */
  readonly name: string
  /** The spender: a name that the server knows, else the address, shortened. */
  readonly spender: string
  /** The amount: of a token `12.500 DUSD` or `unlimited`; of one NFT its id; undefined for a collection. */
  readonly amount: string | 'unlimited' | undefined
  /** The progress of its revocation; undefined before the first try. */
  readonly revoking: Revoking | undefined
}

/** Pure: an approval as it may be shown [F14]. */
export function shownApproval(locale: string, given: GivenApproval): Omit<ShownApproval, 'revoking'> {
  const { approval } = given
  const { contract, spender, spenderName = '' } = approval
  return {
    ...given,
    key: approvalKey(given),
    name: shownName(approval.name) || shortenAddress({ address: contract }),
    spender: shownName(spenderName) || shortenAddress({ address: spender }),
    amount: amountOf(locale, approval),
  }
}

function amountOf(locale: string, approval: OpenApproval): string | 'unlimited' | undefined {
  switch (approval.kind) {
    case 'collection':
      return undefined
    case 'nft':
      return shortTokenId(approval.tokenId)
    case 'token': {
      const value = BigInt(approval.amount)
      if (isUnlimited(value)) return 'unlimited'
      const { decimals, symbol } = approval
      return displayQuantity({ quantity: { value, decimals }, symbol: shownName(symbol), locale })
    }
  }
}
