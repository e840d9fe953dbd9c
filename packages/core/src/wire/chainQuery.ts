import * as v from 'valibot'
import { InvalidResponseError } from '../errors/InvalidResponseError.js'

type QueryParams = readonly unknown[] | Readonly<Record<string, unknown>>

/** A query to a node, and how its answer reads. Pure: the kit and the operator's server ask alike. */
export interface ChainQuery<T, Params extends QueryParams = QueryParams> {
  /** Of JSON-RPC; for nodes that answer by paths a name of the kit's own. */
  readonly method: string
  readonly params: Params
  readonly schema: v.GenericSchema<unknown, T>
}

/** Reads what a node answered. @throws InvalidResponseError */
export function readAnswer<T>({ method, schema }: Pick<ChainQuery<T>, 'method' | 'schema'>, answer: unknown): T {
  const { success, output } = v.safeParse(schema, answer)
  if (success) return output
  throw new InvalidResponseError({ expected: `what ${method} returns`, context: { method } })
}
