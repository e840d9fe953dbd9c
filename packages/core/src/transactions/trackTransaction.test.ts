import { afterEach, expect, test } from 'vitest'
import { item, trayKits } from './test/trayKit.js'
import { trackTransaction } from './tracked.js'

const kits = trayKits()
afterEach(kits.end)

test('what the dapp has sent by itself is followed like what the kit sent, once, and for the chosen account', async () => {
  const { foyer, clock, waits, tracked, status, waiting } = await kits.open()
  await trackTransaction(foyer, { hash: '0xd1', networkId: 'eip155:1', type: 'mint' })
  await waiting(1)
  expect(tracked()).toEqual([item({ hash: '0xd1', type: 'mint', sentAt: clock.now() })])
  waits[0]?.mine({ hash: '0xd1', status: 'success' })
  await status('mined')
  await trackTransaction(foyer, { hash: '0xd1' })
  expect([waits.length, tracked().length, tracked()[0]?.status]).toEqual([1, 1, 'mined'])
  await trackTransaction(foyer, { hash: '0xd2' })
  await waiting(2)
  expect(tracked()[0]).toMatchObject({ hash: '0xd2', type: 'execute', networkId: 'eip155:1' })
})

test('what can’t be followed isn’t kept, and it is said why', async () => {
  const { foyer, tracked } = await kits.open()
  const refused = (given: Parameters<typeof trackTransaction>[1]) => expect(trackTransaction(foyer, given)).rejects
  await refused({ hash: '' }).toMatchObject({ code: 'invalid_option', facts: { option: 'hash' } })
  await refused({ hash: 'a b' }).toMatchObject({ code: 'invalid_option' })
  await refused({ hash: '0xd1', networkId: 'eip155:999' }).toMatchObject({ code: 'network_not_configured' })
  await refused({ hash: 'Sig', family: 'solana' }).toMatchObject({
    code: expect.stringMatching(/undefined|unsupported/),
  })
  await foyer.disconnect()
  await refused({ hash: '0xd1', networkId: 'eip155:1' }).toMatchObject({ code: 'network_or_address_undefined' })
  expect(tracked()).toEqual([])
})
