import * as v from 'valibot'

const text = v.pipe(v.string(), v.maxLength(128))
const decimal = v.pipe(v.string(), v.maxLength(80), v.regex(/^\d+(\.\d+)?$/))

/** What the server sends a visitor to the desk with, signed. */
export const DeskOrder = v.object({
  id: v.pipe(v.string(), v.uuid()),
  projectId: text,
  address: v.custom<`0x${string}`>((value) => typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value)),
  /** symbols; empty: any */
  assets: v.array(text),
  defaultNetwork: v.optional(text),
  purchaseAmount: v.optional(decimal),
  paymentAmount: v.optional(decimal),
  /** seconds since 1970 */
  expiresAt: v.number(),
})
export type DeskOrder = v.InferOutput<typeof DeskOrder>
