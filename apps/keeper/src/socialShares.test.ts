import { proveSocialCall } from '@foyer/custody/proveSocialCall'
import { expect, test } from 'vitest'
import { askSigned, createDevice, type Device, dayMs, mailsSent, minuteMs } from './test/keeperWorld.js'
import { first, payloadOf, socialWorlds, stated } from './test/socialWorld.js'

const open = socialWorlds()

test('[F2] whoever has the account comes by five new devices an hour, and by three where none of its person’s came from: its owner is written to so often, and keeps two', async () => {
  const opened = await open()
  const { world } = opened
  const { device: own } = await first(opened)
  world.clock.pass(dayMs + 1)
  const sent = await mailsSent(world)
  const comesFrom = async (client: string, device?: Device) => {
    const by = device ?? (await createDevice())
    const payload = await payloadOf(opened, { device: by, proof: await stated(opened, by.id) })
    const answer = await askSigned(
      { ...world, ...world.from(client) },
      { call: proveSocialCall, keys: by.keys, payload },
    )
    return { device: by, how: answer.ok ? 'taken' : (await answer.json()).error.code }
  }
  const strangers: string[] = []
  const thief = await comesFrom('10.0.0.7')
  for (let each = 1; each < 10; each += 1) strangers.push((await comesFrom(`10.${each}.0.7`)).how)
  expect([thief.how, ...strangers]).toEqual([...Array(3).fill('taken'), ...Array(7).fill('too_many_ceremonies')])
  // The same device again is no new one, nor is one that acts.
  expect((await comesFrom('10.0.0.7', thief.device)).how).toBe('taken')
  expect((await comesFrom('10.0.0.7', own)).how).toBe('taken')
  const owners: string[] = []
  for (let each = 0; each < 3; each += 1) {
    const device = await createDevice()
    const payload = await payloadOf(opened, { device, proof: await stated(opened, device.id) })
    owners.push(String((await askSigned(world, { call: proveSocialCall, keys: device.keys, payload })).status))
  }
  expect(owners).toEqual(['200', '200', '429'])
  // Each of five, and the own device, which has opened anew.
  expect((await mailsSent(world)) - sent).toBeLessThanOrEqual(6)
  world.clock.pass(60 * minuteMs)
  expect((await comesFrom('10.20.0.7')).how).toBe('taken')
})
