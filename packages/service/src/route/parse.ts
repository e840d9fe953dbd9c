import * as v from 'valibot'
import { findUnstorable } from '../db/unstorable.js'
import { InvalidInputError } from '../errors/refusals.js'

interface Parse<Output> {
  readonly schema: v.GenericSchema<unknown, Output>
  readonly value: unknown
}

/** @throws {@link InvalidInputError} whose reasons name each bad field, or `whole` where it is none of its fields */
export function parseWith<Output>({ schema, value, whole }: Parse<Output> & { readonly whole: string }): Output {
  return parse({ schema, value, nameOf: (path) => path.join('.') || whole, ownKeys: 1 })
}

/**
 * Parses a request's parts at once.
 * @param parsed.value - the parts: `params`, `query`, `body`
 * @throws {@link InvalidInputError} whose reasons name each bad field by its place in its part, or the part where it is none of its fields
 */
export function parseParts<Output>({ schema, value }: Parse<Output>): Output {
  return parse({ schema, value, nameOf: ([part = 'request', ...path]) => path.join('.') || part, ownKeys: 2 })
}

type NameOf = (path: readonly string[]) => string

/** A text may become a key, a parameter or a row of the database, so one that it can't hold is refused wherever it stands. */
function parse<Output>(request: Parse<Output> & { readonly nameOf: NameOf; readonly ownKeys: number }): Output {
  const { schema, value, nameOf, ownKeys } = request
  const parsed = v.safeParse(schema, value)
  if (!parsed.success) return refuse({ issues: parsed.issues, nameOf })
  const unstorable = findUnstorable(parsed.output)
  if (unstorable === null) return parsed.output
  // Keys further in may be the sender's own words, which aren't repeated.
  throw new InvalidInputError({
    name: nameOf(unstorable.slice(0, ownKeys)),
    description: 'Holds characters that text has not.',
  })
}

type Issues = readonly [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]]

function refuse({ issues, nameOf }: { issues: Issues; nameOf: NameOf }): never {
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
