import { formatAmount } from '@foyer/core/chain'
import type { Transaction, Transfer } from '@foyer/core/wire'
import type { Chain } from '../chains/chains.js'
import { familyOf } from '../families/families.js'
import { isTransfer } from '../indexer/chainEvent.js'
import { type NftInfo, nftKey } from '../nfts/nft.js'
import { priceDecimals } from '../prices/priceSource.js'
import { isLure, isSpamToken } from '../tokens/isSpamToken.js'
import type { Token } from '../tokens/token.js'
import { nativeAddress } from '../tokens/tokenKey.js'
import type { HistoryEntry, HistoryEvent, HistoryTransaction } from './entry.js'
import { operationTypeOf } from './operationType.js'

/** The known facts of a chain's tokens, for the entries of a page. */
export interface ChainFacts {
  readonly chain: Chain
  /** by address in lower case; the network's own coin by its placeholder */
  readonly tokens: ReadonlyMap<string, Token>
  /** US dollars for a whole token, times 10^18, by the same */
  readonly prices: ReadonlyMap<string, bigint>
  readonly nfts: ReadonlyMap<string, NftInfo>
  readonly listed: readonly Token[]
  readonly counterparties: ReadonlySet<string>
}

export interface ToTransaction {
  /** in lower case */
  account: string
  entry: HistoryEntry
  facts: ChainFacts
}

/** Writes an entry as the wire has it, seen from the account. @see S3.14 */
export function toTransaction({ account, entry, facts }: ToTransaction): Transaction {
  const { transaction, events } = entry
  const { shown } = familyOf(transaction.chainId).addresses
  const own = events.filter((event) => isTransfer(event) && (event.from === account || event.to === account))
  return {
    id: `${transaction.chainId}:${transaction.hash}`,
    metadata: {
      operationType: operationTypeOf({ account, transaction, events }),
      hash: transaction.hash,
      chain: transaction.chainId,
      minedAt: new Date(transaction.minedAt * 1000).toISOString(),
      sentFrom: shown(transaction.from),
      sentTo: shown(transaction.to ?? ''),
      status: statusOf(transaction),
      nonce: transaction.nonce,
    },
    transfers: own.map((event) => toTransfer({ account, entry, event, facts })),
  }
}

/** The wire has no word for what became of a transaction that a node doesn't tell of: it is never said to have succeeded. */
function statusOf({ isPending, succeeded }: HistoryTransaction): Transaction['metadata']['status'] {
  if (isPending === true || succeeded === null) return 'pending'
  return succeeded ? 'confirmed' : 'failed'
}

/** A token's key: its address, or the placeholder of the native coin. */
export const tokenKeyOf = ({ contract, chain }: { contract: string | null; chain: Chain }): string =>
  contract ?? nativeAddress(chain) ?? ''

function toTransfer({ account, entry, event, facts }: ToTransaction & { event: HistoryEvent }): Transfer {
  const isNft = event.kind === 'erc721' || event.kind === 'erc1155'
  const key = tokenKeyOf({ contract: event.contract, chain: facts.chain })
  const token = isNft ? null : (facts.tokens.get(key) ?? null)
  const nft = isNft ? nftOf({ event, facts }) : undefined
  const price = facts.prices.get(key)
  const spam = isSpam({
    account,
    transaction: entry.transaction,
    event,
    token,
    nftName: nft?.name ?? '',
    isPriced: price !== undefined,
    listed: facts.listed,
    counterparties: facts.counterparties,
  })
  const direction = event.from !== account ? 'in' : event.to === account ? 'self' : 'out'
  if (isNft) {
    return { nft_info: { ...nft, flags: { is_spam: spam } }, direction, quantity: { numeric: event.amount.toString() } }
  }
  return {
    fungible_info: token === null ? {} : fungibleInfo(token),
    // The wire has the flag of spam on NFTs only; clients that hide spam look for it there.
    ...(spam && { nft_info: { flags: { is_spam: true } } }),
    direction,
    quantity: { numeric: formatAmount({ value: event.amount, decimals: token?.decimals ?? event.decimals ?? 0 }) },
    ...(token !== null && !spam && worth({ amount: event.amount, decimals: token.decimals, price })),
  }
}

function nftOf({ event, facts }: { event: HistoryEvent; facts: ChainFacts }): NftInfo | undefined {
  const { contract, tokenId } = event
  return contract === null || tokenId === null ? undefined : facts.nfts.get(nftKey({ contract, tokenId }))
}

const fungibleInfo = ({ name, symbol, iconUrl }: Token): Transfer['fungible_info'] => {
  return { name, symbol, ...(iconUrl !== '' && { icon: { url: iconUrl } }) }
}

/** At today's price, for showing: the wire has numbers here. A price that isn't known is left out. */
function worth({ amount, decimals, price }: { amount: bigint; decimals: number; price: bigint | undefined }) {
  if (price === undefined) return {}
  const value = (amount * price) / 10n ** BigInt(decimals)
  const toNumber = (exact: bigint) => Number(formatAmount({ value: exact, decimals: priceDecimals }))
  return { price: toNumber(price), value: toNumber(value) }
}

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

/** The shortened forms of known addresses, made once for all the transfers of a page. */
const shortened = new WeakMap<ReadonlySet<string>, ReadonlyMap<string, ReadonlySet<string>>>()

function shortenedOf(addresses: ReadonlySet<string>): ReadonlyMap<string, ReadonlySet<string>> {
  const made = shortened.get(addresses)
  if (made !== undefined) return made
  const forms = new Map<string, Set<string>>()
  for (const address of addresses) {
    const form = shown(address)
    forms.set(form, (forms.get(form) ?? new Set()).add(address))
  }
  shortened.set(addresses, forms)
  return forms
}

function isLookalike({ address, counterparties }: { address: string; counterparties: ReadonlySet<string> }): boolean {
  const alike = shortenedOf(counterparties).get(shown(address))
  return alike !== undefined && (alike.size > 1 || !alike.has(address))
}
