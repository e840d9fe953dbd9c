import { expect, test } from 'vitest'
import { memoryDatabase } from '../test/testFrame.js'
import { openDeviceStore } from './deviceStore.js'
import { paidBy, rememberPaid } from './paid.js'

const report = (error: unknown) => {
  throw error
}
const ada = `0x${'aa'.repeat(20)}`
const eve = `0x${'ee'.repeat(20)}`

test('[F14] whom a wallet has paid is remembered on its device, the last first, and is no other wallet’s', async () => {
  const database = memoryDatabase()
  const store = await openDeviceStore({ database, report })
  let wallet: { wallet: string } | null = null
  const of = {
    get: () => Object.assign(store.get(), { wallet }),
    set: (part: Parameters<typeof store.set>[0]) => store.set(part),
  }
  await rememberPaid(of, [ada])
  expect(paidBy(of)).toEqual([])
  wallet = { wallet: 'one' }
  await rememberPaid(of, [ada])
  await rememberPaid(of, [eve, ada, 'A market (0xab)'])
  expect(paidBy(of)).toEqual([eve, ada])
  wallet = { wallet: 'two' }
  expect(paidBy(of)).toEqual([])
  const many = Array.from({ length: 300 }, (_, index) => `0x${index}`)
  await rememberPaid(of, many)
  expect(paidBy(of)).toHaveLength(200)
})
