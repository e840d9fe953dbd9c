import type { Database } from '@foyer/service/db/database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type KillPoint, killable } from './test/killable.js'
import {
  askedOf,
  booksOf,
  type SponsorNode,
  type SponsorWorld,
  send,
  signed,
  targets,
  type Visitor,
} from './test/openSponsor.js'
import { onSponsorGround } from './test/sponsorGround.js'

const isFull = Boolean(process.env.FOYER_FULL)
/** More than a node says in any of the rounds below. */
const mostWords = 60
/** FOYER_FULL=1: each point. Else those after a word, as what is there before the next one is the same: each, or one of so many. */
const pointsOf = (oneOf: number): readonly KillPoint[] =>
  Array.from({ length: mostWords }, (_, index): readonly KillPoint[] => {
    const after = { at: index + 1, is: 'after' } as const
    if (isFull) return [{ at: index + 1, is: 'before' }, after]
    return index % oneOf === 0 ? [after] : []
  }).flat()

let database: Database
let world: SponsorWorld
onSponsorGround((ground) => {
  ;({ world, database } = ground)
})

const countNow = async () => BigInt((await world.client.getStorageAt({ address: targets.counter, slot: '0x0' })) ?? 0)
const sentByOperator = () => world.client.getTransactionCount({ address: world.operator.address })

/** The ways in which a network takes transactions: each at once, or by block; then the first has to be replaced. */
const networks = {
  'that makes a block of each transaction': {
    isSlow: false,
    oneOf: 1,
    async live(node: SponsorNode) {
      await node.round()
      await node.round()
    },
  },
  'on which the first transaction is stuck': {
    isSlow: true,
    oneOf: 3,
    async live(node: SponsorNode) {
      await node.round()
      world.time += 31_000
      await node.round()
      await node.round()
      await world.client.mine({ blocks: 1 })
      await node.round()
    },
  },
} as const

describe.each(Object.entries(networks))('on a network %s', (_, { isSlow, oneOf, live }) => {
  beforeAll(() => world.client.setAutomine(!isSlow))
  afterAll(() => world.client.setAutomine(true))

  const points = pointsOf(oneOf)
  let reached = 0
  test(`[F16] killed at any of its words, an operation is sent once, and what it cost is booked once (${points.length} points at most)`, async () => {
    for (const point of points) {
      const isReached = await lived(point)
      if (!isReached) break
      reached += 1
    }
    // Fewer would mean that it says less than it has to.
    expect(reached).toBeGreaterThan(isFull ? 30 : 14 / oneOf)
    expect(reached).toBeLessThan(points.length)
  })

  /** @returns whether the point was reached */
  async function lived(point: KillPoint): Promise<boolean> {
    const visitor = await world.visitor()
    const sound = world.node()
    const sent = await signed(sound, visitor, askedOf(visitor, [targets.counter]))
    const before = await state()
    const killed = killable(world, point)
    const asked = await send(killed, visitor, sent).catch(() => null)
    await live(killed)
    await killed.stop()
    const isKilled = killed.isKilled()
    // The page had no answer and asks again, of whichever node; two of them go on at once.
    const { operation } = asked ?? (await send(sound, visitor, sent))
    const other = world.node()
    await untilFinal({ nodes: [sound, other], visitor, operation })
    const after = await state()
    expect([point, after.sent - before.sent, after.count - before.count]).toEqual([point, 1, 1n])
    expect([point, after.booked - before.booked, after.reserved]).toEqual([point, after.spent - before.spent, 0n])
    await Promise.all([sound.stop(), other.stop()])
    return isKilled
  }

  const state = async () => ({
    ...{ sent: await sentByOperator(), count: await countNow(), spent: await world.spentByOperator() },
    ...(await booksOf(database)),
  })

  interface UntilFinal {
    readonly nodes: readonly SponsorNode[]
    readonly visitor: Visitor
    readonly operation: string
  }
  async function untilFinal({ nodes, visitor, operation }: UntilFinal): Promise<void> {
    const [node] = nodes
    for (let rounds = 0; rounds < 10; rounds += 1) {
      await Promise.all(nodes.map((each) => each.round()))
      const { status } = (await node?.sponsor.read({ by: visitor.by, operation })) ?? expect.fail()
      if (status === 'final') return
      expect(status).not.toBe('dropped')
      world.time += 31_000
      if (isSlow) await world.client.mine({ blocks: 1 })
    }
    expect.fail('It never ends.')
  }
})
