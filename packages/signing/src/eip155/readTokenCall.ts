import { type DecodeFunctionDataReturnType, isAddressEqual } from 'viem'
import { isKnownAddress, readToken } from '../contracts/tokens.js'
import { code, words } from '../sentences.js'
import { address, bool, bytes, call, typed, uint } from './abis.js'
import type { Allowed } from './allowance.js'
import { type Called, decodeCall, type ReadCall } from './called.js'
import type { Flow } from './flow.js'
import type { MoreCalled } from './moreCalled.js'
import { approvalOfOne } from './nftCalls.js'
import { withRest } from './readCall.js'
import { callingReceiver } from './readReceiver.js'
import { untilFacts } from './swapCalls.js'
import { readApproval, readMove, readTransfer } from './tokenCalls.js'

const amount = uint('amount')
const data = bytes('data')

const parts = [typed('uint8')('v'), typed('bytes32')('r'), typed('bytes32')('s')] as const
const signature = bytes('signature')
const allowing = [address('owner'), address('spender'), amount, uint('deadline')] as const
const moving = [
  ...[address('owner'), address('to'), amount],
  ...[uint('after'), uint('before'), typed('bytes32')('nonce')],
] as const

/** The calls in which a signature's holder uses what it allows or moves: of any token, as what it calls without one. */
const signedAbi = [
  call('permit', [...allowing, ...parts]),
  call('permit', [...allowing, signature]),
  // DAI's: for everything, or nothing.
  call('permit', [address('owner'), address('spender'), uint('nonce'), uint('expiry'), bool('isAllowed'), ...parts]),
  call('permit', [address('spender'), uint('id'), uint('deadline'), signature]),
  call('transferWithAuthorization', [...moving, ...parts]),
  call('transferWithAuthorization', [...moving, signature]),
  call('receiveWithAuthorization', [...moving, ...parts]),
  call('receiveWithAuthorization', [...moving, signature]),
] as const

/**
 * The calls that some tokens have beside ERC-20: a transfer that calls its recipient (ERC-223, ERC-677, ERC-1363,
 * ERC-777), and operators (ERC-777).
 */
const abi = [
  call('transfer', [address('to'), amount, data]),
  call('transferAndCall', [address('to'), amount]),
  call('transferAndCall', [address('to'), amount, data]),
  call('send', [address('to'), amount, data]),
  call('operatorSend', [address('from'), address('to'), amount, data, bytes('operatorData')]),
  call('transferFromAndCall', [address('from'), address('to'), amount]),
  call('transferFromAndCall', [address('from'), address('to'), amount, data]),
  call('approveAndCall', [address('spender'), amount]),
  call('approveAndCall', [address('spender'), amount, data]),
  call('authorizeOperator', [address('operator')]),
  call('revokeOperator', [address('operator')]),
] as const

const everything = 2n ** 256n - 1n

/** Reads what some tokens have beside ERC-20, of listed ones: of another contract its name proves nothing. Undefined for every other call. */
export async function readTokenCall({ data, inside: _inside, ...called }: MoreCalled): Promise<ReadCall | undefined> {
  const signed = decodeCall(signedAbi, data)
  if (signed) return withRest({ read: await bySignature(signed.call, called), called, unused: signed.unused })
  const decoded = isKnownAddress(called.network, called.to) ? decodeCall(abi, data) : undefined
  if (!decoded) return undefined
  return withRest({ read: await describe(decoded.call, called), called, unused: decoded.unused })
}

async function describe(asked: DecodeFunctionDataReturnType<typeof abi>, called: Called): Promise<ReadCall> {
  switch (asked.functionName) {
    case 'transfer':
    case 'transferAndCall':
    case 'send': {
      const [to, sum, along] = asked.args
      return withReceiver(await readTransfer([to, sum], called), { to, data: [along ?? '0x'] }, called)
    }
    case 'transferFromAndCall':
    case 'operatorSend': {
      const [owner, to, sum, ...along] = asked.args
      const data = along.flatMap((each) => each ?? [])
      return withReceiver(await readMove({ owner, to, amount: sum, isNft: false }, called), { to, data }, called)
    }
    case 'approveAndCall': {
      const [to, sum, along = '0x'] = asked.args
      const read = takenAtOnce(await readApproval([to, sum], 'set', called))
      return callingReceiver(read, { to, data: [along] }, called)
    }
    case 'authorizeOperator':
      return apart(await readApproval([asked.args[0], everything], 'set', called))
    case 'revokeOperator':
      return apart(await readApproval([asked.args[0], 0n], 'set', called))
  }
}

async function bySignature(asked: DecodeFunctionDataReturnType<typeof signedAbi>, called: Called): Promise<ReadCall> {
  if (asked.functionName !== 'permit') {
    const [owner, to, sum] = asked.args
    return readMove({ owner, to, amount: sum, isNft: false }, called)
  }
  const [first, second, third, end, isAllowed] = asked.args
  // The owner of one NFT isn't named.
  if (typeof second === 'bigint') {
    const token = { ...(await readToken(called.network, called.to)), isNft: true }
    return approvalOfOne({ spender: first, id: second, token, owner: called.from, network: called.network })
  }
  const sum = typeof isAllowed === 'boolean' ? (isAllowed ? everything : 0n) : third
  const read = await readApproval([second, sum], 'set', { ...called, from: first })
  const { limitless: _limitless, ...rest } = read
  const until = typeof isAllowed === 'boolean' && typeof end === 'bigint' && end > 0n ? untilFacts(end, called) : []
  const facts = [...read.facts, ...until]
  const { from, account = from } = called
  if (isAddressEqual(first, from)) return { ...rest, facts }
  // By the other's signature, and of what is the other's; of the account's own, where another makes the call for it.
  const owner = isAddressEqual(first, account) ? undefined : first
  return {
    ...withoutLimit(read, { owner }),
    facts: [code('request.account', first), ...facts],
    warnings: [words('request.warn.inNameOf'), ...read.warnings],
  }
}

/** The recipient is called, and knows of it: nothing is left there. */
function withReceiver(
  { warnings, ...read }: ReadCall,
  receiving: Parameters<typeof callingReceiver>[1],
  called: Called,
): Promise<ReadCall> {
  const others = warnings.filter(({ name }) => name !== 'request.warn.leftBehind')
  const known = { ...read, warnings: others, isDeliberate: read.isDeliberate && others.length > 0 }
  return callingReceiver(known, receiving, called)
}

/** Another power than the token's allowances, which take it back as little as it takes them: it has no limit that could be set. */
const apart = (read: ReadCall): ReadCall => withoutLimit(read, { isApart: true })

/** It has no limit that could be set, and stands beside the account's own allowances of the token. */
function withoutLimit(
  { limitless: _limitless, ...read }: ReadCall,
  beside: Pick<Allowed, 'owner' | 'isApart'>,
): ReadCall {
  const among = (flow: Flow | undefined) =>
    flow && { ...flow, allows: flow.allows.map((each) => ({ ...each, ...beside })) }
  return {
    ...read,
    ...{ flow: among(read.flow), partly: among(read.partly) },
    facts: read.facts.filter(
      ({ label: { name } }) => name !== 'request.allowedBefore' && name !== 'request.allowedAfter',
    ),
  }
}

/** The spender is called, and may take it at once, before what else is set for it. */
const takenAtOnce = ({ limitless: _limitless, ...read }: ReadCall): ReadCall => ({
  ...read,
  facts: read.facts.filter(({ label }) => label.name !== 'request.movesNow'),
})
