import { InvalidInputError } from '@foyer/service/errors/refusals'
import * as v from 'valibot'

/** The refusal of what no page has handed out. */
export const noCursor = () => new InvalidInputError({ name: 'cursor', description: "Isn't the `next` of a page." })

/** @returns what clients hand back and don't read */
export const formatPageMark = (written: unknown): string => Buffer.from(JSON.stringify(written)).toString('base64url')

/** @throws {@link InvalidInputError} */
export function parsePageMark<Written>(schema: v.GenericSchema<unknown, Written>, text: string): Written {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), Buffer.from(text, 'base64url').toString())
  if (!parsed.success) throw noCursor()
  return parsed.output
}
