import { newId, randomBytes } from '@foyer/custody/bytes'
import { bindWalletCall } from '@foyer/custody/keeperCalls'
import { confirmLinkCall, readLinkCall } from '@foyer/custody/keeperPageCalls'
import { describe, expect, test } from 'vitest'
import { eachWorld } from './test/eachWorld.js'
import {
  ask,
  askSigned,
  begin,
  confirm,
  createDevice,
  type Device,
  mailAfter,
  minuteMs,
  refusalOf,
  sealPart,
  stateOf,
  type World,
  wrong,
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

describe('a stranger who begins the login of an address that has no wallet', () => {
  test('[F4] binds none by its owner’s press alone, and its owner makes theirs', async () => {
    const [stranger, owner] = [await begun(await createDevice()), await createDevice()]
    const pressed = await press(owner, stranger.link)
    expect([pressed.status, (await bind(stranger)).answer.status]).toEqual([400, 403])
    world.clock.pass(minuteMs)
    const own = await begun(await createDevice(), '192.0.3.7')
    expect(await confirm(world, owner, own.link, own.digits)).toEqual({ status: 'confirmed', opensAt: null })
    expect((await bind(own)).answer.status).toBe(200)
  })
})
