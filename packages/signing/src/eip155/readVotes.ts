import type { Words } from '@foyer/core/words'
import * as v from 'valibot'
import { type Address, type DecodeFunctionDataReturnType, isAddressEqual } from 'viem'
import { signedDomain, signedPart } from '../contracts/signedPart.js'
import {
  isKnownAddress,
  isSame,
  nameOf,
  type ReadToken,
  readToken,
  tokenFacts,
  tokenWarnings,
} from '../contracts/tokens.js'
import { code, words } from '../sentences.js'
import { address, call, typed, uint } from './abis.js'
import { type Called, decodeCall, type ReadCall, said, tokenWordWarnings } from './called.js'
import type { MoreCalled } from './moreCalled.js'
import { posingWarnings } from './posing.js'
import { withRest } from './readCall.js'
import { AddressText, Uint } from './requestParams.js'
import { type AskedSignature, type KnownSignature, month, untilFact } from './signature.js'

const delegatee = address('delegatee')
const kind = typed('uint8')('kind')
const signature = [typed('uint8')('v'), typed('bytes32')('r'), typed('bytes32')('s')] as const

/**
 * The calls that delegate the votes which a token counts, also by a signature of its holder (ERC-5805, and
 * Aave's with an owner and a kind of votes).
 */
const abi = [
  call('delegate', [delegatee]),
  call('delegateByType', [delegatee, kind]),
  call('delegateBySig', [delegatee, uint('nonce'), uint('expiry'), ...signature]),
  call('metaDelegate', [address('delegator'), delegatee, uint('deadline'), ...signature]),
  call('metaDelegateByType', [address('delegator'), delegatee, kind, uint('deadline'), ...signature]),
] as const

/** Reads who is to vote with a token, listed or by its own word one; undefined for every other call. */
export async function readVotesCall({ data, inside: _inside, ...called }: MoreCalled): Promise<ReadCall | undefined> {
  const decoded = decodeCall(abi, data)
  const token = decoded && (await readToken(called.network, called.to))
  if (!decoded || token?.symbol === undefined) return undefined
  return withRest({ read: describe(decoded.call, token, called), called, unused: decoded.unused })
}

function describe(asked: DecodeFunctionDataReturnType<typeof abi>, token: ReadToken, called: Called): ReadCall {
  const { from } = called
  switch (asked.functionName) {
    case 'delegate':
    case 'delegateByType':
      return votesOf({ owner: from, to: asked.args[0], token }, called)
    case 'delegateBySig':
      return votesOf({ owner: undefined, to: asked.args[0], token }, called)
    case 'metaDelegate':
    case 'metaDelegateByType':
      return votesOf({ owner: asked.args[0], to: asked.args[1], token }, called)
  }
}

interface Votes {
  /** The owner of the votes; undefined where only the signature says it. */
  readonly owner: Address | undefined
  readonly to: Address
  readonly token: ReadToken
}

function votesOf({ owner, to, token }: Votes, called: Called): ReadCall {
  const isOwn = owner !== undefined && isAddressEqual(owner, called.from)
  const others = isSame(to, called.from) ? [] : [words('request.warn.votes')]
  return said(
    words('request.delegateVotes', { token: nameOf(token) }),
    [
      code('request.account', to),
      ...(isOwn || owner === undefined ? [] : [code('request.from', owner)]),
      { label: words('request.movesNow'), value: words('request.nothing') },
      ...tokenFacts(token),
    ],
    {
      warnings: [...(isOwn ? others : [words('request.warn.inNameOf')]), ...ownWord(token, called)],
      isDeliberate: !isKnownAddress(called.network, token.address),
    },
  )
}

/** Warns that what an unlisted token calls itself and does is its own word. */
const ownWord = (token: ReadToken, { network }: Pick<Called, 'network'>): readonly Words[] => [
  ...tokenWarnings(token),
  ...tokenWordWarnings({ to: token.address, network }),
]

const Signed = v.union([
  v.object({ delegatee: AddressText, expiry: Uint }),
  v.pipe(
    v.object({ delegator: AddressText, delegatee: AddressText, deadline: Uint }),
    v.transform(({ deadline: expiry, ...rest }) => ({ ...rest, expiry })),
  ),
])

/** Says who is to vote by a signature; undefined where it isn't one of a token's votes, or of another account's. */
export async function readVotes({ data, owner, network, now }: AskedSignature): Promise<KnownSignature | undefined> {
  const { types, primaryType, message, domain } = data
  const { verifyingContract, name } = signedDomain(types, domain)
  const contract = v.safeParse(AddressText, verifyingContract)
  const signed = v.safeParse(Signed, signedPart(types, primaryType, message))
  if (!contract.success || !signed.success) return undefined
  const { delegatee: to, expiry: until } = signed.output
  if ('delegator' in signed.output && !isSame(signed.output.delegator, owner)) return undefined
  const token = await readToken(network, contract.output)
  if (token.symbol === undefined) return undefined
  return {
    title: words('request.delegateVotes', { token: nameOf(token) }),
    facts: [
      code('request.account', to),
      untilFact({ until, now }),
      { label: words('request.movesNow'), value: words('request.nothing') },
      ...tokenFacts(token),
    ],
    warnings: [
      words('request.warn.bearer'),
      ...(isSame(to, owner) ? [] : [words('request.warn.votes')]),
      ...(await posingWarnings({ token, name, network })),
      ...ownWord(token, { network }),
      ...(until - now > month ? [words('request.warn.long')] : []),
    ],
    isDeliberate: !isKnownAddress(network, token.address),
  }
}
