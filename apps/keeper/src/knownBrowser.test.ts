import { encodeBytes } from '@foyer/custody/bytes'
import { continueCall } from '@foyer/custody/keeperCalls'
import { refuseLinkCall } from '@foyer/custody/keeperPageCalls'
import { readReceipt } from '@foyer/login/keeperWords'
import { unlinked } from '@foyer/service/mail/letter'

import { describe, expect, test } from 'vitest'

import { eachWorld } from './test/eachWorld.js'
import {
  type Answering,
  ask,
  askSigned,
  begin,
  confirm,
  createDevice,
  dayMs,
  email,
  firstLogin,
  linkIn,
  mailAfter,
  mailsSent,
  openPart,
  refusalOf,
  stateOf,
  type World,
  walletOrigin,
} from './test/keeperWorld.js'

let world: World
eachWorld((started) => {
  world = started
})

const keeper = () => world.secret.publicKeys.signing
const now = () => world.clock.now()

describe('a known browser', () => {
  const continueIn = async (keys: CryptoKeyPair, at: Answering = world) => {
    const frame = await createDevice()
    const payload = { site: 'https://other.example', device: frame.id, key: encodeBytes(frame.key) }
    return { frame, answer: await askSigned(at, { call: continueCall, keys, payload }) }
  }

  test('opens the wallet at another site without mail, digits or wait, and the mailbox isn’t written to of what its visitor does', async () => {
    const { browser, part, wallet } = await firstLogin(world)
    world.clock.pass(9 * dayMs)
    const { frame, answer } = await continueIn(browser.keys)
    const body = await answer.json()
    expect(JSON.parse(body.receipt.text).person).toBe(`email:${email}`)
    expect(await openPart(frame, body.ceremony, body.part ?? '')).toEqual(part)
    const common = { person: `email:${email}`, device: frame.id, ceremony: body.ceremony }
    const said = { keeper: keeper(), now: now() }
    expect(await readReceipt({ receipt: body.confirmation, is: 'confirmed', ...said })).toMatchObject(common)
    expect(await readReceipt({ receipt: body.receipt, is: 'bound', ...said })).toMatchObject({ ...common, wallet })
    expect((await stateOf(world, frame, body.ceremony)).status).toBe('released')
    // What the queue was given before this would have been sent by then.
    await begin(world, { device: await createDevice() })
    expect((await mailAfter(world, 1)).subject).toContain('Is it you?')
    expect(await mailsSent(world)).toBe(2)
  })

  test('in a network that none of the person’s devices came from is written of to the mailbox once, with the place, and can be signed out', async () => {
    const { browser } = await firstLogin(world)
    world.clock.pass(9 * dayMs)
    const abroad = world.from('198.51.100.7')
    const { answer, frame } = await continueIn(browser.keys, abroad)
    expect(answer.status).toBe(200)
    const mail = await mailAfter(world, 1)
    expect(mail.text).toContain(unlinked('other.example'))
    expect(mail.text).toContain(`${walletOrigin}/dashboard#devices`)
    expect((await continueIn(browser.keys, abroad)).answer.status).toBe(200)
    await begin(world, { device: await createDevice() })
    await mailAfter(world, 2)
    expect(await mailsSent(world)).toBe(3)
    await ask(world, refuseLinkCall, { link: linkIn(mail) })
    const { ceremony } = await answer.json()
    expect((await stateOf(world, frame, ceremony)).status).toBe('ended')
    expect((await continueIn(browser.keys, abroad)).answer.status).toBe(403)
  })

  test('isn’t one before the wallet has opened: a browser that confirmed what still waits opens nothing', async () => {
    await firstLogin(world)
    world.clock.pass(2 * dayMs)
    const [device, browser] = [await createDevice(), await createDevice()]
    const { ceremony, digits } = await begin(world, { device })
    await mailAfter(world, 1)
    await confirm(world, browser, world.link(), digits)
    expect(await refusalOf((await continueIn(browser.keys)).answer)).toMatchObject({
      status: 403,
      code: 'device_unknown',
    })
    world.clock.pass(dayMs)
    await stateOf(world, device, ceremony)
    expect((await continueIn(browser.keys)).answer.status).toBe(200)
  })

  test('is no device: the key of a frame continues nowhere, nor does one that was continued to', async () => {
    const { device, browser } = await firstLogin(world)
    expect(await refusalOf((await continueIn(device.keys)).answer)).toMatchObject({ code: 'device_unknown' })
    const { frame } = await continueIn(browser.keys)
    expect(await refusalOf((await continueIn(frame.keys)).answer)).toMatchObject({ code: 'device_unknown' })
  })
})
