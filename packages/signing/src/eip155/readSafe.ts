import * as v from 'valibot'
import { type Address, getAddress, type Hex, isAddressEqual, size, slice, zeroAddress } from 'viem'
import type { Fact } from '../family.js'
import type { WalletNetwork } from '../network.js'
import { code, type Words, words } from '../sentences.js'
import { address, bytes, call, typed, uint } from './abis.js'
import { decodeCall, type ReadCall } from './called.js'
import { giftFacts } from './flow.js'
import { insideOf } from './inside.js'
import type { MoreCalled } from './moreCalled.js'
import { callsTitle, movedInOwnName } from './ownName.js'
import { withRest } from './readCall.js'
import type { BatchedCall, ReadBatch } from './readCalls.js'
import { AddressText, Uint } from './requestParams.js'
import { amountOf, coinOf, readToken } from './tokens.js'

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
const multiSendAbi = [call('multiSend', [bytes('transactions')])] as const

/** A transaction of a Safe, as its owners sign it. */
export const SafeTx = v.object({
  to: AddressText,
  value: Uint,
  data: v.custom<Hex>((value) => typeof value === 'string' && /^0x([0-9a-f]{2})*$/i.test(value)),
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
  const asked = decodeCall(safeAbi, data)
  if (asked) {
    const [to, value, inner, operation, safeTxGas, baseGas, gasPrice, gasToken, refundReceiver] = asked.call.args
    const transaction = {
      ...{ to, value, data: inner, operation: BigInt(operation), safeTxGas, baseGas, gasPrice },
      ...{ gasToken, refundReceiver },
    }
    const read = await readSafe({ ...{ safe: called.to, transaction, inside }, network: called.network })
    return withRest({ read: { title: words('request.bySafe'), ...read }, called, unused: asked.unused })
  }
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
  return withRest({ read, called, unused: several.unused })
}

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
  /** What is said of how it is asked. */
  readonly beside?: readonly Words[]
}): Promise<Pick<ReadCall, 'facts' | 'warnings' | 'isDeliberate'>> {
  const { calls, codes } = opened([transaction])
  const read = await inside({ from: safe, calls })
  const isPaid = transaction.gasPrice > 0n
  const isOwnCode = codes.length > 0
  return {
    facts: [
      code('request.safe', safe),
      ...codes.map((each) => code('request.newCode', each)),
      // What several come to is said before each of them.
      ...(calls.length > 1 ? read.alone.facts : insideOf(read.listed)),
      ...(isPaid ? await refundFacts(transaction, network) : []),
    ],
    warnings: [
      ...(isOwnCode ? [words('request.warn.runsAsOwn')] : []),
      ...(isPaid ? [words('request.warn.safeRefund')] : []),
      ...[...beside, ...read.alone.warnings],
    ],
    isDeliberate: read.isDeliberate || isOwnCode || isPaid,
  }
}

/** What is paid at most to whom: to whoever carries it out, where nobody is named. */
async function refundFacts(
  { safeTxGas, baseGas, gasPrice, gasToken = zeroAddress, refundReceiver = zeroAddress }: SafeTransaction,
  network: WalletNetwork,
): Promise<readonly Fact[]> {
  const token = isAddressEqual(gasToken, zeroAddress) ? coinOf(network) : await readToken(network, gasToken)
  return [
    amountOf(gasPrice * (safeTxGas + baseGas), token, 'request.feeAtMost'),
    ...(isAddressEqual(refundReceiver, zeroAddress) ? [] : [code('request.goesTo', refundReceiver)]),
  ]
}

interface Sent extends BatchedCall {
  readonly to: Address
  readonly operation: bigint
}

const asCall = ({ to, value, data }: Sent): BatchedCall => ({ to, value, data })

/** The calls of a transaction, however deep they stand in it, and whose code the Safe runs as its own for them. */
function opened(all: readonly Sent[]): { readonly calls: readonly BatchedCall[]; readonly codes: readonly Address[] } {
  const each = all.map((one) => {
    if (one.operation === 0n) return { calls: [asCall(one)], codes: [] }
    const several = decodeCall(multiSendAbi, one.data)
    const sent = several?.unused === 0 && sentIn(several.call.args[0])
    const inner = sent ? opened(sent) : { calls: [asCall(one)], codes: [] }
    return { ...inner, codes: [one.to, ...inner.codes] }
  })
  return { calls: each.flatMap(({ calls }) => calls), codes: each.flatMap(({ codes }) => codes) }
}

/** What stands packed in a `multiSend`: for each call a byte for how, an address, a value, the length of its data, and that; undefined where it ends within one. */
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
      data: dataLength === 0n ? '0x' : slice(packed, at + 85, Number(end)),
    })
    at = Number(end)
  }
  return sent.length === 0 ? undefined : sent
}
