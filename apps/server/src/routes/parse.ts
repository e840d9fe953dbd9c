import * as v from 'valibot'
import { InvalidInputError } from '../errors/refusals.js'

interface Parse<Output> {
  readonly schema: v.GenericSchema<unknown, Output>
  readonly value: unknown
}

/** @throws {@link InvalidInputError} whose reasons name each bad field, or `whole` where it is none of its fields */
export function parseWith<Output>({ schema, value, whole }: Parse<Output> & { readonly whole: string }): Output {
  const parsed = v.safeParse(schema, value)
  if (parsed.success) return parsed.output
  return refuse({ issues: parsed.issues, nameOf: (path) => path.join('.') || whole })
}

/**
 * Parses a request's parts at once.
 * @param parsed.value - the parts: `param`, `query`, `body`
 * @throws {@link InvalidInputError} whose reasons name each bad field by its place in its part, or the part where it is none of its fields
 */
export function parseParts<Output>({ schema, value }: Parse<Output>): Output {
  const parsed = v.safeParse(schema, value)
  if (parsed.success) return parsed.output
  return refuse({ issues: parsed.issues, nameOf: ([part = 'request', ...path]) => path.join('.') || part })
}

type Issues = readonly [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]]

function refuse({ issues, nameOf }: { issues: Issues; nameOf: (path: readonly string[]) => string }): never {
  const reason = (issue: v.BaseIssue<unknown>) => ({
    name: nameOf(issue.path?.map(({ key }) => String(key)) ?? []),
    description: describe(issue),
  })
  const [first, ...rest] = issues
  throw new InvalidInputError({ reasons: [reason(first), ...rest.slice(0, 9).map(reason)] })
}

/** Names what was expected and never repeats the input: an answer may end up in a log. */
function describe(issue: v.BaseIssue<unknown>): string {
  const { kind, expected, message, received } = issue
  if (kind === 'schema' && received === 'undefined') return 'Is missing.'
  if (message.startsWith('Invalid ')) return expected === null ? "Isn't as expected." : `Expected ${expected}.`
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`
}
