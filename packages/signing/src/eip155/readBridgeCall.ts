import { type Address, type DecodeFunctionDataReturnType, type Hex, isAddressEqual, slice } from 'viem'
import {
  amountOf,
  coinOf,
  isKnownContract,
  type ReadToken,
  readToken,
  tokenFacts,
  tokenWarnings,
} from '../contracts/tokens.js'
import { code, words } from '../sentences.js'
import { address, bytes, call, typed, uint } from './abis.js'
import { type Called, contractFact, decodeCall, type ReadCall, said, wordWarnings } from './called.js'
import { flow } from './flow.js'
import type { MoreCalled } from './moreCalled.js'
import { withRest } from './readCall.js'

const [to, token, amount] = [address('to'), address('token'), uint('amount')]
const gas = typed('uint32')('gas')
const along = bytes('along')
const recipient = typed('bytes32')('recipient')
const domain = typed('uint32')('domain')

/** What goes to another network, and to whom there: the standard bridges of OP Stack, Arbitrum's gateways, and Circle's transfers. */
const abi = [
  call('depositETH', [gas, along]),
  call('depositETHTo', [to, gas, along]),
  call('bridgeETH', [gas, along]),
  call('bridgeETHTo', [to, gas, along]),
  call('depositERC20', [token, address('there'), amount, gas, along]),
  call('depositERC20To', [token, address('there'), to, amount, gas, along]),
  call('bridgeERC20', [token, address('there'), amount, gas, along]),
  call('bridgeERC20To', [token, address('there'), to, amount, gas, along]),
  call('outboundTransfer', [token, to, amount, uint('mostGas'), uint('gasPrice'), along]),
  call('depositForBurn', [amount, domain, recipient, token]),
  call('depositForBurn', [amount, domain, recipient, token, recipient, uint('mostFee'), gas]),
] as const

interface Bridged {
  /** undefined for the network's coin */
  readonly token?: Address | undefined
  readonly amount: bigint
  /** undefined for the account itself */
  readonly to?: Address | undefined
}

/** Reads what goes to another network, and who gets it there; undefined for every other call. */
export async function readBridgeCall({ data, inside: _inside, ...called }: MoreCalled): Promise<ReadCall | undefined> {
  const decoded = decodeCall(abi, data)
  const bridged = decoded && bridgedBy(decoded.call, called)
  if (!decoded || !bridged) return undefined
  const token = bridged.token === undefined ? coinOf(called.network) : await readToken(called.network, bridged.token)
  return withRest({ read: describe(bridged, token, called), called, unused: decoded.unused })
}

function describe({ amount, to }: Bridged, token: ReadToken, called: Called): ReadCall {
  const { from, network } = called
  const isForOther = to !== undefined && !isAddressEqual(to, from)
  const isKnown = isKnownContract(network, called.to)
  const how = token.isCoin ? ('onWord' as const) : ('taken' as const)
  const gift = { token, amount, to: isForOther ? to : called.to, how, takenBy: called.to }
  return said(
    words('request.callContract'),
    [
      amountOf(amount, token, 'request.give'),
      ...(isForOther ? [code('request.to', to)] : []),
      contractFact(called),
      ...tokenFacts(token),
    ],
    {
      warnings: [
        ...(isForOther ? [words('request.warn.forOther')] : []),
        ...tokenWarnings(token),
        ...wordWarnings(called),
      ],
      isDeliberate: isForOther || !isKnown,
      flow: flow(isForOther || !isKnown ? { gifts: [gift] } : { gives: [{ token, amount }] }),
    },
  )
}

function bridgedBy(asked: DecodeFunctionDataReturnType<typeof abi>, { value }: Called): Bridged | undefined {
  switch (asked.functionName) {
    case 'depositETH':
    case 'bridgeETH':
      return { amount: value }
    case 'depositETHTo':
    case 'bridgeETHTo':
      return { amount: value, to: asked.args[0] }
    case 'depositERC20':
    case 'bridgeERC20':
      return { token: asked.args[0], amount: asked.args[2] }
    case 'depositERC20To':
    case 'bridgeERC20To':
      return { token: asked.args[0], amount: asked.args[3], to: asked.args[2] }
    case 'outboundTransfer':
      return { token: asked.args[0], amount: asked.args[2], to: asked.args[1] }
    case 'depositForBurn': {
      const to = addressIn(asked.args[2])
      return to && { token: asked.args[3], amount: asked.args[0], to }
    }
  }
}

/** An address in 32 bytes; of a network whose addresses are longer there is none. */
const addressIn = (word: Hex): Address | undefined => (/^0x0{24}/.test(word) ? slice(word, 12) : undefined)
