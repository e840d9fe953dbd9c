import type { Fact } from '@foyer/core/words'
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
import { inSmallestUnit } from '../unlisted.js'
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

const ofDeposit = [address('depositor'), to, token, address('there'), amount, uint('gets'), uint('network')] as const
const [quotedAt, until] = [typed('uint32')('quotedAt'), typed('uint32')('until')]
/** Across' (V3). */
const deposit = [...ofDeposit, address('relayer'), quotedAt, until, typed('uint32')('relayerUntil'), along] as const

/** What goes to another network, and to whom there: the standard bridges of OP Stack, Arbitrum's gateways, Across', and Circle's transfers. */
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
  call('depositV3', deposit),
  call('depositForBurn', [amount, domain, recipient, token]),
  call('depositForBurn', [amount, domain, recipient, token, recipient, uint('mostFee'), gas]),
] as const

interface Bridged {
  /** undefined for the network's coin */
  readonly token?: Address | undefined
  readonly amount: bigint
  /** undefined for the account itself */
  readonly to?: Address | undefined
  /** what is to come on the network of this number, of a token there that isn't looked up */
  readonly there?: { readonly token: Address; readonly amount: bigint; readonly chain: bigint }
  /** the recipient is called with it there, by data */
  readonly isCalled?: boolean
}

/** Reads what goes to another network, and who gets it there; undefined for every other call. */
export async function readBridgeCall({ data, inside: _inside, ...called }: MoreCalled): Promise<ReadCall | undefined> {
  const decoded = decodeCall(abi, data)
  const bridged = decoded && bridgedBy(decoded.call, called)
  if (!decoded || !bridged) return undefined
  const token = bridged.token === undefined ? coinOf(called.network) : await readToken(called.network, bridged.token)
  return withRest({ read: describe(bridged, token, called), called, unused: decoded.unused })
}

function describe({ amount, to, there, isCalled = false }: Bridged, token: ReadToken, called: Called): ReadCall {
  const { from, network } = called
  const isForOther = to !== undefined && !isAddressEqual(to, from)
  const isKnown = isKnownContract(network, called.to)
  // By its number alone: a token of fewer decimals there seems less too, and then it is asked for twice.
  const isFarLess = there !== undefined && there.amount * 10n < amount * 9n
  const how = token.isCoin ? ('onWord' as const) : ('taken' as const)
  const gift = { token, amount, to: isForOther ? to : called.to, how, takenBy: called.to }
  return said(
    words('request.callContract'),
    [
      amountOf(amount, token, 'request.give'),
      ...(isForOther ? [code('request.to', to)] : []),
      ...(there ? thereFacts(there, isForOther) : []),
      contractFact(called),
      ...tokenFacts(token),
    ],
    {
      warnings: [
        ...(isForOther ? [words('request.warn.forOther')] : []),
        ...(isCalled ? [words('request.warn.hiddenData')] : []),
        ...(isFarLess ? [words('request.warn.noLeast')] : []),
        ...tokenWarnings(token),
        ...wordWarnings(called),
      ],
      isDeliberate: isForOther || isCalled || isFarLess || !isKnown,
      flow: flow(isForOther || !isKnown ? { gifts: [gift] } : { gives: [{ token, amount }] }),
    },
  )
}

const thereFacts = ({ token, amount, chain }: NonNullable<Bridged['there']>, isForOther: boolean): readonly Fact[] => [
  { label: words(isForOther ? 'request.othersMayGet' : 'request.promised'), value: inSmallestUnit(amount, token) },
  { label: words('request.chain'), value: words('request.chainNumber', { chain: `${chain}` }) },
]

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
    case 'depositV3': {
      const [, to, token, there, amount, gets, chain] = asked.args
      // Coins that are sent along are what is given, in the form of a token.
      if (value > 0n && value !== amount) return undefined
      const isCalled = asked.args[11] !== '0x'
      return {
        token: value > 0n ? undefined : token,
        amount,
        to,
        there: { token: there, amount: gets, chain },
        isCalled,
      }
    }
    case 'depositForBurn': {
      const to = addressIn(asked.args[2])
      return to && { token: asked.args[3], amount: asked.args[0], to }
    }
  }
}

/** An address in 32 bytes; of a network whose addresses are longer there is none. */
const addressIn = (word: Hex): Address | undefined => (/^0x0{24}/.test(word) ? slice(word, 12) : undefined)
