import { type Address, type DecodeFunctionDataReturnType, isAddressEqual, zeroAddress } from 'viem'
import { coinOf, isKnownContract, isSame, type ReadToken, readToken } from '../contracts/tokens.js'
import { inParts } from '../inParts.js'
import { words } from '../sentences.js'
import { address, bytes, call, typed, uint } from './abis.js'
import { type Called, contractFact, decodeCall, type ReadCall, said } from './called.js'
import { least, most } from './encoded.js'
import type { Given } from './flow.js'
import type { MoreCalled } from './moreCalled.js'
import { withRest } from './readCall.js'
import { sayExchange } from './swapCalls.js'

const key = typed('bytes32')
const kind = typed('uint8')
const item = [
  ...[kind('itemType'), address('token'), uint('identifier')],
  ...[uint('startAmount'), uint('endAmount')],
] as const
const basic = {
  name: 'parameters',
  type: 'tuple',
  components: [
    ...[address('paidToken'), uint('paidIdentifier'), uint('paidAmount'), address('offerer'), address('zone')],
    ...[address('soldToken'), uint('soldIdentifier'), uint('soldAmount'), kind('basicOrderType')],
    ...[uint('startTime'), uint('endTime'), key('zoneHash'), uint('salt'), key('offererConduitKey')],
    ...[key('fulfillerConduitKey'), uint('totalOriginalAdditionalRecipients')],
    { name: 'additionalRecipients', type: 'tuple[]', components: [uint('amount'), address('recipient')] },
    bytes('signature'),
  ],
} as const
const parameters = {
  name: 'parameters',
  type: 'tuple',
  components: [
    ...[address('offerer'), address('zone')],
    { name: 'offer', type: 'tuple[]', components: item },
    { name: 'consideration', type: 'tuple[]', components: [...item, address('recipient')] },
    ...[kind('orderType'), uint('startTime'), uint('endTime'), key('zoneHash'), uint('salt'), key('conduitKey')],
    uint('totalOriginalConsiderationItems'),
  ],
} as const
const whole = { name: 'order', type: 'tuple', components: [parameters, bytes('signature')] } as const
const advanced = {
  name: 'order',
  type: 'tuple',
  components: [
    ...[parameters, typed('uint120')('numerator'), typed('uint120')('denominator')],
    ...[bytes('signature'), bytes('extraData')],
  ],
} as const
const resolvers = {
  name: 'resolvers',
  type: 'tuple[]',
  components: [uint('order'), kind('side'), uint('index'), uint('identifier'), typed('bytes32[]')('proof')],
} as const
/** Whose conduit takes what is paid, or Seaport itself. */
const conduit = key('fulfillerConduitKey')

/** Which items of which orders move together. */
const places = (name: string) => ({ name, type: 'tuple[][]', components: [uint('order'), uint('item')] }) as const
const parts = { ...advanced, type: 'tuple[]' } as const
const several = [places('offers'), places('considerations'), conduit] as const

/** Orders of Seaport's that its caller takes up, one at a time or as many as are still there; and those of one's own that are taken back. */
const abi = [
  call('fulfillBasicOrder', [basic]),
  call('fulfillBasicOrder_efficient_6GL6yc', [basic]),
  call('fulfillOrder', [whole, conduit]),
  call('fulfillAdvancedOrder', [advanced, resolvers, conduit, address('recipient')]),
  call('fulfillAvailableOrders', [{ ...whole, type: 'tuple[]' }, ...several, uint('most')]),
  call('fulfillAvailableAdvancedOrders', [parts, resolvers, ...several, address('recipient'), uint('most')]),
  call('cancel', [{ ...parameters, type: 'tuple[]' }]),
  call('incrementCounter', []),
] as const

/** OpenSea's, on every network. */
const conduits: ReadonlyMap<string, Address> = new Map([
  ['0x0000007b02230091a7ed01230072f7006a004d60a8d4e71d599b8104250f0000', '0x1E0049783F008A0085193E00003D00cd54003c71'],
])

/** Reads whose order is taken up at Seaport, for what; undefined for any other contract and call, and for what an order leaves open. */
export async function readSeaportCall({ data, inside: _inside, ...called }: MoreCalled): Promise<ReadCall | undefined> {
  const decoded = isKnownContract(called.network, called.to) ? decodeCall(abi, data) : undefined
  if (decoded && (decoded.call.functionName === 'cancel' || decoded.call.functionName === 'incrementCounter'))
    return withRest({ read: takenBack(called), called, unused: decoded.unused })
  const taking = decoded && takingIn(decoded.call, called)
  return decoded && taking && withRest({ read: await sayTaking(taking, called), called, unused: decoded.unused })
}

/** Offers by signature that are cancelled. */
const takenBack = ({ to, network }: Called): ReadCall =>
  said(words('request.takeBackSignature'), [contractFact({ to, network })])

/** So much of something, by the kinds that Seaport counts. */
interface Item {
  /** The coin, a token, an NFT, or so many of one. */
  readonly itemType: number
  readonly token: Address
  readonly identifier: bigint
  readonly amount: bigint
  /** It is just this, whenever it is taken. */
  readonly isFixed: boolean
}

interface Taking {
  readonly gives: readonly Item[]
  readonly gets: readonly Item[]
  readonly recipient: Address
  readonly deadline: bigint
  readonly conduitKey: string
  /** Whether what comes of it, and what is given for that, depends on what is still there. */
  readonly isOpen?: boolean
}

function takingIn(asked: DecodeFunctionDataReturnType<typeof abi>, { from }: Called): Taking | undefined {
  if (asked.functionName === 'fulfillBasicOrder' || asked.functionName === 'fulfillBasicOrder_efficient_6GL6yc')
    return takingBasic(asked.args[0], from)
  const whose = (recipient: Address) => (isAddressEqual(recipient, zeroAddress) ? from : recipient)
  switch (asked.functionName) {
    case 'fulfillOrder': {
      const [{ parameters: order }, conduitKey] = asked.args
      return takingWhole({ ...order, conduitKey }, { recipient: from })
    }
    case 'fulfillAdvancedOrder': {
      const [order, resolvers, conduitKey, to] = asked.args
      return takingWhole({ ...order.parameters, conduitKey }, { recipient: whose(to), part: order, resolvers })
    }
    case 'fulfillAvailableOrders': {
      const [orders, moved, , conduitKey] = asked.args
      return takingThere(
        orders.map(({ parameters: order }) => takingWhole({ ...order, conduitKey }, { recipient: from })),
        moved.flat(),
      )
    }
    case 'fulfillAvailableAdvancedOrders': {
      const [orders, resolvers, moved, , conduitKey, to] = asked.args
      const beside = { recipient: whose(to), resolvers }
      return takingThere(
        orders.map((order, index) =>
          takingWhole({ ...order.parameters, conduitKey }, { ...beside, part: order, place: BigInt(index) }),
        ),
        moved.flat(),
      )
    }
    default:
      return undefined
  }
}

/** Of several orders those that are still there: all that may be paid for them, and of what they offer what is asked for. */
function takingThere(
  all: readonly (Taking | undefined)[],
  moved: readonly { readonly order: bigint; readonly item: bigint }[],
): Taking | undefined {
  const takings = all.flatMap((each) => each ?? [])
  const [first] = takings
  if (!first || takings.length < all.length) return undefined
  const isMoved = (order: number, item: number) =>
    moved.some((each) => each.order === BigInt(order) && each.item === BigInt(item))
  return {
    ...first,
    gives: takings.flatMap(({ gives }) => gives),
    gets: takings.flatMap(({ gets }, order) => gets.filter((_, item) => isMoved(order, item))),
    deadline: takings.reduce((latest, { deadline }) => most(latest, deadline), 0n),
    isOpen: true,
  }
}

type Basic = DecodeFunctionDataReturnType<readonly [(typeof abi)[0]]>['args'][0]

/**
 * The kinds of item that are paid and sold, by the number of a basic order's kind: its first two bits say who may take
 * it up.
 */
const routes = [
  ...([
    { paid: 0, sold: 2 },
    { paid: 0, sold: 3 },
    { paid: 1, sold: 2 },
    { paid: 1, sold: 3 },
    { paid: 2, sold: 1 },
    { paid: 3, sold: 1 },
  ] as const),
]

function takingBasic(order: Basic, from: Address): Taking | undefined {
  const route = routes[order.basicOrderType >> 2]
  if (!route) return undefined
  const beside = order.additionalRecipients.reduce((sum, { amount }) => sum + amount, 0n)
  const isFixed = true
  const paid = { itemType: route.paid, token: order.paidToken, identifier: order.paidIdentifier, isFixed }
  const sold = { itemType: route.sold, token: order.soldToken, identifier: order.soldIdentifier, isFixed }
  // Others than the seller are paid by the buyer, of what is paid in a token or the coin.
  const isBought = route.sold > 1
  if (!isBought && order.soldAmount < beside) return undefined
  return {
    gives: [{ ...paid, amount: isBought ? order.paidAmount + beside : order.paidAmount }],
    gets: [{ ...sold, amount: isBought ? order.soldAmount : order.soldAmount - beside }],
    ...{ recipient: from, deadline: order.endTime, conduitKey: order.fulfillerConduitKey },
  }
}

type Whole = DecodeFunctionDataReturnType<readonly [(typeof abi)[2]]>['args'][0]['parameters']

/** The arguments beside an order. */
interface Beside {
  readonly recipient: Address
  readonly part?: { readonly numerator: bigint; readonly denominator: bigint }
  /** Which of a collection is meant, by order, side and item. */
  readonly resolvers?: readonly {
    readonly order: bigint
    readonly side: number
    readonly index: bigint
    readonly identifier: bigint
  }[]
  readonly place?: bigint
}

/** Of a collection the one that is named; undefined where that isn't just one. */
function chosen<Each extends Whole['offer'][number]>(
  items: readonly Each[],
  side: 0 | 1,
  { resolvers = [], place = 0n }: Beside,
): readonly Each[] | undefined {
  const all = items.flatMap((each, index): readonly Each[] => {
    const { itemType } = each
    if (itemType <= 3) return [each]
    const [named, ...others] = resolvers.filter(
      (of) => of.order === place && of.side === side && of.index === BigInt(index),
    )
    const isOne = named !== undefined && others.length === 0 && itemType <= 5
    return isOne ? [{ ...each, itemType: itemType - 2, identifier: named.identifier }] : []
  })
  return all.length === items.length ? all : undefined
}

function takingWhole(order: Whole, beside: Beside): Taking | undefined {
  const { endTime, conduitKey } = order
  const { recipient, part: { numerator: part, denominator: of } = { numerator: 1n, denominator: 1n } } = beside
  const [offer, consideration] = [chosen(order.offer, 0, beside), chosen(order.consideration, 1, beside)]
  if (!offer || !consideration || of === 0n) return undefined
  const fixed = ({ startAmount, endAmount }: Whole['offer'][number]) => startAmount === endAmount
  return {
    gives: consideration.map((each) => ({
      ...{ ...each, isFixed: fixed(each) },
      amount: (most(each.startAmount, each.endAmount) * part + of - 1n) / of,
    })),
    gets: offer.map((each) => ({
      ...{ ...each, isFixed: fixed(each) },
      amount: (least(each.startAmount, each.endAmount) * part) / of,
    })),
    ...{ recipient, deadline: endTime, conduitKey },
  }
}

/** Says what is given at most, and what comes at least and for whom. */
async function sayTaking(taking: Taking, called: Called): Promise<ReadCall> {
  const { gives, gets, recipient, deadline, conduitKey, isOpen = false } = taking
  const { network, from, to: at } = called
  const read = async (each: Item) => ({ each, token: await tokenOf(each, network) })
  const [given, got] = await Promise.all([inParts(gives, read), inParts(gets, read)])
  const isOwn = isSame(recipient, from)
  const takenBy = /^0x0+$/.test(conduitKey) ? at : conduits.get(conduitKey)
  const come = got.map(({ each, token }) => ({
    ...{ ...movedOf(each, token), bound: each.isFixed ? ('just' as const) : undefined },
    to: recipient,
  }))
  return sayExchange(
    {
      gives: given.map(({ each, token }): Given => {
        const isSure = !isOpen && each.isFixed && (takenBy !== undefined || token.isCoin === true)
        return { ...movedOf(each, token), ...(isSure ? { takenBy } : { bound: 'most' }) }
      }),
      ...(isOwn
        ? { ...(isOpen ? { gets: [], perhaps: come } : { gets: come }), others: [] }
        : { gets: [], others: come.map((each) => ({ ...each, isOpen })) }),
      ...{ deadline, tokens: [...given, ...got].map(({ token }) => token) },
    },
    called,
  )
}

const tokenOf = async ({ itemType, token }: Item, network: Called['network']): Promise<ReadToken> =>
  itemType === 0 ? coinOf(network) : { ...(await readToken(network, token)), isNft: itemType > 1 }

/** Of an NFT which, and how many. */
const movedOf = ({ identifier, amount }: Item, token: ReadToken) =>
  token.isNft ? { token, amount: identifier, count: amount } : { token, amount }
