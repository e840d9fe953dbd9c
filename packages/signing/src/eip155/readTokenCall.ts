import { type DecodeFunctionDataReturnType, isAddressEqual } from 'viem'
import { code, words } from '../sentences.js'
import { address, bytes, call, typed, uint } from './abis.js'
import { type Called, decodeCall, type ReadCall, said } from './called.js'
import type { MoreCalled } from './moreCalled.js'
import { withRest } from './readCall.js'
import { readApproval, readMove, readTransfer } from './tokenCalls.js'
import { isKnownContract, nameOf, readToken, tokenFacts } from './tokens.js'

const amount = uint('amount')
const data = bytes('data')

/** What some tokens have beside ERC-20: a transfer that calls its recipient (ERC-677, ERC-1363, ERC-777), operators (ERC-777), and votes. */
const abi = [
  call('transferAndCall', [address('to'), amount]),
  call('transferAndCall', [address('to'), amount, data]),
  call('send', [address('to'), amount, data]),
  call('transferFromAndCall', [address('from'), address('to'), amount]),
  call('transferFromAndCall', [address('from'), address('to'), amount, data]),
  call('approveAndCall', [address('spender'), amount]),
  call('approveAndCall', [address('spender'), amount, data]),
  call('authorizeOperator', [address('operator')]),
  call('revokeOperator', [address('operator')]),
  call('delegate', [address('delegatee')]),
  call('permit', [
    address('owner'),
    address('spender'),
    amount,
    uint('deadline'),
    typed('uint8')('v'),
    typed('bytes32')('r'),
    typed('bytes32')('s'),
  ]),
] as const

const everything = 2n ** 256n - 1n

/** Reads what some tokens have beside ERC-20, of listed ones: of another contract its name proves nothing. Undefined for every other call. */
export async function readTokenCall({ data, inside: _inside, ...called }: MoreCalled): Promise<ReadCall | undefined> {
  const decoded = isKnownContract(called.network, called.to) ? decodeCall(abi, data) : undefined
  if (!decoded) return undefined
  return withRest({ read: await describe(decoded.call, called), called, unused: decoded.unused })
}

async function describe(asked: DecodeFunctionDataReturnType<typeof abi>, called: Called): Promise<ReadCall> {
  switch (asked.functionName) {
    case 'transferAndCall':
    case 'send':
      return told(await readTransfer([asked.args[0], asked.args[1]], called))
    case 'transferFromAndCall': {
      const [owner, to, sum] = asked.args
      return told(await readMove({ owner, to, amount: sum, isNft: false }, called))
    }
    case 'approveAndCall':
      return takenAtOnce(await readApproval([asked.args[0], asked.args[1]], 'set', called))
    case 'authorizeOperator':
      return withoutLimit(await readApproval([asked.args[0], everything], 'set', called))
    case 'permit': {
      const [owner, spender, sum] = asked.args
      const read = await readApproval([spender, sum], 'set', { ...called, from: owner })
      if (isAddressEqual(owner, called.from)) return read
      // By the other's signature, and of what is the other's.
      return { ...withoutLimit(read), facts: [code('request.account', owner), ...read.facts] }
    }
    case 'revokeOperator':
      return withoutLimit(await readApproval([asked.args[0], 0n], 'set', called))
    case 'delegate': {
      const token = await readToken(called.network, called.to)
      return said(words('request.delegateVotes', { token: nameOf(token) }), [
        code('request.account', asked.args[0]),
        { label: words('request.movesNow'), value: words('request.nothing') },
        ...tokenFacts(token),
      ])
    }
  }
}

/** The recipient is called, and knows of it: nothing is left there. */
function told({ warnings, ...read }: ReadCall): ReadCall {
  const others = warnings.filter(({ name }) => name !== 'request.warn.leftBehind')
  return { ...read, warnings: others, isDeliberate: read.isDeliberate && others.length > 0 }
}

/** An operator isn't an allowance: it has no limit that could be set, and no sum. */
const withoutLimit = ({ limitless: _limitless, flow: _flow, ...read }: ReadCall): ReadCall => ({
  ...read,
  facts: read.facts.filter(({ label }) => !/^request\.allowed(Before|After)$/.test(label.name)),
})

/** The spender is called, and may take it at once. */
const takenAtOnce = ({ flow: _flow, limitless: _limitless, ...read }: ReadCall): ReadCall => ({
  ...read,
  facts: read.facts.filter(({ label }) => label.name !== 'request.movesNow'),
})
