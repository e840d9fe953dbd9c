import * as v from 'valibot'
import type { AskedBatch } from './batchParams.js'

/** An application's wish that others pay (ERC-7677). The address of its own paymaster isn't asked by this wallet: who pays is known to its operator. */
const PaymasterService = v.object({
  optional: v.optional(v.boolean(), false),
  context: v.optional(v.object({ token: v.optional(v.pipe(v.string(), v.maxLength(1_024))) }), {}),
})

/** A wish as it was asked for; undefined where there is none, or one that can't be read. */
export interface Paymaster {
  /** The calls are carried out without it as well. */
  readonly isOptional: boolean
  /** What the application's own backend has signed for the calls. */
  readonly token: string | undefined
}

export function paymasterOf({ capabilities }: Pick<AskedBatch, 'capabilities'>): Paymaster | undefined {
  if (!Object.hasOwn(capabilities, paymasterService)) return undefined
  const { success, output } = v.safeParse(PaymasterService, capabilities[paymasterService])
  return success ? { isOptional: output.optional, token: output.context.token } : undefined
}

/** The capability's name (EIP-5792). */
export const paymasterService = 'paymasterService'
