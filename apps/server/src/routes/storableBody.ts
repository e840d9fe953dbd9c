import type { Context } from 'hono'
import type * as v from 'valibot'
import { isStorable } from '../db/isStorable.js'
import { InvalidInputError } from '../errors/refusals.js'
import { readJson } from './body.js'
import type { Env } from './env.js'
import { parseWith } from './parse.js'

/**
 * Parses a JSON body that is to be kept.
 * @throws {@link InvalidInputError} whose reasons name each bad field, or the body where the database couldn't hold its texts
 */
export async function storableBody<Output>(c: Context<Env>, schema: v.GenericSchema<unknown, Output>): Promise<Output> {
  const value = parseWith({ schema, value: readJson(await c.req.text()), whole: 'body' })
  if (isStorable(value)) return value
  throw new InvalidInputError({ reasons: [{ name: 'body', description: 'Holds characters that text has not.' }] })
}
