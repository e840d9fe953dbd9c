import { newId, randomBytes } from '@foyer/custody/bytes'
import { bindWalletCall } from '@foyer/custody/keeperCalls'
import { confirmLinkCall } from '@foyer/custody/keeperPageCalls'
import { expect } from 'vitest'
import { keeperBindings } from '../tables.js'
import {
  askSigned,
  begin,
  confirm,
  createDevice,
  type Device,
  mailAfter,
  minuteMs,
  sealPart,
  type World,
} from './keeperWorld.js'

/**
 * First logins of an address, an owner's and a stranger's, and the wallets that come of them.
 *
 * @param world - the keeper of the test that runs
 */
export function firstWalletsOf(world: () => World) {
  /** A login that is begun for an address, and the link of its mail. */
  async function begun(device: Device, client = '192.0.2.7') {
    const sent = world().mails.length
    const ceremony = await begin({ ...world(), ...world().from(client) }, { device })
    await mailAfter(world(), sent)
    return { ...ceremony, device, link: world().link() }
  }

  const press = ({ keys }: Device, link: string, digits: string | null = null) =>
    askSigned(world(), { call: confirmLinkCall, keys, payload: { link, digits } })

  /** Makes a wallet in a device that was confirmed. */
  async function bind({ device, ceremony }: { readonly device: Device; readonly ceremony: string }) {
    const wallet = newId()
    const payload = { ceremony, wallet, part: await sealPart(world(), wallet, randomBytes(32)) }
    return { wallet, answer: await askSigned(world(), { call: bindWalletCall, keys: device.keys, payload }) }
  }

  const bindings = async () => (await world().database.orm.select().from(keeperBindings)).map(({ wallet }) => wallet)

  /** A wallet that an owner was led to confirm, by digits that were relayed to them; with the link of the mail about it. */
  async function taken() {
    const stranger = await begun(await createDevice())
    const browser = await createDevice()
    await confirm(world(), browser, stranger.link, stranger.digits)
    const sent = world().mails.length
    const { wallet, answer } = await bind(stranger)
    expect(answer.status).toBe(200)
    return { ...stranger, browser, wallet, mail: await mailAfter(world(), sent) }
  }

  /** The owner's own first login, from its beginning to its wallet. */
  async function makesOwn() {
    world().clock.pass(minuteMs)
    const own = await begun(await createDevice(), '192.0.3.7')
    expect(await confirm(world(), await createDevice(), own.link, own.digits)).toMatchObject({ status: 'confirmed' })
    const { wallet, answer } = await bind(own)
    expect(answer.status).toBe(200)
    expect(await bindings()).toEqual([wallet])
    return { ...own, wallet }
  }

  return { begun, press, bind, bindings, taken, makesOwn }
}
