import { bindWalletCall } from '@foyer/custody/keeperCalls'
import { forgetDeviceCall, forgetPartCall, readLinkCall, refuseLinkCall } from '@foyer/custody/keeperPageCalls'
import { agreeOnWalletCall } from '@foyer/custody/keeperWord'
import { unlinked } from '@foyer/service/mail/letter'
import { describe, expect, test } from 'vitest'
import { eachWorld } from './test/eachWorld.js'
import { firstWalletsOf } from './test/firstWallets.js'
import {
  ask,
  askSigned,
  confirm,
  createDevice,
  dayMs,
  firstLogin,
  linkIn,
  mailAfter,
  mailsSent,
  minuteMs,
  refusalOf,
  startWorld,
  stateOf,
  type World,
} from './test/keeperWorld.js'

/* Whose the first wallet of an address becomes, beside a stranger who knows the address. */

let world: World
eachWorld((started) => {
  world = started
})

const { begun, press, bind, bindings, taken, makesOwn } = firstWalletsOf(() => world)
const read = async (link: string) => (await ask(world, readLinkCall, { link })).json()
const refuse = async (link: string) => (await ask(world, refuseLinkCall, { link })).json()

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
