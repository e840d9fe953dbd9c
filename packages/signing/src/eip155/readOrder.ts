import * as v from 'valibot'
import { type Address, isAddressEqual, zeroAddress } from 'viem'
import type { Fact } from '../family.js'
import { inParts } from '../inParts.js'
import type { WalletNetwork } from '../network.js'
import { isSpent } from '../reads.js'
import { code, type Words, words } from '../sentences.js'
import { shownTime } from '../shownTime.js'
import { AddressText, type AskedTypedData, Uint } from './requestParams.js'
import { signedDomain, signedPart } from './signedPart.js'
import { amountOf, coinOf, type ReadToken, readToken, tokenFacts, tokenWarnings } from './tokens.js'

/** What an order gives and gets, as a signature promises it. */
export interface ReadOrder {
  readonly facts: readonly Fact[]
  readonly warnings: readonly Words[]
  readonly isDeliberate: boolean
}

/** A thing of an order: so much of a token, or an NFT, or so many of one. */
interface Item {
  /** Undefined for the network's own coin. */
  readonly token: Address | undefined
  readonly amount: bigint
  /** Of an NFT; `any` for whichever of the collection. */
  readonly id?: bigint | 'any'
}

interface Order {
  readonly gives: readonly Item[]
  readonly gets: readonly (Item & { readonly to: Address })[]
  /** Whose things it gives. */
  readonly owner: Address | undefined
  readonly until: bigint
  /** Who alone may take it; anybody where it is undefined. */
  readonly taker?: Address | undefined
}

const Offered = v.object({
  itemType: Uint,
  token: AddressText,
  identifierOrCriteria: Uint,
  startAmount: Uint,
  endAmount: Uint,
})
const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)
const most = (a: bigint, b: bigint): bigint => (a > b ? a : b)

/** Seaport counts kinds: the coin, a token, an NFT, so many of one, and the last two of a choice. */
const item = ({ itemType, token, identifierOrCriteria: id }: v.InferOutput<typeof Offered>, amount: bigint): Item => ({
  token: itemType === 0n ? undefined : token,
  amount,
  ...(itemType < 2n ? {} : { id: itemType > 3n ? 'any' : id }),
})

const Seaport = v.pipe(
  v.object({
    offerer: AddressText,
    zone: AddressText,
    offer: v.array(Offered),
    consideration: v.array(v.object({ ...Offered.entries, recipient: AddressText })),
    orderType: Uint,
    endTime: Uint,
  }),
  v.transform(
    ({ offerer, zone, offer, consideration, orderType, endTime }): Order => ({
      owner: offerer,
      // What falls or rises until its end is at its worst for whoever signs.
      gives: offer.map((each) => item(each, most(each.startAmount, each.endAmount))),
      gets: consideration.map((each) => ({
        ...item(each, least(each.startAmount, each.endAmount)),
        to: each.recipient,
      })),
      until: endTime,
      taker: orderType > 1n && !isAddressEqual(zone, zeroAddress) ? zone : undefined,
    }),
  ),
)

/** CoW Protocol's. */
const Cow = v.pipe(
  v.object({
    sellToken: AddressText,
    buyToken: AddressText,
    receiver: AddressText,
    sellAmount: Uint,
    buyAmount: Uint,
    feeAmount: Uint,
    validTo: Uint,
  }),
  v.transform(
    ({ sellToken, buyToken, receiver, sellAmount, buyAmount, feeAmount, validTo }): Order => ({
      owner: undefined,
      gives: [{ token: sellToken, amount: sellAmount + feeAmount }],
      gets: [{ token: buyToken, amount: buyAmount, to: receiver }],
      until: validTo,
    }),
  ),
)

/** 1inch's limit orders: when they end stands in the middle of their traits. */
const OneInch = v.pipe(
  v.object({
    maker: AddressText,
    receiver: AddressText,
    makerAsset: AddressText,
    takerAsset: AddressText,
    makingAmount: Uint,
    takingAmount: Uint,
    makerTraits: Uint,
  }),
  v.transform(
    ({ maker, receiver, makerAsset, takerAsset, makingAmount, takingAmount, makerTraits }): Order => ({
      owner: maker,
      gives: [{ token: makerAsset, amount: makingAmount }],
      gets: [{ token: takerAsset, amount: takingAmount, to: receiver }],
      until: (makerTraits >> 80n) & 0xffffffffffn,
    }),
  ),
)

/** Each by the name of its domain, and of its type. */
const forms = [
  { domain: /^Seaport$/, type: /^Order(Components)?$/, schema: Seaport },
  { domain: /^Gnosis Protocol$/, type: /^Order$/, schema: Cow },
  { domain: /^1inch /, type: /^Order$/, schema: OneInch },
] as const

/** Says what an order gives and gets; undefined for data that isn't one of a known exchange. */
export async function readOrder({
  data: { types, primaryType, domain, message },
  owner,
  network,
}: {
  readonly data: AskedTypedData
  readonly owner: Address
  readonly network: WalletNetwork
}): Promise<ReadOrder | undefined> {
  const { name } = signedDomain(types, domain)
  const form = forms.find((each) => typeof name === 'string' && each.domain.test(name) && each.type.test(primaryType))
  const read = form && v.safeParse(form.schema, signedPart(types, primaryType, message))
  if (!read?.success) return undefined
  const order = read.output
  const isOwn = (to: Address) => isAddressEqual(to, owner) || (isAddressEqual(to, zeroAddress) && name !== 'Seaport')
  const tokens = new Map(
    await inParts(
      [...new Set([...order.gives, ...order.gets].flatMap(({ token }) => token ?? []))],
      async (address) => [address, await readToken(network, address)] as const,
    ),
  )
  const tokenOf = ({ token }: Item): ReadToken => (token && tokens.get(token)) ?? coinOf(network)
  const own = order.gets.filter(({ to, amount }) => isOwn(to) && amount > 0n)
  const others = order.gets.filter(({ to, amount }) => !isOwn(to) && amount > 0n)
  const isPartly = isSpent(network)
  const isNothing = own.length === 0 && order.gives.length > 0
  return {
    facts: [
      ...order.gives.map((each) => itemFact(each, tokenOf(each), 'request.give')),
      ...(isNothing ? [{ label: words('request.get'), value: words('request.nothing') }] : []),
      ...own.map((each) => itemFact(each, tokenOf(each), 'request.getAtLeast')),
      ...others.flatMap((each) => [
        itemFact(each, tokenOf(each), 'request.othersGet'),
        code('request.goesTo', each.to),
      ]),
      {
        label: words('request.mayTake'),
        value: order.taker ?? words('request.anybody'),
        isCode: order.taker !== undefined,
      },
      { label: words('request.until'), value: order.until === 0n ? words('request.forEver') : shownTime(order.until) },
      ...[...tokens.values()].flatMap((token) => (token.isListed ? [] : tokenFacts(token))),
    ],
    warnings: [
      words(isNothing ? 'request.warn.orderForNothing' : 'request.warn.order'),
      ...[...tokens.values()].flatMap(tokenWarnings),
      ...(isPartly ? [words('request.warn.partlyRead')] : []),
    ],
    isDeliberate: isPartly || isNothing || (order.owner !== undefined && !isAddressEqual(order.owner, owner)),
  }
}

function itemFact(
  { amount, id }: Item,
  token: ReadToken,
  label: 'request.give' | 'request.getAtLeast' | 'request.othersGet',
): Fact {
  if (id === undefined) return amountOf(amount, token, label)
  const name = token.symbol ?? ''
  const which = id === 'any' ? words('request.anyOf', { token: name }) : `${name} #${id}`.trim()
  return amount === 1n || id === 'any'
    ? { label: words(label), value: which }
    : { label: words(label), value: `${amount} × ${name} #${id}` }
}
