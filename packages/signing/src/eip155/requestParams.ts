import { type LowerHex, noBytes, readLowerHex } from '@foyer/core/chain'
import type { Output } from '@foyer/core/wire'
import * as v from 'valibot'
import { type Address, getAddress, isAddress, zeroAddress } from 'viem'
import { parseOnce } from '../jsonOnce.js'
import { RpcUrl } from '../network.js'
import { inOneSpelling } from './typedSpelling.js'

/** An address in any case; shown and compared in its checksummed form (EIP-55). */
export const AddressText = v.pipe(
  v.string(),
  v.check((text) => isAddress(text, { strict: false })),
  v.transform((text) => getAddress(text)),
)

/** Data in any case of its digits, from here on in its one form; `0X`, half a byte and blanks are refused. */
export const HexData = v.pipe(
  v.string(),
  v.rawTransform(({ dataset: { value }, addIssue, NEVER }): LowerHex => {
    const hex = readLowerHex(value)
    if (hex !== undefined) return hex
    addIssue({ message: 'Invalid input: must be "0x" and two hexadecimal digits a byte' })
    return NEVER
  }),
)

/** A quantity of JSON-RPC: hexadecimal; some pages send a number. */
export const Quantity = v.union([
  v.pipe(
    v.string(),
    v.regex(/^0x[0-9a-fA-F]{1,64}$/),
    v.transform((text) => BigInt(text)),
  ),
  v.pipe(
    v.number(),
    v.safeInteger(),
    v.minValue(0),
    v.transform((number) => BigInt(number)),
  ),
])

/** A number of typed data, as pages write them. */
export const Uint = v.pipe(
  v.union([
    v.pipe(v.string(), v.regex(/^(0x[0-9a-fA-F]{1,64}|\d{1,78})$/)),
    v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
    v.bigint(),
  ]),
  v.transform((value) => BigInt(value)),
)

const Index = v.pipe(
  Quantity,
  v.check((value) => value <= BigInt(Number.MAX_SAFE_INTEGER)),
  v.transform(Number),
)

/** A transaction as a page requests it; missing fee, nonce and gas limit are filled in. */
export interface AskedTransaction {
  readonly from: Address
  readonly to?: Address | undefined
  readonly value?: bigint | undefined
  readonly data?: LowerHex | undefined
  readonly gas?: bigint | undefined
  readonly gasPrice?: bigint | undefined
  readonly maxFeePerGas?: bigint | undefined
  readonly maxPriorityFeePerGas?: bigint | undefined
  readonly nonce?: number | undefined
}

const nothing = v.optional(v.undefined_())

const Transaction = v.pipe(
  v.object({
    from: AddressText,
    to: v.nullish(AddressText),
    value: v.optional(Quantity),
    data: v.optional(HexData),
    input: v.optional(HexData),
    gas: v.optional(Quantity),
    gasLimit: v.optional(Quantity),
    gasPrice: v.optional(Quantity),
    maxFeePerGas: v.optional(Quantity),
    maxPriorityFeePerGas: v.optional(Quantity),
    nonce: v.optional(Index),
    type: v.optional(v.picklist(['0x0', '0x1', '0x2', '0x00', '0x01', '0x02'])),
    chainId: v.optional(Quantity),
    // What would be signed and couldn't be shown isn't signed at all.
    accessList: v.optional(v.pipe(v.array(v.unknown()), v.maxLength(0))),
    authorizationList: nothing,
    blobs: nothing,
    blobVersionedHashes: nothing,
  }),
  v.check(({ data, input }) => data === undefined || input === undefined || data === input),
  v.transform(({ to, data, input, gas, gasLimit, type: _type, accessList: _accessList, ...rest }) => ({
    ...rest,
    to: to ?? undefined,
    data: data ?? input,
    gas: gas ?? gasLimit,
  })),
)

export const TransactionParams = v.pipe(
  v.looseTuple([Transaction]),
  v.transform(([transaction]) => [transaction] as const),
)

/** `[message, address]`, the message as data or, from some pages, as text. */
export const MessageParams = v.pipe(
  v.looseTuple([v.string(), AddressText]),
  v.transform(([message, address]) => [message, address] as const),
)

const TypedField = v.object({ name: v.pipe(v.string(), v.maxLength(128)), type: v.pipe(v.string(), v.maxLength(128)) })

const isBuiltIn = (name: string): boolean => /^(u?int|bytes)\d*$|^(address|bool|string|function)$/.test(name)

const isEachNamedOnce = (fields: readonly { readonly name: string }[]): boolean =>
  new Set(fields.map(({ name }) => name)).size === fields.length

/** Typed data (EIP-712). */
const AskedData = v.pipe(
  v.object({
    /** Structures by name; none has the name of a built-in type, or two fields of one name, of which one value would be two. */
    types: v.pipe(
      v.record(v.string(), v.array(TypedField)),
      v.check((types) => !Object.keys(types).some(isBuiltIn)),
      v.check((types) => Object.values(types).every(isEachNamedOnce)),
    ),
    primaryType: v.pipe(v.string(), v.minLength(1), v.maxLength(128)),
    domain: v.record(v.string(), v.unknown()),
    message: v.record(v.string(), v.unknown()),
  }),
  v.transform(inOneSpelling),
)
export type AskedTypedData = Output<typeof AskedData>

/** JSON in which no name stands twice: of two values each wallet would sign the one that it reads. */
const WrittenData = v.pipe(
  v.string(),
  v.rawTransform(({ dataset: { value }, addIssue, NEVER }): unknown => {
    try {
      return parseOnce(value)
    } catch {
      addIssue({ message: 'Invalid JSON: must be some, in which each name stands once' })
      return NEVER
    }
  }),
)

/** `[address, data]`, the data as JSON or as it is. */
export const TypedDataParams = v.pipe(
  v.looseTuple([AddressText, v.union([AskedData, v.pipe(WrittenData, AskedData)])]),
  v.transform(([address, data]) => [address, data] as const),
)

/** A chain as JSON-RPC names it, in CAIP-2. */
export const HexChain = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-fA-F]{1,13}$/),
  v.transform((text) => `eip155:${BigInt(text)}`),
)

/** EIP-3326. */
export const SwitchChainParams = v.pipe(
  v.looseTuple([v.object({ chainId: HexChain })]),
  v.transform(([chain]) => [chain] as const),
)

export interface AskedChain {
  readonly chainId: string
  readonly chainName: string
  readonly rpcUrls: readonly string[]
  readonly nativeCurrency: { readonly symbol: string; readonly decimals: number }
}

/** EIP-3085. */
export const AddChainParams = v.pipe(
  v.looseTuple([
    v.object({
      chainId: HexChain,
      chainName: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
      rpcUrls: v.pipe(v.array(RpcUrl), v.minLength(1), v.maxLength(8)),
      nativeCurrency: v.object({
        symbol: v.pipe(v.string(), v.minLength(1), v.maxLength(16)),
        decimals: v.literal(18),
      }),
    }),
  ]),
  v.transform(([chain]) => [chain] as const),
)

/** The names of what a wallet is to do beside, each with what it is asked of it. */
export const Capabilities = v.optional(v.record(v.string(), v.unknown()), {})

/** The authorisations of a transaction that hand its sender's account over (EIP-7702). */
export const DelegationsParams = v.pipe(
  v.looseTuple([
    v.object({
      authorizationList: v.pipe(
        v.array(
          v.pipe(
            v.object({ address: v.optional(AddressText), contractAddress: v.optional(AddressText), chainId: Index }),
            v.check(({ address, contractAddress }) => (address ?? contractAddress) !== undefined),
            v.transform(({ address, contractAddress, chainId }) => ({
              address: address ?? contractAddress ?? zeroAddress,
              chainId,
            })),
          ),
        ),
        v.minLength(1),
        v.maxLength(64),
      ),
    }),
  ]),
  v.transform(([{ authorizationList }]) => authorizationList),
)

/** The known capabilities that a wallet is asked for: who pays the fee, and that all of it is one. */
const knownCapabilities = ['paymasterService', 'atomic']
const callFields = ['to', 'value', 'data', 'capabilities']
const batchFields = ['version', 'id', 'from', 'chainId', 'atomicRequired', 'calls', 'capabilities']

const namesBeside = (given: object, known: readonly string[]): readonly string[] =>
  Object.keys(given).filter((name) => !known.includes(name))

/** A batch (EIP-5792), with the names of whatever is asked in it that isn't known. */
export const CallsParams = v.pipe(
  v.looseTuple([
    v.looseObject({
      from: v.optional(AddressText),
      chainId: v.optional(HexChain),
      atomicRequired: v.optional(v.boolean(), false),
      capabilities: Capabilities,
      calls: v.pipe(
        v.array(
          v.looseObject({
            to: v.nullish(AddressText),
            value: v.optional(Quantity),
            data: v.nullish(HexData),
            capabilities: Capabilities,
          }),
        ),
        v.minLength(1),
        v.maxLength(1_000),
      ),
    }),
  ]),
  v.transform(([batch]) => {
    const { from, chainId, atomicRequired, capabilities, calls } = batch
    const others = [
      ...namesBeside(batch, batchFields),
      ...[batch, ...calls].flatMap((each) => namesBeside(each.capabilities, knownCapabilities)),
      ...calls.flatMap((call) => namesBeside(call, callFields)),
    ]
    return {
      ...{ from, chainId, atomicRequired, capabilities, others: [...new Set(others)] },
      calls: calls.map(({ to, value, data }) => ({ to: to ?? undefined, value: value ?? 0n, data: data ?? noBytes })),
    }
  }),
)
