import { lowerHex } from '@foyer/core/chain'
import type { Fact, Words } from '@foyer/core/words'
import {
  type Address,
  concat,
  type DecodeFunctionDataReturnType,
  getAddress,
  isAddressEqual,
  pad,
  size,
  slice,
  toHex,
  zeroAddress,
} from 'viem'
import { call as ask } from '../contracts/nodeReads.js'
import { isKnownContract, nameOf, readToken, tokenFacts, tokenWarnings } from '../contracts/tokens.js'
import { code, words } from '../sentences.js'
import { address, bytesList, call, typed, uint } from './abis.js'
import { type Called, contractFact, decodeCall, type ReadCall, said, wordWarnings } from './called.js'
import { strangersWord } from './flow.js'
import type { MoreCalled } from './moreCalled.js'
import { withRest } from './readCall.js'
import { untilFacts } from './swapCalls.js'

const id = uint('tokenId')
const most = typed('uint128')

/** The calls by which a manager of positions (Uniswap V3's and its copies) gives out. */
const abi = [
  call('decreaseLiquidity', [
    {
      ...{ name: 'less', type: 'tuple' },
      components: [id, most('liquidity'), uint('leastA'), uint('leastB'), uint('deadline')],
    },
  ]),
  call('collect', [
    { name: 'what', type: 'tuple', components: [id, address('recipient'), most('mostA'), most('mostB')] },
  ]),
  call('burn', [id]),
  call('unwrapWETH9', [uint('least'), address('recipient')]),
  call('sweepToken', [address('token'), uint('least'), address('recipient')]),
  call('multicall', [bytesList('calls')]),
] as const

type Part = DecodeFunctionDataReturnType<typeof abi>

/** Reads what comes out of positions, and who gets it; undefined for every other call, and where one of several isn't read. */
export async function readPositionCall({
  data,
  inside: _inside,
  ...called
}: MoreCalled): Promise<ReadCall | undefined> {
  const decoded = decodeCall(abi, data)
  const parts = decoded && partsOf(decoded.call)
  const read = parts && (await describe(parts, called))
  return decoded && read && withRest({ read, called, unused: decoded.unused })
}

function partsOf(asked: Part): readonly Part[] | undefined {
  if (asked.functionName !== 'multicall') return [asked]
  const parts = asked.args[0].flatMap((each) => {
    const inner = decodeCall(abi, lowerHex(each))
    return inner?.unused === 0 && inner.call.functionName !== 'multicall' ? [inner.call] : []
  })
  return parts.length === asked.args[0].length ? parts : undefined
}

/** Returns the recipient that a part names; what stays with the manager for a moment is given out by what follows. */
function recipientOf(part: Part, { from, to: manager }: Called): Address | undefined {
  const named =
    part.functionName === 'collect'
      ? part.args[0].recipient
      : part.functionName === 'unwrapWETH9'
        ? part.args[1]
        : part.functionName === 'sweepToken'
          ? part.args[2]
          : from
  const isOwn = [from, zeroAddress, manager].some((each) => isAddressEqual(each, named))
  return isOwn ? undefined : named
}

/** Reads the tokens of a position; none where its manager doesn't say. */
async function pairOf(id: bigint, { network, to: manager }: Called): Promise<readonly Address[]> {
  const answer = await ask(network, manager, concat(['0x99fbab88', pad(toHex(id), { size: 32 })]))
  return answer !== undefined && size(answer) >= 128
    ? [2, 3].map((word) => getAddress(slice(answer, 32 * word + 12, 32 * word + 32)))
    : []
}

async function describe(parts: readonly Part[], called: Called): Promise<ReadCall | undefined> {
  const { to: manager, network } = called
  const collects = parts.flatMap((part) => (part.functionName === 'collect' ? [part.args[0].tokenId] : []))
  const lessened = parts.flatMap((part) => (part.functionName === 'decreaseLiquidity' ? [part.args[0]] : []))
  const ids = [...new Set([...collects, ...lessened.map(({ tokenId }) => tokenId)])]
  if (ids.length === 0) return undefined
  const pairs = await Promise.all(ids.map((each) => pairOf(each, called)))
  const addresses = [...new Map(pairs.flat().map((each) => [each.toLowerCase(), each])).values()]
  const tokens = await Promise.all(addresses.map((each) => readToken(network, each)))
  const isUnread = pairs.some((pair) => pair.length === 0)
  const names: readonly (string | Words)[] = [...tokens.map(nameOf), ...(isUnread ? [words('request.tokens')] : [])]
  const others = [...new Set(parts.flatMap((part) => recipientOf(part, called) ?? []))]
  const isKnown = isKnownContract(network, manager)
  // What comes of it isn't in its data: how much there is changes with every exchange.
  const some = (label: 'request.give' | 'request.get'): readonly Fact[] =>
    names.map((token) => ({ label: words(label), value: words('request.someOf', { token }) }))
  const isGiven = others.length > 0
  const comes = collects.length === 0 || isGiven ? [] : some('request.get')
  const isOpen = lessened.some(({ leastA, leastB }) => leastA === 0n && leastB === 0n)
  return said(
    words('request.removeLiquidity'),
    [
      ...others.flatMap((to) => some('request.give').flatMap((fact) => [fact, code('request.to', to)])),
      ...(isKnown ? comes : comes.map(strangersWord)),
      ...ids.map((each) => ({ label: words('request.position'), value: `#${each}` })),
      ...lessened.slice(0, 1).flatMap(({ deadline }) => untilFacts(deadline, called)),
      contractFact({ to: manager, network }),
      ...tokens.flatMap((token) => (token.isListed ? [] : tokenFacts(token))),
    ],
    {
      warnings: [
        ...(isGiven ? [words('request.warn.givenAway')] : []),
        ...(isOpen ? [words('request.warn.noLeast')] : []),
        ...(isUnread ? [words('request.warn.partlyRead')] : []),
        ...wordWarnings(called),
        ...tokens.flatMap(tokenWarnings),
      ],
      isDeliberate: isGiven || isOpen || !isKnown,
    },
  )
}
