import * as v from 'valibot'
import type { RpcOutcome } from './outcomes.js'
import { UpstreamError } from './UpstreamError.js'

/** Reads a result as its schema has it. @throws {@link UpstreamError} for an error as well: what lacks a part would look like a loss */
export function resultOf<Result>(request: {
  outcome: RpcOutcome | undefined
  schema: v.GenericSchema<unknown, Result>
  host: string
}): Result {
  const { outcome, schema, host } = request
  const parsed = v.safeParse(schema, outcome !== undefined && 'result' in outcome ? outcome.result : undefined)
  if (parsed.success) return parsed.output
  throw new UpstreamError({ code: 'not_json_rpc', host, delivered: true })
}
