import type { Fact } from '@foyer/core/words'
import * as v from 'valibot'
import { type Address, isAddressEqual, zeroAddress } from 'viem'
import { isNextToNothing } from '../contracts/nextToNothing.js'
import { signedDomain, signedPart } from '../contracts/signedPart.js'
import {
  amountOf,
  asListed,
  coinOf,
  isKnownContract,
  isSame,
  nameOf,
  type ReadToken,
  readToken,
  tokenFacts,
  tokenWarnings,
} from '../contracts/tokens.js'
import { inParts } from '../inParts.js'
import { isSpent } from '../reads.js'
import { code, words } from '../sentences.js'
import { strangersWord } from './flow.js'
import { type Item, type Order, orderForms, orderShapes } from './orderForms.js'
import { AddressText } from './requestParams.js'
import { type AskedSignature, isMostOthers, type KnownSignature, month, untilFact } from './signature.js'

/** More orders than these aren't read. */
const mostOrders = 50

/** Orders that are signed at once stand in lists of lists, filled up with empty ones. */
function ordersIn(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value.flatMap(ordersIn)
  const { tree } = v.parse(v.looseObject({}), value)
  return tree === undefined ? [value] : ordersIn(tree)
}

interface ReadOrders {
  readonly orders: readonly Order[]
  /** They are for an exchange that is known, at the contract that is its own: another's scheme proves nothing. */
  readonly isKnown: boolean
}

/** The orders in data; undefined where it has none, or not all of them can be read. */
function readOrders({
  data: { types, primaryType, domain, message },
  network,
}: Pick<AskedSignature, 'data' | 'network'>): ReadOrders | undefined {
  const { name, verifyingContract } = signedDomain(types, domain)
  const form = orderForms.find(
    (each) => typeof name === 'string' && each.domain.test(name) && each.type.test(primaryType),
  )
  const at = v.safeParse(AddressText, verifyingContract)
  const isOwn = at.success && (form?.at.some((each) => isSame(each, at.output)) || isKnownContract(network, at.output))
  const signed = signedPart(types, primaryType, message)
  for (const schema of form ? [form.schema] : orderShapes) {
    const read = v.safeParse(v.array(schema), ordersIn(signed))
    const orders = read.success ? read.output.filter(({ gives, gets }) => gives.length + gets.length > 0) : []
    if (orders.length > 0 && orders.length <= mostOrders) return { orders, isKnown: form !== undefined && isOwn }
  }
  return undefined
}

/** Says what orders give and get, each by itself: of an exchange that isn't known, what is got is its word. Undefined for data that isn't one. */
export async function readOrder(asked: AskedSignature): Promise<KnownSignature | undefined> {
  const read = readOrders(asked)
  if (!read) return undefined
  const { orders, isKnown } = read
  const all = await Promise.all(orders.map((order) => sayOrder(order, asked, isKnown)))
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

async function sayOrder(
  order: Order,
  { owner, network, data, now }: AskedSignature,
  isKnown: boolean,
): Promise<KnownSignature> {
  const tokens = new Map(
    await inParts(
      [...new Set([...order.gives, ...order.gets].flatMap(({ token }) => token ?? []))],
      async (address) => [address, await readToken(network, address)] as const,
    ),
  )
  const tokenOf = ({ token }: Item): ReadToken => (token && tokens.get(token)) ?? coinOf(network)
  const { own, others } = getsOf(order, { owner, data })
  const isPartly = isSpent(network)
  const isLong = order.until === 0n || order.until - now > month
  const isNothing = own.length === 0 && order.gives.length > 0
  const keyOf = ({ token, id }: Item) => `${token} ${id}`.toLowerCase()
  // What is given beside the price goes to others as well.
  const isPassed = isMostOthers({ own: [...own, ...order.gives.map(inHalf)], others, keyOf })
  const maker = order.owner === undefined || isAddressEqual(order.owner, owner) ? undefined : order.owner
  const isLittle = own.every((each) => each.id === undefined && isNextToNothing({ ...each, token: tokenOf(each) }))
  const isHidden = order.isHidden === true
  const isWord = isHidden || !isKnown
  return {
    facts: [
      ...order.gives.map((each) => itemFact(each, tokenOf(each), 'request.give')),
      ...(isNothing ? [{ label: words('request.get'), value: words('request.nothing') }] : []),
      ...own.map((each) =>
        isWord
          ? strangersWord(itemFact(each, tokenOf(each), 'request.getAtLeast'))
          : itemFact(each, tokenOf(each), 'request.getAtLeast'),
      ),
      ...others.flatMap((each) => [
        itemFact(each, tokenOf(each), 'request.othersGet'),
        code('request.goesTo', each.to),
      ]),
      ...(maker ? [code('request.account', maker)] : []),
      {
        label: words('request.mayTake'),
        value: order.taker ?? words('request.anybody'),
        isCode: order.taker !== undefined,
      },
      order.until === 0n
        ? { label: words('request.until'), value: words('request.forEver') }
        : untilFact({ until: order.until, now }),
      ...[...tokens.values()].flatMap((token) => (token.isListed ? [] : tokenFacts(token))),
    ],
    warnings: [
      words(isNothing ? 'request.warn.orderForNothing' : 'request.warn.order'),
      ...(maker ? [words('request.warn.inNameOf')] : []),
      ...(isPassed ? [words('request.warn.othersGet')] : []),
      ...(isLittle && !isNothing && order.gives.length > 0 ? [words('request.warn.noLeast')] : []),
      ...(isLong ? [words('request.warn.long')] : []),
      ...(isHidden ? [words('request.warn.hiddenTerms')] : []),
      ...(isKnown ? [] : [words('request.warn.ownWord')]),
      ...[...tokens.values()].flatMap(tokenWarnings),
      ...(isPartly ? [words('request.warn.partlyRead')] : []),
    ],
    isDeliberate: isWord || isPassed || isPartly || (isLittle && order.gives.length > 0) || maker !== undefined,
  }
}

/** The signer's part of an order's proceeds, and the others'. */
function getsOf(order: Order, { owner, data }: Pick<AskedSignature, 'owner' | 'data'>) {
  // Of other exchanges the zero address stands for the signer.
  const isSeaport = signedDomain(data.types, data.domain).name === 'Seaport'
  const isOwn = (to: Address) =>
    [owner, order.owner ?? owner].some((each) => isAddressEqual(to, each)) ||
    (isAddressEqual(to, zeroAddress) && !isSeaport)
  const gets = order.gets.filter(({ amount }) => amount > 0n)
  return { own: gets.filter(({ to }) => isOwn(to)), others: gets.filter(({ to }) => !isOwn(to)) }
}

const inHalf = (item: Item): Item => ({ ...item, amount: (item.amount + 1n) / 2n })

function itemFact(
  { amount, id }: Item,
  token: ReadToken,
  label: 'request.give' | 'request.getAtLeast' | 'request.othersGet',
): Fact {
  if (id === undefined) return amountOf(amount, token, label)
  if (id === 'any') return { label: words(label), value: words('request.anyOf', { token: nameOf(token) }) }
  const one = `${token.symbol ?? ''} #${id}`.trim()
  return { label: words(label), value: asListed(amount === 1n ? one : `${amount} × ${one}`, token) }
}
