import { approveCeremonyCall } from '@foyer/embedded/custody'
import { expect } from 'vitest'
import { keeperLimits as limits } from '../keeperLimits.js'
import {
  askSigned,
  begin,
  createDevice,
  dayMs,
  firstLogin,
  mailAfter,
  mailsSent,
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
}
