import * as v from 'valibot'
import { InvalidPayloadError } from './InvalidPayloadError.js'

/** Longer paths are made of a peer's own words. */
const longestPath = 100

/**
 * Reads a value by a schema of the protocol.
 *
 * @param input.at - the path of the value in its message
 * @throws {@link InvalidPayloadError}
 */
export function parseAs<Output>({
  schema,
  value,
  at = '',
}: {
  readonly schema: v.GenericSchema<unknown, Output>
  readonly value: unknown
  readonly at?: string | undefined
}): Output {
  const { success, output, issues } = v.safeParse(schema, value, { abortEarly: true })
  if (success) return output
  const [issue] = issues
  const path = [at, v.getDotPath(issue) ?? ''].filter((each) => each !== '').join('.')
  throw new InvalidPayloadError({ field: path.slice(0, longestPath) })
}
