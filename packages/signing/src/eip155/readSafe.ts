import { type LowerHex, lowerHex, noBytes } from '@foyer/core/chain'
import type { Fact, RequestSentence, WalletNetwork, Words } from '@foyer/core/words'
import * as v from 'valibot'
import { type Address, getAddress, type Hex, isAddressEqual, size, slice, zeroAddress } from 'viem'
import { amountOf, coinOf, type ReadToken, readToken, tokenFacts, tokenWarnings } from '../contracts/tokens.js'
import { code, words } from '../sentences.js'
import { address, bytes, call, typed, uint } from './abis.js'
import { type Called, decodeCall, type ReadCall } from './called.js'
import { giftFacts, netFacts, netOf } from './flow.js'
import { insideOf } from './inside.js'
import { lostWarnings } from './lost.js'
import type { MoreCalled } from './moreCalled.js'
import { movedInOwnName } from './ownName.js'
import { withRest } from './readCall.js'
import { type BatchedCall, callsTitle, type ReadBatch } from './readCalls.js'
import { AddressText, HexData, Uint } from './requestParams.js'

const safeAbi = [
  call('execTransaction', [
    address('to'),
    uint('value'),
    bytes('data'),
    typed('uint8')('operation'),
    uint('safeTxGas'),
    uint('baseGas'),
    uint('gasPrice'),
    address('gasToken'),
    address('refundReceiver'),
    bytes('signatures'),
  ]),
] as const
const own = [address('to'), uint('value'), bytes('data'), typed('uint8')('operation')] as const
/** The calls by which a module has a Safe act, without its owners. */
const moduleAbi = [call('execTransactionFromModule', own), call('execTransactionFromModuleReturnData', own)] as const
/** The call by which a delegate of its owners takes out of a Safe, by the module for that. */
const allowanceAbi = [
  call('executeAllowanceTransfer', [
    address('safe'),
    address('token'),
    address('to'),
    typed('uint96')('amount'),
    address('paymentToken'),
    typed('uint96')('payment'),
    address('delegate'),
    bytes('signature'),
  ]),
] as const
/** The addresses of that module, on every network that has it: 0.1.0 and 0.1.1. */
const allowanceModules: readonly Address[] = [
  ...(['0xCFbFaC74C26F8647cBDb8c5caf80BB5b32E43134', '0xAA46724893dedD72658219405185Fb0Fc91e091C'] as const),
]
const multiSendAbi = [call('multiSend', [bytes('transactions')])] as const

/** A transaction of a Safe, as its owners sign it. */
export const SafeTx = v.object({
  to: AddressText,
  value: Uint,
  data: HexData,
  operation: Uint,
  safeTxGas: v.optional(Uint, 0),
  baseGas: v.optional(Uint, 0),
  gasPrice: v.optional(Uint, 0),
  gasToken: v.optional(AddressText),
  refundReceiver: v.optional(AddressText),
})
type SafeTransaction = v.InferOutput<typeof SafeTx>

/** Reads what is asked of a Safe, or of the contract that carries several calls out for one; undefined for every other call. */
export async function readSafeCall({ data, inside, ...called }: MoreCalled): Promise<ReadCall | undefined> {
  const asked = transactionIn(data)
  if (asked) {
    const read = await readSafe({ safe: called.to, transaction: asked.transaction, inside, network: called.network })
    // A Safe asks for no coins: who takes some needn't be one.
    const isDeliberate = read.isDeliberate || called.value > 0n
    return withRest({ read: { title: words('request.bySafe'), ...read, isDeliberate }, called, unused: asked.unused })
  }
  const ofDelegate = allowanceModules.some((each) => isAddressEqual(each, called.to))
    ? decodeCall(allowanceAbi, data)
    : undefined
  if (ofDelegate) return readAllowanceTransfer(ofDelegate, called)
  const several = decodeCall(multiSendAbi, data)
  const sent = several && sentIn(several.call.args[0])
  if (!several || !sent) return undefined
  // Called as itself and not by a Safe's own code, it makes the calls in its own name.
  const inner = await inside({ from: called.to, calls: sent.map(asCall) })
  const own = movedInOwnName(inner, sent, called)
  const read: ReadCall = {
    title: callsTitle(sent.length),
    facts: [...giftFacts(own.moves), ...inner.standing, ...inner.listed],
    warnings: [words('request.warn.byContract'), ...own.warnings, ...inner.warnings],
    isDeliberate: inner.isDeliberate || own.isDeliberate || sent.some(({ operation }) => operation !== 0n),
    partly: own.moves,
  }
  // What becomes of the coins that come along is said already.
  return withRest({ read, called: { ...called, value: 0n }, unused: several.unused })
}

const unpaid = { safeTxGas: 0n, baseGas: 0n, gasPrice: 0n }

/** The transaction that a Safe is to make, with its owners' signatures or by a module, and the bytes behind what was read. */
function transactionIn(data: LowerHex) {
  const signed = decodeCall(safeAbi, data)
  if (signed) {
    const [to, value, inner, operation, safeTxGas, baseGas, gasPrice, gasToken, refundReceiver] = signed.call.args
    const paid = { safeTxGas, baseGas, gasPrice, gasToken, refundReceiver }
    const transaction: SafeTransaction = { to, value, data: lowerHex(inner), operation: BigInt(operation), ...paid }
    return { transaction, unused: signed.unused }
  }
  const ofModule = decodeCall(moduleAbi, data)
  if (!ofModule) return undefined
  const [to, value, inner, operation] = ofModule.call.args
  const transaction: SafeTransaction = { to, value, data: lowerHex(inner), operation: BigInt(operation), ...unpaid }
  return { transaction, unused: ofModule.unused }
}

type Taken = NonNullable<ReturnType<typeof decodeCall<typeof allowanceAbi>>>

/** Its sender gets the payment. */
async function readAllowanceTransfer({ call: { args }, unused }: Taken, called: Called): Promise<ReadCall> {
  const { network, from } = called
  const [safe, token, to, amount, paymentToken, payment] = args
  const moved = [
    { token, amount, to },
    { token: paymentToken, amount: payment, to: from },
  ]
  const all = await Promise.all(
    moved
      .filter((each) => each.amount > 0n)
      .map(async (each) => ({ ...each, token: await paidIn(each.token, network), how: 'sent' as const })),
  )
  const tokens = all.flatMap(({ token }) => (token.isListed ? [] : tokenFacts(token)))
  const facts = [code('request.safe', safe), ...ofSafe(giftFacts({ gifts: all })), ...tokens]
  const warnings = all.flatMap((each) => [...lostWarnings({ to: each.to, network }), ...tokenWarnings(each.token)])
  const isDeliberate = warnings.length > 0
  return withRest({ read: { title: words('request.bySafe'), facts, warnings, isDeliberate }, called, unused })
}

const paidIn = async (token: Address, network: WalletNetwork): Promise<ReadToken> =>
  isAddressEqual(token, zeroAddress) ? coinOf(network) : readToken(network, token)

const comes: readonly RequestSentence[] = [
  ...(['request.get', 'request.getAtLeast', 'request.borrowed', 'request.takenOut', 'request.fromOthers'] as const),
]

/** Returns an account's facts, reworded for a Safe. */
const ofSafe = (facts: readonly Fact[]): readonly Fact[] =>
  facts.flatMap((fact) => {
    const { name } = fact.label
    if (name === 'request.giveAtMost') return [{ ...fact, label: words('request.safeGivesAtMost') }]
    if (name === 'request.give') return [{ ...fact, label: words('request.safeGives') }]
    if (comes.includes(name)) return [{ ...fact, label: words('request.safeGets') }]
    return [fact]
  })

/** Says what a Safe does by a transaction, each call of several by itself, and what it pays for it. */
export async function readSafe({
  safe,
  transaction,
  network,
  inside,
  beside = [],
}: {
  readonly safe: Address
  readonly transaction: SafeTransaction
  readonly network: WalletNetwork
  readonly inside: (inner: { readonly from: Address; readonly calls: readonly BatchedCall[] }) => Promise<ReadBatch>
  /** Warnings of how it is asked. */
  readonly beside?: readonly Words[]
}): Promise<Pick<ReadCall, 'facts' | 'warnings' | 'isDeliberate'>> {
  const { calls, codes, unread } = opened([transaction])
  const read = await inside({ from: safe, calls })
  const refund = await readRefund(transaction, network)
  // What it takes of others by an allowance isn't its own.
  const others = read.moves.gifts.filter(({ owner }) => owner !== undefined && !isAddressEqual(owner, safe))
  const own = { ...read.moves, gifts: read.moves.gifts.filter((each) => !others.includes(each)) }
  const isOwnCode = codes.length > 0
  const listed = ofSafe(read.listed)
  return {
    facts: [
      code('request.safe', safe),
      ...codes.map((each) => code('request.newCode', each)),
      ...unread.map((each) => code('request.data', each)),
      ...ofSafe(netFacts({ ...netOf([own], { isOne: true }), left: [] })),
      ...giftFacts({ gifts: others }),
      ...refund.facts,
      // What several come to is said before each of them.
      ...(calls.length > 1 ? [...read.standing, ...listed] : insideOf(listed)),
    ],
    warnings: [
      ...(isOwnCode ? [words('request.warn.runsAsOwn')] : []),
      ...[...refund.warnings, ...beside, ...read.alone.warnings],
      ...(unread.length > 0 ? [words('request.warn.unreadCall')] : []),
    ],
    isDeliberate: read.isDeliberate || isOwnCode || refund.warnings.length > 0 || others.length > 0,
  }
}

/**
 * Returns the gas that a Safe counts beside that of its call, at most: that of making it, with coins and to an account
 * that is new or has a contract's code (EIP-2929, EIP-7702), and of copying its data, in words of 32 bytes.
 */
function gasBeside(data: LowerHex): bigint {
  const count = BigInt(size(data) + 31) / 32n
  return 45_000n + 12n * count + (count * count) / 128n
}

/** Reads the refund at most and its recipient: its sender, where none is named. */
async function readRefund(
  { data, safeTxGas, baseGas, gasPrice, gasToken = zeroAddress, refundReceiver = zeroAddress }: SafeTransaction,
  network: WalletNetwork,
): Promise<Pick<ReadCall, 'facts' | 'warnings'>> {
  if (gasPrice === 0n) return { facts: [], warnings: [] }
  const token = await paidIn(gasToken, network)
  return {
    facts: [
      amountOf(gasPrice * (safeTxGas + baseGas + gasBeside(data)), token, 'request.feeAtMost'),
      ...(isAddressEqual(refundReceiver, zeroAddress) ? [] : [code('request.goesTo', refundReceiver)]),
      ...(token.isListed ? [] : tokenFacts(token)),
    ],
    warnings: [words('request.warn.safeRefund'), ...tokenWarnings(token)],
  }
}

interface Sent extends BatchedCall {
  readonly to: Address
  readonly operation: bigint
}

const asCall = ({ to, value, data }: Sent): BatchedCall => ({ to, value, data })

interface Opened {
  readonly calls: readonly BatchedCall[]
  /** The contracts whose code the Safe runs as its own. */
  readonly codes: readonly Address[]
  /** The data of such code: it makes of it what it likes, whatever call it looks like. */
  readonly unread: readonly Hex[]
}

/** The calls of a transaction, however deep they stand in it, and the code that the Safe runs as its own for them. */
function opened(all: readonly Sent[]): Opened {
  const each = all.map((one): Opened => {
    if (one.operation === 0n) return { calls: [asCall(one)], codes: [], unread: [] }
    const several = decodeCall(multiSendAbi, one.data)
    const sent = several?.unused === 0 && sentIn(several.call.args[0])
    const inner = sent ? opened(sent) : { calls: [], codes: [], unread: [one.data] }
    return { ...inner, codes: [one.to, ...inner.codes] }
  })
  return {
    calls: each.flatMap(({ calls }) => calls),
    codes: each.flatMap(({ codes }) => codes),
    unread: each.flatMap(({ unread }) => unread),
  }
}

/**
 * Reads what stands packed in a `multiSend`: for each call a byte for how, an address, a value, the length of its data,
 * and that; undefined where it ends within one.
 */
function sentIn(packed: Hex): readonly Sent[] | undefined {
  const sent: Sent[] = []
  const length = size(packed)
  let at = 0
  while (at < length) {
    if (at + 85 > length) return undefined
    const dataLength = BigInt(slice(packed, at + 53, at + 85))
    const end = BigInt(at + 85) + dataLength
    if (end > BigInt(length)) return undefined
    sent.push({
      operation: BigInt(slice(packed, at, at + 1)),
      to: getAddress(slice(packed, at + 1, at + 21)),
      value: BigInt(slice(packed, at + 21, at + 53)),
      data: dataLength === 0n ? noBytes : lowerHex(slice(packed, at + 85, Number(end))),
    })
    at = Number(end)
  }
  return sent.length === 0 ? undefined : sent
}
