import { commitmentOf } from '@foyer/custody/digits'
import { beginCeremonyCall, bindWalletCall } from '@foyer/custody/keeperCalls'
import { expect, test } from 'vitest'
import { eachWorld } from './test/eachWorld.js'
import {
  askSigned,
  begin,
  confirm,
  createDevice,
  email,
  firstLogin,
  mailAfter,
  signed,
  site,
  type World,
} from './test/keeperWorld.js'

let world: World
eachWorld((started) => {
  world = started
})

test('a wallet that another person has is bound to no one else', async () => {
  const { payload } = await firstLogin(world)
  const device = await createDevice()
  const sent = world.mails.length
  const { ceremony } = await begin(world, { device, to: 'other@mail.example' })
  await mailAfter(world, sent)
  await confirm(world, device, world.link())
  const refused = askSigned(world, { call: bindWalletCall, keys: device.keys, payload: { ...payload, ceremony } })
  expect(await codeIn(await refused)).toBe('already_bound')
  const again = await signed(world, {
    call: beginCeremonyCall,
    keys: device.keys,
    payload: { email, site, commitment: await commitmentOf(device) },
  })
  expect(again.ceremony).not.toBe(ceremony)
})

const codeIn = async (answer: Response) => (await answer.json()).error.code
