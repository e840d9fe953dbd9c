import { decodeBytes, encodeBytes, newId, randomBytes } from '@foyer/custody/bytes'
import { boxUses, continueCall } from '@foyer/custody/keeperCalls'
import { proveSocialCall } from '@foyer/custody/proveSocialCall'
import { sealBox } from '@foyer/custody/sealedBox'
import { socialHash, vouchFor } from '@foyer/custody/social'
import { describe, expect, test } from 'vitest'
import { keeperCeremonies } from './tables.js'
import { askSigned, createDevice, type Device, dayMs, minuteMs, refusalOf, site, stateOf } from './test/keeperWorld.js'
import { first, type Opened, payloadOf, person, prove, socialWorlds, stated } from './test/socialWorld.js'

const open = socialWorlds()

const bytesOf = (text: string) => new Uint8Array(new TextEncoder().encode(text))

interface Shows {
  readonly provider?: string
  readonly social?: string
  readonly key?: string
  readonly device?: Device
}

/** Shows the keeper something in the place of a proof. @returns the code that it is refused with */
async function shown({ world }: Opened, text: string, { provider = 'google', social = newId(), ...given }: Shows = {}) {
  const { device = await createDevice() } = given
  const to = decodeBytes(world.secret.publicKeys.sealing)
  const box = await sealBox({ to, use: boxUses.social, of: [social, device.id], bytes: bytesOf(text) })
  const { key = encodeBytes(device.key) } = given
  const payload = { social, provider, site, key, proof: encodeBytes(box) }
  const answer = await askSigned(world, { call: proveSocialCall, keys: device.keys, payload })
  return answer.ok ? 'taken' : (await refusalOf(answer)).code
}

const proofs = {
  'what is signed': { idToken: 'a.b.c', vouch: null },
  'a code': { code: 'x', secret: encodeBytes(randomBytes(32)), vouch: null },
  'a visitor’s signature': { message: 'x', signature: '0x00', vouch: null },
} as const

test.each([
  ['google', 'a code'],
  ['google', 'a visitor’s signature'],
  ['github', 'what is signed'],
  ['github', 'a visitor’s signature'],
] as const)('%s is proved by its own kind of proof alone, and not by %s', async (provider, kind) => {
  expect(await shown(await open(), JSON.stringify(proofs[kind]), { provider })).toBe('social_refused')
})

test('what is sealed and is no proof, and a key that is no point, are refused as such', async () => {
  const opened = await open()
  for (const text of ['', 'no JSON', '{}', 'null', '{"idToken":1,"vouch":null}', '{"idToken":"a.b.c"}'])
    expect(await shown(opened, text)).toBe('wrong_part')
  const key = encodeBytes(new Uint8Array(65).fill(4))
  expect(await shown(opened, JSON.stringify(proofs['what is signed']), { key })).toBe('invalid_input')
})

describe('the browser that has seen a login through', () => {
  /** Whether it may go on for its person by itself. */
  async function isKnown({ world }: Opened, browser: Device) {
    const device = await createDevice()
    const payload = { site, device: device.id, key: encodeBytes(device.key), person }
    return (await askSigned(world, { call: continueCall, keys: browser.keys, payload })).ok
  }

  /** A first login's proof, with another vouch than the browser's for it. */
  async function vouched(vouchOf: (of: { social: string; device: string }) => Promise<object>) {
    const opened = await open()
    await first(opened)
    const device = await createDevice()
    const { social, idToken } = await stated(opened, device.id)
    const vouch = await vouchOf({ social, device: device.id })
    expect(await shown(opened, JSON.stringify({ idToken, vouch }), { social, device })).toBe('taken')
    return opened
  }

  test('is known by its word for this login, and by none for another login or device', async () => {
    const browser = await createDevice()
    const say = async (of: { social: string; device: string }) =>
      vouchFor({ keys: browser.keys, hash: await socialHash(of) })
    expect(await isKnown(await vouched(say), browser)).toBe(true)
    const other = (await createDevice()).id
    expect(await isKnown(await vouched((of) => say({ ...of, social: newId() })), browser)).toBe(false)
    expect(await isKnown(await vouched((of) => say({ ...of, device: other })), browser)).toBe(false)
  })

  test('is not known by another’s word under its name', async () => {
    const [browser, thief] = [await createDevice(), await createDevice()]
    const opened = await vouched(async (of) => {
      const said = await vouchFor({ keys: thief.keys, hash: await socialHash(of) })
      return { ...said, key: browser.id }
    })
    expect([await isKnown(opened, browser), await isKnown(opened, thief)]).toEqual([false, false])
  })
})

test('a browser that has vouched for a device in a wait is known from the wait’s end on, whether or not it vouches once more', async () => {
  for (const vouches of [
    [true, false],
    [false, true],
  ]) {
    const opened = await open()
    const { world } = opened
    await first(opened)
    world.clock.pass(2 * dayMs)
    const [device, browser] = [await createDevice(), await createDevice()]
    const known = async () => {
      const payload = { site, device: device.id, key: encodeBytes(device.key), person }
      return (await askSigned(world, { call: continueCall, keys: browser.keys, payload })).ok
    }
    let ceremony = ''
    for (const isVouched of vouches) {
      const proof = await stated(opened, device.id)
      ceremony = (await prove(opened, { device, proof, ...(isVouched && { browser }) })).ceremony
    }
    expect([(await stateOf(world, device, ceremony)).status, await known()]).toEqual(['held', false])
    world.clock.pass(dayMs)
    expect([(await stateOf(world, device, ceremony)).status, await known()]).toEqual(['released', true])
  }
})

test('a device that has made no wallet in time begins anew', async () => {
  const opened = await open()
  const device = await createDevice()
  const { ceremony } = await prove(opened, { device, proof: await stated(opened, device.id) })
  opened.world.clock.pass(60 * minuteMs - 1)
  const proveAgain = async () => (await prove(opened, { device, proof: await stated(opened, device.id) })).ceremony
  expect(await proveAgain()).toBe(ceremony)
  opened.world.clock.pass(minuteMs)
  expect(await proveAgain()).not.toBe(ceremony)
  expect(await opened.world.database.orm.select().from(keeperCeremonies)).toHaveLength(2)
})

test('a network proves thirty times an hour, however many devices it has; a device that acts has twenty of its own', async () => {
  const opened = await open()
  const { world } = opened
  const browser = await createDevice()
  const { device: own } = await first(opened, { browser })
  let from = { ...world, ...world.from('10.0.0.7') }
  const ask = async (device: Device) => {
    world.clock.pass(minuteMs / 2)
    const proof = await stated(opened, device.id)
    const payload = await payloadOf(opened, { device, proof: { ...proof, social: newId() } })
    const answer = await askSigned(from, { call: proveSocialCall, keys: device.keys, payload })
    return (await refusalOf(answer)).code
  }
  const times = async (count: number, device?: Device) => {
    const codes: string[] = []
    for (let time = 0; time < count; time += 1) codes.push(await ask(device ?? (await createDevice())))
    return codes
  }
  expect(new Set(await times(30))).toEqual(new Set(['social_refused']))
  expect(await times(1)).toEqual(['too_many_ceremonies'])
  expect(new Set(await times(20, own))).toEqual(new Set(['social_refused']))
  expect(await times(1, own)).toEqual(['too_many_ceremonies'])
  // Another that acts has its own, and so has another network.
  expect(await times(1, browser)).toEqual(['social_refused'])
  from = { ...world, ...world.from('10.9.0.7') }
  expect(await times(1)).toEqual(['social_refused'])
})
