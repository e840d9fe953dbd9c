// A dapp's own test, as far as its types go.
import { createTestWallet, type TestWallet } from '@foyer/testing'

export const wallet: TestWallet = createTestWallet({
  name: 'Maple',
  keys: ['0x0000000000000000000000000000000000000000000000000000000000000001'],
  chains: [{ id: 1, rpcUrl: 'http://127.0.0.1:8545' }],
})
wallet.next({ connect: 'reject' })
