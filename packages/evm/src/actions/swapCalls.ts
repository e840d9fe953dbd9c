import { type Hex, type Selector, selector } from '@foyer/core/chain'
import { addressIn, smallIn, type Words, wordsFor, wordsOf } from './words.js'

/** A call of a swap, as far as its arguments say. */
export interface SwapCall {
  /** `coin` pays with, or for, the network's own coin. */
  readonly sells: 'coin' | 'token'
  readonly buys: 'coin' | 'token'
  /** Undefined where it is what is sent along. */
  readonly amount: bigint | undefined
  readonly minimum: bigint
  /** Undefined where the contract pays its caller. */
  readonly recipient: Hex | undefined
  /** From what is sold to what is bought; the network's own coin stands in it as its wrapped form. */
  readonly path: readonly Hex[]
}

type Argument = 'amount' | 'minimum' | 'path' | 'recipient' | 'deadline'

interface Layout {
  readonly sells: SwapCall['sells']
  readonly buys: SwapCall['buys']
  readonly arguments: readonly Argument[]
}

/** Calls with a path of addresses, by selector: of the Uniswap V2 router, which pays the given recipient, and of Foyer's FeeRouter, which pays its caller. */
const byPath: ReadonlyMap<Selector, Layout> = /* @__PURE__ */ new Map<Selector, Layout>([
  // swapExactTokensForTokens(uint256,uint256,address[],address,uint256)
  [
    selector('0x38ed1739'),
    { sells: 'token', buys: 'token', arguments: ['amount', 'minimum', 'path', 'recipient', 'deadline'] },
  ],
  // swapExactETHForTokens(uint256,address[],address,uint256)
  [selector('0x7ff36ab5'), { sells: 'coin', buys: 'token', arguments: ['minimum', 'path', 'recipient', 'deadline'] }],
  // swapExactTokensForETH(uint256,uint256,address[],address,uint256)
  [
    selector('0x18cbafe5'),
    { sells: 'token', buys: 'coin', arguments: ['amount', 'minimum', 'path', 'recipient', 'deadline'] },
  ],
  // swapTokensForTokens(uint256,uint256,address[],uint256)
  [selector('0x8ecb581c'), { sells: 'token', buys: 'token', arguments: ['amount', 'minimum', 'path', 'deadline'] }],
  // swapNativeForTokens(uint256,address[],uint256)
  [selector('0x3981cde6'), { sells: 'coin', buys: 'token', arguments: ['minimum', 'path', 'deadline'] }],
  // swapTokensForNative(uint256,uint256,address[],uint256)
  [selector('0x0a6d706f'), { sells: 'token', buys: 'coin', arguments: ['amount', 'minimum', 'path', 'deadline'] }],
])

/** multicall(uint256,bytes[]) of the Uniswap V3 router, and what may stand in it. */
const multicall = /* @__PURE__ */ selector('0x5ae401dc')
const exactInput = /* @__PURE__ */ selector('0xb858183f')
const unwrap = /* @__PURE__ */ selector('0x49404b7c')

/** exec(address,address,uint256,address,bytes) of 0x's AllowanceHolder, and execute((address,address,uint256),bytes[],bytes32) of its Settler. */
const exec = /* @__PURE__ */ selector('0x2213bc0b')
const execute = /* @__PURE__ */ selector('0x1fff991f')

/** How 0x writes the network's own coin. */
const coinOf0x = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const noToken = '0x0000000000000000000000000000000000000000'

/** The address that stands for the V3 router itself as a recipient: it keeps the wrapped coin to unwrap it. */
const routerItself = '0x0000000000000000000000000000000000000002'

/** Reads a swap of the routers that are known here, strictly: what is laid out in another way than an encoder does is none. */
export function readSwapCall({
  data,
  isPaid,
}: {
  readonly data: string
  readonly isPaid: boolean
}): SwapCall | undefined {
  const call = wordsOf(data)
  if (!call) return undefined
  const layout = byPath.get(call.selector)
  if (layout) return readByPath({ layout, words: call.words })
  if (call.selector === exec) return readExec({ words: call.words, isPaid })
  return call.selector === multicall ? readMulticall({ words: call.words, isPaid }) : undefined
}

function readByPath({ layout, words }: { readonly layout: Layout; readonly words: Words }): SwapCall | undefined {
  const heads = layout.arguments.length
  const find = (argument: Argument) => words.at(layout.arguments.indexOf(argument))
  const hops = smallIn(words.at(heads))
  if (find('path') !== BigInt(heads * 32) || hops === undefined || words.count !== heads + 1 + hops) return undefined
  const path = Array.from({ length: hops }, (_, at) => addressIn(words.at(heads + 1 + at)))
  const minimum = find('minimum')
  const recipient = addressIn(find('recipient'))
  const known = path.filter((each) => each !== undefined)
  if (minimum === undefined || known.length !== hops || hops < 2) return undefined
  if (layout.arguments.includes('recipient') && recipient === undefined) return undefined
  return { sells: layout.sells, buys: layout.buys, amount: find('amount'), minimum, recipient, path: known }
}

/** The calls inside: one swap, and one that unwraps what it gave where the coin itself is bought. */
function readMulticall({ words, isPaid }: { readonly words: Words; readonly isPaid: boolean }): SwapCall | undefined {
  const [swap, unwrapping, ...more] = innerCalls(words)
  const bought = swap && readExactInput(swap)
  if (!bought || more.length > 0) return undefined
  const sells = isPaid ? 'coin' : 'token'
  if (!unwrapping) return { ...bought, sells, buys: 'token' }
  const call = wordsOf(unwrapping)
  const [minimum, recipient] = [call?.words.at(0), addressIn(call?.words.at(1))]
  if (call?.selector !== unwrap || call.words.count !== 2 || minimum === undefined || !recipient) return undefined
  // Only what the router keeps for itself is there to be unwrapped.
  return bought.recipient === routerItself ? { ...bought, sells, buys: 'coin', minimum, recipient } : undefined
}

/** The calls of a `multicall`, one after the other, as an encoder lays them out; none for any other layout. */
function innerCalls(words: Words): readonly Hex[] {
  const count = smallIn(words.at(2))
  if (words.at(1) !== 64n || count === undefined || count < 1 || count > 2) return []
  const first = 3
  const calls: Hex[] = []
  let place = count
  for (let at = 0; at < count; at++) {
    const length = smallIn(words.at(first + place))
    if (words.at(first + at) !== BigInt(place * 32) || length === undefined) return []
    calls.push(words.bytes(first + place + 1, length))
    place += 1 + wordsFor(length)
  }
  return words.count === first + place ? calls : []
}

/** exactInput((bytes,address,uint256,uint256)): the path holds a fee of 3 bytes between two addresses. */
function readExactInput(data: Hex): Omit<SwapCall, 'sells' | 'buys'> | undefined {
  const call = wordsOf(data)
  if (call?.selector !== exactInput) return undefined
  const { words } = call
  const [recipient, amount, minimum] = [addressIn(words.at(2)), words.at(3), words.at(4)]
  const length = smallIn(words.at(5))
  if (words.at(0) !== 32n || words.at(1) !== 128n || length === undefined) return undefined
  const hops = (length - 20) / 23
  if (!Number.isInteger(hops) || hops < 1 || words.count !== 6 + wordsFor(length)) return undefined
  if (!recipient || amount === undefined || minimum === undefined) return undefined
  const digits = words.bytes(6, length).slice(2)
  const path = Array.from({ length: hops + 1 }, (_, at): Hex => `0x${digits.slice(at * 46, at * 46 + 40)}`)
  return { amount, minimum, recipient, path }
}

/**
 * A swap by 0x: its Settler has an allowance of what is sold for the length of the call, and the Settler reverts where the recipient would get less
 * than the minimum. Where the coin is sold there may be no allowance, as the account may have approved other tokens to the same contract. That
 * it is a Settler, only its network knows: the server asks the registry.
 */
function readExec({ words, isPaid }: { readonly words: Words; readonly isPaid: boolean }): SwapCall | undefined {
  const [operator, token, settler] = [words.at(0), words.at(1), words.at(3)].map(addressIn)
  const [amount, length] = [words.at(2), smallIn(words.at(5))]
  if (!operator || !token || !settler || amount === undefined || words.at(4) !== 160n) return undefined
  if (length === undefined || length < settlerHead || words.count !== 6 + wordsFor(length)) return undefined
  const call = wordsOf(words.bytes(6, settlerHead))
  const [recipient, bought, minimum] = [addressIn(call?.words.at(0)), addressIn(call?.words.at(1)), call?.words.at(2)]
  if (call?.selector !== execute || !recipient || !bought || minimum === undefined) return undefined
  const lendsNothing = amount === 0n || token === noToken || token === coinOf0x
  if (isPaid ? !lendsNothing : operator !== settler) return undefined
  const buys = bought === coinOf0x ? 'coin' : 'token'
  const common = { buys, minimum, recipient, path: [token, bought] } as const
  return isPaid ? { ...common, sells: 'coin', amount: undefined } : { ...common, sells: 'token', amount }
}

/** A selector and the three words of the slippage: what follows is how the Settler gets there. */
const settlerHead = 4 + 3 * 32
