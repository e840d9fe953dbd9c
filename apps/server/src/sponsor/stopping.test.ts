import type { Database } from '@foyer/service/db/database'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sponsoredOperations } from '../db/schema/index.js'
import { eachChain, killable } from './test/killable.js'
import {
  askedOf,
  type SponsorNode,
  type SponsorWorld,
  send,
  signed,
  targets,
  type Visitor,
} from './test/openSponsor.js'
import { onSponsorStage } from './test/sponsorGround.js'

/* A server that stops while a node doesn't answer: what it asks is called off, whatever began the pass, and nothing of that is a fault. */

let database: Database
let world: SponsorWorld
let node: SponsorNode
let visitor: Visitor
onSponsorStage((stage) => {
  ;({ world, database, node, visitor } = stage)
})
beforeEach(() => world.client.setAutomine(false))
/** What nodes haven’t answered ends with a test, however that went. */
const unanswered: (() => void)[] = []
afterEach(() => {
  for (const end of unanswered.splice(0)) end()
})

/** A server whose network's nodes answer nothing of a method, until it is called off. */
function silentAt(method: string) {
  let asked = () => {}
  const isAsked = new Promise<void>((resolve) => {
    asked = resolve
  })
  const signals: AbortSignal[] = []
  const chains = eachChain(world.chains(), (chain) => ({
    ...chain,
    request(request) {
      const { signal, calls } = request
      if (!calls.some((call) => call.method === method)) return chain.request(request)
      signals.push(signal)
      asked()
      return new Promise((_, reject) => {
        unanswered.push(() => reject(new Error('The test is over.')))
        signal.addEventListener('abort', () => reject(signal.reason))
      })
    },
  }))
  return { by: world.node({ chains }), isAsked, isCalledOff: () => signals.map(({ aborted }) => aborted) }
}

const asked = async () => signed(node, visitor, askedOf(visitor, [targets.counter]))
const warnedSince = (before: number) => world.logged.slice(before).filter((line) => line.includes('"level":40'))
const statuses = async () => (await database.orm.select().from(sponsoredOperations)).map(({ status }) => status)

test('a round that waits for a node ends with the server, and what it went over stays as it is', async () => {
  const gone = killable(world, { at: 1, is: 'after', of: 'reserve' })
  await expect(send(gone, visitor, await asked())).rejects.toMatchObject({ name: 'KilledError' })
  const { by, isAsked, isCalledOff } = silentAt('eth_blockNumber')
  const before = world.logged.length
  void by.round()
  await isAsked
  await by.stop()
  expect([isCalledOff(), await statuses()]).toEqual([[true], ['reserved']])
  expect(warnedSince(before)).toEqual([])
})

test('a pass that a visitor’s operation began ends with the server, before its first round', async () => {
  const { by, isAsked, isCalledOff } = silentAt('eth_sendRawTransaction')
  const sent = await asked()
  const before = world.logged.length
  await send(by, visitor, sent)
  await isAsked
  await by.stop()
  expect([isCalledOff(), await statuses()]).toEqual([[true], ['signed']])
  expect(warnedSince(before)).toEqual([])
})
