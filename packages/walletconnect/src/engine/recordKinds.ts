import type { KeyValueStorage } from '@foyer/core'
import { hasRecords, writeRecords } from '../exchange/records.js'
import type { MadeProposal } from './proposals.js'

/** What a node keeps, by which names and in which versions of their schemas. */
export const recordKinds = {
  proposals: { name: 'proposals', version: 1 },
  sessions: { name: 'sessions', version: 1 },
} as const

interface Place {
  readonly storage: KeyValueStorage
  /** As `createRecords` has it. */
  readonly relay: string
}

/** Whether there is something to take up. */
export const hasNodeRecords = (place: Place): boolean =>
  Object.values(recordKinds).some((kind) => hasRecords({ ...place, ...kind }))

/** Writes down what was proposed by a node that has no records. */
export const keepEarly = ({ made, ...place }: Place & { readonly made: readonly MadeProposal[] }): void =>
  writeRecords({
    ...{ ...place, ...recordKinds.proposals },
    entries: made.map(({ topic, proposal }) => [topic, proposal]),
  })
