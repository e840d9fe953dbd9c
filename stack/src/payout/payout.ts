import * as v from 'valibot'

const hex = v.custom<`0x${string}`>((value) => typeof value === 'string' && /^0x[0-9a-fA-F]+$/.test(value))
const chainId = v.picklist([31337, 31338])

/** What is to be paid, and to whom. */
export const PayoutOrder = v.object({
  /** a UUID; the same id is the same payout, however often it is asked for */
  id: v.pipe(v.string(), v.uuid()),
  chainId,
  to: hex,
  /** null for the chain's own coin */
  token: v.nullable(hex),
  /** in the smallest unit */
  amount: v.pipe(v.string(), v.regex(/^[1-9]\d*$/)),
  /** what the server receives beside the status and the transaction */
  report: v.record(v.string(), v.unknown()),
  /** for the pages */
  label: v.string(),
  /** what it is for: two payouts for one thing are a mistake */
  purpose: v.string(),
})
export type PayoutOrder = v.InferOutput<typeof PayoutOrder>

/** How far it is. Each step is on the disk before the next is taken. */
export const PayoutStep = v.variant('status', [
  /** promised, and nothing done yet */
  v.object({ status: v.literal('accepted') }),
  /** the one transaction that will pay it; sent or not */
  v.object({ status: v.literal('signed'), nonce: v.number(), raw: hex, txHash: hex }),
  v.object({ status: v.literal('paid'), txHash: hex }),
  /** nothing was paid */
  v.object({ status: v.literal('failed'), reason: v.string() }),
])
export type PayoutStep = v.InferOutput<typeof PayoutStep>

export const Payout = v.object({
  order: PayoutOrder,
  step: PayoutStep,
  /** whether the server has taken the end of it */
  reported: v.boolean(),
})
export type Payout = v.InferOutput<typeof Payout>

export const isFinal = ({ step }: Payout): boolean => step.status === 'paid' || step.status === 'failed'
