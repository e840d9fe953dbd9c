import { type Hex, toHex } from 'viem'
import { expect, test } from 'vitest'
import { answerQuietly, quiet } from './test/quiet.js'
import { ask, me } from './test/stage.js'

// Coins without a recipient make a contract that has no code, and nobody gets them out of it any more.

answerQuietly()
const half = 5n * 10n ** 17n
const created = (value: bigint, data?: Hex) => ({
  network: quiet,
  method: 'eth_sendTransaction',
  params: [{ from: me, value: toHex(value), ...(data && { data }) }],
})
const destroyed = expect.stringContaining('is destroyed')
const batched = {
  ...{ network: quiet, method: 'wallet_sendCalls' },
  params: [
    {
      ...{ version: '2.0.0', from: me, chainId: '0x7a69', atomicRequired: false },
      calls: [{ value: toHex(half) }],
    },
  ],
}

test.each([
  ['sent', created(half)],
  ['sent with an empty code', created(half, '0x')],
  ['signed', { ...created(half), method: 'eth_signTransaction' }],
  ['one of several calls', batched],
])('coins without a recipient are destroyed: %s', async (_, asked) => {
  expect(await ask(asked)).toMatchObject({ level: 'deliberate', warnings: expect.arrayContaining([destroyed]) })
})

test('it is said that they are all that there is, whatever code they go to', async () => {
  for (const data of [undefined, '0x60'] as const) {
    const { warnings } = await ask(created(10n ** 18n - 1n, data))
    expect(warnings.join(' ')).toMatch(/all of your ETH|nearly all/)
    expect((await ask(created(half, data))).warnings.join(' ')).not.toMatch(/all of your ETH|nearly all/)
  }
})

test('nothing is destroyed where there is nothing', async () => {
  expect((await ask(created(0n))).warnings.join(' ')).not.toContain('destroyed')
})
