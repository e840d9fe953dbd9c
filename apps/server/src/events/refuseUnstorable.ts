import type { EventBody } from '@foyer/core/wire'
import { isStorable } from '../db/isStorable.js'
import { InvalidInputError } from '../errors/refusals.js'

/** The largest year that both sides write the same way; a clock beyond it is wrong anyway. */
const latest = Date.parse('9999-12-31T23:59:59.999Z')

/**
 * Refuses what the database couldn't hold: PostgreSQL's text has neither a zero character nor half of a surrogate pair.
 * @throws {@link InvalidInputError}
 */
export function refuseUnstorable({ domain, timestamp, props }: EventBody): void {
  if (!(new Date(timestamp).getTime() <= latest)) refuse({ name: 'timestamp', description: 'Is no time.' })
  for (const [name, value] of Object.entries({ domain, props })) {
    if (!isStorable(value)) refuse({ name, description: 'Holds characters that text has not.' })
  }
}

function refuse(reason: { name: string; description: string }): never {
  throw new InvalidInputError({ reasons: [reason] })
}
