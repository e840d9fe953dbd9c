import { adapterConformance } from '@foyer/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { near } from '../near.js'
import { isSignedByNep413 } from '../test/independent.js'
import { createStage, freshAddress, reachWallet, type Stage } from '../test/stage.js'

let stage: Stage
beforeAll(async () => {
  stage = await createStage()
})
afterAll(() => stage.chain.stop())

describe.each(['connect', 'window'] as const)('a wallet of the kind %s', (kind) => {
  adapterConformance({
    describe,
    test,
    expect,
    async make() {
      const { wallet, reached } = await reachWallet({ stage, kind })
      const { publicKey } = wallet
      return {
        adapter: near(),
        network: stage.network,
        wallet: reached,
        addresses: { other: freshAddress(), ownAgain: reached.account.address, invalid: 'Alice..near' },
        isSigned: async (signed) => isSignedByNep413({ ...signed, publicKey }),
        prompts: {
          get count() {
            return wallet.promptCount
          },
          rejectNext: () => wallet.next({ sign: 'reject' }),
        },
      }
    },
  })
})
