import {
  type AccountApprovals,
  approvalKey,
  type GivenApproval,
  isUnlimited,
  type Revoking,
  revokingOf,
} from '@foyer/core/approvals'
import { displayQuantity, shortenAddress } from '@foyer/core/chain'
import type { Fetched } from '@foyer/core/query'
import type { OpenApproval } from '@foyer/core/wire'
import { useMemo } from 'react'
import { useKit } from '../kit.js'
import { useFetched } from '../useFetched.js'
import { useSelect } from '../useSelect.js'
import type { OfFamily } from './account.js'
import { shortTokenId } from './nfts.js'
import { shownName } from './walletNames.js'

/** An approval, ready to be shown: names of what isn't listed are a stranger's. */
export interface ShownApproval extends GivenApproval {
  /** Distinguishes it in a list. */
  readonly key: string
  /** What may be taken: the token's or the collection's name without what could pose as another, else its address, shortened. */
  readonly name: string
  /** Who may take it: a name that the server knows, else the address, shortened. */
  readonly spender: string
  /** How much: of a token `12.500 DUSD` or `unlimited`; of one NFT its id; undefined for a collection. */
  readonly amount: string | 'unlimited' | undefined
  /** How far taking it back has come; undefined before the first try. */
  readonly revoking: Revoking | undefined
}

export interface Approvals extends Pick<AccountApprovals, 'known'>, Pick<Fetched<never>, 'status'> {
  /** The approvals that stand. */
  readonly approvals: readonly ShownApproval[]
  /** Those that the account didn't make itself, or that advertise. */
  readonly spam: readonly ShownApproval[]
  /** Fetches again what failed. */
  readonly retry: () => void
}

/**
 * What others may take of the chosen account on its network, as the chain has it now. It comes from the operator's server; where that can't know of all,
 * `known` is false.
 *
 * @throws ProviderMissingError outside of a provider
 * @example
 * const { approvals } = useFoyerApprovals()
 * return <>{approvals.map(({ key, name, spender, amount }) => <p key={key}>{spender}: {amount} {name}</p>)}</>
 */
export function useFoyerApprovals({ family }: OfFamily = {}): Approvals {
  const { shown } = useKit()
  const { data: { approvals, known } = none, status, refetch } = useFetched('approvals', { family })
  const attempts = useSelect(({ connection }) => connection.attempts)
  const listed = useMemo(
    () =>
      approvals.map((given): ShownApproval => {
        const open = shownApproval(shown.options.locale.tag, given)
        return { ...open, revoking: revokingOf(attempts, given) }
      }),
    [approvals, attempts, shown],
  )
  return {
    status,
    known,
    approvals: listed.filter(({ approval }) => !approval.isSpam),
    spam: listed.filter(({ approval }) => approval.isSpam),
    retry: refetch,
  }
}

const none: AccountApprovals = { approvals: [], known: false }

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
