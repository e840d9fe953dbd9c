import type { ValidationTargets } from 'hono'
import { validator } from 'hono/validator'
import * as v from 'valibot'
import { InvalidInputError } from '../errors/refusals.js'

/**
 * Parses one part of a request with a schema, so that a route only ever sees what fits.
 * @throws {@link InvalidInputError} whose reasons name each bad field
 */
export const parse = <Target extends 'query' | 'param', Output>(
  target: Target,
  schema: v.GenericSchema<unknown, Output>,
) => validator(target, (value: ValidationTargets[Target]) => parseWith({ schema, value, whole: target }))

/** @throws {@link InvalidInputError} whose reasons name each bad field, or `whole` where it is none of its fields */
export function parseWith<Output>({
  schema,
  value,
  whole,
}: {
  schema: v.GenericSchema<unknown, Output>
  value: unknown
  whole: string
}): Output {
  const parsed = v.safeParse(schema, value)
  if (parsed.success) return parsed.output
  const [first, ...rest] = parsed.issues
  const reason = (issue: v.BaseIssue<unknown>) => ({ name: v.getDotPath(issue) ?? whole, description: describe(issue) })
  throw new InvalidInputError({ reasons: [reason(first), ...rest.slice(0, 9).map(reason)] })
}

/** Names what was expected and never repeats the input: an answer may end up in a log. */
function describe(issue: v.BaseIssue<unknown>): string {
  const { kind, expected, message, received } = issue
  if (kind === 'schema' && received === 'undefined') return 'Is missing.'
  if (message.startsWith('Invalid ')) return expected === null ? "Isn't as expected." : `Expected ${expected}.`
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`
}
