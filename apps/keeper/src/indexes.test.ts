import { encodeBytes } from '@foyer/custody/bytes'
import { cancelCeremonyCall, continueCall } from '@foyer/custody/keeperCalls'
import { forgetDeviceCall, openCeremoniesCall } from '@foyer/custody/keeperPageCalls'
import { type RunningPostgres, startPostgres } from '@foyer/service-testing/startPostgres'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  askSigned,
  begin,
  confirm,
  createDevice,
  dayMs,
  firstLogin,
  linkIn,
  mailAfter,
  minuteMs,
  signed,
  startWorld,
  stateOf,
  type World,
} from './test/keeperWorld.js'

let postgres: RunningPostgres
let world: World
beforeAll(async () => {
  // PostgreSQL writes the plan of each statement that it runs into its log.
  const explains = ['session_preload_libraries=auto_explain', 'auto_explain.log_min_duration=0']
  postgres = await startPostgres({ args: explains.flatMap((setting) => ['-c', setting]) })
  world = await startWorld({ location: { kind: 'postgres', url: await postgres.createDatabase() } })
  await fill(world)
})
afterAll(async () => {
  await world?.close()
  await postgres?.stop()
})

/** A keeper that is used: what has to be read whole is slower here than what has an index, so that the planner takes the index where there is one. */
async function fill({ database: { orm }, clock }: World) {
  // As recent as the end of this test, so that what is over is a small part.
  const began = sql`to_timestamp(${(clock.now() + 3 * dayMs) / 1000} - n)`
  await orm.execute(sql`insert into keeper_ceremonies
    (id, person, mailbox, device, site, browser, language, commitment, keeper_nonce, link_hash, mailed_at, status, owed_tries, tell_tries, began_at, expires_at, opens_at)
    select 'c' || n, 'email:' || n / 3 || '@mail.example', 'email:' || n / 3 || '@mail.example', 'd' || n, 'https://dapp.example', 'Firefox', 'en', '', '', 'l' || n, ${began},
      case n % 3 when 0 then 'released' when 1 then 'ended' else 'confirmed' end, 0, 0, ${began}, ${began}, ${began} from generate_series(1, 20000) n`)
  await orm.execute(sql`insert into keeper_devices
    select 'email:' || n / 3 || '@mail.example', 'd' || n, n % 2 = 0, ${began} from generate_series(1, 20000) n`)
  await orm.execute(sql`insert into keeper_bindings (person, mailbox, wallet, sealed_hash, key_name, row_key, sealed, bound_at)
    select 'email:' || n || '@mail.example', 'email:' || n || '@mail.example', 'w' || n, '', 'one', '', '', ${began} from generate_series(1, 6000) n`)
  await orm.execute(sql`insert into keeper_email_changes
    (id, person, from_email, to_email, to_mailbox, device, site, browser, language, from_link, owed_tries, status, began_at, expires_at)
    select 'e' || n, 'email:' || n || '@mail.example', '', 't' || n, 't' || n, 'd' || n, 'https://dapp.example', 'Firefox', 'en', 'l' || n, 0,
      'changed', ${began}, ${began} from generate_series(1, 6000) n`)
  await orm.execute(sql`insert into keeper_deletions
    (id, wallet, person, device, site, browser, language, cancel_hash, owed_tries, status, began_at, opens_at, tell_tries)
    select 'd' || n, 'w' || n, 'email:' || n || '@mail.example', 'd' || n, 'https://dapp.example', 'Firefox', 'en', 'l' || n, 0,
      'deleted', ${began}, ${began}, 0 from generate_series(1, 6000) n`)
  await orm.execute(
    sql`insert into keeper_nonces select 'n' || n, to_timestamp(${clock.now() / 1000} + 9e8) from generate_series(1, 20000) n`,
  )
  await orm.execute(sql`analyze`)
}

/** The statements whose plan reads a table of the keeper's whole. */
const readWhole = (log: string) =>
  log.split(/(?=LOG: {2}duration: [\d.]+ ms {2}plan:)/).filter((entry) => /Seq Scan on "?keeper_/.test(entry))

test('attempts, links, devices, the waiting rule and what is forgotten are found by an index, however much is kept', async () => {
  const { device: active, browser } = await firstLogin(world)
  world.clock.pass(2 * dayMs)
  const [device, other] = [await createDevice(), await createDevice()]
  const { ceremony, digits } = await begin(world, { device })
  const link = linkIn(await mailAfter(world, 1))
  const late = await begin(world, { device: other })
  await world.sendLate()
  await confirm(world, device, link, digits)
  await mailAfter(world, 2)
  await signed(world, { call: openCeremoniesCall, keys: active.keys, payload: {} })
  world.clock.pass(minuteMs)
  await world.sendLate()
  await mailAfter(world, 3)
  await askSigned(world, { call: cancelCeremonyCall, keys: other.keys, payload: { ceremony: late.ceremony } })
  world.clock.pass(dayMs)
  await world.sendLate()
  expect((await stateOf(world, device, ceremony)).status).toBe('released')
  const frame = await createDevice()
  const payload = { site: 'https://other.example', device: frame.id, key: encodeBytes(frame.key) }
  await signed(world, { call: continueCall, keys: browser.keys, payload })
  await askSigned(world, { call: forgetDeviceCall, keys: browser.keys, payload: { device: frame.id } })
  const keeping = world.background.find(({ name }) => name === 'keeper') ?? expect.fail()
  keeping.start()
  await expect.poll(() => world.clock.waiting()).toBe(1)
  await keeping.stop()
  const log = postgres.log()
  for (const index of [
    'late',
    'held',
    'unbound',
    'tell',
    'link',
    'cancel',
    'deny',
    'device',
    'mailed',
    'began',
    'pkey',
  ])
    expect(log).toMatch(new RegExp(`Scan (Backward )?(using|on) keeper_ceremonies_${index}`))
  expect(readWhole(log)).toEqual([])
  // As it would be said of one that has no index.
  await world.database.orm.execute(sql`select 1 from keeper_ceremonies where site = 'none'`)
  await expect.poll(() => readWhole(postgres.log()).length).toBe(1)
})
