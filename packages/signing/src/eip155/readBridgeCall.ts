import type { Fact } from '@foyer/core/words'
import { type Address, type DecodeFunctionDataReturnType, type Hex, isAddressEqual, slice, zeroHash } from 'viem'
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

/** Circle's (CCTP, V2). */
const ofBurn = [amount, domain, recipient, token, typed('bytes32')('caller'), uint('mostFee'), gas] as const

/**
 * The calls that move assets to another network: the standard bridges of OP Stack, Arbitrum's gateways, Across', and
 * Circle's transfers.
 */
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
  call('depositForBurn', ofBurn),
  call('depositForBurnWithHook', [...ofBurn, along]),
] as const

/** Circle's numbers of networks that have one of EIP-155. */
const domains: Readonly<Record<number, bigint>> = {
  0: 1n,
  1: 43_114n,
  2: 10n,
  3: 42_161n,
  6: 8_453n,
  7: 137n,
  10: 130n,
  11: 59_144n,
}

interface Bridged {
  /** undefined for the network's coin */
  readonly token?: Address | undefined
  readonly amount: bigint
  /** undefined for the account itself */
  readonly to?: Address | undefined
  /** the number of the network that it goes to; undefined where it isn't said, or has none */
  readonly chain?: bigint | undefined
  /** the token of that network that is to come there, which isn't looked up, and how much of it where that is said */
  readonly there?: { readonly token: Address; readonly amount?: bigint } | undefined
  /** what may be kept of it */
  readonly mostFee?: bigint
  /** who alone may have it delivered there */
  readonly caller?: Hex
  /** who gets it where it doesn't arrive */
  readonly refunded?: Address
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

function describe(bridged: Bridged, token: ReadToken, called: Called): ReadCall {
  const { amount, to, there, mostFee = 0n, caller, refunded, isCalled = false } = bridged
  const { from, network } = called
  const isForOther = to !== undefined && !isAddressEqual(to, from)
  const isKnown = isKnownContract(network, called.to)
  // By its number alone: a token of fewer decimals there seems less too, and then it is asked for twice.
  const isFarLess = (there?.amount ?? amount - mostFee) * 10n < amount * 9n
  const isHeld = caller !== undefined && addressIn(caller)?.toLowerCase() !== from.toLowerCase()
  const isLost = refunded !== undefined && !isAddressEqual(refunded, from)
  const how = token.isCoin ? ('onWord' as const) : ('taken' as const)
  const gift = { token, amount, to: isForOther ? to : called.to, how, takenBy: called.to }
  return said(
    words('request.callContract'),
    [
      amountOf(amount, token, 'request.give'),
      ...(isForOther ? [code('request.to', to)] : []),
      ...(there ? thereFacts(there, isForOther) : []),
      ...(mostFee > 0n ? [amountOf(mostFee, token, 'request.feeAtMost')] : []),
      ...networkFacts(bridged, called),
      ...(isHeld ? [code('request.releasedBy', addressIn(caller) ?? caller)] : []),
      ...(isLost ? [code('request.rest', refunded)] : []),
      contractFact(called),
      ...tokenFacts(token),
    ],
    {
      warnings: [
        ...(isForOther ? [words('request.warn.forOther')] : []),
        ...(isCalled ? [words('request.warn.hiddenData')] : []),
        ...(isFarLess ? [words('request.warn.noLeast')] : []),
        // Another network's token isn't looked up: anyone may have made it.
        ...(there ? [words('request.warn.worthOpen')] : []),
        ...(isHeld ? [words('request.warn.heldBack')] : []),
        ...(isLost ? [words('request.warn.restElsewhere')] : []),
        ...tokenWarnings(token),
        ...wordWarnings(called),
      ],
      // It may be the token of whoever asks, who gets what is given for it.
      isDeliberate: isForOther || isCalled || isFarLess || isHeld || isLost || !isKnown || there !== undefined,
      flow: flow(isForOther || !isKnown ? { gifts: [gift] } : { gives: [{ token, amount }] }),
    },
  )
}

const thereFacts = ({ token, amount }: NonNullable<Bridged['there']>, isForOther: boolean): readonly Fact[] => {
  const label = words(isForOther ? 'request.othersMayGet' : 'request.promised')
  return [
    ...(amount === undefined ? [] : [{ label, value: inSmallestUnit(amount, token) }]),
    code('request.token', token),
  ]
}

/** That it goes to another network, and to which where that is said by its number. */
const networkFacts = ({ chain }: Bridged, called: Called): readonly Fact[] => [
  { label: words('request.chain'), value: words('request.overChannel', { channel: contractFact(called).value }) },
  ...(chain === undefined
    ? []
    : [{ label: words('request.chain'), value: words('request.chainNumber', { chain: `${chain}` }) }]),
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
      return { token: asked.args[0], there: { token: asked.args[1] }, amount: asked.args[2] }
    case 'depositERC20To':
    case 'bridgeERC20To':
      return { token: asked.args[0], there: { token: asked.args[1] }, amount: asked.args[3], to: asked.args[2] }
    case 'outboundTransfer':
      return { token: asked.args[0], amount: asked.args[2], to: asked.args[1] }
    case 'depositV3': {
      const [refunded, to, token, there, amount, gets, chain] = asked.args
      // Coins that are sent along are what is given, in the form of a token.
      if (value > 0n && value !== amount) return undefined
      return {
        ...{ token: value > 0n ? undefined : token, amount, to, chain, refunded },
        ...{ there: { token: there, amount: gets }, isCalled: asked.args[11] !== '0x' },
      }
    }
    case 'depositForBurn':
    case 'depositForBurnWithHook': {
      const [amount, domain, recipient, token, caller = zeroHash, mostFee = 0n] = asked.args
      const [to, chain] = [addressIn(recipient), domains[domain]]
      // On a network of other addresses nobody could receive it.
      if (!to || chain === undefined) return undefined
      return {
        ...{ token, amount, to, mostFee, chain, isCalled: asked.functionName !== 'depositForBurn' },
        ...(caller === zeroHash ? {} : { caller }),
      }
    }
  }
}

/** An address in 32 bytes; of a network whose addresses are longer there is none. */
const addressIn = (word: Hex): Address | undefined => (/^0x0{24}/.test(word) ? slice(word, 12) : undefined)
