import { createHoldings } from '@foyer/service/budget/holdings'
import { expect } from 'vitest'
import type { Chain } from '../../chains/chains.js'
import type { Purchasable } from '../catalogue.js'
import type { Order } from '../provider.js'

export const address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
export const secret = 'a secret of thirty-two characters'
const base: Chain = {
  id: 'eip155:8453',
  name: 'Base',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  iconUrl: '',
  tokens: [],
  slots: createHoldings({ perOwner: 1, inAll: 1 }),
  laneSlots: {},
  request: () => expect.fail('no network is asked'),
  pass: () => expect.fail('no network is asked'),
  health: () => [],
  check: async () => [],
}
export const ether: Purchasable = {
  chain: base,
  token: null,
  name: 'Ether',
  symbol: 'ETH',
  decimals: 18,
  asset: 'eip155:8453/slip44:60',
}
export const moon: Purchasable = { ...ether, chain: { ...base, id: 'eip155:31337' }, asset: 'eip155:31337/slip44:60' }

export const order: Order = {
  id: '0b5c2f0e-34a8-4b5a-9d2c-6f1f0f6c7a11',
  projectId: 'demo',
  wallets: [{ address, family: 'eip155', networks: ['ethereum', 'base'], assets: ['ETH'] }],
  coin: ether,
  defaultNetwork: 'base',
  partnerUserId: address,
  purchaseAmount: '0.1',
  paymentAmount: undefined,
  currency: 'USD',
  clientIp: '203.0.113.77',
  place: { country: 'US', subdivision: 'NY' },
}
