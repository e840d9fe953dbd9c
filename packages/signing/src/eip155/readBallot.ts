import type { RequestSentence } from '@foyer/core/words'
import * as v from 'valibot'
import { isKnownContract, isSame } from '../contracts/tokens.js'
import { words } from '../sentences.js'
import { shownName } from '../shownText.js'
import { voteFacts } from '../votes.js'
import { bytes, call, typed, uint } from './abis.js'
import { contractFact, decodeCall, type ReadCall, said, wordWarnings } from './called.js'
import type { MoreCalled } from './moreCalled.js'
import { withRest } from './readCall.js'
import { AddressText } from './requestParams.js'
import type { AskedSignature, KnownSignature } from './signature.js'

const choice = typed('uint8')('choice')
const reason = typed('string')('reason')

/** A vote at a contract that counts them (OpenZeppelin's and Compound's governors). */
const abi = [
  call('castVote', [uint('proposal'), choice]),
  call('castVoteWithReason', [uint('proposal'), choice, reason]),
  call('castVoteWithReasonAndParams', [uint('proposal'), choice, reason, bytes('params')]),
] as const

const choices: readonly RequestSentence[] = ['request.choice.against', 'request.choice.for', 'request.choice.abstain']

/** Reads a vote on a proposal; undefined for every other call. */
export async function readBallotCall({ data, inside: _inside, ...called }: MoreCalled): Promise<ReadCall | undefined> {
  const decoded = decodeCall(abi, data)
  if (!decoded) return undefined
  const [proposal, chosen, why = ''] = decoded.call.args
  const name = choices[chosen]
  const facts = [
    ...voteFacts({ proposal: `${proposal}`, choice: name ? words(name) : `${chosen}` }),
    ...(why === '' ? [] : [{ label: words('request.reason'), value: shownName(why) }]),
    contractFact(called),
  ]
  const isDeliberate = !isKnownContract(called.network, called.to)
  const read = said(words('request.vote'), facts, { warnings: wordWarnings(called), isDeliberate })
  return withRest({ read, called, unused: decoded.unused })
}

const Ballot = v.object({
  from: AddressText,
  space: v.string(),
  proposal: v.string(),
  choice: v.union([v.string(), v.number(), v.array(v.union([v.string(), v.number()]))]),
})
const ownTypes: Readonly<Record<string, RegExp>> = {
  from: /^address$/,
  space: /^string$/,
  timestamp: /^uint64$/,
  proposal: /^(bytes32|string)$/,
  choice: /^(uint32(\[\])?|string)$/,
  reason: /^string$/,
  app: /^string$/,
  metadata: /^string$/,
}

/**
 * Says what a vote of Snapshot's is: data without a contract that could do anything by it. Undefined for whatever has more in it, and for another account's.
 * @see https://docs.snapshot.box
 */
export function readBallot({ data, owner }: AskedSignature): KnownSignature | undefined {
  const { types, primaryType, domain, message } = data
  const domainFields = (types.EIP712Domain ?? []).map(({ name }) => name)
  const isTheirs = domain.name === 'snapshot' && domainFields.every((name) => name === 'name' || name === 'version')
  const isOnly = types[primaryType]?.every(({ name, type }) => ownTypes[name]?.test(type)) ?? false
  const ballot = v.safeParse(Ballot, message)
  if (!isTheirs || !isOnly || !ballot.success || !isSame(ballot.output.from, owner)) return undefined
  const { space, proposal, choice: chosen } = ballot.output
  return {
    title: words('request.vote'),
    facts: [
      ...voteFacts({ proposal: shownName(proposal), choice: shownName([chosen].flat().join(', ')) }),
      { label: words('request.for'), value: shownName(space) },
    ],
    ...{ warnings: [], isDeliberate: false },
  }
}
