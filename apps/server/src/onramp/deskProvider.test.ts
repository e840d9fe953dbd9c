import { expect, test } from 'vitest'
import { signBody } from '../webhooks/signature.js'
import { toProvider } from './onramp.js'
import { address, ether, order, secret } from './test/anOrder.js'

const start = 1_767_225_600_000
const desk = toProvider({
  config: { kind: 'desk', url: 'http://desk.example/', secret, feeBasisPoints: 150 },
  catalogue: { coins: [ether] },
  clock: { now: () => start, setTimeout: () => () => {} },
  nonce: () => 'nonce',
})

test('[S7.18] the desk is sent a signed order that can’t be changed on the way', async () => {
  const { searchParams } = new URL(await desk.urlFor({ order, signal: new AbortController().signal }))
  const body = searchParams.get('order') ?? ''
  const timestamp = Number(searchParams.get('timestamp'))
  expect(searchParams.get('signature')).toBe(signBody({ secret, purpose: 'order', timestamp, body }))
  expect(JSON.parse(Buffer.from(body, 'base64url').toString())).toEqual({
    id: order.id,
    projectId: 'demo',
    address,
    assets: ['ETH'],
    defaultNetwork: 'base',
    purchaseAmount: '0.1',
    expiresAt: start / 1000 + 3600,
  })
})
