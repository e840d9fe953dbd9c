import { systemClock } from '@foyer/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseWalletAssets, walletAssets } from './walletAssets.js'

const address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const token = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const networkId = 'eip155:31337'
const metadata = { name: 'Digital \u202eDollar', symbol: 'DUSD', decimals: 6, price: 1, iconUrl: '' }
const listed = {
  '0x7a69': [
    { address: 'native', balance: '0xde0b6b3a7640000', type: 'NATIVE', metadata: { ...metadata, decimals: 18 } },
    { address: token, balance: '0x0f', type: 'ERC20', metadata },
  ],
  '0x1': [],
}

/** Asks a wallet that answers by method, and says what it was asked for. */
async function listedBy(answers: Readonly<Record<string, unknown>>, granted = true) {
  const asked: unknown[] = []
  const provider = {
    async request({ method, params }: { readonly method: string; readonly params?: unknown }) {
      asked.push([method, params])
      if (method in answers) return answers[method]
      throw Object.assign(new Error('no such method'), { code: 4200 })
    },
  }
  const channel = { takes: () => granted, request: async () => undefined }
  const account = { namespace: 'eip155', address, type: 'eoa' } as const
  const found = await walletAssets({
    wallet: { provider, account, accounts: [account], networkId, ...(granted ? {} : { channel }) },
    clock: systemClock,
  })
  return { found, asked }
}

const discovers = { wallet_getCapabilities: { '0x7a69': { assetDiscovery: { supported: true } } } }

test('[S3.13] [F14] a wallet that lists assets is asked for those of its network', async () => {
  const { found, asked } = await listedBy({ ...discovers, wallet_getAssets: listed })
  expect(found).toMatchObject([
    { value: 10n ** 18n, decimals: 18 },
    { address: token, value: 15n, symbol: 'DUSD', name: 'Digital Dollar', price: 1 },
  ])
  expect(asked.at(-1)).toEqual(['wallet_getAssets', [{ account: address, chainFilter: ['0x7a69'] }]])
})

test('[S3.13] one that doesn’t say so isn’t asked', async () => {
  const { found, asked } = await listedBy({ wallet_getCapabilities: { '0x7a69': {} }, wallet_getAssets: listed })
  expect(found).toBe(undefined)
  expect(asked).toHaveLength(1)
  expect((await listedBy({ ...discovers, wallet_getAssets: listed }, false)).asked).toEqual([])
})

test.each([
  [{}],
  [{ '0x7a69': 5 }],
  [{ '0x7a69': [{ address: token, balance: '15', type: 'ERC20', metadata }] }],
  [{ '0x7a69': [{ address: 'nowhere', balance: '0x0f', type: 'ERC20', metadata }] }],
  [{ '0x7a69': [{ address: token, balance: '0x0f', type: 'ERC20', metadata: { ...metadata, decimals: 1.5 } }] }],
])('[S3.13] %j is no list, and what is known otherwise is taken', async (answer) => {
  expect((await listedBy({ ...discovers, wallet_getAssets: answer })).found).toBe(undefined)
})

test('no answer makes it throw', () => {
  fc.assert(fc.property(fc.anything(), (answer) => void parseWalletAssets({ answer, networkId })))
})
