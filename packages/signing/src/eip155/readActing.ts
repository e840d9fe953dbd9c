import { type LowerHex, lowerHex } from '@foyer/core/chain'
import * as v from 'valibot'
import { type Abi, type Address, decodeAbiParameters, decodeFunctionData, isAddressEqual } from 'viem'
import { readsOnce } from '../contracts/readsOnce.js'
import { signedDomain, signedPart } from '../contracts/signedPart.js'
import { code, words } from '../sentences.js'
import { argumentsIn, innerCall, inputsOf } from './called.js'
import { insideOf } from './inside.js'
import { mostGivenWarnings } from './mostGiven.js'
import { type BatchedCall, readCalls } from './readCalls.js'
import { AddressText, HexData, Uint } from './requestParams.js'
import type { AskedSignature, KnownSignature } from './signature.js'

/** A hand-over of what an account may do (ERC-7710), within what its caveats check. */
const Delegation = v.object({ delegate: AddressText, caveats: v.array(v.object({ enforcer: AddressText })) })
/** Any redeemer, by the framework's word for that. */
const anyDelegate = 0xa11n

/**
 * An operation of a contract's account (ERC-4337); below, calls that another carries out as their sender (ERC-2771, and
 * before that).
 */
const UserOperation = v.object({ sender: AddressText, callData: HexData })
const MetaTransaction = v.object({ from: AddressText, functionSignature: HexData })
const Relayed = v.pipe(
  v.looseObject({ value: v.optional(Uint, 0) }),
  v.transform((all) => ({
    value: all.value,
    to: all.to ?? all.target ?? all.destination,
    data: all.data ?? all.callData ?? all.calldata,
  })),
  v.object({ value: v.bigint(), to: AddressText, data: HexData }),
)
const Sender = v.object({ from: AddressText })

/** Says what others may do in an account's name by a signature: all of it, or calls, which are read. Undefined where neither is seen in it. */
export async function readActing(asked: AskedSignature): Promise<KnownSignature | undefined> {
  const { data, owner, network } = asked
  const signed = signedPart(data.types, data.primaryType, data.message)
  const delegation = data.primaryType === 'Delegation' ? v.safeParse(Delegation, signed) : undefined
  if (delegation?.success) return ofDelegation(delegation.output)
  const contract = v.safeParse(AddressText, signedDomain(data.types, data.domain).verifyingContract)
  const safe =
    data.primaryType === 'SafeTx' && contract.success ? await ofSafe({ asked, safe: contract.output }) : undefined
  if (safe) return safe
  const acting = actingIn(signed, contract.success ? contract.output : undefined)
  if (acting.calls.length === 0) return undefined
  const from = acting.from ?? owner
  const { listed, standing, warnings, moves } = await readCalls({ ...asked, calls: acting.calls, from, network })
  return {
    title: words('request.actBySignature'),
    facts: [code('request.from', from), ...standing, ...insideOf(listed)],
    warnings: [
      ...[words('request.warn.bearer'), ...warnings],
      ...(isAddressEqual(from, owner) ? await mostGivenWarnings({ moves, from, network }) : []),
    ],
    isDeliberate: true,
  }
}

const ofDelegation = ({ delegate, caveats }: v.InferOutput<typeof Delegation>): KnownSignature => ({
  title: words('request.actBySignature'),
  facts: [
    BigInt(delegate) === anyDelegate
      ? { label: words('request.delegateTo'), value: words('request.anybody') }
      : code('request.delegateTo', delegate),
    ...(caveats.length === 0
      ? [{ label: words('request.bound'), value: words('request.nothing') }]
      : caveats.map(({ enforcer }) => code('request.bound', enforcer))),
  ],
  warnings: [words(caveats.length === 0 ? 'request.warn.mayActForAny' : 'request.warn.mayActForSome')],
  isDeliberate: true,
})

/** Reads what a Safe does; the reader of its calls is loaded with the first of either. */
async function ofSafe({
  asked,
  safe,
}: {
  readonly asked: AskedSignature
  readonly safe: Address
}): Promise<KnownSignature | undefined> {
  const { data, network, descriptorsOf } = asked
  const { readSafe, SafeTx } = await import('./readSafe.js')
  const transaction = v.safeParse(SafeTx, signedPart(data.types, data.primaryType, data.message))
  if (!transaction.success) return undefined
  const read = await readSafe({
    ...{ safe, transaction: transaction.output, network },
    inside: (inner) => readCalls({ ...inner, network, descriptorsOf }),
    beside: [words('request.warn.bearer')],
  })
  return { ...read, title: words('request.actBySignature') }
}

interface Acting {
  /** In whose name; undefined where that isn't said. */
  readonly from?: Address | undefined
  readonly calls: readonly BatchedCall[]
}

/** The calls that data has others make, however deep they stand in it. */
function actingIn(value: unknown, contract: Address | undefined): Acting {
  if (Array.isArray(value)) return joined(value.map((each: unknown) => actingIn(each, contract)))
  if (typeof value !== 'object' || value === null) return { calls: [] }
  const operation = v.safeParse(UserOperation, value)
  if (operation.success) {
    const { sender, callData } = operation.output
    return { from: sender, calls: executedBy(callData) ?? [{ to: sender, value: 0n, data: callData }] }
  }
  const meta = v.safeParse(MetaTransaction, value)
  if (meta.success && contract) {
    const { from, functionSignature } = meta.output
    return { from, calls: [{ to: contract, value: 0n, data: functionSignature }] }
  }
  const sender = v.safeParse(Sender, value)
  const from = sender.success ? sender.output.from : undefined
  const relayed = v.safeParse(Relayed, value)
  if (relayed.success) return { from, calls: [relayed.output] }
  const inner = joined(Object.values(value).map((each: unknown) => actingIn(each, contract)))
  return { ...inner, from: inner.from ?? from }
}

const joined = (all: readonly Acting[]): Acting => ({
  from: all.find(({ from }) => from)?.from,
  calls: all.flatMap(({ calls }) => calls),
})

const uint = { type: 'uint256' } as const
const bytes = { type: 'bytes' } as const
const address = { type: 'address' } as const
const call = {
  type: 'tuple[]',
  components: [
    { ...address, name: 'to' },
    { ...uint, name: 'value' },
    { ...bytes, name: 'data' },
  ],
} as const
const execution = { type: 'function', stateMutability: 'payable', outputs: [] } as const

/** How accounts that are contracts carry calls out: one, several, or as ERC-7579 writes either. */
const executions = [
  { ...execution, name: 'execute', inputs: [address, uint, bytes] },
  { ...execution, name: 'executeBatch', inputs: [call] },
  { ...execution, name: 'execute', inputs: [{ type: 'bytes32' }, bytes] },
] as const satisfies Abi

/** The calls of an account that carries them out; undefined where its data isn't read. */
function executedBy(data: LowerHex): readonly BatchedCall[] | undefined {
  try {
    if (!readsOnce({ inputs: inputsOf(executions, data), data: argumentsIn(data) })) return undefined
    const { args } = decodeFunctionData({ abi: executions, data })
    if (args.length === 3) return [{ to: args[0], value: args[1], data: lowerHex(args[2]) }]
    if (args.length === 1) return args[0].map(innerCall)
    const [mode, executed] = args
    if (mode.startsWith('0x01'))
      return readsOnce({ inputs: [call], data: executed })
        ? decodeAbiParameters([call], executed)[0].map(innerCall)
        : undefined
    // One by itself is packed: an address, a value, and the rest is its data.
    const to = v.safeParse(AddressText, executed.slice(0, 42))
    if (!mode.startsWith('0x00') || !to.success || executed.length < 106) return undefined
    return [
      { to: to.output, value: BigInt(`0x${executed.slice(42, 106)}`), data: lowerHex(`0x${executed.slice(106)}`) },
    ]
  } catch {
    return undefined // shown as the account's own data
  }
}
