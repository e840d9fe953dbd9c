import { expect, test, vi } from 'vitest'
import { followedChain } from '../indexer/test/followForTest.js'
import { openApi, openTestDatabase } from '../test/openApi.js'

test('forty who ask for the same page of the index at once wait for one reading of it, and who asks afterwards has another', async () => {
  const database = await openTestDatabase()
  const transaction = vi.spyOn(database.orm, 'transaction')
  const api = await openApi({ database, burst: 2_000, chains: [followedChain({ url: 'http://127.0.0.1:9' })] })
  const path = `/v1/account/0x${'cd'.repeat(20)}/history?projectId=demo&st=appkit&sv=react-evm-1.7.6`
  await api.get(path)
  transaction.mockClear()
  await api.get(path)
  const ofOne = transaction.mock.calls.length
  transaction.mockClear()
  const all = await Promise.all(Array.from({ length: 40 }, () => api.get(path)))
  expect(all.map(({ status }) => status)).toEqual(all.map(() => 200))
  expect([ofOne, transaction.mock.calls.length]).toEqual([1, 1])
  await api.get(path)
  expect(transaction.mock.calls.length).toBe(2)
  await database.close()
})
