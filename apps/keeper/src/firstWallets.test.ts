import { newId, randomBytes } from '@foyer/custody/bytes'
import { bindWalletCall } from '@foyer/custody/keeperCalls'
import {
  confirmLinkCall,
  forgetDeviceCall,
  forgetPartCall,
  readLinkCall,
  refuseLinkCall,
} from '@foyer/custody/keeperPageCalls'
import { agreeOnWalletCall, endDeviceCall } from '@foyer/custody/keeperWord'
import { unlinked } from '@foyer/service/mail/letter'
import { describe, expect, test } from 'vitest'
import { keeperBindings } from './tables.js'
import { eachWorld } from './test/eachWorld.js'
import {
  ask,
  askSigned,
  begin,
  confirm,
  createDevice,
  type Device,
  dayMs,
  firstLogin,
  linkIn,
  mailAfter,
  mailsSent,
  minuteMs,
  refusalOf,
  sealPart,
  startWorld,
  stateOf,
  type World,
} from './test/keeperWorld.js'

/* Whose the first wallet of an address becomes, beside a stranger who knows the address. */

let world: World
eachWorld((started) => {
  world = started
})

/** A login that is begun for an address, and the link of its mail. */
async function begun(device: Device, client = '192.0.2.7') {
  const sent = world.mails.length
  const ceremony = await begin({ ...world, ...world.from(client) }, { device })
  await mailAfter(world, sent)
  return { ...ceremony, device, link: world.link() }
}

const press = ({ keys }: Device, link: string, digits: string | null = null) =>
  askSigned(world, { call: confirmLinkCall, keys, payload: { link, digits } })

/** Makes a wallet in a device that was confirmed. */
async function bind({ device, ceremony }: { readonly device: Device; readonly ceremony: string }) {
  const wallet = newId()
  const payload = { ceremony, wallet, part: await sealPart(world, wallet, randomBytes(32)) }
  return { wallet, answer: await askSigned(world, { call: bindWalletCall, keys: device.keys, payload }) }
}

const bindings = async () => (await world.database.orm.select().from(keeperBindings)).map(({ wallet }) => wallet)
const read = async (link: string) => (await ask(world, readLinkCall, { link })).json()
const refuse = async (link: string) => (await ask(world, refuseLinkCall, { link })).json()

/** A wallet that an owner was led to confirm, by digits that were relayed to them; with the link of the mail about it. */
async function taken() {
  const stranger = await begun(await createDevice())
  const browser = await createDevice()
  await confirm(world, browser, stranger.link, stranger.digits)
  const sent = world.mails.length
  const { wallet, answer } = await bind(stranger)
  expect(answer.status).toBe(200)
  return { ...stranger, browser, wallet, mail: await mailAfter(world, sent) }
}

/** The owner's own first login, from its beginning to its wallet. */
async function makesOwn() {
  world.clock.pass(minuteMs)
  const own = await begun(await createDevice(), '192.0.3.7')
  expect(await confirm(world, await createDevice(), own.link, own.digits)).toMatchObject({ status: 'confirmed' })
  const { wallet, answer } = await bind(own)
  expect(answer.status).toBe(200)
  expect(await bindings()).toEqual([wallet])
  return { ...own, wallet }
}

describe('a stranger who begins the login of an address that has no wallet', () => {
  test('[F4] binds none by its owner’s press alone, in whichever browser; its owner makes theirs', async () => {
    const stranger = await begun(await createDevice())
    for (const browser of [await createDevice(), await createDevice()])
      expect((await press(browser, stranger.link)).status).toBe(400)
    expect((await bind(stranger)).answer.status).toBe(403)
    expect(await read(stranger.link)).toMatchObject({ status: 'open', noDigitsIn: stranger.device.id })
    await makesOwn()
    expect((await bind(stranger)).answer.status).toBe(403)
  })

  test('[F4] at the same time as its owner has no more of it: digits of the owner’s browser end what the stranger began, and the owner’s goes on', async () => {
    const stranger = await begun(await createDevice())
    world.clock.pass(minuteMs)
    const [own, browser] = [await begun(await createDevice(), '192.0.3.7'), await createDevice()]
    expect(stranger.digits).not.toBe(own.digits)
    // The mails are taken for each other.
    const sent = await mailsSent(world)
    expect(await confirm(world, browser, stranger.link, own.digits)).toMatchObject({ status: 'wrongDigits' })
    expect((await mailAfter(world, sent)).subject).toContain('wrong digits')
    expect(await stateOf(world, stranger.device, stranger.ceremony)).toEqual({ status: 'ended', reason: 'wrongDigits' })
    expect(await confirm(world, browser, own.link, own.digits)).toMatchObject({ status: 'confirmed' })
    expect((await bind(own)).answer.status).toBe(200)
  })

  test('has nothing of a link that is too old', async () => {
    const stranger = await begun(await createDevice())
    world.clock.pass(20 * minuteMs)
    expect(await confirm(world, await createDevice(), stranger.link, stranger.digits)).toMatchObject({ status: 'over' })
    expect((await bind(stranger)).answer.status).toBe(409)
    await makesOwn()
  })

  test('who has no browser of the owner’s is asked for digits in every other; the one that began it signs both, and needs none', async () => {
    const own = await begun(await createDevice())
    expect(await confirm(world, own.device, own.link)).toEqual({ status: 'confirmed', opensAt: null })
    const { answer } = await bind(own)
    expect(answer.status).toBe(200)
    // A later login is asked for them there, too: its digits are of the key that the wallet’s part is sealed to.
    world.clock.pass(minuteMs)
    const later = await begun(await createDevice(), '192.0.2.7')
    expect(await read(later.link)).toMatchObject({ status: 'open', noDigitsIn: null })
    expect((await press(later.device, later.link)).status).toBe(400)
  })
})

describe('the mail about a new wallet', () => {
  test('[F4] says where and when it was made; opening its link changes nothing, and on the first day it undoes the wallet at once', async () => {
    const thief = await taken()
    expect(thief.mail.subject).toBe(`A wallet was made for you at ${unlinked('dapp.example')}`)
    for (const fact of [`Site: ${unlinked('dapp.example')}`, 'Browser: ', '14 November 2023'])
      expect(thief.mail.text).toContain(fact)
    const link = linkIn(thief.mail)
    for (let looks = 0; looks < 2; looks += 1) expect(await read(link)).toMatchObject({ status: 'made' })
    expect(await bindings()).toEqual([thief.wallet])
    world.clock.pass(dayMs - minuteMs)
    expect(await refuse(link)).toEqual({ undone: true })
    expect(await bindings()).toEqual([])
    expect(await stateOf(world, thief.device, thief.ceremony)).toEqual({ status: 'ended', reason: 'cancelled' })
    expect((await bind(thief)).answer.status).toBe(409)
    // Pressed again, it says the same: the answer may have been lost.
    expect([await read(link), await refuse(link)]).toEqual([{ status: 'over' }, { undone: true }])
    // An old mail does nothing to the wallet that its owner has made since.
    const own = await makesOwn()
    expect(await refuse(link)).toEqual({ undone: true })
    expect(await bindings()).toEqual([own.wallet])
  })

  test('[F4] pressed several times at once says each time that the wallet is undone, and stops no network', async () => {
    const thief = await taken()
    const link = linkIn(thief.mail)
    expect(await Promise.all(Array.from({ length: 3 }, () => refuse(link)))).toEqual(Array(3).fill({ undone: true }))
    expect(await stateOf(world, thief.device, thief.ceremony)).toEqual({ status: 'ended', reason: 'cancelled' })
    expect(await bindings()).toEqual([])
  })

  test('[F4] undoes it though its device has left, which ends nothing but that device', async () => {
    const thief = await taken()
    const leaves = { call: forgetDeviceCall, keys: thief.device.keys, payload: { device: thief.device.id } }
    expect((await askSigned(world, leaves)).status).toBe(204)
    expect(await refuse(linkIn(thief.mail))).toEqual({ undone: true })
    await makesOwn()
  })

  test('signs its device out later, and touches no wallet: it may hold something by then', async () => {
    const { device, ceremony, wallet, mail } = await taken()
    world.clock.pass(dayMs)
    const link = linkIn(mail)
    expect(await read(link)).toMatchObject({ status: 'opened' })
    expect(await refuse(link)).toEqual({ undone: false })
    expect(await bindings()).toEqual([wallet])
    expect(await stateOf(world, device, ceremony)).toEqual({ status: 'ended', reason: 'refused' })
    world.clock.pass(30 * dayMs)
    expect(await read(link)).toEqual({ status: 'over' })
  })

  test('leaves a login of the owner’s as it is that waits for its link', async () => {
    const thief = await taken()
    world.clock.pass(minuteMs)
    const own = await begun(await createDevice(), '192.0.3.7')
    expect(await refuse(linkIn(thief.mail))).toEqual({ undone: true })
    expect(await confirm(world, await createDevice(), own.link, own.digits)).toMatchObject({ status: 'confirmed' })
    expect((await bind(own)).answer.status).toBe(200)
  })

  test('[F16] undoes at one node what is bound at another: in whichever order, no wallet is left', async () => {
    const { database, secret, clock } = world
    const other = await startWorld({ database, secret, clock })
    const { wallet, payload, device, made } = await firstLogin(world)
    const again = () => askSigned(other, { call: bindWalletCall, keys: device.keys, payload })
    const [, { status }] = await Promise.all([refuse(linkIn(made)), again()])
    expect([200, 409]).toContain(status)
    expect(await bindings()).not.toContain(wallet)
    expect((await again()).status).toBe(409)
    await other.close()
  })
})

describe('what the mail about a new wallet undoes', () => {
  const answers = (status: (is: string) => number) => ({
    loginServer: async (path: string, body: string) =>
      new Response(null, {
        status: path === agreeOnWalletCall.path ? status(JSON.parse(JSON.parse(body).receipt.text).is) : 204,
      }),
  })
  const again = async (status: (is: string) => number) => {
    const { database, secret, clock } = world
    world = await startWorld({ database, secret, clock, ...answers(status) })
  }

  test('[F4] is no wallet that its owner has secured, on its first day or later: the mail ends the device alone', async () => {
    await again((is) => (is === 'undone' ? 409 : 204))
    const own = await firstLogin(world)
    const link = linkIn(own.made)
    const forgotten = await askSigned(world, {
      call: forgetPartCall,
      keys: own.device.keys,
      payload: { wallet: own.wallet },
    })
    expect(forgotten.status).toBe(204)
    expect(await refuse(link)).toEqual({ undone: false })
    expect(await bindings()).toEqual([own.wallet])
  })

  test('[F4] is no wallet of which the login server has a passkey or a paper; its device is ended', async () => {
    await again((is) => (is === 'undone' ? 409 : 204))
    const own = await firstLogin(world)
    expect(await refuse(linkIn(own.made))).toEqual({ undone: false })
    expect(await bindings()).toEqual([own.wallet])
    expect(await stateOf(world, own.device, own.ceremony)).toEqual({ status: 'ended', reason: 'refused' })
  })

  test('is undone once the login server can be asked: until then nothing is said to be, and nothing is', async () => {
    await again(() => 503)
    const own = await firstLogin(world)
    const link = linkIn(own.made)
    const answer = await ask(world, refuseLinkCall, { link })
    expect(await refusalOf(answer)).toMatchObject({ status: 503, code: 'login_away' })
    expect([await bindings(), await read(link)]).toEqual([[own.wallet], expect.objectContaining({ status: 'made' })])
    await again(() => 204)
    expect(await refuse(link)).toEqual({ undone: true })
  })

  test('[F4] is undone though a thief’s device had the keeper ask as often as it may; and that device ends first, whatever the login server answers', async () => {
    let status = 409
    await again(() => status)
    const thief = await firstLogin(world)
    const forget = () =>
      askSigned(world, { call: forgetPartCall, keys: thief.device.keys, payload: { wallet: thief.wallet } })
    const codes: number[] = []
    for (let time = 0; time < 21; time += 1) codes.push((await forget()).status)
    expect([codes.filter((code) => code === 409).length, codes.at(-1)]).toEqual([20, 429])
    status = 503
    const link = linkIn(thief.made)
    expect((await ask(world, refuseLinkCall, { link })).status).toBe(503)
    expect(await stateOf(world, thief.device, thief.ceremony)).toMatchObject({ status: 'ended' })
    expect((await forget()).status).toBe(403)
    status = 204
    expect(await refuse(link)).toEqual({ undone: true })
  })

  test('[F2] asks the login server twenty times an hour at most', async () => {
    await again((is) => (is === 'undone' ? 409 : 204))
    const link = linkIn((await firstLogin(world)).made)
    const codes: number[] = []
    for (let press = 0; press < 21; press += 1) codes.push((await ask(world, refuseLinkCall, { link })).status)
    expect([codes.filter((code) => code === 200).length, codes.at(-1)]).toEqual([20, 429])
  })
})

describe('a wallet that the login server never kept', () => {
  let says: (path: string, body: string) => Promise<Response> | Response
  const asked: string[] = []
  const restart = async () => {
    asked.length = 0
    const { database, secret, clock } = world
    world = await startWorld({
      ...{ database, secret, clock },
      loginServer: async (path, body) => {
        asked.push(path)
        return says(path, body)
      },
    })
  }
  const hours = async (count: number) => {
    for (let hour = 0; hour < count; hour += 1) {
      world.clock.pass(60 * minuteMs)
      await world.sendLate()
    }
  }
  const status = (code: number) => new Response(null, { status: code })
  const keeps = (is: 'kept' | 'unknown') => (path: string, body: string) =>
    status(path !== agreeOnWalletCall.path || JSON.parse(JSON.parse(body).receipt.text).is === is ? 204 : 409)

  test('[F4] is its person’s for an hour, and then they make their own; its device is ended at both servers', async () => {
    says = keeps('unknown')
    await restart()
    const thief = await taken()
    await world.sendLate()
    world.clock.pass(59 * minuteMs)
    await world.sendLate()
    expect(await bindings()).toEqual([thief.wallet])
    await hours(1)
    expect(await bindings()).toEqual([])
    expect(await stateOf(world, thief.device, thief.ceremony)).toEqual({ status: 'ended', reason: 'expired' })
    await world.sendLate()
    expect(asked).toContain(endDeviceCall.path)
    expect((await bind(thief)).answer.status).toBe(409)
    await makesOwn()
  })

  test('[F4] keeps its recovery door, without which no mail would undo it and nothing end it', async () => {
    says = keeps('unknown')
    await restart()
    const thief = await taken()
    const forget = () =>
      askSigned(world, { call: forgetPartCall, keys: thief.device.keys, payload: { wallet: thief.wallet } })
    expect(await refusalOf(await forget())).toMatchObject({ status: 409, code: 'part_needed' })
    says = () => status(503)
    expect(await refusalOf(await forget())).toMatchObject({ status: 503, code: 'login_away' })
    says = keeps('unknown')
    await hours(2)
    expect(await bindings()).toEqual([])
    await makesOwn()
  })

  test('and that opens by what its owner has alone, as a database of before may have it, isn’t taken from them', async () => {
    const own = await firstLogin(world)
    const asked = { nextAskAt: new Date(world.clock.now()), keyName: null, rowKey: null, sealed: null }
    await world.database.orm.update(keeperBindings).set(asked)
    says = keeps('unknown')
    await restart()
    await hours(30)
    expect(await bindings()).toEqual([own.wallet])
  })

  test('ends over restarts of the keeper, and a login server that is away at any of them loses no wallet', async () => {
    says = () => status(503)
    await restart()
    const [used, thief] = [await firstLogin(world), await firstLogin(world, { to: 'eve@mail.example' })]
    for (let time = 0; time < 3; time += 1) {
      await restart()
      await hours(2)
    }
    expect((await bindings()).toSorted()).toEqual([used.wallet, thief.wallet].toSorted())
    says = (path, body) => keeps(body.includes(used.wallet) ? 'kept' : 'unknown')(path, body)
    await restart()
    await hours(1)
    expect(await bindings()).toEqual([used.wallet])
    says = keeps('unknown')
    await restart()
    await hours(3)
    expect(await bindings()).toEqual([used.wallet])
  })

  test('[F4] stays for good once the login server has said that it keeps it: no later word of that ends a wallet which is used', async () => {
    says = keeps('kept')
    await restart()
    const { wallet } = await firstLogin(world)
    await world.sendLate()
    says = keeps('unknown')
    asked.length = 0
    await hours(50)
    expect(await bindings()).toEqual([wallet])
    expect(asked).not.toContain(agreeOnWalletCall.path)
  })

  test.each<[how: string, says: typeof says]>([
    ['is away', () => status(503)],
    ['can’t be reached', () => Promise.reject(new TypeError('fetch failed'))],
    ['takes no word of this keeper’s', () => status(403)],
    ['contradicts itself', () => status(409)],
  ])('stays where the login server %s', async (_, answers) => {
    says = answers
    await restart()
    const { wallet } = await firstLogin(world)
    await hours(30)
    expect(await bindings()).toEqual([wallet])
  })

  test('[F4] that has gone to another mailbox is asked of no more: the login server may know it as the former’s alone', async () => {
    says = keeps('unknown')
    await restart()
    const { wallet } = await firstLogin(world)
    const moved = { person: 'email:new@mail.example', email: 'new@mail.example', movedFrom: 'email:ada@mail.example' }
    const at = { movedAt: new Date(world.clock.now()), nextAskAt: new Date(world.clock.now()) }
    await world.database.orm.update(keeperBindings).set({ ...moved, ...at })
    await hours(30)
    expect(await bindings()).toEqual([wallet])
  })

  test('that a database of before has is asked of: what is used stays, what isn’t ends', async () => {
    says = () => status(503)
    await restart()
    const [used, unused] = [await firstLogin(world), await firstLogin(world, { to: 'eve@mail.example' })]
    // As a row of before this was kept reads, or one of a backup.
    await world.database.orm.update(keeperBindings).set({ madeBy: null, nextAskAt: new Date(world.clock.now()) })
    world.clock.pass(40 * dayMs)
    says = (path, body) => keeps(body.includes(used.wallet) ? 'kept' : 'unknown')(path, body)
    await world.sendLate()
    expect(await bindings()).toEqual([used.wallet])
    expect(await stateOf(world, unused.device, unused.ceremony)).toMatchObject({ status: 'ended' })
  })
})
