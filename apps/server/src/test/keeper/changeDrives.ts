import { askEmailChangeCall, cancelEmailChangeCall, emailChangeStateCall } from '@foyer/custody/emailChangeCalls'
import { keeperLimits as limits } from '@foyer/keeper/keeperLimits'
import { keeperEmailChanges } from '@foyer/keeper/tables'
import {
  askSigned,
  begin,
  confirmChange,
  createDevice,
  type Device,
  dayMs,
  firstLogin,
  linkIn,
  mailAfter,
  mailsSent,
  site,
  type World,
} from '@foyer/keeper/test/keeperWorld'
import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { expect } from 'vitest'
import { beyond, fold } from '../overdriven.js'
import { at, type KeeperDrive, others, rowsOf, times } from './drivenKeeper.js'

interface Account {
  readonly email: string
  readonly device: Device
}

/** Accounts, each with a first login from a network of its own. */
async function accountsOf(world: World, { count, from = 0 }: { count: number; from?: number }): Promise<Account[]> {
  const accounts: Account[] = []
  for (let index = from; index < from + count; index += 1) {
    const email = `${index}@old.example`
    accounts.push({ email, ...(await firstLogin(at(world, `10.8.${index}.7`), { to: email })) })
  }
  return accounts
}

const change = (world: World, { email: from, device }: Account, { to, client }: { to: string; client: string }) =>
  askSigned(at(world, client), { call: askEmailChangeCall, keys: device.keys, payload: { from, to, site } })

/** A change that is confirmed in both mailboxes, and whose wait is over. */
async function due(world: World, account: Account, to: string): Promise<string> {
  const sent = await mailsSent(world)
  const asked = v.parse(
    askEmailChangeCall.reply,
    await (await change(world, account, { to, client: '203.0.113.7' })).json(),
  )
  await mailAfter(world, sent + 1)
  for (const mail of world.mails.slice(sent, sent + 2)) await confirmChange(world, linkIn(mail))
  world.clock.pass(dayMs)
  return asked.change
}

/** The drives of calls by which a wallet goes to another mailbox. */
export const changeDrives: Readonly<Record<string, KeeperDrive>> = {
  async '/keeper/v1/emails/change'(world) {
    const { changeAccount, changeNetwork, changeStrangers } = limits
    const [own, other, ...more] = await accountsOf(world, { count: 12 })
    if (own === undefined || other === undefined) return expect.fail()
    const sent = await mailsSent(world)
    // One account, to as many mailboxes and from as many networks.
    const ofAccount = async (index: number) => {
      const answer = await change(world, own, { to: `${index}@new.example`, client: `10.${index}.0.7` })
      const said = v.safeParse(askEmailChangeCall.reply, await answer.clone().json())
      const payload = { change: said.success ? said.output.change : '' }
      if (said.success) await askSigned(world, { call: cancelEmailChangeCall, keys: own.device.keys, payload })
      return answer
    }
    expect(await times(changeAccount.most, ofAccount)).toEqual({
      done: changeAccount.most,
      too_many_ceremonies: beyond * changeAccount.most,
    })
    expect((await change(world, other, { to: 'a@new.example', client: '10.1.0.7' })).status).toBe(200)
    // A mail to each of both mailboxes.
    expect((await mailsSent(world)) - sent).toBe(2 * (changeAccount.most + 1))
    const isOwn = eq(keeperEmailChanges.person, `email:${own.email}`)
    expect(await rowsOf(world, keeperEmailChanges, isOwn)).toBe(changeAccount.most)
    // One network, by many accounts.
    const { most } = changeNetwork
    const ofNetwork = (index: number) => {
      const account = more[index % more.length] ?? expect.fail()
      return change(world, account, { to: `${index}@next.example`, client: `172.16.0.${index}` })
    }
    expect(await times(most, ofNetwork)).toEqual({ done: most, too_many_ceremonies: beyond * most })
    expect((await mailsSent(world)) - sent).toBe(2 * (changeAccount.most + 1 + most))
    // One mailbox, by accounts of as many networks.
    world.clock.pass(dayMs)
    const strangers = [own, ...more, ...(await accountsOf(world, { from: 12, count: 20 }))]
    const ofMailbox = (index: number) =>
      change(world, strangers[index] ?? expect.fail(), { to: others, client: `10.${index}.0.7` })
    expect(await times(changeStrangers.most, ofMailbox)).toEqual({
      done: changeStrangers.most,
      too_many_ceremonies: beyond * changeStrangers.most,
    })
    expect(world.mails.filter(({ to }) => to === others)).toHaveLength(changeStrangers.most)
    // Its owner isn't kept from it.
    await begin(world, { device: await createDevice(), to: others })
    expect(world.mails.filter(({ to }) => to === others)).toHaveLength(changeStrangers.most + 1)
  },
  async '/keeper/v1/emails/state'(world) {
    const [own, other] = await accountsOf(world, { count: 2 })
    if (own === undefined || other === undefined) return expect.fail()
    const id = await due(world, own, 'a@new.example')
    const second = await due(world, other, 'b@new.example')
    const sent = await mailsSent(world)
    const state = ({ device }: Account, of: string) =>
      askSigned(world, { call: emailChangeStateCall, keys: device.keys, payload: { change: of, known: null } })
    // It goes through once, and both mailboxes get a mail once.
    expect(await times(limits.changeAccount.most, () => state(own, id))).toEqual({
      done: fold * limits.changeAccount.most,
    })
    expect((await mailsSent(world)) - sent).toBe(2)
    expect((await state(other, second)).status).toBe(200)
    expect((await mailsSent(world)) - sent).toBe(4)
  },
}
