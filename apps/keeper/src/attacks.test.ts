import { PGlite } from '@electric-sql/pglite'
import { decodeBytes, encodeBytes, randomBytes } from '@foyer/custody/bytes'
import { commitmentOf, digitsOf } from '@foyer/custody/digits'
import { beginCeremonyCall, boxUses, continueCall, keeperNonceCall } from '@foyer/custody/keeperCalls'
import { approveCeremonyCall, confirmLinkCall, readLinkCall, refuseLinkCall } from '@foyer/custody/keeperPageCalls'
import { openBox } from '@foyer/custody/sealedBox'
import { signBody } from '@foyer/custody/signed'
import { createKeeperSecret, openKeeperSecret } from '@foyer/service/seal/keeperKeys'
import { describe, expect, test } from 'vitest'
import { beginCeremony } from './begin.js'
import { partIn } from './ceremony.js'
import { sealedBindings } from './createKeeper.js'
import { confirmLink } from './links.js'
import { keeperBindings } from './tables.js'
import { eachWorld } from './test/eachWorld.js'
import {
  ask,
  askSigned,
  begin,
  cancel,
  confirm,
  createDevice,
  type Device,
  dayMs,
  email,
  firstLogin,
  keysNamed,
  mailAfter,
  mailsSent,
  minuteMs,
  site,
  stateOf,
  type World,
  wrong,
} from './test/keeperWorld.js'

let world: World
eachWorld((started) => {
  world = started
})

const beginBody = async (to: string) => {
  const device = await createDevice()
  const payload = { email: to, site, commitment: await commitmentOf(device) }
  return (await askSigned(world, { call: beginCeremonyCall, keys: device.keys, payload })).text()
}

describe('a man in the middle of a new device', () => {
  test('who relays a key of their own shows other digits, but for one in ten thousand', async () => {
    const [person, keeperNonce] = [`email:${email}`, randomBytes(32)]
    const one = () => digitsOf({ person, site, key: randomBytes(65), deviceNonce: randomBytes(32), keeperNonce })
    const shown = await Promise.all(Array.from({ length: 1_000 }, one))
    // Any two of them are a visitor's browser and a thief with a key of their own, under the nonce that the thief passes on.
    const timesShown = new Map<string, number>()
    for (const digits of shown) timesShown.set(digits, (timesShown.get(digits) ?? 0) + 1)
    const same = [...timesShown.values()].reduce((sum, times) => sum + (times * (times - 1)) / 2, 0)
    // Of these 499,500 pairs 50 are expected to be the same; a hundred or more come once in 10^9 runs.
    expect(same).toBeLessThan(100)
  })

  test('opens nothing: digits of the visitor’s browser end the relayed ceremony, and the mailbox is written to', async () => {
    await firstLogin(world)
    world.clock.pass(minuteMs)
    const [visitor, thief] = [await createDevice(), await createDevice()]
    const relayed = await begin(world, { device: thief })
    await mailAfter(world, 1)
    // The thief passes the keeper's nonce on, and the visitor's browser shows digits over its own key.
    const keeperNonce = decodeBytes(relayed.keeperNonce)
    const shown = await digitsOf({ ...visitor, person: `email:${email}`, site, keeperNonce })
    const typed = shown === relayed.digits ? wrong(shown) : shown
    expect(await confirm(world, visitor, world.link(), typed)).toMatchObject({ status: 'wrongDigits' })
    expect(await stateOf(world, thief, relayed.ceremony)).toEqual({ status: 'ended', reason: 'wrongDigits' })
    expect((await mailAfter(world, 2)).subject).toContain('wrong digits')
  })
})

test('of 100 guesses at once one is compared', async () => {
  await firstLogin(world)
  world.clock.pass(minuteMs)
  const device = await createDevice()
  const { ceremony, digits } = await begin(world, { device })
  await mailAfter(world, 1)
  const link = world.link()
  const guess = (index: number) =>
    confirmLink(world.services.keeper, {
      link,
      browser: `browser ${index}`,
      digits: index === 0 ? wrong(digits) : digits,
    })
  const answers = await Promise.all(Array.from({ length: 100 }, (_, index) => guess(index)))
  expect(answers.filter(({ status }) => status !== 'over')).toEqual([{ status: 'wrongDigits', opensAt: null }])
  expect(await stateOf(world, device, ceremony)).toEqual({ status: 'ended', reason: 'wrongDigits' })
})

test('of many browsers that confirm a link at once one does, and a link that was used is over for the others', async () => {
  const device = await createDevice()
  const { ceremony, digits } = await begin(world, { device })
  await mailAfter(world, 0)
  const link = world.link()
  const one = (index: number) => confirmLink(world.services.keeper, { link, digits, browser: `browser ${index}` })
  const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => one(index)))
  expect(answers.filter(({ status }) => status === 'confirmed')).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 'over')).toHaveLength(19)
  const first = answers.findIndex(({ status }) => status === 'confirmed')
  expect(await one(first)).toEqual({ status: 'confirmed', opensAt: null })
  expect(await (await ask(world, readLinkCall, { link })).json()).toEqual({ status: 'over' })
  expect((await stateOf(world, device, ceremony)).status).toBe('unbound')
})

describe('a mailbox', () => {
  test('[F2] is written to once in 30 seconds and five times an hour, whichever devices ask', async () => {
    await firstLogin(world)
    world.clock.pass(60 * minuteMs)
    const first = await mailsSent(world)
    for (let sent = first + 1; sent <= first + 5; sent += 1) {
      await begin(world, { device: await createDevice() })
      expect(await mailsSent(world)).toBe(sent)
      world.clock.pass(29_000)
      await begin(world, { device: await createDevice() })
      expect(await mailsSent(world)).toBe(sent)
      world.clock.pass(1_000)
    }
    await begin(world, { device: await createDevice() })
    expect(await mailsSent(world)).toBe(first + 5)
    world.clock.pass(60 * minuteMs)
    await begin(world, { device: await createDevice() })
    await mailAfter(world, first + 5)
  })

  test('[F2] is written to once an hour for a network that none of its person’s devices came from, and three times for all of those', async () => {
    await firstLogin(world)
    world.clock.pass(60 * minuteMs)
    const first = await mailsSent(world)
    const asks = async (client: string) => {
      world.clock.pass(31_000)
      const before = await mailsSent(world)
      await begin(world.from(client), { device: await createDevice() })
      return (await mailsSent(world)) - before
    }
    // Two addresses of one /24, two /64s of one /48, and a 6to4 address of that /24.
    const asked = [
      '198.51.100.7',
      '198.51.100.9',
      '2002:c633:6409::1',
      '2001:db8:1:1::1',
      '2001:db8:1:2::1',
      '192.0.2.1',
    ]
    const sent: number[] = []
    for (const client of [...asked, '192.0.3.1', '203.0.113.1']) sent.push(await asks(client))
    expect(sent).toEqual([1, 0, 0, 1, 0, 1, 0, 0])
    // The last two are for where the person’s devices came from.
    expect([await asks(''), await asks(''), await asks('')]).toEqual([1, 1, 0])
    expect((await mailsSent(world)) - first).toBe(5)
  })

  test('[F2] the device whose mail doesn’t come has it sent again once, and no other of its network has', async () => {
    const device = await createDevice()
    const asks = async (asking = device) => {
      world.clock.pass(31_000)
      const before = await mailsSent(world)
      await begin(world.from('198.51.100.7'), { device: { ...asking, deviceNonce: randomBytes(32) } })
      return (await mailsSent(world)) - before
    }
    expect([await asks(), await asks(await createDevice()), await asks(), await asks()]).toEqual([1, 0, 1, 0])
  })

  test('[F2] a network that its person has stopped asks it for nothing that day, and others do', async () => {
    const client = '198.51.100.7'
    await begin(world.from(client), { device: await createDevice() })
    await mailAfter(world, 0)
    await ask(world, refuseLinkCall, { link: world.link() })
    world.clock.pass(61 * minuteMs)
    await begin(world.from('198.51.100.8'), { device: await createDevice() })
    expect(await mailsSent(world)).toBe(1)
    await begin(world.from('192.0.2.1'), { device: await createDevice() })
    await mailAfter(world, 1)
    world.clock.pass(dayMs)
    await begin(world.from(client), { device: await createDevice() })
    await mailAfter(world, 2)
  })

  test.each<[how: string, ends: (device: Device, ceremony: string) => Promise<unknown>]>([
    ['cancels it by itself', (device, ceremony) => cancel(world, device, ceremony)],
    ['lets its link run out', () => Promise.resolve(world.clock.pass(20 * minuteMs))],
  ])('[F2] a network that its person has stopped is stopped where whoever asked there %s before', async (_, ends) => {
    const device = await createDevice()
    const { ceremony } = await begin(world.from('198.51.100.7'), { device })
    await mailAfter(world, 0)
    await ends(device, ceremony)
    await ask(world, refuseLinkCall, { link: world.link() })
    world.clock.pass(61 * minuteMs)
    await begin(world.from('198.51.100.8'), { device: await createDevice() })
    expect(await mailsSent(world)).toBe(1)
  })

  test('is written to late where two devices ask at once, so that neither waits for nothing', async () => {
    await begin(world.from('198.51.100.7'), { device: await createDevice() })
    await begin(world.from('192.0.2.7'), { device: await createDevice() })
    expect(await mailsSent(world)).toBe(1)
    await world.sendLate()
    expect(await mailsSent(world)).toBe(1)
    // Each of those that wait counts for the next.
    await begin(world.from('203.0.113.7'), { device: await createDevice() })
    for (const sent of [2, 3, 3]) {
      world.clock.pass(30_000)
      await world.sendLate()
      expect(await mailsSent(world)).toBe(sent)
    }
  })

  test('of a wallet has three guesses a day: digits that were typed count, and what was begun or mailed does not', async () => {
    const { device: active } = await firstLogin(world)
    world.clock.pass(dayMs)
    for (let unused = 0; unused < 6; unused += 1) {
      world.clock.pass(30 * minuteMs)
      await begin(world.from(`198.51.${unused}.7`), { device: await createDevice() })
    }
    const guess = async () => {
      world.clock.pass(60 * minuteMs)
      const [device, before] = [await createDevice(), await mailsSent(world)]
      const begun = await begin(world, { device })
      await mailAfter(world, before)
      return { ...begun, device, link: world.link() }
    }
    const type = ({ link }: { link: string }, digits: string) =>
      askSigned(world, { call: confirmLinkCall, keys: active.keys, payload: { link, digits } })
    for (let typed = 0; typed < 3; typed += 1) {
      const guessed = await guess()
      expect(await (await type(guessed, wrong(guessed.digits))).json()).toMatchObject({ status: 'wrongDigits' })
    }
    const fourth = await guess()
    const refused = await type(fourth, fourth.digits)
    expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([
      429,
      (dayMs - 3 * 60 * minuteMs) / 1000,
    ])
    // Whoever has the mailbox alone stops no device of the person's from approving.
    const { ceremony, digits } = fourth
    const payload = { ceremony, digits }
    const approved = await askSigned(world, { call: approveCeremonyCall, keys: active.keys, payload })
    expect(await approved.json()).toEqual({ status: 'approved' })
    world.clock.pass(dayMs)
    const next = await guess()
    expect((await type(next, next.digits)).status).toBe(200)
  })

  test('[F2] one network begins 60 ceremonies an hour, whichever way its addresses are written and whatever it says by a proxy that isn’t trusted', async () => {
    const begins = async (address: string, forwardedFor: string) => {
      const device = await createDevice()
      const payload = { email: `${forwardedFor}@mail.example`, site, commitment: await commitmentOf(device) }
      const headers = { 'x-forwarded-for': forwardedFor }
      const { post } = world.from(address)
      const asking = { post: (path: string, body: unknown) => post(path, body, headers) }
      return (await askSigned(asking, { call: beginCeremonyCall, keys: device.keys, payload })).status
    }
    const answers: number[] = []
    for (let index = 0; index < 61; index += 1) {
      const written = [
        `198.51.100.${index}`,
        `::ffff:198.51.100.${index}`,
        `2002:c633:64${index.toString(16).padStart(2, '0')}:${index}::1`,
        `64:ff9b::198.51.100.${index}`,
      ]
      answers.push(await begins(written[index % 4] ?? '', `203.0.${index}.7`))
      world.clock.pass(1_000)
    }
    expect([answers.slice(0, 60).every((status) => status === 200), answers.at(60)]).toEqual([true, 429])
    expect(await begins('2002:c633:6501::1', '198.51.100.1')).toBe(200)
  })
})

describe('[F3] known, unknown and limited addresses', () => {
  test('are answered alike, to the byte but for what is random', async () => {
    await firstLogin(world)
    world.clock.pass(minuteMs)
    const shape = (body: string) => body.replaceAll(/"[\w-]{22}"/g, '"id"').replaceAll(/"[\w-]{43}"/g, '"nonce"')
    const bodies = [await beginBody(email), await beginBody(email), await beginBody('new@mail.example')].map(shape)
    expect(new Set(bodies).size).toBe(1)
    expect(world.mails.length).toBeLessThanOrEqual(3)
  })

  test('make the same statements: one that is known, one that is known and limited, and an unknown one', async () => {
    await firstLogin(world)
    world.clock.pass(minuteMs)
    const said = statementsOf(world)
    const made = async (to: string, device: string) => {
      await mailsSent(world)
      const from = said.length
      const ceremony = { email: to, site, commitment: device, device, browser: 'Firefox', place: null, client: '' }
      await beginCeremony(world.services.keeper, ceremony)
      return said.slice(from)
    }
    const known = await made(email, 'one')
    expect(known.length).toBeGreaterThan(3)
    expect(await made(email, 'two')).toEqual(known)
    expect(await made('new@mail.example', 'three')).toEqual(known)
  })
})

/** The text of every statement that the database is given from now on. */
function statementsOf({ database }: World): readonly string[] {
  const client: unknown = Reflect.get(database.orm, '$client')
  if (!(client instanceof PGlite)) throw new Error('This is no embedded database.')
  const statements: string[] = []
  const exec = client.execProtocolStream.bind(client)
  client.execProtocolStream = (message, options) => {
    // Parse: its length, the statement's name and its text, each with a zero at its end.
    if (message[0] === 'P'.charCodeAt(0)) {
      const [, text = ''] = new TextDecoder().decode(message.subarray(5)).split('\0')
      statements.push(text)
    }
    return exec(message, options)
  }
  return statements
}

describe('[F10] a call', () => {
  const codeOf = async (answer: Response) => (await answer.json()).error.code

  test.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['a page of another site', { 'sec-fetch-site': 'cross-site' }],
    ['a form', { 'content-type': 'text/plain' }],
  ])('of %s is refused, and no page may read it', async (_, headers) => {
    const answer = await world.post(keeperNonceCall.path, {}, headers)
    expect([403, 415]).toContain(answer.status)
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  })

  test('that is replayed, signed for another call or by another key is refused', async () => {
    const device = await createDevice()
    const payload = { email, site, commitment: await commitmentOf(device) }
    const nonce = async () => (await (await ask(world, keeperNonceCall)).json()).nonce
    const body = await signBody({ keys: device.keys, call: beginCeremonyCall.id, nonce: await nonce(), payload })
    expect((await world.post(beginCeremonyCall.path, body)).status).toBe(200)
    expect(await codeOf(await world.post(beginCeremonyCall.path, body))).toBe('signature_refused')
    const other = await signBody({ keys: device.keys, call: continueCall.id, nonce: await nonce(), payload })
    expect(await codeOf(await world.post(beginCeremonyCall.path, other))).toBe('signature_refused')
    const forged = { ...body, nonce: await nonce() }
    expect(await codeOf(await world.post(beginCeremonyCall.path, forged))).toBe('signature_refused')
  })

  test('by GET finds nothing: a link that a mail scanner opens changes nothing', async () => {
    expect((await world.app.request(readLinkCall.path)).status).toBe(404)
  })
})

test('[F28] nothing of a visitor is in the log', async () => {
  const { device, part, wallet } = await firstLogin(world)
  world.clock.pass(minuteMs)
  const second = await createDevice()
  const { ceremony, digits } = await begin(world, { device: second })
  await mailAfter(world, 1)
  const link = world.link()
  await confirm(world, device, link, wrong(digits))
  await world.post(`/keeper/v1/${link}`, { email })
  const log = world.lines.join('\n')
  expect(log).toContain('/keeper/v1/links/confirm')
  for (const secret of [email, link, device.id, encodeBytes(part), wallet, ceremony]) expect(log).not.toContain(secret)
})

test('[F15] all rows with the key that they are sealed under open no part without the keeper’s own', async () => {
  await firstLogin(world)
  const [row] = await world.database.orm.select().from(keeperBindings)
  if (row === undefined) throw new Error('There is no wallet.')
  const box = new Uint8Array(
    sealedBindings(world).open({ row: [row.person, row.wallet], sealed: partIn(row) ?? expect.fail() }),
  )
  const of = { box, use: boxUses.toKeeper, of: [row.wallet] }
  const stranger = await openKeeperSecret({ keys: world.keys, secret: await createKeeperSecret(world.keys) })
  await expect(openBox({ keys: stranger.sealing, ...of })).rejects.toMatchObject({ code: 'wrong_key' })
  const own = await openKeeperSecret({ keys: world.keys, secret: world.secret })
  expect(await openBox({ keys: own.sealing, ...of })).toHaveLength(32)
  const others = [keysNamed('one', 2)] as const
  await expect(openKeeperSecret({ keys: others, secret: world.secret })).rejects.toMatchObject({
    code: 'does_not_open',
  })
})
