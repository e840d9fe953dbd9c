import type { Simulation } from '@foyer/core/wire'
import { words } from '../sentences.js'

/** For tests. What a simulation comes to, part by part. */

export const dusd = '0x11111111111111111111111111111111111111aB'
export const other = '0x22222222222222222222222222222222222222Cd'
export const spender = '0x33333333333333333333333333333333333333eF'
export const network = {
  ...{ chainId: 'eip155:1', name: 'Ethereum', rpcUrl: 'https://n.example' },
  currency: { symbol: 'ETH', decimals: 18 },
  tokens: [{ address: dusd, symbol: 'DUSD', decimals: 6 }],
}
export const lower = (text: string) => text.toLowerCase()
export const request = {
  ...{ title: words('request.callContract'), act: words('request.act.send'), facts: [], warnings: [] },
  isDeliberate: false,
}
export type Change = Simulation['changes'][number]
export const simulated = (more: Partial<Simulation> = {}): Simulation => ({
  ...{ status: 'known', by: 'eth_simulateV1', block: 5, names: [], changes: [], allowances: [] },
  ...more,
})
export const coin = (amount: string): Change => ({ kind: 'coin', amount })
export const token = (amount: string, more: object = {}): Change => ({
  ...{ kind: 'token', contract: dusd, amount, symbol: 'DUSD', decimals: 6, isListed: true, ...more },
})
export const nft = (amount: string, more: object = {}): Change => ({
  ...{ kind: 'nft', contract: other, tokenId: '7', amount, symbol: 'PIC', isListed: false, ...more },
})
export const allowance = (after: string, more: object = {}): Simulation['allowances'][number] => ({
  ...{
    kind: 'token',
    contract: dusd,
    spender,
    before: '0',
    after,
    symbol: 'DUSD',
    decimals: 6,
    isListed: true,
    ...more,
  },
})
export const collection = (after: boolean, more: object = {}): Simulation['allowances'][number] => ({
  ...{ kind: 'collection', contract: other, spender, before: false, after, symbol: 'PIC', isListed: false, ...more },
})
export const received = (amount: string, more: object = {}) => ({
  ...{ address: spender, contract: dusd, amount, symbol: 'DUSD', decimals: 6, isListed: true, ...more },
})
