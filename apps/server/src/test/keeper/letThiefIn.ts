import { beginLoginCall, Session, verifyCodeCall } from '@foyer/custody/loginCalls'
import {
  begin,
  confirm,
  createDevice,
  dayMs,
  email,
  linkIn,
  mailAfter,
  site,
  stateOf,
} from '@foyer/keeper/test/keeperWorld'
import * as v from 'valibot'
import { expect } from 'vitest'
import { codeOf } from '../../login/test/openLogin.js'
import type { Both } from './bothServers.js'

/** Somebody with the mailbox who has waited, and is let in at both servers. @returns with their session, the link by which the owner denies them */
export async function letThiefIn(both: Both) {
  const [device, browser] = [await createDevice(), await createDevice()]
  const sent = both.world.mails.length
  const { ceremony, digits } = await begin(both.world, { device })
  await confirm(both.world, browser, linkIn(await mailAfter(both.world, sent)), digits)
  await mailAfter(both.world, sent + 1)
  both.pass(dayMs)
  const state = await stateOf(both.world, device, ceremony)
  const confirmation = state.status === 'released' ? state.confirmation : expect.fail(state.status)
  const denies = linkIn(await mailAfter(both.world, sent + 2))
  const by = { keys: device.keys, device: device.id }
  const mails = both.login.mails.length
  const begun = await both.login.ask(beginLoginCall, by, { email, projectId: 'demo', site, confirmation })
  const { login } = v.parse(beginLoginCall.reply, await begun.json())
  await expect.poll(() => both.login.mails.length).toBeGreaterThan(mails)
  const typed = { login, code: codeOf(both.login.mails.at(-1)), keepsIn: 'page' }
  const answer = await both.login.ask(verifyCodeCall, by, typed)
  const again = async () => (await both.login.logIn({ by, email, isKnown: true })).accessToken
  return { device, by, denies, again, token: v.parse(Session, await answer.json()).accessToken }
}
