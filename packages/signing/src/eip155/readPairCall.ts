import type { DecodeFunctionDataReturnType } from 'viem'
import { address, addresses, call, uint } from './abis.js'
import { type Called, decodeCall, type ReadCall } from './called.js'
import type { MoreCalled } from './moreCalled.js'
import { withRest } from './readCall.js'
import { readPairSwap } from './swapCalls.js'

const along = [addresses('path'), address('to'), uint('deadline')] as const
const giving = [uint('give'), uint('get'), ...along] as const
const getting = [uint('get'), uint('give'), ...along] as const
const paying = [uint('get'), ...along] as const

/** Exchanges by pools of two (Uniswap V2 and its copies). */
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
    default:
      return undefined
  }
}
