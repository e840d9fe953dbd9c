import { decodeBytes, encodeBytes, newId, randomBytes } from '@foyer/custody/bytes'
import { askDeletionCall, cancelDeletionCall } from '@foyer/custody/deletionCalls'
import { bindWalletCall, boxUses, continueCall } from '@foyer/custody/keeperCalls'
import { approveCeremonyCall, forgetPartCall, refuseLinkCall } from '@foyer/custody/keeperPageCalls'
import { proveSocialCall } from '@foyer/custody/proveSocialCall'
import { sealBox } from '@foyer/custody/sealedBox'
import { keeperLimits as limits, keeperRooms as rooms } from '@foyer/keeper/keeperLimits'
import { keeperBindings, keeperCeremonies, keeperDeletions, keeperDevices } from '@foyer/keeper/tables'
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
  site,
  wrong,
} from '@foyer/keeper/test/keeperWorld'
import { providerLimits } from '@foyer/service/socials/providerShares'
import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { expect } from 'vitest'
import { beyond, fold } from '../overdriven.js'
import { changeDrives } from './changeDrives.js'
import { at, type KeeperDrive, others, rowsOf, times, until } from './drivenKeeper.js'

/** Of each call by its path: it is made so many times as often as its budget has room for, and another account has its own meanwhile. Nothing in the product imports this. */
export const keeperDrives: Readonly<Record<string, KeeperDrive>> = {
  ...changeDrives,
  async '/keeper/v1/ceremonies'(world) {
    const own = await firstLogin(world)
    const before = await mailsSent(world)
    const from = async (client: string, to: string, device?: Device) =>
      until(begin(at(world, client), { device: device ?? (await createDevice()), to }))
    // One network, by as many of its addresses and persons.
    const { most } = limits.network
    expect(await times(most, (index) => from(`2001:db8:1:${index.toString(16)}::7`, `${index}@mail.example`))).toEqual({
      done: most,
      too_many_ceremonies: beyond * most,
    })
    // A device that acts takes from what is its own, wherever it is.
    const { most: ofDevice } = limits.ownDevice
    expect(
      await times(ofDevice, () =>
        from('2001:db8:1::7', 'ada@mail.example', { ...own.device, deviceNonce: randomBytes(32) }),
      ),
    ).toEqual({
      done: ofDevice,
      too_many_ceremonies: beyond * ofDevice,
    })
    expect(await from('203.0.113.7', others)).toBe('done')
    expect(await rowsOf(world, keeperCeremonies)).toBe(1 + most + ofDevice + 1)
    await mailsSent(world)
    const [toOwner, toOthers] = [true, false].map(
      (isOwner) => world.mails.slice(before).filter(({ to }) => (to === 'ada@mail.example') === isOwner).length,
    )
    expect(toOthers).toBe(most + 1)
    expect(toOwner).toBeLessThan(limits.mailHour.most)
    // A mailbox, by as many networks: each is answered alike, and its mail comes late, or never.
    world.clock.pass(limits.mailHour.withinMs)
    const sent = await mailsSent(world)
    const { most: strangers } = limits.mailStrangers
    const ask = (index: number) => {
      world.clock.pass(limits.mailPause.withinMs)
      return from(`10.${index}.0.7`, 'ada@mail.example')
    }
    expect(await times(strangers, ask)).toEqual({ done: fold * strangers })
    await world.sendLate()
    expect((await mailsSent(world)) - sent).toBe(strangers)
    // Where its person's devices came from there is another.
    const [home] = [await createDevice(), world.clock.pass(limits.mailPause.withinMs)]
    await begin(world, { device: home })
    expect((await mailsSent(world)) - sent).toBe(strangers + 1)
  },
  async '/keeper/v1/socials'(world) {
    const prove = async (client: string, device: Device) => {
      const [id, secret] = [newId(), encodeBytes(randomBytes(32))]
      const bytes = new TextEncoder().encode(JSON.stringify({ code: 'a code', secret, vouch: null }))
      const to = decodeBytes(world.secret.publicKeys.sealing)
      const proof = encodeBytes(await sealBox({ to, bytes, use: boxUses.social, of: [id, device.id] }))
      const payload = { social: id, provider: 'github', site, key: encodeBytes(device.key), proof }
      return askSigned(at(world, client), { call: proveSocialCall, keys: device.keys, payload })
    }
    const ofNetwork = async (index: number) => prove(`10.0.0.${index}`, await createDevice())
    const { most } = limits.socialNetwork
    expect(await times(most, ofNetwork)).toEqual({ social_refused: most, too_many_ceremonies: beyond * most })
    expect(world.asked).toHaveLength(most)
    // Devices that act prove as often each, and all of a network ask the provider for no more than is its share, and that of known accounts.
    const { most: share } = providerLimits.networkHour
    const { most: ofDevice } = limits.socialDevice
    const { most: ofAll } = providerLimits.knownAll
    const accounts = Math.max((fold * share) / ofDevice, ofAll / providerLimits.known.most)
    const devices: Device[] = []
    for (let each = 0; each < accounts; each += 1)
      devices.push((await firstLogin(at(world, `10.1.${each}.7`), { to: `${each}@mail.example` })).device)
    const [sent, rows] = [await mailsSent(world), await rowsOf(world, keeperCeremonies)]
    const known = (index: number) => prove('10.0.0.7', devices[index % devices.length] ?? expect.fail())
    expect(await times(share, known)).toEqual({
      social_refused: share - most + ofAll,
      too_many_ceremonies: beyond * share + most - ofAll,
    })
    expect(world.asked).toHaveLength(share + ofAll)
    expect((await prove('10.2.0.7', await createDevice())).status).toBe(403)
    expect([await mailsSent(world), await rowsOf(world, keeperCeremonies)]).toEqual([sent, rows])
  },
  async '/keeper/v1/continue'(world) {
    const [own, other] = [await firstLogin(world), await firstLogin(world, { to: others })]
    const before = await mailsSent(world)
    let networks = 0
    // From a network that none of the person's devices came from each time: of one that is known no mail is written.
    const go = async ({ browser }: typeof own) => {
      networks += 1
      const frame = await createDevice()
      const payload = { site, device: frame.id, key: encodeBytes(frame.key) }
      const abroad = at(world, `10.${networks >> 8}.${networks & 255}.7`)
      return askSigned(abroad, { call: continueCall, keys: browser.keys, payload })
    }
    const { continueHour, continueDay } = limits
    const hour = await times(continueHour.most, () => go(own))
    expect(hour).toEqual({ done: continueHour.most, too_many_ceremonies: beyond * continueHour.most })
    expect((await go(other)).status).toBe(200)
    expect((await mailsSent(world)) - before).toBe(continueHour.most + 1)
    // And all day.
    const { most } = continueDay
    const day = await times(most, (index) => {
      if (index % (most / 2) === 0) world.clock.pass(continueHour.withinMs)
      return go(own)
    })
    expect(day).toEqual({ done: most - continueHour.most, too_many_ceremonies: beyond * most + continueHour.most })
    const person = 'email:ada@mail.example'
    expect(await rowsOf(world, keeperDevices, eq(keeperDevices.person, person))).toBe(2 + rooms.continued.most)
    expect(await rowsOf(world, keeperCeremonies, eq(keeperCeremonies.person, person))).toBe(1 + most)
    expect((await mailsSent(world)) - before).toBe(most + 1)
  },
  async '/keeper/v1/deletions/ask'(world) {
    const [own, other] = [await firstLogin(world), await firstLogin(world, { to: others })]
    const sent = await mailsSent(world)
    const ask = async ({ device, wallet }: typeof own) => {
      const answer = await askSigned(world, { call: askDeletionCall, keys: device.keys, payload: { wallet, site } })
      const said = v.safeParse(askDeletionCall.reply, await answer.clone().json())
      const payload = { deletion: said.success ? said.output.deletion : '' }
      if (said.success) await askSigned(world, { call: cancelDeletionCall, keys: device.keys, payload })
      return answer
    }
    const { most } = limits.deletionAccount
    expect(await times(most, () => ask(own))).toEqual({ done: most, too_many_ceremonies: beyond * most })
    expect(world.notices).toHaveLength(most)
    expect((await ask(other)).status).toBe(200)
    expect(await rowsOf(world, keeperDeletions, eq(keeperDeletions.wallet, own.wallet))).toBe(most)
    expect((await mailsSent(world)) - sent).toBe(most + 1)
  },
  async '/keeper/v1/deletions/cancel'(world) {
    const [own, other] = [await firstLogin(world), await firstLogin(world, { to: others })]
    const ask = async ({ device, wallet }: typeof own) => {
      const answer = await askSigned(world, { call: askDeletionCall, keys: device.keys, payload: { wallet, site } })
      return v.parse(askDeletionCall.reply, await answer.json()).deletion
    }
    const deletions = [await ask(own), await ask(other)]
    const cancel = (index: 0 | 1) => {
      const payload = { deletion: deletions[index] }
      return askSigned(world, {
        call: cancelDeletionCall,
        keys: [own, other][index]?.device.keys ?? expect.fail(),
        payload,
      })
    }
    const { length } = world.notices
    // One that is cancelled is, however often: the login server is notified of it once.
    const { most } = limits.deletionAccount
    const again = async () => {
      const answer = await cancel(0)
      world.clock.pass(minuteMs)
      await world.sendLate()
      return answer
    }
    expect(await times(most, again)).toEqual({ done: fold * most })
    expect(world.notices.slice(length)).toEqual(['/login/v1/deletions/end'])
    expect((await cancel(1)).status).toBe(204)
  },
  async '/keeper/v1/ceremonies/approve'(world) {
    const { most } = limits.typedOnDevice
    const [one, other] = [await firstLogin(world), await firstLogin(world, { to: 'other@mail.example' })]
    const guess = async ({ device }: typeof one, to: string) => {
      const [asking, sent] = [await createDevice(), await mailsSent(world)]
      const begun = await begin(world, { device: asking, to })
      await mailAfter(world, sent)
      const payload = { ceremony: begun.ceremony, digits: wrong(begun.digits) }
      const answer = await askSigned(world, { call: approveCeremonyCall, keys: device.keys, payload })
      const said = await answer.json()
      return answer.ok ? said.status : said.error.code
    }
    world.clock.pass(dayMs)
    const came: string[] = []
    for (let each = 0; each < fold * most; each += 1) {
      // As often as mails of new devices go out, and within the day.
      world.clock.pass(dayMs / (fold * most) - 1)
      came.push(await guess(one, 'ada@mail.example'))
    }
    expect(came).toEqual([...Array(most).fill('wrongDigits'), ...Array(beyond * most).fill('too_many_ceremonies')])
    expect(await guess(other, 'other@mail.example')).toBe('wrongDigits')
  },
  async '/keeper/v1/wallets/bind'(world) {
    const one = await firstLogin(world)
    const codes = await times(rooms.wallets.most, async () => {
      const wallet = newId()
      const payload = { ...one.payload, wallet, part: await sealPart(world, wallet, one.part) }
      return askSigned(world, { call: bindWalletCall, keys: one.device.keys, payload })
    })
    expect(codes).toEqual({ already_bound: fold * rooms.wallets.most })
    await firstLogin(world, { to: others })
    expect(await world.database.orm.select().from(keeperBindings)).toHaveLength(2)
  },
  async '/keeper/v1/wallets/part/forget'(world) {
    const forget = ({ device: { keys }, wallet }: Awaited<ReturnType<typeof firstLogin>>) =>
      askSigned(world, { call: forgetPartCall, keys, payload: { wallet } })
    const [one, other] = [await firstLogin(world), await firstLogin(world, { to: others })]
    const { most } = limits.securedAsked
    expect(await times(most, () => forget(one))).toEqual({ part_needed: most, too_many_ceremonies: beyond * most })
    expect(await refusalOf(await forget(other))).toMatchObject({ code: 'part_needed' })
  },
  async '/keeper/v1/links/refuse'(world) {
    const refuse = (link: string) => ask(world, refuseLinkCall, { link })
    const [one, other] = [await firstLogin(world), await firstLogin(world, { to: others })]
    const { most } = limits.undoneAsked
    expect(await times(most, () => refuse(linkIn(one.made)))).toEqual({
      done: most,
      too_many_ceremonies: beyond * most,
    })
    expect((await refuse(linkIn(other.made))).status).toBe(200)
  },
  async '/keeper/v1/links/confirm'(world) {
    const sent = await mailsSent(world)
    const { digits } = await begin(world, { device: await createDevice() })
    const link = linkIn(await mailAfter(world, sent))
    const { most } = rooms.links
    const came: string[] = []
    for (let each = 0; each < fold * most; each += 1)
      came.push((await confirm(world, await createDevice(), link, digits)).status)
    expect(came).toEqual([...Array(most).fill('confirmed'), ...Array(beyond * most).fill('over')])
    await firstLogin(world, { to: others })
  },
}
