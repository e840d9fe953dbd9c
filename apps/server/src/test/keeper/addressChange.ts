import { askEmailChangeCall, emailChangeStateCall } from '@foyer/custody/emailChangeCalls'
import { confirmChange, type Device, email, linkIn, mailAfter, signed, site } from '@foyer/keeper/test/keeperWorld'
import { beginEmailChangeCall, verifyEmailChangeCall } from '@foyer/login/loginEmailCalls'
import * as v from 'valibot'
import { expect } from 'vitest'
import { codeOf, type TestDevice } from '../../login/test/openLogin.js'
import type { Both } from './bothServers.js'

/** A device of the person's, with its session at the login server. */
export interface Inside {
  readonly device: Device
  readonly by: TestDevice
  readonly token: string
}

/** Proves both mailboxes to the login server. */
export async function proveBoth({ login }: Both, { by, token }: Inside, to: string): Promise<void> {
  const mailed = async (asks: () => Promise<Response>) => {
    const sent = login.mails.length
    const answer = await asks()
    await expect.poll(() => login.mails.length).toBeGreaterThan(sent)
    return v.parse(v.object({ change: v.nullable(v.string()) }), await answer.json()).change
  }
  let change = await mailed(() => login.ask(beginEmailChangeCall, by, { email: to, site }, { token }))
  const code = () => ({ change, code: codeOf(login.mails.at(-1)) })
  change = await mailed(() => login.ask(verifyEmailChangeCall, by, code(), { token }))
  expect((await login.ask(verifyEmailChangeCall, by, code(), { token })).status).toBe(200)
}

/** Asks the keeper for the wallet to go to another mailbox, and confirms in both. @returns the change, which waits */
export async function changeAddress({ world }: Both, { device }: Pick<Inside, 'device'>, to: string): Promise<string> {
  const sent = world.mails.length
  const payload = { from: email, to, site }
  const { change } = await signed(world, { call: askEmailChangeCall, keys: device.keys, payload })
  await mailAfter(world, sent + 1)
  for (const mail of world.mails.slice(sent, sent + 2)) await confirmChange(world, linkIn(mail))
  return change
}

export const changeOf = ({ world }: Both, { keys }: Device, change: string) =>
  signed(world, { call: emailChangeStateCall, keys, payload: { change, known: null } })
