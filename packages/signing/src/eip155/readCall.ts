import { decodeFunctionData, type Hex } from 'viem'
import { code, words } from '../sentences.js'
import { controlAbi, pairAbi, tokenAbi } from './abis.js'
import { type Called, inputsOf, type ReadCall, said, unusedBytes } from './called.js'
import { flow } from './flow.js'
import { readPairSwap, wordWarnings } from './swapCalls.js'
import { readApproval, readHandOver, readMove, readMoveOfSome, readTransfer, readWrapping } from './tokenCalls.js'
import { amountOf, coinOf } from './tokens.js'

const abi = [...tokenAbi, ...pairAbi, ...controlAbi] as const

/** Reads the calls that tokens, collections, proxies and exchanges have in common, with what the chain says of them; undefined for every other. */
export async function readCall({ data, ...called }: Called & { readonly data: Hex }): Promise<ReadCall | undefined> {
  const decoded = decode(data)
  const read = decoded && (await describe(decoded.call, called))
  if (!decoded || !read) return undefined
  return withRest({ read, called, unused: decoded.unused })
}

/** What is sent along is given to the contract, where the function makes nothing of it; and what follows its arguments is said. */
export function withRest({
  read,
  called,
  unused,
}: {
  readonly read: ReadCall
  readonly called: Called
  readonly unused: number
}): ReadCall {
  const { value, network, to } = called
  const isSaid =
    value === 0n || [...(read.flow?.gives ?? []), ...(read.flow?.gifts ?? [])].some(({ token }) => token.isCoin)
  const token = coinOf(network)
  const withValue = isSaid
    ? read
    : {
        ...read,
        facts: [amountOf(value, token, 'request.give'), code('request.goesTo', to), ...read.facts],
        warnings: [...read.warnings, ...wordWarnings(called)],
        flow: read.flow && {
          ...read.flow,
          gifts: [{ token, amount: value, to, how: 'onWord' as const }, ...read.flow.gifts],
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

type ExchangeCall = Extract<Call, { readonly functionName: (typeof pairAbi)[number]['name'] }>

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
    default:
      return undefined
  }
}
