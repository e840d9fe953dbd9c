import type { AbiParameter } from 'viem'
import { address, bytes, bytesList, call, typed, uint } from './abis.js'

const fee = typed('uint24')('fee')
const limit = typed('uint160')('sqrtPriceLimitX96')

const structure = <const Components extends readonly AbiParameter[]>(components: Components) =>
  ({ name: 'swap', type: 'tuple', components }) as const

const between = [address('tokenIn'), address('tokenOut'), fee, address('recipient')] as const
const byPath = [bytes('path'), address('recipient')] as const
const until = uint('deadline')
const exactIn = [uint('amountIn'), uint('amountOutMinimum')] as const
const exactOut = [uint('amountOut'), uint('amountInMaximum')] as const

const ofFee = [uint('bips'), address('feeRecipient')] as const

const ofPermit = [uint('until'), typed('uint8')('v'), typed('bytes32')('r'), typed('bytes32')('s')] as const

/** Exchanges by pools with ranges (Uniswap V3), by its first router and its second, whose structures have no deadline; and what stands beside them in a `multicall`. */
export const poolAbi = [
  call('exactInputSingle', [structure([...between, until, ...exactIn, limit])]),
  call('exactInputSingle', [structure([...between, ...exactIn, limit])]),
  call('exactOutputSingle', [structure([...between, until, ...exactOut, limit])]),
  call('exactOutputSingle', [structure([...between, ...exactOut, limit])]),
  call('exactInput', [structure([...byPath, until, ...exactIn])]),
  call('exactInput', [structure([...byPath, ...exactIn])]),
  call('exactOutput', [structure([...byPath, until, ...exactOut])]),
  call('exactOutput', [structure([...byPath, ...exactOut])]),
  call('unwrapWETH9', [uint('least'), address('recipient')]),
  call('unwrapWETH9', [uint('least')]),
  call('sweepToken', [address('token'), uint('least'), address('recipient')]),
  call('refundETH', []),
  call('wrapETH', [uint('value')]),
  call('pull', [address('token'), uint('value')]),
  call('sweepToken', [address('token'), uint('least')]),
  call('unwrapWETH9WithFee', [uint('least'), address('recipient'), ...ofFee]),
  call('unwrapWETH9WithFee', [uint('least'), ...ofFee]),
  call('sweepTokenWithFee', [address('token'), uint('least'), address('recipient'), ...ofFee]),
  call('sweepTokenWithFee', [address('token'), uint('least'), ...ofFee]),
  call('selfPermit', [address('token'), uint('value'), ...ofPermit]),
  call('selfPermitIfNecessary', [address('token'), uint('value'), ...ofPermit]),
  call('selfPermitAllowed', [address('token'), uint('nonce'), ...ofPermit]),
  call('selfPermitAllowedIfNecessary', [address('token'), uint('nonce'), ...ofPermit]),
  call('multicall', [bytesList('calls')]),
  call('multicall', [uint('deadline'), bytesList('calls')]),
] as const
