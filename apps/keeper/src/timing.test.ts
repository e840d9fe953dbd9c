import { newId } from '@foyer/custody/bytes'
import { personOf } from '@foyer/custody/person'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { beginCeremony } from './begin.js'
import { keeperBindings } from './tables.js'
import { dayMs, firstLogin, mailsSent, site, startWorld, type World } from './test/keeperWorld.js'

/** FOYER_FULL=1: as many as one query more for those who are known shows in; else as what takes ten times as long does, since queries are compared by themselves. */
const pairsOfRound = process.env.FOYER_FULL ? 300 : 60

let world: World
beforeEach(async () => {
  world = await startWorld({ sendsAhead: true })
})
afterEach(() => world.close())

/** Two addresses that were asked for one after the other, in milliseconds. */
interface Pair {
  readonly known: number
  readonly unknown: number
}

/** Asks for an address that has a wallet and for one that hasn't; which of both goes first is drawn. Each is asked for once, so that both find as much in the tables. */
async function askingPairs({ isLimited, isOld }: { isLimited: boolean; isOld: boolean }): Promise<() => Promise<Pair>> {
  await firstLogin(world)
  const unlimited = { take: () => null }
  const base = { ...world.services.keeper, networkLimit: unlimited, wholeLimit: unlimited, busyLimit: unlimited }
  const [binding] = await base.orm.select().from(keeperBindings)
  if (!binding) throw new Error('The first login bound no wallet.')
  let begun = 0
  const time = async (to: string) => {
    begun += 1
    // What was queued before is no part of what is measured.
    await mailsSent(world)
    const ceremony = { email: to, site, commitment: `c${begun}`, device: `d${begun}` }
    const from = performance.now()
    await beginCeremony(base, { ...ceremony, browser: 'Firefox', place: null, client: '' })
    return performance.now() - from
  }
  return async () => {
    const [known, unknown] = [`k${begun}@x.example`, `u${begun}@x.example`]
    const boundAt = isOld ? new Date(base.clock.now() - 2 * dayMs) : binding.boundAt
    const person = personOf({ email: known })
    await base.orm.insert(keeperBindings).values({ ...binding, person, mailbox: person, wallet: newId(), boundAt })
    if (isLimited) await time(known)
    if (Math.random() < 0.5) return { known: await time(known), unknown: await time(unknown) }
    const first = await time(unknown)
    return { known: await time(known), unknown: first }
  }
}

async function roundOf(pair: () => Promise<Pair>): Promise<readonly Pair[]> {
  const pairs: Pair[] = []
  while (pairs.length < pairsOfRound) pairs.push(await pair())
  return pairs
}

/**
 * Returns the probability of such pairs where both are of one kind (Wilcoxon's signed ranks, by the normal approximation), without the slowest fifth of the
 * pairs: there the machine was busy with something else.
 */
function pOfSame(pairs: readonly Pair[]): number {
  const slower = ({ known, unknown }: Pair) => Math.max(known, unknown)
  const kept = pairs.toSorted((one, other) => slower(one) - slower(other)).slice(0, Math.ceil(pairs.length * 0.8))
  const differences = kept.map(({ known, unknown }) => known - unknown)
  const ranked = differences.toSorted((one, other) => Math.abs(one) - Math.abs(other))
  const count = ranked.length
  const ranks = ranked.reduce((sum, difference, index) => (difference > 0 ? sum + index + 1 : sum), 0)
  const z = Math.abs(ranks - (count * (count + 1)) / 4) / Math.sqrt((count * (count + 1) * (2 * count + 1)) / 24)
  return Math.min(1, 2 * Math.exp(-0.717 * z - 0.416 * z * z))
}

test.each([
  ['known', false, false],
  // No code is sent beside its mail, since a wait follows.
  ['known for long', false, true],
  ['known and limited', true, false],
])('[F3] an address that is %s takes as long as an unknown one', async (_, isLimited, isOld) => {
  const pair = await askingPairs({ isLimited, isOld })
  // One round in a hundred would fail by chance alone; a real difference fails each.
  const rounds = [pOfSame(await roundOf(pair))]
  while (Math.max(...rounds) <= 0.01 && rounds.length < 3) rounds.push(pOfSame(await roundOf(pair)))
  expect(Math.max(...rounds)).toBeGreaterThan(0.01)
})

test('[F3] the test sees two milliseconds', async () => {
  const pair = await askingPairs({ isLimited: false, isOld: false })
  const later = async () => {
    const { known, unknown } = await pair()
    return { known: known + 2, unknown }
  }
  // What else runs on the machine makes the times rougher, and more of them are needed.
  const pairs = [...(await roundOf(later))]
  while (pOfSame(pairs) > 0.01 && pairs.length < 1_500) pairs.push(...(await roundOf(later)))
  expect(pOfSame(pairs)).toBeLessThan(0.01)
})
