import * as v from 'valibot'
import type { RpcOutcome } from './outcomes.js'

/** A JSON-RPC quantity of Ethereum's nodes. */
export const Quantity: v.GenericSchema<unknown, bigint> = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-fA-F]{1,64}$/),
  v.transform((hex) => BigInt(hex)),
)

/** @returns a quantity; null for anything else */
export function readQuantity(outcome: RpcOutcome | undefined): bigint | null {
  const parsed = v.safeParse(Quantity, outcome !== undefined && 'result' in outcome ? outcome.result : null)
  return parsed.success ? parsed.output : null
}
