import fc from 'fast-check'
import { expect, test } from 'vitest'
import { missingPartitions, type Partition, readPartition } from './partitions.js'

const at = (iso: string) => Date.parse(iso)
const namesOf = (partitions: readonly { readonly name: string }[]) => partitions.map(({ name }) => name)

test('a day or a month of UTC is a partition, by how long events are kept', () => {
  const moments = [at('2028-02-29T00:00:00Z'), at('2028-02-29T23:59:59.999Z'), at('2028-03-01T00:00:00Z')]
  const names = (days: number) => namesOf(missingPartitions({ moments, days, existing: [] }))
  expect(names(100)).toEqual(['events_20280229', 'events_20280301'])
  expect(names(101)).toEqual(['events_202802', 'events_202803'])
  expect(readPartition('events_202812')).toMatchObject({ to: at('2029-01-01T00:00:00Z') })
  expect(readPartition('events_20281231')).toMatchObject({ to: at('2029-01-01T00:00:00Z') })
  expect(readPartition('events_old')).toBeNull()
})

test('whatever comes in whichever order, under retentions that change: each moment is in one partition, and none overlaps another', () => {
  const moment = fc.integer({ min: at('2027-11-01T00:00:00Z'), max: at('2028-04-01T00:00:00Z') })
  const step = fc.record({ days: fc.constantFrom(1, 90, 100, 101, 3_650), moments: fc.array(moment, { maxLength: 5 }) })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 6 }), (steps) => {
      const existing: Partition[] = []
      for (const each of steps) existing.push(...missingPartitions({ ...each, existing }))
      const sorted = existing.toSorted((a, b) => a.from - b.from)
      sorted.forEach((each, index) => {
        expect(each.to).toBeGreaterThan(each.from)
        expect(each.to).toBeLessThanOrEqual(sorted[index + 1]?.from ?? Infinity)
      })
      for (const instant of steps.flatMap(({ moments }) => moments)) {
        expect(existing.filter(({ from, to }) => from <= instant && instant < to)).toHaveLength(1)
      }
    }),
  )
})
