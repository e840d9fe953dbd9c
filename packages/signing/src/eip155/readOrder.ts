import * as v from 'valibot'
import { type Address, isAddressEqual, zeroAddress } from 'viem'
import type { Fact } from '../family.js'
import { inParts } from '../inParts.js'
import { isSpent } from '../reads.js'
import { code, words } from '../sentences.js'
import { shownTime } from '../shownTime.js'
import { strangersWord } from './flow.js'
import { AddressText, Uint } from './requestParams.js'
import type { AskedSignature, KnownSignature } from './signature.js'
import { signedDomain, signedPart } from './signedPart.js'
import { isNextToNothing } from './swapCalls.js'
import { amountOf, coinOf, type ReadToken, readToken, tokenFacts, tokenWarnings } from './tokens.js'

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
  /** What it gets is decided by code that isn't part of what is signed. */
  readonly isHidden?: boolean
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
      // An extension holds the getters of its amounts, and what is called before and after.
      isHidden: [249n, 251n, 252n].some((bit) => ((makerTraits >> bit) & 1n) === 1n),
    }),
  ),
)

/** Each by the name of its domain, and of its type. */
const forms = [
  { domain: /^Seaport$/, type: /^(Order(Components)?|BulkOrder)$/, schema: Seaport },
  { domain: /^Gnosis Protocol$/, type: /^Order$/, schema: Cow },
  { domain: /^1inch /, type: /^Order$/, schema: OneInch },
] as const

/** More orders than these nobody reads. */
const mostOrders = 50

/** Orders that are signed at once stand in lists of lists, filled up with empty ones. */
function ordersIn(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value.flatMap(ordersIn)
  const { tree } = v.parse(v.looseObject({ tree: v.optional(v.unknown()) }), value)
  return tree === undefined ? [value] : ordersIn(tree)
}

/** The orders of a known exchange; undefined where it isn't one, or not all of them can be read. */
function readOrders({ types, primaryType, domain, message }: AskedSignature['data']): readonly Order[] | undefined {
  const { name } = signedDomain(types, domain)
  const form = forms.find((each) => typeof name === 'string' && each.domain.test(name) && each.type.test(primaryType))
  if (!form) return undefined
  const read = v.safeParse(v.array(form.schema), ordersIn(signedPart(types, primaryType, message)))
  const orders = read.success ? read.output.filter(({ gives, gets }) => gives.length + gets.length > 0) : []
  return orders.length === 0 || orders.length > mostOrders ? undefined : orders
}

/** Says what orders give and get, each by itself; undefined for data that isn't one of a known exchange. */
export async function readOrder(asked: AskedSignature): Promise<KnownSignature | undefined> {
  const orders = readOrders(asked.data)
  if (!orders) return undefined
  const all = await Promise.all(orders.map((order) => sayOrder(order, asked)))
  const count = `${all.length}`
  return {
    facts: all.flatMap(({ facts }, index) =>
      all.length === 1
        ? facts
        : [
            { label: words('request.order', { number: `${index + 1}` }), value: words('request.ofCount', { count }) },
            ...facts,
          ],
    ),
    warnings: all.flatMap(({ warnings }) => warnings),
    isDeliberate: all.some(({ isDeliberate }) => isDeliberate),
  }
}

async function sayOrder(order: Order, { owner, network, data }: AskedSignature): Promise<KnownSignature> {
  // Of other exchanges nobody's address stands for whoever signs.
  const isSeaport = signedDomain(data.types, data.domain).name === 'Seaport'
  const isOwn = (to: Address) => isAddressEqual(to, owner) || (isAddressEqual(to, zeroAddress) && !isSeaport)
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
  const isLittle = own.every((each) => each.id === undefined && isNextToNothing({ ...each, token: tokenOf(each) }))
  const isHidden = order.isHidden === true
  return {
    facts: [
      ...order.gives.map((each) => itemFact(each, tokenOf(each), 'request.give')),
      ...(isNothing ? [{ label: words('request.get'), value: words('request.nothing') }] : []),
      ...own.map((each) =>
        isHidden
          ? strangersWord(itemFact(each, tokenOf(each), 'request.getAtLeast'))
          : itemFact(each, tokenOf(each), 'request.getAtLeast'),
      ),
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
      ...(isLittle && !isNothing && order.gives.length > 0 ? [words('request.warn.noLeast')] : []),
      ...(isHidden ? [words('request.warn.hiddenTerms')] : []),
      ...[...tokens.values()].flatMap(tokenWarnings),
      ...(isPartly ? [words('request.warn.partlyRead')] : []),
    ],
    isDeliberate:
      isHidden ||
      isPartly ||
      (isLittle && order.gives.length > 0) ||
      (order.owner !== undefined && !isAddressEqual(order.owner, owner)),
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
