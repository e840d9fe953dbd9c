import {
  askDeletionCall,
  boxUses,
  cancelDeletionCall,
  decodeBytes,
  encodeBytes,
  newId,
  proveSocialCall,
  sealBox,
} from '@foyer/embedded/custody'
import { count } from 'drizzle-orm'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { beginCeremony } from './begin.js'
import { keeperLimits } from './keeperLimits.js'
import { keeperCeremonies, keeperDeletions } from './tables.js'
import { eachWorld } from './test/eachWorld.js'
import { askSigned, createDevice, firstLogin, mailsSent, site, startWorld, type World } from './test/keeperWorld.js'

/* Calls at ten times what they may be asked. What opens, asks and changes by mail is in lockout.test.ts. */

let world: World
eachWorld((started) => {
  world = started
})

test('[F2] a deletion is asked for three times a day by an account, whoever else asks for theirs', async () => {
  const [own, other] = [await firstLogin(world), await firstLogin(world, { to: 'other@mail.example' })]
  const ask = async ({ device, wallet }: typeof own) => {
    // So that what one address may ask of the keeper at all is no matter.
    world.clock.pass(1_000)
    const answer = await askSigned(world, { call: askDeletionCall, keys: device.keys, payload: { wallet, site } })
    const said = v.safeParse(askDeletionCall.reply, await answer.json())
    const payload = { deletion: said.success ? said.output.deletion : '' }
    if (said.success) await askSigned(world, { call: cancelDeletionCall, keys: device.keys, payload })
    return answer.status
  }
  const asked: number[] = []
  for (let each = 0; each < 10 * keeperLimits.deletionAccount.most; each += 1) asked.push(await ask(own))
  expect([asked.slice(0, 3), new Set(asked.slice(3))]).toEqual([[200, 200, 200], new Set([429])])
  expect(await ask(other)).toBe(200)
  const [rows] = await world.database.orm.select({ count: count() }).from(keeperDeletions)
  expect(rows?.count).toBe(4)
})

test('[F2] a network proves 20 social accounts an hour, whichever devices it makes, and another its own meanwhile', async () => {
  const provider = { clientId: 'a', issuer: 'https://provider.invalid' }
  const social = await startWorld({ socials: { google: provider } })
  const prove = async (client: string) => {
    const [device, id] = [await createDevice(), newId()]
    const to = decodeBytes(social.secret.publicKeys.sealing)
    const bytes = new TextEncoder().encode('{}')
    const proof = encodeBytes(await sealBox({ to, bytes, use: boxUses.social, of: [id, device.id] }))
    const payload = { social: id, provider: 'google', site, key: encodeBytes(device.key), proof }
    const asked = { call: proveSocialCall, keys: device.keys, payload }
    return (await askSigned(social.from(client), asked)).status
  }
  const proved: number[] = []
  for (let each = 0; each < 10 * keeperLimits.socialNetwork.most; each += 1) proved.push(await prove(`10.0.0.${each}`))
  expect(proved.filter((status) => status !== 429)).toHaveLength(20)
  expect(await prove('10.0.1.7')).not.toBe(429)
  const [rows] = await social.database.orm.select({ count: count() }).from(keeperCeremonies)
  expect([rows?.count, await mailsSent(social)]).toEqual([0, 0])
  await social.close()
})

test('[F2] what a network begins at ten times its budget leaves 20 rows and 20 mails, and another network begins meanwhile', async () => {
  const begin = (index: number, client: string) => {
    const asked = { email: `${index}@mail.example`, site, commitment: `c${index}`, device: `d${index}` }
    return beginCeremony(world.services.keeper, { ...asked, browser: 'Firefox', place: null, client }).then(
      () => true,
      () => false,
    )
  }
  const begun: boolean[] = []
  for (let index = 0; index < 10 * keeperLimits.network.most; index += 1)
    begun.push(await begin(index, `2001:db8:1:${index.toString(16)}::/64`))
  expect(begun.filter(Boolean)).toHaveLength(20)
  expect(await begin(1_000, '2001:db8:2:1::/64')).toBe(true)
  const [rows] = await world.database.orm.select({ count: count() }).from(keeperCeremonies)
  expect([rows?.count, await mailsSent(world)]).toEqual([21, 21])
})
