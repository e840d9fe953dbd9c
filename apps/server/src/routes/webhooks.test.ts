import { randomUUID } from 'node:crypto'
import { Transaction } from '@foyer/core/wire'
import type { Database } from '@foyer/service/db/database'
import { type LentPostgres, lendPostgres } from '@foyer/service-testing/lendPostgres'
import { wholeOn } from '@foyer/service-testing/wholeOn'
import { devAccounts } from '@foyer/stack'
import * as v from 'valibot'
import { parseEther, parseUnits } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase, type TestApi } from '../test/openApi.js'
import { refusalOf } from '../test/refusalOf.js'
import { common, openSales, postSigned, type Sales } from '../webhooks/test/openSales.js'

const path = '/v1/webhooks/onramp/desk'
const [{ address: payer }] = devAccounts
const address = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

let postgres: LentPostgres
let sales: Sales
beforeAll(async () => {
  postgres = lendPostgres()
  sales = await openSales()
})
afterAll(() => Promise.all([sales?.stop(), postgres?.stop()]))

describe.each(wholeOn(['memory', 'postgres'] as const))('on %s', (kind) => {
  let database: Database
  let api: TestApi
  beforeAll(async () => {
    database = await openTestDatabase(kind === 'memory' ? { kind } : { kind, url: await postgres.createDatabase() })
    api = await sales.open({ database })
  })
  afterAll(() => database?.close())

  /** A message about a purchase of half an ether. */
  function purchase(part: Readonly<Record<string, unknown>> = {}) {
    return {
      delivery: randomUUID(),
      id: randomUUID(),
      projectId: 'demo',
      recipient: `eip155:31337:${address}`,
      asset: 'eip155:31337/slip44:60',
      amount: '0.5',
      payment: { amount: '1500', currency: 'USD' },
      status: 'IN_PROGRESS',
      ...part,
    }
  }

  const report = (message: Readonly<Record<string, unknown>>) => postSigned({ api, path, message })
  const again = (message: ReturnType<typeof purchase>, part: Readonly<Record<string, unknown>>) =>
    report({ ...message, delivery: randomUUID(), ...part })

  async function listed(id: string): Promise<Transaction | undefined> {
    const all = await api.services.purchases.of({ address, signal: new AbortController().signal })
    return v.parse(v.array(Transaction), all).find((each) => each.id === `desk:${id}`)
  }
  const statusOf = async (id: string) => (await listed(id))?.metadata.status

  describe('a purchase', () => {
    test('[S7.5 S3.14] is in the history from the moment it is ordered until it has come to its end', async () => {
      const message = purchase()
      expect((await report(message)).status).toBe(204)
      expect(await listed(message.id)).toMatchObject({
        metadata: {
          chain: 'eip155:31337',
          status: 'ONRAMP_TRANSACTION_STATUS_IN_PROGRESS',
          sentTo: address.toLowerCase(),
        },
        transfers: [{ direction: 'in', quantity: { numeric: '0.5' }, fungible_info: { symbol: 'ETH', name: 'Ether' } }],
      })
      const txHash = await sales.pay({ to: address, amount: parseEther('0.5') })
      expect((await again(message, { status: 'SUCCESS', txHash })).status).toBe(204)
      expect((await listed(message.id))?.metadata).toMatchObject({
        status: 'ONRAMP_TRANSACTION_STATUS_SUCCESS',
        hash: txHash,
      })
    })

    test('of a token counts when the token’s transfer is there', async () => {
      const message = purchase({ asset: `eip155:31337/erc20:${sales.dollar}`, amount: '12.5' })
      const txHash = await sales.pay({ to: address, amount: parseUnits('12.5', 6), token: sales.dollar })
      expect((await again(message, { status: 'SUCCESS', txHash })).status).toBe(204)
      expect((await listed(message.id))?.transfers).toMatchObject([
        { fungible_info: { symbol: 'DUSD', icon: { url: 'https://icons.example/DUSD.png' } } },
      ])
    })

    test('that failed says so, and stays so', async () => {
      const message = purchase()
      expect((await again(message, { status: 'FAILED' })).status).toBe(204)
      expect((await again(message, { status: 'IN_PROGRESS' })).status).toBe(204)
      expect(await statusOf(message.id)).toBe('ONRAMP_TRANSACTION_STATUS_FAILED')
    })

    test('is listed for its own network and account only', async () => {
      const message = purchase()
      await report(message)
      const signal = new AbortController().signal
      const of = (request: { address: string; chainId?: string }) => api.services.purchases.of({ ...request, signal })
      expect(await of({ address: payer })).toEqual([])
      expect(await of({ address, chainId: 'eip155:1' })).toEqual([])
      const lowerCase = await of({ address: address.toLowerCase(), chainId: 'eip155:31337' })
      expect(lowerCase.map(({ id }) => id)).toContain(`desk:${message.id}`)
    })
  })

  describe('a success is believed only when the network shows it', () => {
    const succeed = async (part: Readonly<Record<string, unknown>>) => {
      const message = purchase({ status: 'SUCCESS', ...part })
      const answer = await refusalOf(await report(message))
      expect(await listed(message.id)).toBeUndefined()
      return answer
    }

    test('a transaction that isn’t there', async () => {
      expect(await succeed({ txHash: `0x${'ab'.repeat(32)}` })).toEqual([409, 'txHash'])
    })

    test('less than was bought', async () => {
      const txHash = await sales.pay({ to: address, amount: parseEther('0.4999') })
      expect(await succeed({ txHash })).toEqual([422, 'txHash'])
    })

    test('a transaction that has counted for another purchase', async () => {
      const txHash = await sales.pay({ to: address, amount: parseEther('0.5') })
      expect((await report(purchase({ status: 'SUCCESS', txHash }))).status).toBe(204)
      expect(await succeed({ txHash })).toEqual([422, 'txHash'])
    })

    test('no transaction at all', async () => {
      expect(await succeed({})).toEqual([400, 'body'])
    })
  })

  describe('a message', () => {
    test('that came before is refused, signed anew or not; with an id of its own it may say the same', async () => {
      const message = purchase()
      expect((await report(message)).status).toBe(204)
      expect(await refusalOf(await report(message))).toEqual([409, 'delivery'])
      expect((await again(message, {})).status).toBe(204)
    })

    test('that was refused leaves nothing behind, so that it may come again', async () => {
      const message = purchase({ status: 'SUCCESS', txHash: `0x${'cd'.repeat(32)}` })
      expect((await report(message)).status).toBe(409)
      const txHash = await sales.pay({ to: address, amount: parseEther('0.5') })
      expect((await report({ ...message, txHash })).status).toBe(204)
    })

    test('is forgotten only when its signature holds no more', async () => {
      const message = purchase()
      expect((await report(message)).status).toBe(204)
      const timestamp = Math.floor(api.time / 1000)
      api.time += 299_000
      expect((await report(purchase())).status).toBe(204)
      expect((await postSigned({ api, path, message, timestamp })).status).toBe(409)
      api.time += 2_000
      expect((await postSigned({ api, path, message, timestamp })).status).toBe(401)
    })

    test.each([
      ['of another secret', { key: 'another secret of thirty-two chars' }],
      ['too old', { timestamp: 0 }],
    ])('%s is refused', async (_what, part) => {
      expect(await refusalOf(await postSigned({ api, path, message: purchase(), ...part }))).toEqual([401, 'signature'])
    })

    test('of an unauthorized sender is refused in the same words', async () => {
      for (const other of ['/v1/webhooks/onramp/coinbase', '/v1/webhooks/onramp/nobody', '/v1/webhooks/pay/nobody']) {
        expect(await refusalOf(await postSigned({ api, path: other, message: purchase() }))).toEqual([401, 'signature'])
      }
      expect((await api.post(path, purchase())).status).toBe(401)
    })

    test.each([
      [{ asset: 'eip155:1/slip44:60' }, 'asset'],
      [{ asset: `eip155:31337/erc20:${payer}` }, 'asset'],
      [{ asset: 'eip155:31337/slip44:501' }, 'asset'],
      [{ recipient: `eip155:1:${address}` }, 'recipient'],
      [{ recipient: address }, 'recipient'],
      [{ amount: '-1' }, 'amount'],
      [{ amount: '0.0000000000000000001', status: 'FAILED' }, 'amount'],
      [{ projectId: 'nobody' }, 'projectId'],
      [{ id: '../etc' }, 'id'],
      [{ status: 'DONE' }, 'status'],
      [{ more: 1 }, 'more'],
    ])('that says %j is refused', async (part, name) => {
      expect(await refusalOf(await report(purchase(part)))).toEqual([400, name])
    })

    test('[F28] leaves no address in the log', async () => {
      await report(purchase())
      expect(api.logged.join('').toLowerCase()).not.toContain(address.slice(2, 20).toLowerCase())
    })
  })

  test('[S7.5] the history of an account has what it bought', async () => {
    const message = purchase()
    await report(message)
    const answer = await api.get(`/v1/account/${address}/history?${common}&onramp=coinbase`)
    expect(await answer.json()).toMatchObject({
      data: expect.arrayContaining([expect.objectContaining({ id: `desk:${message.id}` })]),
    })
  })
})
