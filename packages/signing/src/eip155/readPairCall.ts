import type { DecodeFunctionDataReturnType } from 'viem'
import { isKnownContract } from '../contracts/tokens.js'
import { address, addresses, call, uint } from './abis.js'
import { type Called, decodeCall, type ReadCall } from './called.js'
import type { MoreCalled } from './moreCalled.js'
import { withRest } from './readCall.js'
import { type PairSwap, readPairSwap } from './swapCalls.js'

const along = [addresses('path'), address('to'), uint('deadline')] as const
const giving = [uint('give'), uint('get'), ...along] as const
const getting = [uint('get'), uint('give'), ...along] as const
const paying = [uint('get'), ...along] as const

/** As Foyer's own fee router has them, which pays its caller. */
const [ownAlong, least] = [[addresses('path'), uint('deadline')], uint('minAmountOut')] as const
const ownGiving = [uint('amountIn'), least, ...ownAlong] as const

/** Exchanges by pools of two (Uniswap V2 and its copies), and by the fee router before them. */
const pairAbi = [
  call('swapExactTokensForTokens', giving),
  call('swapTokensForExactTokens', getting),
  call('swapExactETHForTokens', paying),
  call('swapETHForExactTokens', paying),
  call('swapExactTokensForETH', giving),
  call('swapTokensForExactETH', getting),
  call('swapExactTokensForTokensSupportingFeeOnTransferTokens', giving),
  call('swapExactETHForTokensSupportingFeeOnTransferTokens', paying),
  call('swapExactTokensForETHSupportingFeeOnTransferTokens', giving),
  call('swapTokensForTokens', ownGiving),
  call('swapTokensForNative', ownGiving),
  call('swapNativeForTokens', [least, ...ownAlong]),
] as const

/** Reads exchanges by pools of two; undefined for every other call. */
export async function readPairCall({ data, ...called }: MoreCalled): Promise<ReadCall | undefined> {
  const decoded = decodeCall(pairAbi, data)
  const read = decoded && (await describeExchange(decoded.call, called))
  return decoded && read && withRest({ read, called, unused: decoded.unused })
}

type ExchangeCall = DecodeFunctionDataReturnType<typeof pairAbi>

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
    case 'swapTokensForTokens':
    case 'swapTokensForNative': {
      const [give, get, path, deadline] = call.args
      return readOwnSwap({ name: call.functionName, give, get, path, deadline }, called)
    }
    case 'swapNativeForTokens': {
      const [get, path, deadline] = call.args
      return readOwnSwap({ name: call.functionName, give: called.value, get, path, deadline }, called)
    }
    default:
      return undefined
  }
}

/** Only a fee router that is known pays its caller: of any other contract its makers' words say what it does. */
const readOwnSwap = async (swap: Omit<PairSwap, 'recipient'>, called: Called): Promise<ReadCall | undefined> =>
  isKnownContract(called.network, called.to) ? readPairSwap({ ...swap, recipient: called.from }, called) : undefined
