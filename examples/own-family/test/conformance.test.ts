import { defineNetwork } from '@foyer/core/networks'
import { adapterConformance, connectorConformance, createTestHost } from '@foyer/testing'
import { Ed25519Keypair } from '@mysten/sui/keypairs/ed25519'
import { Secp256k1Keypair } from '@mysten/sui/keypairs/secp256k1'
import { Secp256r1Keypair } from '@mysten/sui/keypairs/secp256r1'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { sui, suiLocal, suiTestnet } from '../src/sui'
import { foundIn, reached } from './stage'
import { createSuiNode, type SuiNode } from './suiNode'
import { createSuiWallet, isSignedForSui } from './suiWallet'

let node: SuiNode
beforeAll(async () => {
  node = await createSuiNode()
})
afterAll(async () => {
  await node.close()
  vi.unstubAllGlobals()
})

/** What the kit does for each connection. */
connectorConformance({
  describe,
  test,
  expect,
  make() {
    const [here, there] = [defineNetwork(suiLocal('http://127.0.0.1:1')), defineNetwork(suiTestnet)]
    const wallet = createSuiWallet({ name: 'Larch', chains: ['sui:localnet', 'sui:testnet'] })
    const host = createTestHost({ networks: [here, there] })
    return { connector: foundIn({ wallet, host }), host, wallet, here, there }
  },
})

/** What the kit's actions build on, on the node, with a key of each curve. */
describe.each([Ed25519Keypair, Secp256k1Keypair, Secp256r1Keypair])('%o', (Keypair) => {
  adapterConformance({
    describe,
    test,
    expect,
    async make() {
      const network = defineNetwork(suiLocal(node.url))
      const key = Keypair.generate()
      const wallet = createSuiWallet({ name: 'Larch', nodeUrl: node.url, keys: [key] })
      node.give(key.toSuiAddress(), 10n ** 9n)
      node.give(key.toSuiAddress(), 10n ** 8n)
      const host = createTestHost({ networks: [network] })
      const address = key.toSuiAddress()
      return {
        adapter: sui(),
        host,
        network,
        wallet: await reached({ wallet, host }),
        addresses: {
          other: Ed25519Keypair.generate().toSuiAddress(),
          ownAgain: ` ${address.toUpperCase().replace('0X', '0x')}`,
          invalid: `${address}0`,
        },
        isSigned: (signed) => isSignedForSui({ address, ...signed }),
        prompts: {
          get count() {
            return wallet.promptCount - 1 // it was asked to connect
          },
          rejectNext: () => wallet.next({ sign: 'reject' }),
        },
      }
    },
  })
})
