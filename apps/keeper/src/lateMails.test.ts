import { encodeBytes } from '@foyer/custody/bytes'
import { askDeletionCall, DeletionState, deletionStateCall } from '@foyer/custody/deletionCalls'
import { continueCall } from '@foyer/custody/keeperCalls'
import { forgetDeviceCall, openCeremoniesCall, readLinkCall } from '@foyer/custody/keeperPageCalls'
import { agreeOnWalletCall, endDeviceCall } from '@foyer/custody/keeperWord'
import { MailError } from '@foyer/service/mail/mail'
import { createKeeperSecret } from '@foyer/service/seal/keeperKeys'
import { handClock } from '@foyer/service-testing/handClock'
import { type LentPostgres, lendPostgres } from '@foyer/service-testing/lendPostgres'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendLate } from './lateMails.js'
import { pauseAfter, sendBy } from './owing.js'
import { keeperCeremonies } from './tables.js'
import {
  ask,
  askSigned,
  begin,
  cancel,
  confirm,
  createDevice,
  dayMs,
  firstLogin,
  keysNamed,
  linkIn,
  mailAfter,
  mailsSent,
  minuteMs,
  signed,
  site,
  startWorld,
  type World,
} from './test/keeperWorld.js'

let postgres: LentPostgres
beforeAll(() => {
  postgres = lendPostgres()
})
afterAll(() => postgres.stop())

const keys = [keysNamed('one', 1)] as const

/** Nodes of one keeper: the same database, keys and time. Each has a mail server that does as the test says. */
async function startNodes() {
  const location = { kind: 'postgres', url: await postgres.createDatabase() } as const
  const parameters = { location, keys, secret: await createKeeperSecret(keys), clock: handClock(1_700_000_000_000) }
  const open = (take?: () => Promise<void>) => startWorld({ ...parameters, ...(take ? { take } : {}) })
  return { clock: parameters.clock, open }
}

const never = () => new Promise<void>(() => {})
const rowOf = async (world: World, id: string) => {
  const [row] = await world.database.orm.select().from(keeperCeremonies).where(eq(keeperCeremonies.id, id))
  return row ?? expect.fail()
}
/** A later device that waits, as one node was asked for and another confirmed it, whose mails never leave. */
async function hold({ clock, open }: Awaited<ReturnType<typeof startNodes>>) {
  const first = await open()
  await firstLogin(first)
  clock.pass(2 * dayMs)
  const device = await createDevice()
  const { digits, ceremony } = await begin(first, { device })
  const link = linkIn(await mailAfter(first, 1))
  await expect.poll(async () => (await rowOf(first, ceremony)).owes).toBeNull()
  await first.close()
  const gone = await open(never)
  expect(await confirm(gone, device, link, digits)).toMatchObject({ status: 'held' })
  return { gone, device, link, digits, ceremony }
}
const subjects = ({ mails }: World) => mails.map(({ subject }) => subject)

describe('what a mailbox is owed', () => {
  test('is sent by the next node where the one before ended between taking it on and sending it, with a link that works', async () => {
    const { clock, open } = await startNodes()
    const gone = await open(never)
    const device = await createDevice()
    const { ceremony } = await begin(gone, { device })
    expect(await rowOf(gone, ceremony)).toMatchObject({ owes: 'confirm', owedTries: 1 })
    const next = await open()
    await next.sendLate()
    expect(await mailsSent(next)).toBe(0)
    clock.pass(minuteMs)
    await next.sendLate()
    const link = linkIn(await mailAfter(next, 0))
    expect(await confirm(next, device, link)).toMatchObject({ status: 'confirmed' })
    await expect.poll(async () => (await rowOf(next, ceremony)).owes).toBeNull()
    for (const node of [gone, next]) await node.close()
  })

  test('is sent once by two nodes that look at once', async () => {
    const { clock, open } = await startNodes()
    const gone = await open(never)
    const began: string[] = []
    for (const to of ['ada', 'bea', 'eve'])
      began.push((await begin(gone, { device: await createDevice(), to: `${to}@mail.example` })).ceremony)
    const nodes = [await open(), await open()] as const
    clock.pass(minuteMs)
    await Promise.all(nodes.map((node) => node.sendLate()))
    const sent = () => nodes.flatMap(({ mails }) => mails).map(({ to }) => to)
    await expect.poll(() => sent().length).toBe(3)
    for (const id of began) await expect.poll(async () => (await rowOf(gone, id)).owes).toBeNull()
    clock.pass(dayMs)
    for (const node of nodes) await node.sendLate()
    expect(sent().toSorted()).toEqual(['ada@mail.example', 'bea@mail.example', 'eve@mail.example'])
    for (const node of [gone, ...nodes]) await node.close()
  })

  test('about a wait reaches the mailbox after a restart with a link that cancels it, and of its end once', async () => {
    const { clock, open } = await startNodes()
    const { gone, device, link, digits, ceremony } = await hold({ clock, open })
    await gone.close()
    clock.pass(minuteMs)
    const next = await open()
    await next.sendLate()
    const cancels = linkIn(await mailAfter(next, 0))
    for (const one of [link, cancels])
      expect(await (await ask(next, readLinkCall, { link: one })).json()).toMatchObject({ status: 'held' })
    // The browser that confirmed it asks again, as one does whose answer was cut off.
    expect(await confirm(next, device, link, digits)).toMatchObject({ status: 'held' })
    clock.pass(dayMs)
    const nodes = [next, await open()] as const
    await Promise.all(nodes.map((node) => node.sendLate()))
    const opened = () => nodes.flatMap(subjects).filter((subject) => subject.includes('opens there now'))
    await expect.poll(() => opened().length).toBe(1)
    await expect.poll(async () => (await rowOf(next, ceremony)).owes).toBeNull()
    expect(await rowOf(next, ceremony)).toMatchObject({ status: 'released' })
    for (const node of nodes) await node.close()
  })

  test('about a wait that is cancelled meanwhile is not sent any more', async () => {
    const { clock, open } = await startNodes()
    const { gone, device, ceremony } = await hold({ clock, open })
    expect((await cancel(gone, device, ceremony)).ok).toBe(true)
    await gone.close()
    clock.pass(minuteMs)
    const next = await open()
    await next.sendLate()
    expect(await mailsSent(next)).toBe(0)
    expect(await rowOf(next, ceremony)).toMatchObject({ owes: null, status: 'ended' })
    expect(next.lines.join()).not.toContain('given up')
    await next.close()
  })

  test('about another site of a known browser in a new network is sent late, too, however often the mailbox was written to', async () => {
    const { clock, open } = await startNodes()
    const first = await open()
    const { browser } = await firstLogin(first)
    await first.close()
    const gone = await open(never)
    const frame = await createDevice()
    const payload = { site: 'https://other.example', device: frame.id, key: encodeBytes(frame.key), language: 'es' }
    const abroad = gone.from('198.51.100.7')
    expect((await askSigned(abroad, { call: continueCall, keys: browser.keys, payload })).status).toBe(200)
    await gone.close()
    clock.pass(minuteMs)
    const next = await open()
    await begin(next, { device: await createDevice() })
    await mailAfter(next, 0)
    await next.sendLate()
    expect(await mailAfter(next, 1)).toMatchObject({
      subject: 'Alguien inicia sesión: tu billetera se abre allí ahora',
    })
    await next.close()
  })
})

describe('a mail that its server doesn’t take', () => {
  test('is tried again after a longer pause each time, and counts as one', async () => {
    let isAway = true
    let tried = 0
    const world = await startWorld({
      take: async () => {
        tried += 1
        if (isAway) throw new MailError({ code: '450', isLasting: false })
      },
    })
    const { ceremony } = await begin(world, { device: await createDevice() })
    const mailedAt = new Date(world.clock.now())
    const next = async (so: number) => {
      await expect.poll(() => tried).toBe(so)
      await expect.poll(() => world.queue.length).toBe(0)
    }
    await next(1)
    for (const tries of [1, 2, 3]) {
      world.clock.pass(pauseAfter(tries) - 1)
      await world.sendLate()
      expect([await mailsSent(world), tried]).toEqual([0, tries])
      world.clock.pass(1)
      await world.sendLate()
      await next(tries + 1)
    }
    isAway = false
    world.clock.pass(pauseAfter(4))
    await world.sendLate()
    await mailAfter(world, 0)
    await expect.poll(async () => (await rowOf(world, ceremony)).owes).toBeNull()
    expect(await rowOf(world, ceremony)).toMatchObject({ mailedAt })
    await world.close()
  })

  test('is given up after thirty tries, and the log says so', async () => {
    const world = await startWorld({
      take: async () => {
        throw new MailError({ code: '450', isLasting: false })
      },
    })
    const { ceremony } = await begin(world, { device: await createDevice() })
    await expect.poll(() => world.queue.length).toBe(0)
    const triedBefore = async (owedTries: number) => {
      const owed = { owedTries, owedAt: new Date(world.clock.now()) }
      await world.database.orm.update(keeperCeremonies).set(owed).where(eq(keeperCeremonies.id, ceremony))
      await world.sendLate()
      return rowOf(world, ceremony)
    }
    expect(await triedBefore(29)).toMatchObject({ owes: 'confirm', owedTries: 30 })
    await expect.poll(() => world.queue.length).toBe(0)
    expect(world.lines.join()).not.toContain('given up')
    expect(await triedBefore(30)).toMatchObject({ owes: null, owedTries: 0 })
    const said = world.lines.map((line) => JSON.parse(line))
    expect(said).toContainEqual(expect.objectContaining({ mail: 'confirm', tries: 30, msg: 'a mail was given up' }))
    await world.close()
  })

  test('waits four seconds at first and an hour at last; a node that has it sends it in the first quarter of a minute, or leaves it', async () => {
    expect([1, 2, 5, 11, 30].map(pauseAfter)).toEqual([4_000, 8_000, 64_000, 3_600_000, 3_600_000])
    const world = await startWorld({ take: never })
    const { ceremony } = await begin(world, { device: await createDevice() })
    expect(sendBy((await rowOf(world, ceremony)).owedAt ?? expect.fail())).toBe(world.clock.now() + 15_000)
    await world.close()
  })

  test('is owed no more where it is refused for good, and none is sent to a device that waits no more', async () => {
    let isLasting = true
    const world = await startWorld({
      take: async () => {
        throw new MailError({ code: '550', isLasting })
      },
    })
    const { ceremony } = await begin(world, { device: await createDevice() })
    await expect.poll(async () => (await rowOf(world, ceremony)).owes).toBeNull()
    isLasting = false
    const late = await begin(world, { device: await createDevice(), to: 'eve@mail.example' })
    await expect.poll(() => world.queue.length).toBe(0)
    expect((await rowOf(world, late.ceremony)).owes).toBe('confirm')
    world.clock.pass(20 * minuteMs)
    await world.sendLate()
    expect(await rowOf(world, late.ceremony)).toMatchObject({ owes: null, status: 'ended' })
    await world.close()
  })
})

describe('a mail that bounces', () => {
  /** A keeper whose mail server refuses for good whom it is told to, and what was tried there. */
  async function startBouncing() {
    const tried: string[] = []
    const server = { bounces: false }
    const world = await startWorld({
      async take({ subject }) {
        tried.push(subject)
        if (server.bounces) throw new MailError({ code: '550', isLasting: true })
      },
    })
    return { world, tried, server }
  }
  const rounds = async (world: World) => {
    for (let round = 0; round < 3; round += 1) {
      world.clock.pass(61_000)
      await world.sendLate()
      await mailsSent(world)
      await expect.poll(() => world.queue.length).toBe(0)
    }
  }

  test('[F2] is one of its network’s and one of its person’s: asked again there is none, and no other’s is taken by it', async () => {
    const { world, tried, server } = await startBouncing()
    await firstLogin(world)
    world.clock.pass(61 * minuteMs)
    await expect.poll(() => tried.length).toBe(2)
    server.bounces = true
    const [device, stranger] = [await createDevice(), world.from('198.51.100.7')]
    const { ceremony } = await begin(stranger, { device })
    await expect.poll(async () => (await rowOf(world, ceremony)).owes).toBeNull()
    expect((await begin(stranger, { device })).ceremony).toBe(ceremony)
    await rounds(world)
    expect(tried).toHaveLength(3)
    const asks = async (client: string) => {
      world.clock.pass(31_000)
      const before = await mailsSent(world)
      await begin(world.from(client), { device: await createDevice() })
      return (await mailsSent(world)) - before
    }
    server.bounces = false
    // Three an hour are of strangers’ networks, and the last two of where the person’s devices came from.
    const strangers = [
      await asks('198.51.100.9'),
      await asks('192.0.2.7'),
      await asks('203.0.113.7'),
      await asks('10.0.0.7'),
    ]
    expect(strangers).toEqual([0, 1, 1, 0])
    expect([await asks(''), await asks(''), await asks('')]).toEqual([1, 1, 0])
    expect(tried).toHaveLength(7)
    await world.close()
  })

  test('[F4] about a wait, its end and a deletion leaves each as it is: shown, over at its time, and to be cancelled', async () => {
    const { world, tried, server } = await startBouncing()
    const { device: own, wallet } = await firstLogin(world)
    world.clock.pass(2 * dayMs)
    const later = await createDevice()
    const { digits, ceremony } = await begin(world, { device: later })
    const link = linkIn(await mailAfter(world, 1))
    server.bounces = true
    expect(await confirm(world, await createDevice(), link, digits)).toMatchObject({ status: 'held' })
    await expect.poll(async () => (await rowOf(world, ceremony)).owes).toBeNull()
    const shown = await askSigned(world, { call: openCeremoniesCall, keys: own.keys, payload: {} })
    expect(await shown.json()).toMatchObject({ ceremonies: [{ ceremony }] })
    await rounds(world)
    expect(await rowOf(world, ceremony)).toMatchObject({ status: 'held', owes: null })
    world.clock.pass(dayMs)
    await rounds(world)
    expect(await rowOf(world, ceremony)).toMatchObject({ status: 'released', owes: null })
    expect((await askSigned(world, { call: askDeletionCall, keys: own.keys, payload: { wallet, site } })).status).toBe(
      200,
    )
    await rounds(world)
    const state = () =>
      signed(world, { call: { ...deletionStateCall, reply: DeletionState }, keys: own.keys, payload: { wallet } })
    expect((await state()).status).toBe('held')
    world.clock.pass(dayMs)
    await rounds(world)
    expect((await state()).status).toBe('deleted')
    // Each was tried once.
    expect(tried.map((subject) => subject.replaceAll('\u200c', '').replace(/ on \d.*/, ''))).toEqual([
      ...['Someone is signing in to dapp.example. Is it you?', 'A wallet was made for you at dapp.example'],
      'Someone is signing in to dapp.example. Is it you?',
      ...['Someone is signing in: your wallet opens there', 'Someone is signing in: your wallet opens there now'],
      ...['Your wallet will be deleted', 'Your wallet was deleted'],
    ])
    await world.close()
  })
})

test('what is sent late has a budget, and is looked for again after each round', async () => {
  const world = await startWorld({ take: never })
  const { ceremony } = await begin(world, { device: await createDevice() })
  world.clock.pass(minuteMs)
  for (let taken = 0; taken < 100; taken += 1) world.services.keeper.lateLimit.take({ key: 'all' })
  await world.sendLate()
  expect((await rowOf(world, ceremony)).owedTries).toBe(1)
  world.clock.pass(1_000)
  // A node that leaves takes nothing more on itself.
  const { services } = world
  await sendLate({ base: services.keeper, log: services.log, signal: AbortSignal.abort() })
  expect((await rowOf(world, ceremony)).owedTries).toBe(1)
  const work = world.background.find(({ name }) => name === 'late mails') ?? expect.fail()
  work.start()
  await expect.poll(async () => (await rowOf(world, ceremony)).owedTries).toBe(2)
  await expect.poll(() => world.clock.waiting()).toBe(1)
  await work.stop()
  expect(world.clock.waiting()).toBe(0)
  await world.close()
})

test('[F2] however many mails are late, the login server is told of a device that its person has ended', async () => {
  const told: string[] = []
  const loginServer = async (path: string) => {
    told.push(path)
    return new Response(null, { status: 204 })
  }
  const world = await startWorld({ loginServer })
  const { device, browser } = await firstLogin(world)
  world.clock.pass(minuteMs)
  for (const client of ['198.51.100.7', '192.0.2.7']) await begin(world.from(client), { device: await createDevice() })
  const ending = { call: forgetDeviceCall, keys: browser.keys, payload: { device: device.id } }
  expect((await askSigned(world, ending)).status).toBe(204)
  world.clock.pass(minuteMs)
  for (let taken = 0; taken < 100; taken += 1) world.services.keeper.lateLimit.take({ key: 'all' })
  const sent = await mailsSent(world)
  await world.sendLate()
  expect([await mailsSent(world), told]).toEqual([sent, [endDeviceCall.path, agreeOnWalletCall.path]])
  await world.close()
})
