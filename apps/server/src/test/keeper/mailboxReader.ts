import type { Receipt } from '@foyer/custody/signed'
import {
  begin,
  confirm,
  createDevice,
  type Device,
  dayMs,
  email,
  linkIn,
  mailAfter,
  mailsSent,
  site,
  stateOf,
} from '@foyer/keeper/test/keeperWorld'
import { beginLoginCall, Session, verifyCodeCall } from '@foyer/login/loginCalls'
import * as v from 'valibot'
import { expect } from 'vitest'
import { codeOf } from '../../login/test/openLogin.js'
import type { Both } from './bothServers.js'

// Somebody who reads a mailbox, and has devices of their own: what they ask both servers for. For tests; nothing in the product imports this.

/** Begins a ceremony in a new device. @returns with the link of its mail */
export async function begins(both: Both, to = email) {
  const [device, sent] = [await createDevice(), await mailsSent(both.world)]
  const begun = await begin(both.world, { device, to })
  return { device, ...begun, link: linkIn(await mailAfter(both.world, sent)) }
}

/** Begins, and types the digits in another browser, so that the wait begins. @returns with the link of the mail about it */
export async function waits(both: Both) {
  const begun = await begins(both)
  const [browser, sent] = [await createDevice(), both.world.mails.length]
  expect((await confirm(both.world, browser, begun.link, begun.digits)).status).toBe('held')
  return { ...begun, browser, notice: linkIn(await mailAfter(both.world, sent)) }
}

/** Logs in at the login server by the code of the mailbox, and by what the keeper has said where it has. @returns the last answer */
export async function enters(
  both: Both,
  { keys, id }: Device,
  confirmation?: Receipt,
  mailbox = email,
): Promise<Response> {
  // A mailbox is written to once in half a minute.
  both.pass(31_000)
  const [by, sent] = [{ keys, device: id }, both.login.mails.length]
  const begun = await both.login.ask(beginLoginCall, by, { email: mailbox, projectId: 'demo', site, confirmation })
  if (begun.status !== 200) return begun
  const { login, action } = v.parse(beginLoginCall.reply, await begun.json())
  if (action === 'VERIFY_OTP') await expect.poll(() => both.login.mails.length).toBeGreaterThan(sent)
  const code = codeOf(both.login.mails.at(-1)) || '123456'
  return both.login.ask(verifyCodeCall, by, { login, code, keepsIn: 'page' })
}

/** Waits to the end, and is let in at both servers. @returns with the session, and the link by which the owner denies them */
export async function isLetIn(both: Both) {
  const { device, ceremony } = await waits(both)
  const sent = both.world.mails.length
  both.pass(dayMs)
  const state = await stateOf(both.world, device, ceremony)
  const confirmation = state.status === 'released' ? state.confirmation : expect.fail(state.status)
  const denies = linkIn(await mailAfter(both.world, sent))
  const by = { keys: device.keys, device: device.id }
  const answer = await enters(both, device, confirmation)
  const again = async () => (await both.login.logIn({ by, email, isKnown: true })).accessToken
  return { device, by, denies, again, token: v.parse(Session, await answer.json()).accessToken }
}
