import type { BackgroundWork } from '@foyer/service/repeatedWork'
import { createRepeatedWork } from '@foyer/service/repeatedWork'
import type { KeepingParameters } from '../db/keeping.js'
import { dropPartitions, makePartitions } from './partitions.js'

export interface EventKeepingParameters extends KeepingParameters {
  /** how long events are kept */
  days: number
}

const everyMs = 3_600_000
const dayMs = 86_400_000
/** Partitions are made for today and so many days ahead. */
const daysAhead = 2

/** Makes the next partitions of events, and drops those that are old as a whole. Several nodes may do it at once. */
export function createEventKeeping({ orm, days, clock, log }: EventKeepingParameters): BackgroundWork {
  const round = async () => {
    const now = clock.now()
    const moments = Array.from({ length: 1 + daysAhead }, (_, ahead) => now + ahead * dayMs)
    await makePartitions({ orm, moments, days })
    await dropPartitions({ orm, before: now - days * dayMs })
  }
  return createRepeatedWork({ name: 'event retention', everyMs, clock, log, round })
}
