import { families } from '../families/families.js'
import type { ChainPreset } from '../families/family.js'
import type { ChainConfig } from './chain.js'

/** The networks that an operator configures by id and nodes alone. @see the wire's list of 38 */
export const presets: ReadonlyMap<string, ChainPreset> = new Map(
  families.all.flatMap(({ networks }) => networks).map((network) => [network.id, { confirmations: 20, ...network }]),
)

/** Returns the number of confirming blocks. Public networks need some; one that this server knows nothing of is the operator's own. */
export const confirmationsOf = ({ id, confirmations }: Pick<ChainConfig, 'id' | 'confirmations'>): number =>
  confirmations ?? presets.get(id)?.confirmations ?? 1
