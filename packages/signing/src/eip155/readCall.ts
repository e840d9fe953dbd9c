import { decodeFunctionData, type Hex } from 'viem'
import { code, words } from '../sentences.js'
import { controlAbi, pairAbi, poolAbi, tokenAbi } from './abis.js'
import { type Called, inputsOf, type ReadCall, said, unusedBytes } from './called.js'
import { flow } from './flow.js'
import { type PoolPart, poolSwap, readPoolCalls } from './poolCalls.js'
import { readPairSwap } from './swapCalls.js'
import { readApproval, readHandOver, readMove, readMoveOfSome, readTransfer, readWrapping } from './tokenCalls.js'
import { amountOf, coinOf } from './tokens.js'

const abi = [...tokenAbi, ...pairAbi, ...poolAbi, ...controlAbi] as const

/** Reads the calls that tokens, collections, proxies and exchanges have in common, with what the chain says of them; undefined for every other. */
export async function readCall({ data, ...called }: Called & { readonly data: Hex }): Promise<ReadCall | undefined> {
  const decoded = decode(data)
  const read = decoded && (await describe(decoded.call, called))
  if (!decoded || !read) return undefined
  return withRest({ read, called, unused: decoded.unused })
}

/** What is sent along is given, whatever the function makes of it; and what follows its arguments is said. */
export function withRest({
  read,
  called,
  unused,
}: {
  readonly read: ReadCall
  readonly called: Called
  readonly unused: number
}): ReadCall {
  const isSaid = called.value === 0n || read.flow?.gives.some(({ token }) => token.isCoin)
  const withValue = isSaid
    ? read
    : {
        ...read,
        facts: [amountOf(called.value, coinOf(called.network), 'request.give'), ...read.facts],
        flow: read.flow && {
          ...read.flow,
          gives: [{ token: coinOf(called.network), amount: called.value }, ...read.flow.gives],
        },
      }
  if (unused === 0) return withValue
  return { ...withValue, warnings: [...withValue.warnings, words('request.warn.unused', { count: `${unused}` })] }
}

/** Only a call that is encoded as its function has it: what could be read in two ways isn't read. */
function decode(data: Hex) {
  try {
    const call = decodeFunctionData({ abi, data })
    const unused = unusedBytes({ inputs: inputsOf(abi, data), data, args: call.args ?? [] })
    return unused === undefined ? undefined : { call, unused }
  } catch {
    return undefined // another function, or not a call at all: shown as data
  }
}

type Call = NonNullable<ReturnType<typeof decode>>['call']

async function describe(call: Call, called: Called): Promise<ReadCall | undefined> {
  const contract = code('request.contract', called.to)
  switch (call.functionName) {
    case 'upgradeTo':
    case 'upgradeToAndCall':
      return said(words('request.upgrade'), [code('request.newCode', call.args[0]), contract], {
        warnings: [words('request.warn.upgrade')],
        isDeliberate: true,
      })
    case 'transferOwnership':
      return said(words('request.handOverContract'), [code('request.goesTo', call.args[0]), contract], {
        warnings: [words('request.warn.ownership')],
        isDeliberate: true,
        flow: flow({}),
      })
    case 'transfer':
      return readTransfer(call.args, called)
    case 'transferFrom': {
      const [owner, to, amount] = call.args
      return readMove({ owner, to, amount, isNft: false }, called)
    }
    case 'safeTransferFrom': {
      const [owner, to, id, count] = call.args
      if (typeof count === 'bigint') return readMoveOfSome({ owner, to, ids: [id], counts: [count] }, called)
      return readMove({ owner, to, amount: id, isNft: true }, called)
    }
    case 'safeBatchTransferFrom': {
      const [owner, to, ids, counts] = call.args
      return readMoveOfSome({ owner, to, ids, counts }, called)
    }
    case 'approve':
      return readApproval(call.args, 'set', called)
    case 'increaseAllowance':
      return readApproval(call.args, 'added', called)
    case 'decreaseAllowance':
      return readApproval(call.args, 'taken', called)
    case 'setApprovalForAll':
      return readHandOver(call.args, called)
    case 'deposit':
      return readWrapping(called.value, 'into', called)
    case 'withdraw':
      return readWrapping(call.args[0], 'back', called)
    default:
      return describeExchange(call, called)
  }
}

type ExchangeCall = Extract<Call, { readonly functionName: (typeof pairAbi | typeof poolAbi)[number]['name'] }>

async function describeExchange(call: ExchangeCall, called: Called): Promise<ReadCall | undefined> {
  switch (call.functionName) {
    case 'swapExactETHForTokens':
    case 'swapETHForExactTokens':
    case 'swapExactETHForTokensSupportingFeeOnTransferTokens': {
      const [get, path, recipient, deadline] = call.args
      return readPairSwap({ name: call.functionName, give: called.value, get, path, recipient, deadline }, called)
    }
    case 'swapTokensForExactTokens':
    case 'swapTokensForExactETH': {
      const [get, give, path, recipient, deadline] = call.args
      return readPairSwap({ name: call.functionName, give, get, path, recipient, deadline }, called)
    }
    case 'swapExactTokensForTokens':
    case 'swapExactTokensForETH':
    case 'swapExactTokensForTokensSupportingFeeOnTransferTokens':
    case 'swapExactTokensForETHSupportingFeeOnTransferTokens': {
      const [give, get, path, recipient, deadline] = call.args
      return readPairSwap({ name: call.functionName, give, get, path, recipient, deadline }, called)
    }
    case 'multicall': {
      const [first, second] = call.args
      const [deadline, calls] = typeof first === 'bigint' ? [first, second ?? []] : [undefined, first]
      const parts = calls.map((each) => {
        const inner = decode(each)
        return inner?.unused === 0 ? partOf(inner.call) : undefined
      })
      return whole(parts) && readPoolCalls({ parts: whole(parts) ?? [], deadline }, called)
    }
    default: {
      const part = partOf(call)
      return part?.kind === 'swap' ? readPoolCalls({ parts: [part] }, called) : undefined
    }
  }
}

/** Parts that were all read. */
const whole = (parts: readonly (PoolPart | undefined)[]): readonly PoolPart[] | undefined => {
  const read = parts.flatMap((part) => part ?? [])
  return read.length === parts.length ? read : undefined
}

/** What a call of a router asks for; undefined for one that isn't read beside others. */
function partOf(call: Call): PoolPart | undefined {
  switch (call.functionName) {
    case 'exactInputSingle':
    case 'exactOutputSingle':
    case 'exactInput':
    case 'exactOutput':
      return poolSwap(call.args[0])
    case 'unwrapWETH9':
      return { kind: 'takeOut', least: call.args[0], recipient: call.args[1] }
    case 'sweepToken':
      return { kind: 'takeOut', token: call.args[0], least: call.args[1], recipient: call.args[2] }
    case 'refundETH':
      return { kind: 'refund' }
    default:
      return undefined
  }
}
