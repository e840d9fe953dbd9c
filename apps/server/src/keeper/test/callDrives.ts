import { approveCeremonyCall, bindWalletCall, newId } from '@foyer/embedded/custody'
import * as v from 'valibot'
import { expect } from 'vitest'
import { keeperLimits as limits, keeperRooms as rooms } from '../keeperLimits.js'
import { keeperBindings } from '../tables.js'
import {
  askSigned,
  begin,
  confirm,
  createDevice,
  dayMs,
  firstLogin,
  linkIn,
  mailAfter,
  mailsSent,
  sealPart,
  type World,
  wrong,
} from './keeperWorld.js'

export type KeeperDrive = (world: World) => Promise<void>

/** Of each call by its path: it is made ten times as often as its budget has room for, and another account has its own meanwhile. Nothing in the product imports this. */
export const keeperDrives: Readonly<Record<string, KeeperDrive>> = {
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
    for (let each = 0; each < 10 * most; each += 1) {
      // As often as mails of new devices go out, and within the day.
      world.clock.pass(dayMs / (10 * most) - 1)
      came.push(await guess(one, 'ada@mail.example'))
    }
    expect(came).toEqual([...Array(most).fill('wrongDigits'), ...Array(9 * most).fill('too_many_ceremonies')])
    expect(await guess(other, 'other@mail.example')).toBe('wrongDigits')
  },
  async '/keeper/v1/wallets/bind'(world) {
    const one = await firstLogin(world)
    const codes = await times(rooms.wallets.most, async () => {
      const wallet = newId()
      const payload = { ...one.payload, wallet, part: await sealPart(world, wallet, one.part) }
      return askSigned(world, { call: bindWalletCall, keys: one.device.keys, payload })
    })
    expect(codes).toEqual({ already_bound: 10 * rooms.wallets.most })
    await firstLogin(world, { to: others })
    expect(await world.database.orm.select().from(keeperBindings)).toHaveLength(2)
  },
  async '/keeper/v1/links/confirm'(world) {
    const sent = await mailsSent(world)
    await begin(world, { device: await createDevice() })
    const link = linkIn(await mailAfter(world, sent))
    const { most } = rooms.links
    const came: string[] = []
    for (let each = 0; each < 10 * most; each += 1) came.push((await confirm(world, await createDevice(), link)).status)
    expect(came).toEqual([...Array(most).fill('confirmed'), ...Array(9 * most).fill('over')])
    await firstLogin(world, { to: others })
  },
}

const others = 'other@mail.example'

/** How often each came out: `done`, or the refusal's code. */
async function times(most: number, ask: (each: number) => Promise<Response>): Promise<Record<string, number>> {
  const came: Record<string, number> = {}
  for (let each = 0; each < 10 * most; each += 1) {
    const answer = await ask(each)
    const how = answer.ok ? 'done' : v.parse(Refusal, await answer.json()).error.code
    came[how] = (came[how] ?? 0) + 1
  }
  return came
}

const Refusal = v.object({ error: v.object({ code: v.string() }) })
