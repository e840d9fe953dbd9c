import { adapterConformance } from '@foyer/testing'
import { hex } from '@scure/base'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cosmos } from '../cosmos.js'
import { isSignedByAdr36 } from '../test/independent.js'
import { createStage, freshAddress, localChains, reachWallet, type Stage } from '../test/stage.js'

let stage: Stage
beforeAll(async () => {
  stage = await createStage()
})
afterAll(() => stage.chain.stop())

describe.each([
  ['that signs bytes', false],
  ['on a device, which signs JSON', true],
])('a wallet %s', (_, isDevice) => {
  adapterConformance({
    describe,
    test,
    expect,
    async make() {
      const { wallet, reached } = await reachWallet({ stage, isDevice })
      const { address, publicKey = '' } = reached.account
      const to = freshAddress()
      return {
        adapter: cosmos({ chains: localChains }),
        network: stage.network,
        wallet: reached,
        addresses: {
          other: to,
          ownAgain: address.toUpperCase(),
          invalid: address.replace(/.$/, (last) => (last === 'q' ? 'p' : 'q')),
        },
        call: { to, amount: 7n, memo: 'For the order 12' },
        isSigned: async (signed) => isSignedByAdr36({ ...signed, address, publicKey: hex.decode(publicKey) }),
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
