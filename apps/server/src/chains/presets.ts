import { families } from '../families/families.js'
import type { ChainPreset } from '../families/family.js'

/** The networks that an operator configures by id and nodes alone. @see the wire's list of 38 */
export const presets: ReadonlyMap<string, ChainPreset> = new Map(
  families.all.flatMap(({ networks }) => networks).map((network) => [network.id, { confirmations: 20, ...network }]),
)
