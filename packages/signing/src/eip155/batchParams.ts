import { noBytes } from '@foyer/core/chain'
import type { Output } from '@foyer/core/wire'
import * as v from 'valibot'
import { batchIdOf } from './batchId.js'
import { AddressText, Capabilities, HexChain, HexData, Quantity } from './requestParams.js'

/** One of several calls; what is in it beside isn't passed over, as a batch in a batch would be. */
const BatchCall = v.strictObject({
  to: AddressText,
  value: v.optional(Quantity, 0),
  data: v.optional(HexData, noBytes),
  capabilities: Capabilities,
})
export type BatchCall = Output<typeof BatchCall>

/** An id has at most 4,096 bytes. */
const BatchId = v.pipe(v.string(), v.minLength(1), v.maxLength(8_194), v.transform(batchIdOf))

/** A chain as JSON-RPC names it; as clients before EIP-5792 do, by its number or in CAIP-2. */
const Chain = v.union([
  HexChain,
  v.pipe(
    v.union([v.pipe(v.number(), v.safeInteger(), v.minValue(1)), v.pipe(v.string(), v.regex(/^\d{1,15}$/))]),
    v.transform((chain) => `eip155:${BigInt(chain)}`),
  ),
  v.pipe(v.string(), v.regex(/^eip155:\d{1,15}$/)),
])

const AskedBatch = v.object({
  /** Left out before there was another. */
  version: v.optional(v.picklist(['1.0', '2.0.0']), '1.0'),
  id: v.optional(BatchId),
  from: v.optional(AddressText),
  chainId: v.optional(Chain),
  atomicRequired: v.optional(v.boolean(), false),
  calls: v.pipe(v.array(BatchCall), v.minLength(1)),
  capabilities: Capabilities,
})
export type AskedBatch = Output<typeof AskedBatch>

/** `[batch]` (EIP-5792, version 2.0.0 or 1.0). */
export const SendCallsParams = v.pipe(
  v.looseTuple([AskedBatch]),
  v.transform(([batch]) => batch),
)

/** `[id]` (EIP-5792). */
export const BatchIdParams = v.pipe(
  v.looseTuple([BatchId]),
  v.transform(([id]) => id),
)

/** `[address, chains?]` (EIP-5792); nothing from clients that take the account in use for granted. */
export const CapabilitiesParams = v.pipe(
  v.optional(v.looseTuple([v.optional(AddressText), v.optional(v.array(HexChain))]), [undefined, undefined]),
  v.transform(([address, chains]) => ({ address, chains })),
)
