import { adapterConformance } from '@foyer/testing'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { cardano } from '../cardano.js'
import { isSignedByPeer } from '../test/peer.js'
import { createStage, freshAddress, one, reachWallet, type Stage } from '../test/stage.js'

let stage: Stage
beforeAll(async () => {
  vi.stubGlobal('window', new EventTarget())
  stage = await createStage()
})
afterAll(async () => {
  vi.unstubAllGlobals()
  await stage.chain.stop()
})

adapterConformance({
  describe,
  test,
  expect,
  async make() {
    const { wallet, reached } = await reachWallet({ stage })
    const { address } = reached.account
    const invalid = `${address.slice(0, 20)}${address[20] === 'q' ? 'p' : 'q'}${address.slice(21)}`
    return {
      adapter: cardano(),
      network: stage.network,
      wallet: reached,
      addresses: { other: freshAddress(), ownAgain: address.toUpperCase(), invalid },
      leastAmount: one,
      isSigned: async (signed) => isSignedByPeer({ ...signed, address }),
      prompts: {
        get count() {
          return wallet.promptCount
        },
        rejectNext: () => wallet.next({ sign: 'reject' }),
      },
    }
  },
})
