import type { Fact } from '@foyer/core/words'
import { type Address, concat, type DecodeFunctionDataReturnType, hexToBigInt, pad, size, slice } from 'viem'
import { call as ask } from '../contracts/nodeReads.js'
import { isSame, limitOf, nameOf, type ReadToken, readShare, readToken } from '../contracts/tokens.js'
import { inParts } from '../inParts.js'
import { code, words } from '../sentences.js'
import { address, bytes, call, typed, uint } from './abis.js'
import { readAllowing } from './allowance.js'
import { type Called, decodeCall, type ReadCall, said } from './called.js'
import { flow, giftFacts, together } from './flow.js'
import type { MoreCalled } from './moreCalled.js'
import { withRest } from './readCall.js'
import { endFact, namedFacts, permit2, permit2Fact } from './signature.js'
import { readMove } from './tokenCalls.js'

const amount = typed('uint160')('amount')
const time = typed('uint48')
const details = [address('token'), amount, time('expiration'), time('nonce')] as const
const spender = address('spender')
const end = uint('sigDeadline')
const one = {
  name: 'permit',
  type: 'tuple',
  components: [{ name: 'details', type: 'tuple', components: details }, spender, end],
} as const
const several = {
  name: 'permit',
  type: 'tuple',
  components: [{ name: 'details', type: 'tuple[]', components: details }, spender, end],
} as const
const pairs = { name: 'approvals', type: 'tuple[]', components: [address('token'), spender] } as const
const moves = {
  name: 'moves',
  type: 'tuple[]',
  components: [address('from'), address('to'), amount, address('token')],
} as const

const permitted = [address('token'), uint('amount')] as const
const signedOne = {
  name: 'permit',
  type: 'tuple',
  components: [{ name: 'permitted', type: 'tuple', components: permitted }, uint('nonce'), uint('deadline')],
} as const
const signedSeveral = {
  name: 'permit',
  type: 'tuple',
  components: [{ name: 'permitted', type: 'tuple[]', components: permitted }, uint('nonce'), uint('deadline')],
} as const
const paid = [address('to'), uint('requestedAmount')] as const
const payment = { name: 'details', type: 'tuple', components: paid } as const
const payments = { name: 'details', type: 'tuple[]', components: paid } as const
const signature = bytes('signature')
const witnessed = [typed('bytes32')('witness'), typed('string')('witnessType'), signature] as const

const abi = [
  call('permitTransferFrom', [signedOne, payment, address('owner'), signature]),
  call('permitTransferFrom', [signedSeveral, payments, address('owner'), signature]),
  call('permitWitnessTransferFrom', [signedOne, payment, address('owner'), ...witnessed]),
  call('permitWitnessTransferFrom', [signedSeveral, payments, address('owner'), ...witnessed]),
  call('approve', [address('token'), address('spender'), amount, time('expiration')]),
  call('permit', [address('owner'), one, bytes('signature')]),
  call('permit', [address('owner'), several, bytes('signature')]),
  call('lockdown', [pairs]),
  call('invalidateNonces', [address('token'), address('spender'), time('nonce')]),
  call('invalidateUnorderedNonces', [uint('word'), uint('mask')]),
  call('transferFrom', [address('from'), address('to'), amount, address('token')]),
  call('transferFrom', [moves]),
] as const

/** Reads what is called of Permit2 itself; undefined for any other contract and call. */
export async function readPermit2Call({ data, ...called }: MoreCalled): Promise<ReadCall | undefined> {
  const decoded = isSame(called.to, permit2) ? decodeCall(abi, data) : undefined
  const read = decoded && (await describe(decoded.call, called))
  return decoded && read && withRest({ read, called, unused: decoded.unused })
}

export interface Approval {
  readonly token: Address
  readonly spender: Address
  readonly amount: bigint
  readonly expiration: number
}

function describe(
  asked: DecodeFunctionDataReturnType<typeof abi>,
  called: Called,
): ReadCall | undefined | Promise<ReadCall | undefined> {
  switch (asked.functionName) {
    case 'approve': {
      const [token, spender, amount, expiration] = asked.args
      return direct([{ token, spender, amount, expiration }], called.from, called)
    }
    case 'permit': {
      const [owner, { details, spender }] = asked.args
      const all = [details].flat().map((each) => ({ ...each, spender }))
      return direct(all, owner, called)
    }
    case 'lockdown':
      return readRevoked(asked.args[0], called)
    case 'invalidateNonces':
      return readVoided({ token: asked.args[0], spender: asked.args[1] }, called)
    case 'invalidateUnorderedNonces':
      return said(words('request.takeBackSignature'), [itself])
    case 'transferFrom': {
      const [first, to, amount, token] = asked.args
      if (typeof first !== 'string') return readMoves(first, called)
      if (!to || amount === undefined || !token) return undefined
      return readMoves([{ from: first, to, amount, token }], called)
    }
    case 'permitTransferFrom':
    case 'permitWitnessTransferFrom': {
      const [{ permitted }, details, owner] = asked.args
      const [tokens, payments] = [[permitted].flat(), [details].flat()]
      if (tokens.length !== payments.length) return undefined
      const all = tokens.map(({ token }, index) => ({
        token,
        ...(payments[index] ?? { to: owner, requestedAmount: 0n }),
      }))
      return readMoves(
        all.map(({ token, to, requestedAmount: amount }) => ({ from: owner, to, amount, token })),
        called,
      )
    }
  }
}

interface Taking {
  readonly from: Address
  readonly to: Address
  readonly amount: bigint
  readonly token: Address
}

/** Reads what is taken of whom, and given to whom. */
async function readMoves(all: readonly Taking[], called: Called): Promise<ReadCall | undefined> {
  const read = await inParts(all, ({ from: owner, to, amount, token }) =>
    readMove({ owner, to, amount, isNft: false }, { ...called, to: token }),
  )
  const [first, ...others] = read
  if (!first || others.length === 0) return first
  const flows = read.flatMap((each) => each.flow ?? [])
  const moved = together(flows)
  return said(
    words('request.move', { token: words('request.tokens') }),
    [
      ...giftFacts(moved),
      ...read.flatMap(({ title, facts }, index) => [
        { label: words('request.step', { number: `${index + 1}` }), value: title },
        ...facts,
      ]),
    ],
    {
      warnings: read.flatMap(({ warnings }) => warnings),
      isDeliberate: read.some(({ isDeliberate }) => isDeliberate),
      ...(flows.length === read.length ? { flow: moved } : { partly: moved }),
    },
  )
}

const itself = permit2Fact()

/**
 * Reads approvals by a call of Permit2 itself: nothing moves by it, and it takes the place of what was allowed there.
 */
async function direct(approvals: readonly Approval[], owner: Address, called: Called): Promise<ReadCall> {
  const read = await readApprovals(approvals, owner, { ...called, isDirect: true })
  const still = approvals.some(({ amount }) => amount > 0n)
    ? [{ label: words('request.movesNow'), value: words('request.nothing') }]
    : []
  return { ...read, facts: [...read.facts, itself, ...still] }
}

/**
 * Returns what may be taken through Permit2 now, and what in its place from then on; nothing where the node doesn't say
 * it.
 */
async function changeFacts(
  { token, spender, amount, owner }: { token: ReadToken; spender: Address; amount: bigint; owner: Address },
  { network, now }: Pick<Called, 'network' | 'now'>,
): Promise<readonly Fact[]> {
  const of = [owner, token.address, spender].map((each) => pad(each))
  const answer = await ask(network, permit2, concat(['0x927da105', ...of]))
  if (answer === undefined || size(answer) < 64) return []
  const until = hexToBigInt(slice(answer, 32, 64))
  const before = now !== undefined && until < now ? 0n : hexToBigInt(slice(answer, 0, 32))
  return [limitOf(before, token, 'request.allowedBefore'), limitOf(amount, token, 'request.allowedAfter')]
}

/** Returns the fact of when what may be taken through Permit2 ends, beside another end. */
export const allowedUntil = (expiration: number, { now }: Pick<Called, 'now'>): Fact => ({
  ...endFact(BigInt(expiration), now),
  label: words('request.allowedUntil'),
})

/** Reads who may take what through Permit2, until when; of nothing, that it is taken back. */
export async function readApprovals(
  approvals: readonly Approval[],
  owner: Address,
  { network, now, isDirect = false }: Pick<Called, 'network' | 'now'> & { readonly isDirect?: boolean },
): Promise<ReadCall> {
  const all = await inParts(approvals, async ({ token: address, spender, amount, expiration }) => {
    const { token: share, isBoth } = await readShare(network, address, amount)
    // What is allowed is counted as an amount, and taken by a call that may read it as a thing's number.
    const token = isBoth ? { ...share, isNft: false } : share
    const beside = isBoth ? [words('request.warn.wholeOne')] : []
    const facts = [code('request.spender', spender), ...namedFacts(token)]
    const looked = { before: undefined, balance: undefined, isContract: undefined }
    const of = { token, spender, amount, isBoth, beside }
    const allowed = { ...of, looked, via: permit2, until: allowedUntil(expiration, { now }) }
    if (amount === 0n) return { token, isNothing: true, facts, warnings: [], isDeliberate: false, allowed }
    const [allowing, change] = await Promise.all([
      readAllowing({ network, token, owner, spender, amount, kind: 'permit2' }),
      isDirect ? changeFacts({ token, spender, amount, owner }, { network, now }) : [],
    ])
    const [sum, ...others] = allowing.facts
    return {
      ...allowing,
      ...{ token, isNothing: false },
      warnings: [...beside, ...allowing.warnings],
      isDeliberate: isBoth || allowing.isDeliberate,
      facts: [...(sum ? [sum] : []), ...change, ...others, endFact(BigInt(expiration), now)],
      allowed: { ...allowed, looked: allowing.looked },
    }
  })
  const isNothing = all.every((each) => each.isNothing)
  const [first] = all
  const token = first && all.length === 1 ? nameOf(first.token) : words('request.tokens')
  return said(
    words(isNothing ? 'request.disallow' : 'request.allow', { token }),
    all.flatMap(({ facts }) => facts),
    {
      warnings: all.flatMap(({ warnings }) => warnings),
      isDeliberate: all.some(({ isDeliberate }) => isDeliberate),
      flow: flow({ allows: all.map(({ allowed }) => allowed) }),
    },
  )
}

async function readRevoked(
  all: readonly { readonly token: Address; readonly spender: Address }[],
  { network }: Called,
): Promise<ReadCall> {
  const read = await inParts(all, async ({ token: address, spender }) => ({
    token: await readToken(network, address),
    spender,
  }))
  const [first] = read
  const token = first && read.length === 1 ? nameOf(first.token) : words('request.tokens')
  const looked = { before: undefined, balance: undefined, isContract: undefined }
  return said(
    words('request.disallow', { token }),
    [...read.flatMap(({ token, spender }) => [code('request.spender', spender), ...namedFacts(token)]), itself],
    { flow: flow({ allows: read.map((each) => ({ ...each, amount: 0n, looked, via: permit2 })) }) },
  )
}

/** Signatures that weren't handed in are void; what may be taken by others may be taken still. */
async function readVoided(
  { token, spender }: { readonly token: Address; readonly spender: Address },
  { network }: Called,
): Promise<ReadCall> {
  const facts = [code('request.spender', spender), ...namedFacts(await readToken(network, token)), itself]
  return said(words('request.takeBackSignature'), facts)
}
