import { isLure, isSpamToken } from '../tokens/isSpamToken.js'
import type { Token } from '../tokens/token.js'
import type { HistoryEvent, HistoryTransaction } from './entry.js'

/** A transfer, and what is known about its recipient. */
export interface Suspect {
  /** in lower case */
  account: string
  transaction: Pick<HistoryTransaction, 'from' | 'recipients'>
  event: Pick<HistoryEvent, 'kind' | 'from' | 'to' | 'amount'>
  /** the token's metadata; null for a token without any, or an NFT */
  token: Token | null
  /** the collection's or the NFT's name; '' for none */
  nftName: string
  isPriced: boolean
  /** the network's own coin and the tokens that the operator named */
  listed: readonly Token[]
  /** the recipients of the account's own transfers, in lower case */
  counterparties: ReadonlySet<string>
}

/** So many receivers in one transaction are no payment. */
const manyRecipients = 20

/**
 * Whether a transfer was made only to be seen in the account's history. What the account did itself never is, nor what came
 * from someone to whom it once sent something. Else it is by any of these rules:
 * 1. nothing was moved: a transfer of zero, which anyone can emit in another's name
 * 2. it came from, or claims to have gone to, an address that begins and ends like one that the account knows: it waits to
 *    be copied by mistake
 * 3. an unlisted token advertises in its name or symbol, or takes the symbol of a listed one
 * 4. an NFT advertises in its name
 * 5. an unlisted token that nothing prices, or an NFT, was sent to {@link manyRecipients} at once
 * @see S5.16: clients hide what is only spam
 */
export function isSpam(suspect: Suspect): boolean {
  const { account, transaction, event, token, nftName, isPriced, listed, counterparties } = suspect
  const other = event.from === account ? event.to : event.from
  if (transaction.from === account || counterparties.has(other)) return false
  if (event.amount === 0n) return true
  if (isLookalike({ address: other, counterparties })) return true
  if (event.kind === 'native' || event.from === account) return false
  const isMany = transaction.recipients >= manyRecipients
  if (event.kind !== 'erc20') return isLure(nftName) || isMany
  if (token === null) return isMany
  return isSpamToken({ token, listed }) || (isMany && !token.listed && !isPriced)
}

/** The digits of an address that a shortened one shows. */
const shown = (address: string) => `${address.slice(0, 6)}${address.slice(-4)}`

function isLookalike({ address, counterparties }: { address: string; counterparties: ReadonlySet<string> }): boolean {
  return [...counterparties].some((known) => known !== address && shown(known) === shown(address))
}
